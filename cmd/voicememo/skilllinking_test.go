package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/must"
)

// linkSecret writes a secret of account linking and returns its file.
func linkSecret(t *testing.T, secret string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "link-secret")
	write(t, file, secret+"\n")
	return file
}

// TestSkillPackageLinking: the settings of account linking lead to this page, and the command
// prints the flags with which the server accepts the codes of all regions.
func TestSkillPackageLinking(t *testing.T) {
	file := linkSecret(t, "told-to-Amazon-alone.1234")
	to := filepath.Join(t.TempDir(), "skill")
	for range 2 { // again into the same directory
		said, manifest := packed(t, to, "--endpoint", testURL, "--vendor-id", "M1ABCDEFGHIJKL", "--link-secret-file", file)
		if raw, err := json.Marshal(manifest.Manifest.Events.Subscriptions); err != nil || !strings.Contains(string(raw), "SKILL_ACCOUNT_LINKED") {
			t.Errorf("got the events %s, %v; want that of linking", raw, err)
		}
		name := filepath.Join(to, "account-linking.json")
		raw := text(t, name)
		var got map[string]map[string]any
		must.OK(t, json.Unmarshal([]byte(raw), &got))
		want := map[string]any{
			"type": "AUTH_CODE", "authorizationUrl": "https://memo.example.org/oauth/authorize", "accessTokenUrl": "https://memo.example.org/oauth/token",
			"accessTokenScheme": "HTTP_BASIC", "clientId": "alexa", "clientSecret": "told-to-Amazon-alone.1234",
			"scopes": []any{"memos", "family"}, "skipOnEnablement": true,
		}
		if !reflect.DeepEqual(got["accountLinkingRequest"], want) {
			t.Errorf("got %v, want %v", got["accountLinkingRequest"], want)
		}
		if mode, err := os.Stat(name); err != nil || mode.Mode().Perm() != 0o600 {
			t.Errorf("got mode %v, %v, want 0600: it has the secret", mode.Mode(), err)
		}
		if strings.Contains(said, "told-to-Amazon") || !strings.Contains(said, "Let's Encrypt") {
			t.Errorf("got %s, want a word about certificates, and no secret", said)
		}
		for _, host := range []string{"layla.amazon.com", "pitangui.amazon.com", "alexa.amazon.co.jp"} {
			if !strings.Contains(said, "--alexa-link-redirect https://"+host+"/api/skill/link/M1ABCDEFGHIJKL\n") {
				t.Errorf("no redirect URL of %s in %s", host, said)
			}
		}
	}
}

// TestSkillPackageLinkingRefuses: a wrong flag is named, and nothing is written.
func TestSkillPackageLinkingRefuses(t *testing.T) {
	good := linkSecret(t, strings.Repeat("x", 20))
	for name, c := range map[string]struct {
		vendor, file, flag string
	}{
		"no secret":      {"M1ABCDEFGHIJKL", "", "--link-secret-file"},
		"no vendor":      {"", good, "--vendor-id"},
		"a wrong vendor": {"https://layla", good, "--vendor-id"},
		"a short secret": {"M1ABCDEFGHIJKL", linkSecret(t, strings.Repeat("x", 19)), "--link-secret-file"},
		"a space":        {"M1ABCDEFGHIJKL", linkSecret(t, strings.Repeat("x", 20)+" x"), "--link-secret-file"},
		"no file":        {"M1ABCDEFGHIJKL", good + "-missing", "--link-secret-file"},
	} {
		to := filepath.Join(t.TempDir(), "skill")
		_, stderr, code := runHere("skill-package", "--to", to, "--public-url", "https://memo.example.org", "--vendor-id", c.vendor, "--link-secret-file", c.file)
		if code != cli.ExitConfiguration || !strings.Contains(stderr, c.flag+" ") {
			t.Errorf("%s: exit %d, %q, want %s named", name, code, stderr, c.flag)
		}
		if _, err := os.Stat(to); err == nil {
			t.Errorf("%s: something was written", name)
		}
	}
}

// TestDoctorLinking: with --tls-domain the certificate is one that Amazon does not accept for
// account linking.
func TestDoctorLinking(t *testing.T) {
	data := t.TempDir()
	args := []string{
		"--data", data, "--oidc-issuer", "http://127.0.0.1:1", "--oidc-client-id", "x", "--alexa-skill-id", "amzn1.ask.skill.1",
		"--alexa-link-secret-file", linkSecret(t, strings.Repeat("x", 20)), "--alexa-link-redirect", "https://layla.amazon.com/api/skill/link/M1ABCDEFGHIJKL",
	}
	sees(t, "ok  account linking (https://memo.invalid/oauth/authorize)", append(args, "--public-url", "https://memo.invalid")...)
	sees(t, "Amazon accepts no certificate of Let's Encrypt", append(args, "--tls-domain", "memo.invalid")...)
	sees(t, "ok  account linking", append(args, "--tls-domain", "memo.invalid", "--tls-directory", "https://acme.invalid/directory")...)
}
