package auth_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"voicememo/models"
)

// TestIdentifyAt: besides the web API only one personal token identifies a caller.
func TestIdentifyAt(t *testing.T) {
	w := start(t, nil)
	id, b := w.signedIn("Taro")
	text, access := w.issue(id, reader)
	for name, c := range map[string]struct {
		headers []string
		want    models.Code
	}{
		"a token":           {[]string{"Bearer " + text}, ""},
		"in small letters":  {[]string{"bearer " + text}, ""},
		"no header":         {nil, models.CodeUnauthenticated},
		"nothing":           {[]string{""}, models.CodeUnauthenticated},
		"another scheme":    {[]string{"Basic " + text}, models.CodeUnauthenticated},
		"two headers":       {[]string{"Bearer " + text, "Bearer " + text}, models.CodeUnauthenticated},
		"a changed token":   {[]string{"Bearer " + text + "A"}, models.CodeUnauthenticated},
		"not of this kind":  {[]string{"Bearer " + text[len("vm_"):]}, models.CodeUnauthenticated},
		"something unknown": {[]string{"Bearer eyJhbGciOiJub25lIn0.e30."}, models.CodeUnauthenticated},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
			r.AddCookie(b.cookie(sessionName))
			r.Header["Authorization"] = c.headers
			who, err := w.auth.IdentifyAt(r, "/mcp")
			if c.want != "" && !models.IsCode(err, c.want) || c.want == "" && (err != nil || who.User.ID != id || who.Access != access.ID || who.Scope != models.ScopeRead) {
				t.Errorf("got %+v, %v, want code %q", who, err, c.want)
			}
		})
	}
}
