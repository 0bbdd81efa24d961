package webapi_test

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"os"
	"slices"
	"sync"
	"testing"

	"voicememo/family/module"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/webapi"
	"voicememo/webapi/contracttest"
	"voicememo/webapi/webapitest"
)

// shelf is a module that keeps boxes of people.
type shelf struct {
	mu    sync.Mutex
	boxes map[models.UserID][]box

	contract webapi.Contract
}

// box is what a person keeps.
type box struct {
	Name string `json:"name"`
	Size int    `json:"size"`
	Key  string `json:"key"`
	In   string `json:"in"` // the access and the language of the request that added it
}

const shelfPaths = `  /api/shelf:
    get:
      tags: [people]
      operationId: listBoxes
      x-need: family
      summary: List the caller's boxes.
      responses: &answers
        '200': {description: The boxes., content: {application/json: {schema: {$ref: '#/components/schemas/ShelfExport'}}}}
        '204': {description: Deleted.}
        '400': {$ref: '#/components/responses/Invalid'}
        '401': {$ref: '#/components/responses/Unauthenticated'}
        '403': {$ref: '#/components/responses/Forbidden'}
        '404': {$ref: '#/components/responses/NotFound'}
        '421': {$ref: '#/components/responses/Misdirected'}
        '429': {$ref: '#/components/responses/TooMany'}
        '500': {$ref: '#/components/responses/Fault'}
        '503': {$ref: '#/components/responses/Unavailable'}
    post:
      tags: [people]
      operationId: addBox
      x-need: browser
      summary: Add a box.
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/ShelfBox'}}}
      responses: *answers
  /api/shelf/{name}:
    delete:
      tags: [people]
      operationId: deleteBox
      x-need: family
      summary: Delete a box.
      parameters: [{name: name, in: path, required: true, schema: {type: string}}]
      responses: *answers
`

const shelfSchemas = `    ShelfBox: {type: object, description: A box., required: [name, size], properties: {name: {type: string}, size: {type: integer}}}
    ShelfExport: {type: object, required: [boxes], additionalProperties: false, properties: {boxes: {type: array, items: {$ref: '#/components/schemas/ShelfBox'}}}}
`

func newShelf(module.Core) webapi.Module {
	m := &shelf{boxes: map[models.UserID][]box{}, contract: webapi.Contract{Paths: shelfPaths, Schemas: shelfSchemas}}
	document, err := os.ReadFile("openapi.yaml")
	if err != nil {
		panic(err)
	}
	if m.contract.PathsHTML, m.contract.ThingsHTML, err = contracttest.Part(document, shelfPaths, shelfSchemas); err != nil {
		panic(err)
	}
	return m
}

func (m *shelf) Contract() webapi.Contract { return m.contract }

func (m *shelf) Routes(r webapi.Router) {
	r.Handle(models.NeedFamily, http.MethodGet, "/api/shelf", m.list)
	r.Handle(models.NeedBrowser, http.MethodPost, "/api/shelf", m.add)
	r.Handle(models.NeedFamily, http.MethodDelete, "/api/shelf/:name", m.remove)
}

func (m *shelf) list(c webapi.Call) error {
	_, value, err := m.Export(c.Context(), c.Person())
	if err != nil {
		return err
	}
	if value == nil {
		value = map[string][]box{"boxes": {}}
	}
	return c.Answer(http.StatusOK, value)
}

func (m *shelf) add(c webapi.Call) error {
	body := c.Object("name", "size", "lock")
	b := box{
		In: string(c.Access()) + " " + c.Language(), Name: body.Text("name"), Size: body.Integer("size"),
		Key: hex.EncodeToString(body.Object("lock", "key").Bytes("key")),
	}
	if body.Err() != nil {
		return body.Err()
	}
	m.mu.Lock()
	m.boxes[c.Person().ID] = append(m.boxes[c.Person().ID], b)
	m.mu.Unlock()
	return m.list(c)
}

func (m *shelf) remove(c webapi.Call) error {
	return c.Act(func(_ context.Context, person models.User) error {
		m.mu.Lock()
		defer m.mu.Unlock()
		mine := m.boxes[person.ID]
		i := slices.IndexFunc(mine, func(b box) bool { return b.Name == c.Param("name") })
		if i < 0 {
			return models.NotFound("")
		}
		m.boxes[person.ID] = slices.Delete(mine, i, i+1)
		return nil
	})
}

func (m *shelf) Privacy(tag string) webapi.Privacy {
	what := map[string]string{"en": "Your boxes & keys.", "ja": "あなたの箱と鍵。"}[tag]
	return webapi.Privacy{Kept: []webapi.Kept{{What: what, Where: "shelf", HowLong: "{trash}"}}, Seen: []string{what + "!"}}
}

func (m *shelf) Consent(tag string) string {
	return map[string]string{"en": "Look at your boxes.", "ja": "箱を見ます。"}[tag]
}

func (m *shelf) Export(_ context.Context, person models.User) (name string, value any, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if mine := m.boxes[person.ID]; len(mine) > 0 {
		value = map[string][]box{"boxes": slices.Clone(mine)}
	}
	return "shelf", value, nil
}

func newShelfSite(t testing.TB, change ...func(*webapi.Options)) *webapitest.Site {
	t.Helper()
	db := sqlitetest.FreshDB(t)
	return webapitest.New(t, db, db.Access(), newShelf, change...)
}

const aBox = `{"name":"赤い 箱","size":7,"lock":{"key":"a-_8"}}`

// boxed is a site on which taro has a box. It returns the box's name in a path.
func boxed(s *webapitest.Site) string {
	s.Ask("taro", "POST", "/api/shelf", aBox, "Accept-Language: ja").Want(200)
	return "%E8%B5%A4%E3%81%84%20%E7%AE%B1"
}

// TestModule: a module's part of the API is served and documented as the rest is.
func TestModule(t *testing.T) {
	webapitest.Suite{Open: newShelfSite, Draft: true, Deeds: []webapitest.Deed{
		{Operation: "listBoxes", Who: "taro", Method: "GET", Path: "/api/shelf", Status: 200},
		{Operation: "addBox", Who: "taro", Method: "POST", Path: "/api/shelf", Body: aBox, Status: 200},
		{Operation: "deleteBox", Who: "taro", Method: "DELETE", Path: "/api/shelf/{}", Status: 204, Prepare: boxed},
	}}.Run(t)
}

// TestModuleIsCalled: a module receives the person, the access, the language and the
// parameter of a request, with the values of the body.
func TestModuleIsCalled(t *testing.T) {
	s := newShelfSite(t)
	name := boxed(s)
	var got struct{ Boxes []box }
	s.Ask("taro", "GET", "/api/shelf", "").Want(200).Into(&got)
	want := []box{{"赤い 箱", 7, "6beffc", "session-taro ja"}}
	check.Slices(t, got.Boxes, want)
	s.Ask("hanako", "DELETE", "/api/shelf/"+name, "").Want(404)
	s.Ask("taro", "DELETE", "/api/shelf/"+name, "").Want(204)
	if r := s.Ask("taro", "HEAD", "/api/shelf", "").Want(200); r.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got Cache-Control %q, want no-store", r.Header.Get("Cache-Control"))
	}
	if p := s.Ask("taro!", "POST", "/api/shelf", aBox).Want(403).Problem(); p.Reason != models.ReasonSessionOnly {
		t.Errorf("with a token: got reason %q, want %q", p.Reason, models.ReasonSessionOnly)
	}
	s.Ask("taro!", "GET", "/api/shelf", "").Want(200)
}

// TestObject: a member of another form is refused with its path.
func TestObject(t *testing.T) {
	s := newShelfSite(t)
	for value, want := range map[string]struct {
		field  string
		reason models.Reason
	}{
		`"size":7,"lock":{"key":""}`:                        {"name", models.ReasonEmpty},
		`"name":null`:                                       {"name", models.ReasonFormat},
		`"name":7`:                                          {"name", models.ReasonFormat},
		`"name":"\ud83d"`:                                   {"name", models.ReasonControlCharacter},
		`"name":"a"`:                                        {"size", models.ReasonEmpty},
		`"name":"a","size":"7"`:                             {"size", models.ReasonFormat},
		`"name":"a","size":7.5`:                             {"size", models.ReasonFormat},
		`"name":"a","size":null`:                            {"size", models.ReasonFormat},
		`"name":"a","size":99999999999999999999`:            {"size", models.ReasonFormat},
		`"name":"a","size":7`:                               {"lock", models.ReasonEmpty},
		`"name":"a","size":7,"lock":[]`:                     {"lock", models.ReasonFormat},
		`"name":"a","size":7,"lock":null`:                   {"lock", models.ReasonFormat},
		`"name":"a","size":7,"lock":{}`:                     {"lock.key", models.ReasonEmpty},
		`"name":"a","size":7,"lock":{"key":1}`:              {"lock.key", models.ReasonFormat},
		`"name":"a","size":7,"lock":{"key":"a+/8"}`:         {"lock.key", models.ReasonFormat},
		`"name":"a","size":7,"lock":{"key":"YQ=="}`:         {"lock.key", models.ReasonFormat},
		`"name":"a","size":7,"lock":{"key":"YR"}`:           {"lock.key", models.ReasonFormat}, // bits after the last byte
		`"name":"a","size":7,"lock":{"key":"","door":1}`:    {"lock.door", models.ReasonUnknownField},
		`"name":"a","size":7,"lock":{"key":"","key":"YQ"}`:  {"", models.ReasonFormat},
		`"name":"a","size":7,"lock":{"key":"","<door>":""}`: {"lock", models.ReasonUnknownField},
	} {
		p := s.Ask("taro", "POST", "/api/shelf", "{"+value+"}").Want(400).Problem()
		if p.Field != want.field || p.Reason != want.reason {
			t.Errorf("%s: got %s %q, want %s %q", value, p.Field, p.Reason, want.field, want.reason)
		}
	}
	check.Equal(t, s.Ask("taro", "GET", "/api/shelf", "").Want(200).Body, `{"boxes":[]}`)
}

// brokenShelf cannot be exported.
type brokenShelf struct{ webapi.Module }

func (brokenShelf) Export(context.Context, models.User) (name string, value any, err error) {
	return "shelf", nil, models.Unavailable(fmt.Errorf("internals"))
}

// TestModuleExportFails: an export without the module's part is not sent.
func TestModuleExportFails(t *testing.T) {
	s := newShelfSite(t, func(o *webapi.Options) { o.Modules = []webapi.Module{brokenShelf{o.Modules[0]}} })
	s.Ask("taro", "GET", "/api/export?format=json&scope=me", "").Want(503).Problem()
	s.Ask("taro", "GET", "/api/export?format=json", "").Want(200)
}
