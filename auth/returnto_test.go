package auth

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

func FuzzLocalPath(f *testing.F) {
	for _, seed := range []string{"/", "/a?b#c", "//x", `/\x`, "https://x", "/\t/x", "/%2f/x", "/./x", "/..//x", "/:80", "/@x", "?", "/auth/x"} {
		f.Add(seed)
	}
	base, err := url.Parse("https://memo.example/auth/callback")
	must.OK(f, err)
	f.Fuzz(func(t *testing.T, s string) {
		got := localPath(s)
		if got != s && got != "/" {
			t.Fatalf("%q became %q", s, got)
		}
		// A browser strips tabs and line ends and takes \ for / before it parses.
		seen := strings.NewReplacer("\t", "", "\n", "", "\r", "", `\`, "/").Replace(strings.TrimSpace(got))
		u, err := base.Parse(seen)
		if err != nil || u.Host != base.Host || u.Scheme != base.Scheme || u.User != nil {
			t.Errorf("%q leads to %v, %v", s, u, err)
		}
	})
}

func FuzzOpen(f *testing.F) {
	ring := NewKeyRing(time.Now())
	for _, seed := range []string{"", ".", "x.y", ring.Keys()[0].ID + ".", ring.Keys()[0].ID + ".AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got session
		if ring.Open("session", s, &got) {
			t.Errorf("%q opened as %+v", s, got)
		}
	})
}

func TestUserID(t *testing.T) {
	cases := []struct{ name, prefix, subject, want string }{
		{"Google's", "", "110169484474386276334", "110169484474386276334"},
		{"another issuer's", "ab#", "x#y", "ab#x#y"},
		{"longest", "", strings.Repeat("a", 255), strings.Repeat("a", 255)},
		{"empty", "ab#", "", ""},
		{"too long", "", strings.Repeat("a", 256), ""},
		{"a family's id", "", "family#1", ""},
		{"control character", "ab#", "a\x00", ""},
		{"C1 control character", "ab#", "a\u0085", ""},
		{"no UTF-8", "ab#", "\xff", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, err := userID(c.prefix, c.subject)
			if string(got) != c.want || (err == nil) != (c.want != "") {
				t.Errorf("userID = %q, %v; want %q", got, err, c.want)
			}
		})
	}
}
