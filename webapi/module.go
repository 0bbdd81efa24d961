package webapi

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/models"
)

// Module is a module's part of the web API. Package module explains modules.
// webapitest.Suite tests one.
type Module interface {
	// Routes registers the module's routes. It is called once, by New.
	Routes(r Router)
	// Contract returns the documentation of those routes.
	Contract() Contract
	// Privacy returns what the module adds to the privacy page in a language, "ja" or "en".
	Privacy(tag string) Privacy
	// Consent returns the sentence with which pages say in a language, "ja" or "en", what an
	// app may do with those of the module's routes that a scope opens. "": there are none.
	Consent(tag string) string
	// Export returns what the module stores about a person, as an object in JSON, and its
	// name in the export of everything about them. Nil: it stores nothing.
	Export(ctx context.Context, person models.User) (name string, value any, err error)
}

// Contract is a module's part of the documentation. The YAML is added to openapi.yaml, and
// the HTML, which contracttest.Part makes of it, to the page at /api/docs.
type Contract struct {
	Paths, Schemas        string // YAML: entries of paths and of components.schemas, indented as there
	PathsHTML, ThingsHTML string // HTML: their articles
}

// Privacy is what a module adds to the privacy page in one language. It may have the
// placeholders of that page.
type Privacy struct {
	Kept []Kept   // rows of the table of what is kept
	Seen []string // paragraphs about who sees it
}

// Router registers routes of a module. They are for signed-in people, whose requests are
// limited as those for any other route.
type Router struct {
	r    *routing
	part *part // gets the routes that a scope opens
}

// Handler serves one route of a module. Its error becomes a problem document.
type Handler func(Call) error

// Handle registers a handler for a method and a path such as /api/me/devices/:id, and what
// a request needs. models.NeedBrowser is for changes that a person must make themselves on
// the page; with a token, the answer is Forbidden/ReasonSessionOnly. A handler for GET also
// serves HEAD. Without a need, or a sentence of Consent for a need of a scope, New returns an
// error.
func (r Router) Handle(need models.Need, method, path string, h Handler) {
	if need == models.NeedPublic {
		need = "" // the handler requires a person
	}
	if need.Scope() != "" {
		r.part.routes = append(r.part.routes, method+" "+path)
	}
	r.r.on(need, method, path, h.personal)
}

func (h Handler) personal(c echo.Context, who auth.Identity) error { return h(Call{c, who}) }

// Call is a request of a signed-in person for a route of a module.
type Call struct {
	c   echo.Context
	who auth.Identity
}

// Context returns the request's context, which ends when the request's time is over.
func (c Call) Context() context.Context { return c.c.Request().Context() }

// Person returns the caller, as just read.
func (c Call) Person() models.User { return c.who.User }

// Access returns the caller's access that sent the request; "": it has an ID token.
func (c Call) Access() models.AccessID { return c.who.Access }

// Until returns when the caller's session ends at the latest; zero: the caller has a token.
func (c Call) Until() time.Time { return c.who.Until }

// Language returns the caller's language: "ja" or "en".
func (c Call) Language() string { return wordsFor(c.c.Request()).tag }

// Param returns a parameter of the path.
func (c Call) Param(name string) string { return param(c.c, name) }

// Object reads the body, which must be one JSON object, all of whose members have one of
// the names.
func (c Call) Object(names ...string) Object { return readObject(c.c, names...) }

// Act calls do for a request with an empty body or {}, and answers without a body.
func (c Call) Act(do func(ctx context.Context, person models.User) error) error {
	return action(do)(c.c, c.who)
}

// Answer sends a value as JSON.
func (c Call) Answer(status int, value any) error { return answer(c.c, status, value) }
