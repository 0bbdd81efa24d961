package auth

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// payload is the claims of a token or of the userinfo endpoint.
type payload string

// Claims decodes p, as Claims of go-oidc's types does.
func (p payload) Claims(into any) error { return json.Unmarshal([]byte(p), into) }

// FuzzClaims compares readClaims with an independent reading of the same text: each member
// at most once, by its exact name, and only valid dates.
func FuzzClaims(f *testing.F) {
	for _, seed := range []string{
		`{"iss":"i","sub":"s","aud":"a","exp":2,"iat":1.5,"email_verified":"true"}`, `{"sub":"a","SUB":"b"}`, `{"sub":"a","sub":"b"}`,
		`{"sub":"a","s\u0075b":"b"}`, `{"ſub":"b"}`, `{"iat":1e300}`, `{"iat":-1}`, `{"iat":"1"}`, `{"iat":253402300799.999}`, `{"exp":1e999}`,
		`{"aud":["a","b"],"x":{"y":1,"y":2}}`, `{"sub":"\ud800"}`, `{"sub":null,"iat":null}`, `{}`, `[]`, `null`, `1`, ` {"sub" : "x"} `,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var c claims
		if readClaims(payload(text), &c) != nil {
			return
		}
		members := membersOf(t, text)
		for name, got := range map[string]string{"sub": c.Subject, "iss": c.Issuer, "nonce": c.Nonce, "email": c.Email, "hd": c.Hosted} {
			var want string
			if raw, ok := members[name]; ok && json.Unmarshal(raw, &want) != nil {
				t.Errorf("%s: got %q for a claim that is not a string", name, got)
			}
			check.Equal(t, got, want, name)
		}
		for name, d := range map[string]numericDate{"iat": c.IssuedAt, "exp": c.Expiry, "nbf": c.NotBefore, "auth_time": c.AuthTime} {
			raw, there := members[name]
			if d.IsZero() != (!there || string(raw) == "null") {
				t.Errorf("%s of %s: got %v", name, raw, d)
			}
			if !d.IsZero() && (d.Before(time.Unix(0, 0)) || d.Year() > 9999) {
				t.Errorf("%s of %s: got %v, want a date", name, raw, d)
			}
		}
	})
}

// membersOf returns the members of an object, and fails if it has one twice.
func membersOf(t *testing.T, text string) map[string]json.RawMessage {
	members := map[string]json.RawMessage{}
	in := json.NewDecoder(strings.NewReader(text))
	begin, err := in.Token()
	if err != nil {
		t.Fatalf("accepted, but not JSON: %v", err)
	}
	if begin != json.Delim('{') {
		if begin != nil {
			t.Errorf("accepted %v, want an object", begin)
		}
		return members
	}
	for in.More() {
		name, err := in.Token()
		must.OK(t, err)
		if _, twice := members[name.(string)]; twice {
			t.Errorf("accepted with %q twice", name)
		}
		var value json.RawMessage
		must.OK(t, in.Decode(&value))
		members[name.(string)] = value
	}
	return members
}

func TestNumericDate(t *testing.T) {
	for text, want := range map[string]string{
		"0": "1970-01-01T00:00:00Z", "1.5": "1970-01-01T00:00:01.5Z", "1e9": "2001-09-09T01:46:40Z",
		"253402300799": "9999-12-31T23:59:59Z", "null": "0001-01-01T00:00:00Z",
		"253402300800": "", "-1": "", "-1e-9": "", "1e300": "", "1e400": "", "-1e400": "", `"1"`: "", "true": "", "[]": "", "{}": "",
	} {
		var d numericDate
		err := json.Unmarshal([]byte(text), &d)
		if got := d.Format(time.RFC3339Nano); (err != nil) != (want == "") || err == nil && got != want {
			t.Errorf("%s: got %s, %v; want %q", text, got, err, want)
		}
	}
}

// TestPictureIsFetchedOverHTTPSOnly: the address of a picture is stored only if it is an
// https address and not too long, because the server fetches it.
func TestPictureIsFetchedOverHTTPSOnly(t *testing.T) {
	longest := "https://a.example/" + strings.Repeat("x", maxPicture-len("https://a.example/"))
	for picture, kept := range map[string]bool{
		"https://a.example/p.jpg": true, "HTTPS://a.example/p.jpg": true, longest: true,
		longest + "x": false, "http://a.example/p.jpg": false, "httpsx://a.example/p.jpg": false, "//a.example/p.jpg": false,
		"a.example/p.jpg": false, "data:image/png;base64,AAAA": false, "javascript:alert(1)": false, "file:///etc/passwd": false,
		"https://a.example/%zz": false, "": false,
	} {
		want := ""
		if kept {
			want = picture
		}
		c := claims{profileClaims: profileClaims{Subject: "42", Picture: picture}}
		if got := c.profile("u").Picture; got != want {
			t.Errorf("%.60q: got %.60q, want %.60q", picture, got, want)
		}
	}
}
