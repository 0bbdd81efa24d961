package webapi

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"voicememo/auth/oauth"
	"voicememo/models"
)

const (
	authorizePath = "/oauth/authorize"
	consentPath   = "/oauth/consent"
	tokenPath     = "/oauth/token" //nolint:gosec // a path
	revokePath    = "/oauth/revoke"
	devicePath    = "/oauth/device"
	typedPath     = "/oauth/device/code"
	answeredPath  = "/oauth/device/consent"
	registerPath  = "/oauth/register"

	// resourcePath is where the metadata of this server's resources begin (RFC 9728).
	resourcePath = "/.well-known/oauth-protected-resource"
)

// oauthEndpoints are the routes for programs. They ignore cookies, so pages of other sites
// may send requests to them.
var oauthEndpoints = []string{tokenPath, revokePath, devicePath, registerPath}

// How often a minute each address may use the endpoints, with bursts of twice that; asking
// for a device, which stores something, and registering have a limit of their own.
// visitsPerMinute is without such bursts, for the pages to which an issuer or an app sends a
// browser: each of them may cause a request to the issuer.
const (
	oauthPerMinute  = 120
	asksPerMinute   = 10
	visitsPerMinute = 60
)

func (r *routing) oauthRoutes() {
	r.get("/.well-known/oauth-authorization-server", r.document(func(o *oauth.Server) any { return o.Metadata() }))
	r.get(resourcePath, r.document(func(o *oauth.Server) any { return o.ResourceMetadata(oauth.ResourceAPI) }))
	for _, path := range []string{oauth.ResourceAPI, oauth.ResourceMCP} {
		r.get(resourcePath+path, r.document(func(o *oauth.Server) any { return o.ResourceMetadata(path) }))
	}
	r.get(authorizePath, r.visited(r.authorize))
	r.get(devicePath, r.devicePage)
	r.get("/oauth/consent.js", serveConsentScript)
	r.on(models.NeedBrowser, http.MethodPost, consentPath, r.consent)
	r.on(models.NeedBrowser, http.MethodPost, typedPath, r.findDevice)
	r.on(models.NeedBrowser, http.MethodPost, answeredPath, r.answerDevice)
	r.public(http.MethodPost, tokenPath, r.program(http.StatusOK, func(o *oauth.Server, req *http.Request) (any, error) { return o.Token(req) }))
	r.public(http.MethodPost, devicePath, r.program(http.StatusOK, func(o *oauth.Server, req *http.Request) (any, error) { return o.Device(req) }))
	r.public(http.MethodPost, revokePath, r.program(http.StatusOK, func(o *oauth.Server, req *http.Request) (any, error) {
		return struct{}{}, o.Revoke(req)
	}))
	r.public(http.MethodPost, registerPath, r.program(http.StatusCreated, func(o *oauth.Server, req *http.Request) (any, error) {
		if !o.Register {
			return nil, models.NotFound("")
		}
		return o.RegisterClient(req)
	}))
}

// document serves a document of metadata, which is the same for every caller.
func (s *server) document(of func(*oauth.Server) any) echo.HandlerFunc {
	return func(c echo.Context) error {
		server, err := s.authorizer(c)
		if err != nil {
			return err
		}
		return answer(c, http.StatusOK, of(server))
	}
}

// program serves an endpoint for programs, within the limit of each address. Its errors have
// the form of RFC 6749 section 5.2, except those before a request is read and faults.
func (s *server) program(status int, do func(*oauth.Server, *http.Request) (any, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), requestTime)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		found, err := any(nil), s.takeProgram(c)
		if err == nil {
			found, err = s.doProgram(c, do)
		}
		if models.IsCode(err, models.CodeNotFound) {
			return err
		}
		if err != nil {
			return s.failProgram(c, err)
		}
		c.Response().Header().Set("Pragma", "no-cache") // RFC 6749 section 5.1
		return answer(c, status, found)
	}
}

func (s *server) doProgram(c echo.Context, do func(*oauth.Server, *http.Request) (any, error)) (any, error) {
	server, err := s.authorizer(c)
	if err != nil {
		return nil, err
	}
	return do(server, c.Request())
}

// authorizer returns the authorization server. NotFound: there is none.
func (s *server) authorizer(c echo.Context) (*oauth.Server, error) {
	if s.OAuth == nil {
		return nil, models.NotFound("")
	}
	return s.OAuth(c.Request().Context())
}

// takeProgram counts a request of an address.
func (s *server) takeProgram(c echo.Context) error {
	limiter := s.programs
	if slices.Contains([]string{devicePath, registerPath}, c.Path()) {
		limiter = s.asks
	}
	return counted(limiter, networkOf(c), 1, models.ReasonManyWrites)
}

// oauthError is an error as programs receive it.
type oauthError struct {
	Error       string `json:"error"`
	Description string `json:"error_description"`
}

// failProgram answers with an error. The log receives the cause of faults of the server.
func (s *server) failProgram(c echo.Context, err error) error {
	e, h := oauth.AsError(err), c.Response().Header()
	if e.Status == http.StatusInternalServerError {
		return err // the RFC has no form for it
	}
	if e.Status == http.StatusUnauthorized {
		h.Set(echo.HeaderWWWAuthenticate, `Basic realm="oauth", charset="UTF-8"`)
	}
	if e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable {
		h.Set(echo.HeaderRetryAfter, strconv.Itoa(retrySeconds(e.Wait)))
	}
	body, bad := json.Marshal(oauthError{e.Code, e.Description})
	if bad != nil {
		return models.Internalf("oauth: %w", bad)
	}
	if sent := send(c, e.Status, echo.MIMEApplicationJSON, body); sent != nil {
		return sent
	}
	if e.Status == http.StatusServiceUnavailable {
		return err // for the log; the answer has been sent
	}
	return nil
}
