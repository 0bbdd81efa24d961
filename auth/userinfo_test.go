package auth_test

import (
	"testing"
)

func TestUserInfo(t *testing.T) {
	key := newRSA(t, "k1")
	cases := []struct {
		name      string
		token     map[string]any // changes to the ID token's claims
		info      map[string]any
		down      bool
		to        string
		who, mail string
	}{
		{"fills what is missing", map[string]any{"name": nil, "email": nil, "email_verified": nil},
			map[string]any{"sub": "42", "name": "花子", "email": "h@example.com", "email_verified": true}, false, "/in", "花子", "h@example.com"},
		{"address not verified", map[string]any{"email": nil},
			map[string]any{"sub": "42", "email": "h@example.com"}, false, "/in", "太郎", ""},
		{"address of the token not verified", map[string]any{"email_verified": false}, nil, false, "/in", "太郎", ""},
		{"the token counts first", map[string]any{"name": nil},
			map[string]any{"sub": "42", "name": "花子", "email": "h@example.com", "email_verified": true}, false, "/in", "花子", "taro@example.com"},
		{"a user name is better than none", map[string]any{"name": nil},
			map[string]any{"sub": "42", "preferred_username": "hana"}, false, "/in", "hana", "taro@example.com"},
		{"about another person", map[string]any{"name": nil}, map[string]any{"sub": "43", "name": "花子"}, false, "/?signin=failed", "", ""},
		{"without a subject", map[string]any{"name": nil}, map[string]any{"name": "花子"}, false, "/?signin=failed", "", ""},
		{"names in other letters", map[string]any{"name": nil, "email": nil},
			map[string]any{"sub": "42", "Name": "花子", "EMAIL": "h@example.com", "email_verified": true}, false, "/in", "?", ""},
		{"subject in other letters", map[string]any{"name": nil}, map[string]any{"SUB": "42", "name": "花子"}, false, "/?signin=failed", "", ""},
		{"name is a number", map[string]any{"name": nil}, map[string]any{"sub": "42", "name": 1}, false, "/?signin=failed", "", ""},
		{"away", map[string]any{"name": nil}, map[string]any{"sub": "42"}, true, "/?signin=unavailable", "", ""},
		{"not needed", nil, map[string]any{"sub": "43"}, true, "/in", "太郎", "taro@example.com"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			i := newFakeIssuer(t, key)
			i.tell(c.info)
			i.infoDown.Store(c.down)
			b := startWith(t, i, nil).browser()
			to := b.callback(i, func(good map[string]any) string {
				for claim, v := range c.token {
					if good[claim] = v; v == nil {
						delete(good, claim)
					}
				}
				return key.sign(t, good)
			})
			if who := b.whoami(""); to != c.to || who.Name != c.who || who.Email != c.mail {
				t.Errorf("got redirect to %q as %+v, want %q as %s", to, who, c.to, c.who)
			}
		})
	}
}
