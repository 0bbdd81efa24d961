package auth_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/family"
)

func TestKeyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secrets", "keys.json")
	rings := make([]string, 8)
	var wait sync.WaitGroup
	for i := range rings {
		wait.Go(func() {
			ring, err := auth.LoadKeyRing(path)
			if err != nil {
				t.Error(err)
				return
			}
			rings[i] = text(t, ring)
		})
	}
	wait.Wait()
	for _, r := range rings {
		if r != rings[0] {
			t.Fatal("two processes started with different keys")
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	rotated, err := auth.RotateKeyRing(path)
	if err != nil {
		t.Fatal(err)
	}
	again, err := auth.LoadKeyRing(path)
	if err != nil || text(t, again) != text(t, rotated) || strings.Count(text(t, again), `"id"`) != 2 {
		t.Errorf("after rotation the file has %d keys, %v", strings.Count(text(t, again), `"id"`), err)
	}
}

func text(t *testing.T, ring *auth.KeyRing) string {
	t.Helper()
	data, err := ring.JSON()
	if err != nil {
		t.Error(err)
	}
	return string(data)
}

func TestRotationDropsDeadKeys(t *testing.T) {
	at := time.Now()
	ring := newRing(t)
	for range 4 {
		var err error
		at = at.Add(20 * 24 * time.Hour)
		if ring, err = ring.Rotate(nil, at); err != nil {
			t.Fatal(err)
		}
	}
	// Of the keys made on days 0, 20, 40, 60 and 80, the first two were
	// superseded more than 30 days ago.
	if n := strings.Count(text(t, ring), `"id"`); n != 3 {
		t.Errorf("%d keys, want 3", n)
	}
}

func TestParseKeyRing(t *testing.T) {
	key := base64.RawURLEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	cases := map[string]struct {
		data string
		ok   bool
	}{
		"two keys":             {`{"keys":[{"id":"a","key":"` + key + `"},{"id":"b","key":"` + key + `"}]}`, true},
		"one alone":            {`{"id":"a","created":"2026-01-02T03:04:05Z","key":"` + strings.Repeat("aB3", 14) + `z"}`, true},
		"nothing":              {``, false},
		"no keys":              {`{"keys":[]}`, false},
		"no JSON":              {`key`, false},
		"short key":            {`{"keys":[{"id":"a","key":"` + key[:40] + `"}]}`, false},
		"key is no base64":     {`{"keys":[{"id":"a","key":"` + strings.Repeat("!", 43) + `"}]}`, false},
		"no id":                {`{"keys":[{"key":"` + key + `"}]}`, false},
		"separator in the id":  {`{"keys":[{"id":"a.b","key":"` + key + `"}]}`, false},
		"the same id twice":    {`{"keys":[{"id":"a","key":"` + key + `"},{"id":"a","key":"` + key + `"}]}`, false},
		"created is no time":   {`{"keys":[{"id":"a","key":"` + key + `","created":"x"}]}`, false},
		"id as long as a book": {`{"keys":[{"id":"` + strings.Repeat("a", 33) + `","key":"` + key + `"}]}`, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := auth.ParseKeyRing([]byte(c.data))
			if (err == nil) != c.ok {
				t.Errorf("ParseKeyRing: %v", err)
			}
			if err != nil && strings.Contains(err.Error(), key[:8]) {
				t.Errorf("the error quotes the key: %v", err)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	good := auth.Options{
		People: &family.Service{}, Issuer: auth.Google, ClientID: "id", PublicURL: "https://memo.example/", Keys: newRing(t),
	}
	cases := []struct {
		name, option string // option: the field that is refused; "" for none
		change       func(*auth.Options)
	}{
		{"good", "", func(*auth.Options) {}},
		{"http issuer on this machine", "", func(o *auth.Options) { o.Issuer = "http://[::1]:9000/realm" }},
		{"no people", "People", func(o *auth.Options) { o.People = nil }},
		{"no keys", "Keys", func(o *auth.Options) { o.Keys = nil }},
		{"no client", "ClientID", func(o *auth.Options) { o.ClientID = "" }},
		{"no issuer", "Issuer", func(o *auth.Options) { o.Issuer = "" }},
		{"http issuer elsewhere", "Issuer", func(o *auth.Options) { o.Issuer = "http://issuer.example" }},
		{"http issuer that looks local", "Issuer", func(o *auth.Options) { o.Issuer = "http://localhost.evil.example" }},
		{"issuer without host", "Issuer", func(o *auth.Options) { o.Issuer = "https:///x" }},
		{"issuer with query", "Issuer", func(o *auth.Options) { o.Issuer = "https://issuer.example?x" }},
		{"no public URL", "PublicURL", func(o *auth.Options) { o.PublicURL = "" }},
		{"public URL without scheme", "PublicURL", func(o *auth.Options) { o.PublicURL = "memo.example" }},
		{"public URL with path", "PublicURL", func(o *auth.Options) { o.PublicURL = "https://memo.example/app" }},
		{"public URL with password", "PublicURL", func(o *auth.Options) { o.PublicURL = "https://a:b@memo.example" }},
		{"policy unknown", "SignUp", func(o *auth.Options) { o.SignUp = "everyone" }},
		{"empty list", "AllowList", func(o *auth.Options) { o.SignUp = auth.SignUpAllowList }},
		{"empty entry", "AllowList", func(o *auth.Options) { o.SignUp, o.AllowList = auth.SignUpAllowList, []string{" "} }},
		{"invited by nobody", "Invites", func(o *auth.Options) { o.SignUp = auth.SignUpInvited }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			o := good
			c.change(&o)
			a, err := auth.New(o)
			var refused *auth.OptionError
			switch {
			case c.option == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.option == "" && a.RedirectURL() != "https://memo.example/auth/callback":
				t.Errorf("redirect URL %q", a.RedirectURL())
			case c.option != "" && (!errors.As(err, &refused) || refused.Option != c.option):
				t.Errorf("got %v, want %s refused", err, c.option)
			}
		})
	}
}

func TestSubjectPrefix(t *testing.T) {
	if p := auth.SubjectPrefix(auth.Google); p != "" {
		t.Errorf("Google: %q", p)
	}
	a, b := auth.SubjectPrefix("https://a.example"), auth.SubjectPrefix("https://b.example")
	if a == b || !strings.HasSuffix(a, "#") || a != auth.SubjectPrefix("https://a.example") {
		t.Errorf("prefixes %q and %q", a, b)
	}
}
