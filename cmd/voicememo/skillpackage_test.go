package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"voicememo/cmd/internal/modules/inskill"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/skillpackage"
	"voicememo/skill"
	"voicememo/tools/testkit/must"
)

const (
	testARN = "arn:aws:lambda:us-west-2:123456789012:function:voice-memo"
	testURL = "https://memo.example.org/alexa"
)

// writtenManifest is the part of a manifest that the command fills in.
type writtenManifest struct {
	Manifest struct {
		Apis struct {
			Custom struct {
				Endpoint   map[string]string
				Interfaces []map[string]any
			}
		}
		Permissions []struct{ Name string }
		Events      *struct {
			Endpoint                    map[string]string
			Publications, Subscriptions []struct{ EventName string }
		}
		PrivacyAndCompliance struct {
			Locales map[string]map[string]string
		}
		PublishingInformation struct {
			Locales map[string]any
		}
	}
}

// packed runs the command and returns the manifest that it wrote.
func packed(t *testing.T, to string, args ...string) (said string, m writtenManifest) {
	t.Helper()
	said, code := home{}.runHere(t, "", append([]string{"skill-package", "--to", to, "--public-url", "https://memo.example.org/"}, args...)...)
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, said)
	}
	raw := text(t, filepath.Join(to, "skill-package", "skill.json"))
	must.OK(t, json.Unmarshal([]byte(raw), &m))
	return said, m
}

func TestSkillPackageEndpoints(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		want map[string]string
		said string
	}{
		"Lambda":         {[]string{"--endpoint", testARN}, map[string]string{"uri": testARN}, "from a first package without --endpoint"},
		"an alias of it": {[]string{"--endpoint", testARN + ":live"}, map[string]string{"uri": testARN + ":live"}, "VOICEMEMO_ALEXA_SKILL_ID"},
		"HTTPS":          {[]string{"--endpoint", testURL}, map[string]string{"uri": testURL, "sslCertificateType": "Trusted"}, "--alexa-skill-id"},
		"none so far":    {nil, nil, "run this command again with --endpoint, and ask deploy once more"},
	} {
		t.Run(name, func(t *testing.T) {
			said, m := packed(t, filepath.Join(t.TempDir(), "new", "one"), c.args...)
			if !strings.Contains(said, "ask deploy") || !strings.Contains(said, c.said) {
				t.Errorf("said %s", said)
			}
			custom := m.Manifest.Apis.Custom
			if d := cmp.Diff(c.want, custom.Endpoint); d != "" || len(custom.Interfaces) == 0 {
				t.Errorf("custom: %+v %s", custom, d)
			}
			if (m.Manifest.Events == nil) != (c.want == nil) {
				t.Fatalf("events: %+v", m.Manifest.Events)
			}
			if e := m.Manifest.Events; e != nil && (!cmp.Equal(e.Endpoint, c.want) || len(e.Subscriptions) == 0) {
				t.Errorf("events: %+v", e)
			}
		})
	}
}

// TestSkillPackageIsWhole: every file of the package is written, unchanged except for the
// filled-in values, and each locale links to the pages in its language.
func TestSkillPackageIsWhole(t *testing.T) {
	to := t.TempDir()
	_, m := packed(t, to, "--endpoint", testARN)
	for locale, pages := range m.Manifest.PrivacyAndCompliance.Locales {
		language := "?lang=" + locale[:2]
		want := map[string]string{
			"privacyPolicyUrl": "https://memo.example.org/privacy" + language, "termsOfUseUrl": "https://memo.example.org/terms" + language,
		}
		if diff := cmp.Diff(want, pages); diff != "" {
			t.Errorf("%s: got a difference (-want +got):\n%s", locale, diff)
		}
	}
	files := 0
	err := fs.WalkDir(skill.Package(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		want, err := fs.ReadFile(skill.Package(), name)
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(to, "skill-package", name))
		switch {
		case strings.HasSuffix(name, ".md"):
			if err == nil {
				t.Errorf("%s is not part of a package", name)
			}
			return nil
		case name == "skill.json":
			want = bytes.ReplaceAll(want, []byte("example.com"), []byte("example.org"))
			if strings.Contains(string(got), "example.com") {
				t.Error("an address of the template is left")
			}
			sameButEndpoints(t, want, got)
		case !bytes.Equal(got, want):
			t.Errorf("%s differs", name)
		}
		files++
		return err
	})
	if err != nil || files < 5 {
		t.Errorf("%d files, %v", files, err)
	}
	checkModels(t, filepath.Join(to, "skill-package"), m)
	var resources struct {
		Version  string `json:"askcliResourcesVersion"`
		Profiles map[string]struct{ SkillMetadata struct{ Src string } }
	}
	raw := text(t, filepath.Join(to, "ask-resources.json"))
	if err := json.Unmarshal([]byte(raw), &resources); err != nil || resources.Profiles["default"].SkillMetadata.Src != "./skill-package" {
		t.Errorf("%+v, %v", resources, err)
	}
}

// checkModels checks that every locale of the manifest has a model, the English ones that
// of en-US.
func checkModels(t *testing.T, dir string, m writtenManifest) {
	t.Helper()
	for locale := range m.Manifest.PublishingInformation.Locales {
		source := locale
		if strings.HasPrefix(locale, "en-") {
			source = "en-US"
		}
		want, err := fs.ReadFile(skill.Package(), "interactionModels/custom/"+source+".json")
		must.OK(t, err)
		if got, err := os.ReadFile(filepath.Join(dir, "interactionModels", "custom", locale+".json")); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: got %d bytes and error %v, want the model of %s", locale, len(got), err, source)
		}
	}
	written, err := os.ReadDir(filepath.Join(dir, "interactionModels", "custom"))
	if want := len(m.Manifest.PublishingInformation.Locales); err != nil || len(written) != want || want < 6 {
		t.Errorf("got %d models and error %v, want one for each of %d locales", len(written), err, want)
	}
}

// sameButEndpoints compares manifests apart from their endpoints.
func sameButEndpoints(t *testing.T, want, got []byte) {
	t.Helper()
	var manifests [2]any
	for i, raw := range [][]byte{want, got} {
		must.OK(t, json.Unmarshal(raw, &manifests[i]))
	}
	apart := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == `["endpoint"]` }, cmp.Ignore())
	if d := cmp.Diff(manifests[0], manifests[1], apart); d != "" {
		t.Error(d)
	}
}

// names returns what a manifest asks for: its permissions, the events that the skill sends,
// and those that it receives.
func (m writtenManifest) names() (permissions, publications, subscriptions []string) {
	for _, p := range m.Manifest.Permissions {
		permissions = append(permissions, p.Name)
	}
	for _, p := range m.Manifest.Events.Publications {
		publications = append(publications, p.EventName)
	}
	for _, s := range m.Manifest.Events.Subscriptions {
		subscriptions = append(subscriptions, s.EventName)
	}
	return permissions, publications, subscriptions
}

// TestSkillPackageWith: --with adds the parts of modules once each, and says what to do
// next; another name is refused.
func TestSkillPackageWith(t *testing.T) {
	var all []string
	for _, p := range inskill.Manifests() {
		all = append(all, p.Name, p.Name)
	}
	for _, chosen := range [][]string{nil, all} {
		args := []string{"--endpoint", testARN}
		if len(chosen) > 0 {
			args = append(args, "--with", strings.Join(chosen, ","))
		}
		said, m := packed(t, t.TempDir(), args...)
		permissions, publications, subscriptions := m.names()
		got := strings.Join(append(append(permissions, publications...), subscriptions...), " ")
		for _, p := range inskill.Manifests() {
			for _, name := range append(append(p.Permissions, p.Publications...), p.Subscriptions...) {
				if want := min(len(chosen), 1); strings.Count(got, name) != want {
					t.Errorf("--with %v: got %s, want %d times %s", chosen, got, want, name)
				}
			}
			if next := strings.Join(p.Next, "\n"); strings.Contains(said, next) != (len(chosen) > 0) {
				t.Errorf("--with %v: got output %s, want in it only with the part: %s", chosen, said, next)
			}
		}
	}
	stdout, stderr, code := runHere("skill-package", "--to", t.TempDir(), "--public-url", "https://memo.example.org", "--with", "coffee")
	if code != cli.ExitConfiguration || stdout != "" || !strings.Contains(stderr, `--with has "coffee"; this program has: `+skillpackage.Parts()) {
		t.Errorf("got exit %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// TestSkillPackageAgain: an earlier package is replaced, and the ASK CLI's own files beside
// it stay; another directory is not changed.
func TestSkillPackageAgain(t *testing.T) {
	to := t.TempDir()
	packed(t, to)
	notes, stale := filepath.Join(to, ".ask", "ask-states.json"), filepath.Join(to, "skill-package", "stale.json")
	for _, name := range []string{notes, stale} {
		must.OK(t, os.MkdirAll(filepath.Dir(name), 0o700))
		write(t, name, "{}")
	}
	_, m := packed(t, to, "--endpoint", testURL)
	if m.Manifest.Apis.Custom.Endpoint["uri"] != testURL {
		t.Errorf("endpoint %v", m.Manifest.Apis.Custom.Endpoint)
	}
	if _, err := os.Stat(notes); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(stale); err == nil {
		t.Error("a file of the earlier package is left")
	}
}

// TestSkillPackageRefuses: a refusal is one sentence that names the flag, with exit 2, and
// nothing is written.
func TestSkillPackageRefuses(t *testing.T) {
	others := t.TempDir()
	mine := filepath.Join(others, "mine.txt")
	write(t, mine, "keep")
	fresh := filepath.Join(t.TempDir(), "fresh")
	for name, c := range map[string]struct {
		to, endpoint, public string
		flag                 string
	}{
		"no directory":                   {"", testARN, "https://memo.example.org", "--to"},
		"another directory":              {others, testARN, "https://memo.example.org", "--to"},
		"a file":                         {mine, testARN, "https://memo.example.org", "--to"},
		"no page":                        {fresh, testARN, "", "--public-url"},
		"a page without https":           {fresh, testARN, "http://memo.example.org", "--public-url"},
		"a page with a path":             {fresh, testARN, "https://memo.example.org/memo", "--public-url"},
		"endpoint without https":         {fresh, "http://memo.example.org/alexa", "https://memo.example.org", "--endpoint"},
		"endpoint on another port":       {fresh, "https://memo.example.org:8443/alexa", "https://memo.example.org", "--endpoint"},
		"endpoint without a path":        {fresh, "https://memo.example.org", "https://memo.example.org", "--endpoint"},
		"endpoint with a password":       {fresh, "https://a:b@memo.example.org/alexa", "https://memo.example.org", "--endpoint"},
		"an ARN of something else":       {fresh, "arn:aws:s3:::bucket", "https://memo.example.org", "--endpoint"},
		"an ARN with a short account":    {fresh, "arn:aws:lambda:us-west-2:1234:function:voice-memo", "https://memo.example.org", "--endpoint"},
		"an ARN with something after it": {fresh, testARN + " x", "https://memo.example.org", "--endpoint"},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := runHere("skill-package", "--to", c.to, "--endpoint", c.endpoint, "--public-url", c.public)
			if code != cli.ExitConfiguration || !strings.Contains(stderr, c.flag+" ") || stdout != "" || strings.Count(strings.TrimSpace(stderr), "\n") > 0 {
				t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
			}
			if _, err := os.Stat(fresh); err == nil {
				t.Error("something was written")
			}
		})
	}
	if left, err := os.ReadDir(others); err != nil || len(left) != 1 {
		t.Errorf("another directory: got %v, %v", left, err)
	}
}
