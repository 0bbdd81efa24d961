package webapi

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/models"
)

// devicePage: GET /oauth/device, the page on which a person types the code of a device.
func (s *server) devicePage(c echo.Context) error {
	if _, err := s.authorizer(c); err != nil {
		return err
	}
	who, signedIn, err := s.browser(c)
	if err != nil {
		return err
	}
	if !signedIn {
		return toSignIn(c)
	}
	words := wordsFor(c.Request())
	texts := words.consent
	with := attributes{
		"class", "consent", "data-to", answeredPath, "data-find", typedPath, "data-person", string(who.User.ID), "data-failed", texts.failed,
		"data-allowed", texts.allowed, "data-refused", texts.refused,
	}
	return consentDocument(words, texts.deviceTitle, element("main", with,
		element("h1", nil, escaped(texts.deviceTitle)), element("p", nil, escaped(fill(texts.signedIn, who.User.Name))),
		element("p", attributes{"class", "warning"}, escaped(texts.deviceWarning)),
		element("form", attributes{"id", "typed"},
			element("label", attributes{"for", "code"}, escaped(texts.deviceCode)),
			element("input", attributes{
				"id", "code", "name", "code", "required", "", "maxlength", "20", "autocomplete", "off", "autocapitalize", "characters", "spellcheck", "false",
			}),
			element("button", attributes{"type", "submit"}, escaped(texts.next)),
		),
		element("h2", attributes{"id", "asked", "hidden", ""}), element("ul", attributes{"id", "scopes", "hidden", ""}),
		buttons(texts, true),
	)).show(c, http.StatusOK)
}

// deviceJSON is what a person is asked about a device.
type deviceJSON struct {
	Name   string       `json:"name"`
	Scope  models.Scope `json:"scope"`
	Asks   string       `json:"asks"`   // the question, in the caller's language
	Allows []string     `json:"allows"` // what the scope allows, in the caller's language
}

// typedDevice returns the open request of the code in a body.
func (s *server) typedDevice(c echo.Context, server *oauth.Server, who auth.Identity, body Object) (d models.Device, err error) {
	code := body.Text("code")
	if body.Err() != nil {
		return d, body.Err()
	}
	ctx := c.Request().Context()
	err = s.Invites.CountCode(ctx, who.User, func() (err error) {
		d, err = server.FindDevice(ctx, code)
		return err
	})
	return d, err
}

// findDevice: POST /oauth/device/code.
func (s *server) findDevice(c echo.Context, who auth.Identity) error {
	server, err := s.authorizer(c)
	if err != nil {
		return err
	}
	d, err := s.typedDevice(c, server, who, readObject(c, "code"))
	if err != nil {
		return err
	}
	words := wordsFor(c.Request())
	return answer(c, http.StatusOK, deviceJSON{
		d.Name, d.Scope, fill(words.consent.title, d.Name), s.scopeSentences(words, d.Scope),
	})
}

// answerDevice: POST /oauth/device/consent.
func (s *server) answerDevice(c echo.Context, who auth.Identity) error {
	server, err := s.authorizer(c)
	if err != nil {
		return err
	}
	body := readObject(c, "code", "allow", "person")
	allow := body.Flag("allow")
	if err := sameReader(body, who); err != nil {
		return err
	}
	d, err := s.typedDevice(c, server, who, body)
	if err != nil {
		return err
	}
	return noContent(c, server.AnswerDevice(c.Request().Context(), answerer(who), d, allow))
}
