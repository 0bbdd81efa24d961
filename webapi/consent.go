package webapi

import (
	"context"
	_ "embed" // the script
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/models"
)

// consentScript sends a person's answer to this server and then goes to the client. It is
// not a form, because form-action allows only this server.
//
//go:embed docs/consent.js
var consentScript []byte

func serveConsentScript(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-cache")
	return send(c, http.StatusOK, contentTypes[".js"], consentScript)
}

// browser returns the signed-in person of a page. If there is none, it sends the browser to
// the sign-in, which returns here, and reports false.
func (s *server) browser(c echo.Context) (who auth.Identity, ok bool, err error) {
	ctx, cancel := context.WithTimeout(c.Request().Context(), requestTime)
	defer cancel()
	r := c.Request().WithContext(ctx)
	r.Header = r.Header.Clone()
	r.Header.Del("Authorization") // only a session may grant access
	who, err = s.Auth.Identify(c.Response(), r)
	if models.IsCode(err, models.CodeUnauthenticated) {
		return auth.Identity{}, false, nil
	}
	return who, err == nil && who.Method == auth.MethodCookie, err
}

// toSignIn sends the browser to the sign-in, which returns to the same page.
func toSignIn(c echo.Context) error {
	query := url.Values{"return_to": {c.Request().URL.RequestURI()}}
	return c.Redirect(http.StatusSeeOther, "/auth/login?"+query.Encode())
}

// authorize: GET /oauth/authorize, the page on which a person allows or refuses an app.
func (s *server) authorize(c echo.Context) error {
	server, err := s.authorizer(c)
	if err != nil {
		return err
	}
	words := wordsFor(c.Request())
	request, err := server.ParseRequest(c.Request().URL.RawQuery)
	if err == nil {
		who, signedIn, failed := s.browser(c)
		if failed != nil {
			return failed
		}
		if err = server.Silent(request, signedIn); err == nil {
			if !signedIn {
				return toSignIn(c)
			}
			return s.consentPage(words, who.User, request, c.Request().URL.RawQuery).show(c, http.StatusOK)
		}
	}
	var refused *oauth.Refused
	if errors.As(err, &refused) && !refused.Registered {
		return c.Redirect(http.StatusSeeOther, refused.Location)
	}
	texts := words.consent
	return page(words.tag, texts.wrongTitle+" – "+words.app, nil, element("main", attributes{"class", "notice"},
		element("h1", nil, escaped(texts.wrongTitle)), element("p", nil, escaped(texts.wrongText)), homeLink(words),
	)).show(c, http.StatusBadRequest)
}

func homeLink(words catalogue) node {
	return element("p", nil, element("a", attributes{"href", "/"}, escaped(words.backHome)))
}

// consentPage names the app and its scope. The script sends the query, which is read again.
func (s *server) consentPage(words catalogue, u models.User, r oauth.Request, query string) node {
	texts := words.consent
	content := []node{
		element("h1", nil, escaped(fill(texts.title, r.Client.Name))),
		element("p", nil, escaped(fill(texts.signedIn, u.Name))),
	}
	if r.Client.Registered {
		content = append(content, element("p", attributes{"class", "warning"}, escaped(fill(texts.unverified, r.Client.Name))))
	}
	content = append(content,
		element("p", nil, escaped(fill(texts.may, r.Client.Name))), scopeList(s.scopeSentences(words, r.Scope)),
		element("p", attributes{"class", "soft"}, escaped(fill(texts.returns, r.Host()))),
		element("p", attributes{"class", "soft"}, escaped(texts.ends)), buttons(texts, false),
	)
	with := attributes{"class", "consent", "data-to", consentPath, "data-query", query, "data-person", string(u.ID), "data-failed", texts.failed}
	return consentDocument(words, fill(texts.title, r.Client.Name), element("main", with, content...))
}

// consentDocument is a page with the script.
func consentDocument(words catalogue, title string, main node) node {
	script := element("script", attributes{"type", "module", "src", "/oauth/consent.js"})
	return page(words.tag, title+" – "+words.app, []node{script}, main)
}

// fill replaces the placeholder of a sentence.
func fill(sentence, name string) string { return strings.ReplaceAll(sentence, "{name}", name) }

func scopeList(sentences []string) node {
	return element("ul", attributes{"id", "scopes"}, each(sentences, func(text string) node {
		return element("li", nil, escaped(text))
	}))
}

// buttons are the two answers. The message appears if the answer could not be sent.
func buttons(texts consentTexts, hidden bool) node {
	with := attributes{"id", "answers", "class", "answers"}
	if hidden {
		with = append(with, "hidden", "")
	}
	return group([]node{
		element("div", with,
			element("button", attributes{"type", "button", "data-allow", "true"}, escaped(texts.allow)),
			element("button", attributes{"type", "button", "data-allow", "false"}, escaped(texts.refuse)),
		),
		element("p", attributes{"id", "message", "role", "status"}),
	})
}

// consent: POST /oauth/consent. The browser then goes to the address that it returns.
func (s *server) consent(c echo.Context, who auth.Identity) error {
	server, err := s.authorizer(c)
	if err != nil {
		return err
	}
	body := readObject(c, "query", "allow", "person")
	query, allow := body.Text("query"), body.Flag("allow")
	if err := sameReader(body, who); err != nil {
		return err
	}
	location, err := decide(c.Request().Context(), server, answerer(who), query, allow)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]string{"location": location})
}

func answerer(who auth.Identity) oauth.Answerer {
	return oauth.Answerer{User: who.User, Session: who.Access}
}

// decide returns the address to which the browser goes with a person's answer.
func decide(ctx context.Context, server *oauth.Server, by oauth.Answerer, query string, allow bool) (string, error) {
	request, err := server.ParseRequest(query)
	var refused *oauth.Refused
	switch {
	case errors.As(err, &refused) && !refused.Registered:
		return refused.Location, nil
	case err != nil:
		return "", models.Invalid("query", models.ReasonFormat)
	case !allow:
		return server.Refuse(request), nil
	}
	return server.Allow(ctx, by, request)
}
