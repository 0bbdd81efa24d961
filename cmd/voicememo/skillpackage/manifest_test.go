package skillpackage

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"voicememo/skill"
	"voicememo/tools/testkit/must"
)

// TestManifestParts: the parts of modules are added to what the manifest has, in order.
func TestManifestParts(t *testing.T) {
	const arn = "arn:aws:lambda:us-west-2:123456789012:function:voice-memo"
	raw, err := fs.ReadFile(skill.Package(), manifestFile)
	must.OK(t, err)
	parts := []skill.ManifestPart{
		{Permissions: []string{"one", "two"}, Publications: []string{"three"}, Subscriptions: []string{"four"}},
		{Publications: []string{"five"}, Subscriptions: []string{"six"}},
	}
	for name, c := range map[string]struct {
		parts    []skill.ManifestPart
		endpoint map[string]any
		want     []string // permissions, publications and subscriptions; nil: there are no events
	}{
		"none":                {nil, map[string]any{"uri": arn}, []string{"[{alexa::person_id:read}]", "[]", "[{SKILL_DISABLED}]"}},
		"two":                 {parts, map[string]any{"uri": arn}, []string{"[{alexa::person_id:read} {one} {two}]", "[{three} {five}]", "[{SKILL_DISABLED} {four} {six}]"}},
		"without an endpoint": {parts, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			filled, err := fillManifest(raw, c.endpoint, "https://memo.example.org", c.parts)
			must.OK(t, err)
			var m struct {
				Manifest struct {
					Permissions []struct{ Name string }
					Events      *struct{ Publications, Subscriptions []struct{ EventName string } }
				}
			}
			must.OK(t, json.Unmarshal(filled, &m))
			var got []string
			if m.Manifest.Events != nil {
				got = []string{fmt.Sprint(m.Manifest.Permissions), fmt.Sprint(m.Manifest.Events.Publications), fmt.Sprint(m.Manifest.Events.Subscriptions)}
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
