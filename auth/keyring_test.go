package auth_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
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
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
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
	must.OK(t, err)
	again, err := auth.LoadKeyRing(path)
	if err != nil || text(t, again) != text(t, rotated) || strings.Count(text(t, again), `"id"`) != 2 {
		t.Errorf("after rotation: got %d keys in the file, %v; want 2", strings.Count(text(t, again), `"id"`), err)
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

// TestRotationKeepsKeys: a key stays for 400 days after the next one was made.
func TestRotationKeepsKeys(t *testing.T) {
	const day = 24 * time.Hour
	first := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	made := func(days ...int) *auth.KeyRing {
		ring := auth.NewKeyRing(first)
		for _, d := range days {
			ring = ring.Rotate(first.Add(time.Duration(d) * day))
		}
		return ring
	}
	cases := []struct {
		days []int // of the rotations
		want int
	}{
		{[]int{30, 60, 90}, 4},
		{[]int{30, 430}, 3},
		{[]int{30, 431}, 2}, // the second key was made 401 days before
		{[]int{20, 40, 421}, 3},
		{[]int{1000}, 2}, // the first key has no successor until now
	}
	for _, c := range cases {
		if n := strings.Count(text(t, made(c.days...)), `"id"`); n != c.want {
			t.Errorf("rotations on days %v leave %d keys, want %d", c.days, n, c.want)
		}
	}
}

// TestWithdraw: a key other than the newest can be withdrawn, and the others stay.
func TestWithdraw(t *testing.T) {
	first := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	ring := auth.NewKeyRing(first).Rotate(first.AddDate(0, 0, 1)).Rotate(first.AddDate(0, 0, 2))
	keys := ring.Keys()
	for i, want := range []auth.KeyInfo{
		{Made: first, Until: first.AddDate(0, 0, 401)}, {Made: first.AddDate(0, 0, 1), Until: first.AddDate(0, 0, 402)}, {Made: first.AddDate(0, 0, 2)},
	} {
		if want.ID = keys[i].ID; keys[i] != want || want.ID == "" {
			t.Errorf("got key %+v, want %+v", keys[i], want)
		}
	}
	if _, err := ring.Withdraw("unknown"); !errors.Is(err, auth.ErrNoKey) {
		t.Errorf("got %v, want ErrNoKey", err)
	}
	if _, err := ring.Withdraw(keys[2].ID); !errors.Is(err, auth.ErrNewestKey) {
		t.Errorf("got %v, want ErrNewestKey", err)
	}
	rest, err := ring.Withdraw(keys[1].ID)
	must.OK(t, err)
	if got := rest.Keys(); len(got) != 2 || got[0].ID != keys[0].ID || got[1] != keys[2] || len(ring.Keys()) != 3 {
		t.Errorf("got %+v, want %+v without its second key, and that ring as before", got, keys)
	}
}

// TestDerivedSecret stays the same until the key from which it is derived is dropped.
func TestDerivedSecret(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	first := auth.NewKeyRing(at)
	rotate := func(ring *auth.KeyRing, days time.Duration) *auth.KeyRing {
		at = at.Add(days * 24 * time.Hour)
		return ring.Rotate(at)
	}
	second := rotate(first, 100)
	third := rotate(second, 400)
	fourth := rotate(third, 1)
	read, err := auth.ParseKeyRing([]byte(text(t, third)))
	must.OK(t, err)
	secret := first.Derive("audit")
	if len(secret) != 32 || strings.Contains(text(t, first), base64.RawURLEncoding.EncodeToString(secret)) {
		t.Errorf("got %d bytes, want 32 that are not a key", len(secret))
	}
	for name, ring := range map[string]*auth.KeyRing{"again": first, "second": second, "third": third, "read from the file": read} {
		if !bytes.Equal(ring.Derive("audit"), secret) {
			t.Errorf("%s: the secret has changed", name)
		}
	}
	for name, other := range map[string][]byte{
		"another purpose": first.Derive("other"), "no purpose": first.Derive(""),
		"first key dropped": fourth.Derive("audit"), "another ring": newRing(t).Derive("audit"),
	} {
		if bytes.Equal(other, secret) {
			t.Errorf("%s: the secret has not changed", name)
		}
	}
}

// TestDeriveIsHKDF checks the bytes against an independent reading of RFC 5869.
func TestDeriveIsHKDF(t *testing.T) {
	key := bytes.Repeat([]byte{7}, 32)
	ring, err := auth.ParseKeyRing([]byte(`{"id":"a","key":"` + base64.RawURLEncoding.EncodeToString(key) + `"}`))
	must.OK(t, err)
	mac := func(key []byte, text string) []byte {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	want := mac(mac(make([]byte, 32), string(key)), "audit\x01")
	if got := ring.Derive("audit"); !bytes.Equal(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func TestParseKeyRing(t *testing.T) {
	key := base64.RawURLEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	cases := map[string]struct {
		data string
		ok   bool
	}{
		"two keys":              {`{"keys":[{"id":"a","key":"` + key + `"},{"id":"b","key":"` + key + `"}]}`, true},
		"one alone":             {`{"id":"a","created":"2026-01-02T03:04:05Z","key":"` + strings.Repeat("aB3", 14) + `z"}`, true},
		"nothing":               {``, false},
		"no keys":               {`{"keys":[]}`, false},
		"no JSON":               {`key`, false},
		"short key":             {`{"keys":[{"id":"a","key":"` + key[:40] + `"}]}`, false},
		"key is not base64":     {`{"keys":[{"id":"a","key":"` + strings.Repeat("!", 43) + `"}]}`, false},
		"no id":                 {`{"keys":[{"key":"` + key + `"}]}`, false},
		"separator in the id":   {`{"keys":[{"id":"a.b","key":"` + key + `"}]}`, false},
		"the same id twice":     {`{"keys":[{"id":"a","key":"` + key + `"},{"id":"a","key":"` + key + `"}]}`, false},
		"created is not a time": {`{"keys":[{"id":"a","key":"` + key + `","created":"x"}]}`, false},
		"id as long as a book":  {`{"keys":[{"id":"` + strings.Repeat("a", 33) + `","key":"` + key + `"}]}`, false},
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
		People: &family.Service{}, Access: auth.NewAccesses(nil), Issuer: auth.Google, ClientID: "id", PublicURL: "https://memo.example/", Keys: newRing(t),
	}
	cases := []struct {
		name, option string // option: the field that is refused; "" for none
		change       func(*auth.Options)
	}{
		{"good", "", func(*auth.Options) {}},
		{"http issuer on this machine", "", func(o *auth.Options) { o.Issuer = "http://[::1]:9000/realm" }},
		{"no people", "People", func(o *auth.Options) { o.People = nil }},
		{"no access", "Access", func(o *auth.Options) { o.Access = nil }},
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
		{"entry of two addresses", "AllowList", func(o *auth.Options) {
			o.SignUp, o.AllowList = auth.SignUpAllowList, []string{"a@example.com,b@example.com"}
		}},
		{"entry with two @", "AllowList", func(o *auth.Options) {
			o.SignUp, o.AllowList = auth.SignUpAllowList, []string{"a@b@example.com"}
		}},
		{"entry of two domains", "AllowList", func(o *auth.Options) {
			o.SignUp, o.AllowList = auth.SignUpAllowList, []string{"example.com example.org"}
		}},
		{"invited without Invites", "Invites", func(o *auth.Options) { o.SignUp = auth.SignUpInvited }},
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
				t.Errorf("got redirect URL %q", a.RedirectURL())
			case c.option != "" && (!errors.As(err, &refused) || refused.Option != c.option):
				t.Errorf("got %v, want %s refused", err, c.option)
			}
		})
	}
}

func TestSubjectPrefix(t *testing.T) {
	check.Equal(t, auth.SubjectPrefix(auth.Google), "", "prefix of Google")
	a, b := auth.SubjectPrefix("https://a.example"), auth.SubjectPrefix("https://b.example")
	if a == b || !strings.HasSuffix(a, "#") || a != auth.SubjectPrefix("https://a.example") {
		t.Errorf("got prefixes %q and %q, want two different ones that end in #", a, b)
	}
}
