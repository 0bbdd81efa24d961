package skill

import (
	"encoding/json"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The parts of a skill package that the lint looks at.
type (
	skillModel struct {
		InteractionModel struct {
			LanguageModel struct {
				InvocationName string        `json:"invocationName"`
				Intents        []skillIntent `json:"intents"`
			} `json:"languageModel"`
			Dialog struct {
				DelegationStrategy string        `json:"delegationStrategy"`
				Intents            []skillIntent `json:"intents"`
			} `json:"dialog"`
			Prompts []struct {
				ID         string `json:"id"`
				Variations []struct{ Type, Value string }
			} `json:"prompts"`
		} `json:"interactionModel"`
	}
	skillIntent struct {
		Name    string      `json:"name"`
		Samples []string    `json:"samples"`
		Slots   []skillSlot `json:"slots"`
	}
	skillSlot struct {
		Name    string            `json:"name"`
		Type    string            `json:"type"`
		Samples []string          `json:"samples"`
		Prompts map[string]string `json:"prompts"`
	}
)

var modelLocales = []string{"ja-JP", "en-US"}

func loadModel(t *testing.T, locale string) skillModel {
	t.Helper()
	raw, err := fs.ReadFile(Package(), "interactionModels/custom/"+locale+".json")
	if err != nil {
		t.Fatal(err)
	}
	var m skillModel
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// eachIntent runs a test for every intent of every locale.
func eachIntent(t *testing.T, check func(t *testing.T, locale string, i skillIntent)) {
	t.Helper()
	for _, locale := range modelLocales {
		for _, i := range loadModel(t, locale).InteractionModel.LanguageModel.Intents {
			t.Run(locale+"."+i.Name, func(t *testing.T) { check(t, locale, i) })
		}
	}
}

var slotPattern = regexp.MustCompile(`\{(\w+)\}`)

func TestInvocationNames(t *testing.T) {
	for locale, want := range map[string]string{"ja-JP": "家族ボイスメモ", "en-US": "family voice memo"} {
		if got := loadModel(t, locale).InteractionModel.LanguageModel.InvocationName; got != want {
			t.Errorf("%s: %q", locale, got)
		}
	}
}

func TestSamples(t *testing.T) {
	eachIntent(t, func(t *testing.T, locale string, i skillIntent) {
		if strings.HasPrefix(i.Name, "AMAZON.") {
			if len(i.Samples) > 0 {
				t.Error("a built-in intent has samples")
			}
			return
		}
		if len(i.Samples) < 12 {
			t.Errorf("only %d samples", len(i.Samples))
		}
		for _, sample := range i.Samples {
			checkSample(t, locale, i, sample)
		}
	})
}

func checkSample(t *testing.T, locale string, i skillIntent, sample string) {
	t.Helper()
	slots := slotPattern.FindAllStringSubmatch(sample, -1)
	carrier := strings.TrimSpace(slotPattern.ReplaceAllString(sample, ""))
	if len(slots) > 1 || carrier == "" {
		t.Errorf("%q needs a carrier and one slot at most", sample)
	}
	if sample != strings.TrimSpace(sample) || strings.Contains(sample, "  ") || strings.ContainsAny(sample, "　。、？?!,") {
		t.Errorf("%q has spaces or marks that nobody says", sample)
	}
	if locale == "en-US" && carrier != strings.ToLower(carrier) {
		t.Errorf("%q is not in lower case", sample)
	}
	for _, at := range slotPattern.FindAllStringIndex(sample, -1) {
		if (at[0] > 0 && sample[at[0]-1] != ' ') || (at[1] < len(sample) && sample[at[1]] != ' ') {
			t.Errorf("%q: the slot is not set off with a space", sample)
		}
	}
	for _, s := range slots {
		if !slices.ContainsFunc(i.Slots, func(slot skillSlot) bool { return slot.Name == s[1] }) {
			t.Errorf("%q: unknown slot", sample)
		}
	}
}

// TestNoSampleSwallowsAnother: no sample is in two intents, and no carrier
// phrase takes words for its slot that belong to another intent.
func TestNoSampleSwallowsAnother(t *testing.T) {
	for _, locale := range modelLocales {
		intents := loadModel(t, locale).InteractionModel.LanguageModel.Intents
		for _, a := range intents {
			for _, sample := range a.Samples {
				parts := slotPattern.Split(sample, -1)
				for j := range parts {
					parts[j] = regexp.QuoteMeta(strings.TrimSpace(parts[j]))
				}
				greedy := regexp.MustCompile("^" + strings.Join(parts, ".+") + "$")
				for _, b := range intents {
					for _, other := range b.Samples {
						if spoken := slotPattern.ReplaceAllString(other, "1234"); a.Name != b.Name && greedy.MatchString(spoken) {
							t.Errorf("%s: %q of %s swallows %q of %s", locale, sample, a.Name, other, b.Name)
						}
					}
				}
			}
		}
	}
}

func TestLocalesHaveTheSameIntentsAndSlots(t *testing.T) {
	shape := func(locale string) map[string]string {
		out := map[string]string{}
		for _, i := range loadModel(t, locale).InteractionModel.LanguageModel.Intents {
			for _, s := range i.Slots {
				out[i.Name] += s.Name + " " + s.Type + ";"
			}
			out[i.Name] += "."
		}
		return out
	}
	if ja, en := shape("ja-JP"), shape("en-US"); !maps.Equal(ja, en) {
		t.Errorf("ja: %v\nen: %v", ja, en)
	}
}

func TestEveryIntentHasAHandlerAndTheOtherWayRound(t *testing.T) {
	handled := map[string]bool{}
	for _, h := range handlers() {
		for _, name := range h.intents {
			handled[name] = true
		}
	}
	handled[fallbackIntent] = true // its handler takes every intent that is left
	eachIntent(t, func(t *testing.T, _ string, i skillIntent) {
		if !handled[i.Name] {
			t.Error("no handler")
		}
	})
	for _, locale := range modelLocales {
		for name := range handled {
			if !slices.ContainsFunc(loadModel(t, locale).InteractionModel.LanguageModel.Intents,
				func(i skillIntent) bool { return i.Name == name }) {
				t.Errorf("%s: handler without intent %s", locale, name)
			}
		}
	}
}

// TestElicitedSlots: what the skill asks for is in the dialog model, with
// samples for the bare phrase that answers.
func TestElicitedSlots(t *testing.T) {
	for _, locale := range modelLocales {
		m := loadModel(t, locale).InteractionModel
		if m.Dialog.DelegationStrategy != "SKILL_RESPONSE" {
			t.Errorf("%s: Alexa would lead the dialog itself", locale)
		}
		for name, q := range questions() {
			if q.slot == "" {
				continue
			}
			t.Run(locale+"."+name, func(t *testing.T) {
				spoken := findSlot(t, m.LanguageModel.Intents, q)
				if !slices.Contains(spoken.Samples, "{"+q.slot+"}") {
					t.Errorf("no sample for the bare phrase: %q", spoken.Samples)
				}
				id := findSlot(t, m.Dialog.Intents, q).Prompts["elicitation"]
				for _, p := range m.Prompts {
					if p.ID == id && len(p.Variations) > 0 {
						return
					}
				}
				t.Errorf("no prompt %q", id)
			})
		}
	}
}

func findSlot(t *testing.T, intents []skillIntent, q question) skillSlot {
	t.Helper()
	for _, i := range intents {
		for _, s := range i.Slots {
			if i.Name == q.intent && s.Name == q.slot {
				return s
			}
		}
	}
	t.Fatalf("%s has no slot %s", q.intent, q.slot)
	return skillSlot{}
}

func TestManifest(t *testing.T) {
	raw, err := fs.ReadFile(Package(), "skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Manifest struct {
			ManifestVersion       string `json:"manifestVersion"`
			Apis                  map[string]any
			PublishingInformation struct {
				Locales map[string]struct {
					Name, Summary, Description string
					ExamplePhrases             []string `json:"examplePhrases"`
				}
			} `json:"publishingInformation"`
		}
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	if m.Manifest.ManifestVersion != "1.0" || m.Manifest.Apis["custom"] == nil {
		t.Errorf("manifest: %+v", m.Manifest)
	}
	for _, locale := range modelLocales {
		l := m.Manifest.PublishingInformation.Locales[locale]
		if l.Name == "" || l.Summary == "" || l.Description == "" || len(l.ExamplePhrases) != 3 {
			t.Errorf("%s: %+v", locale, l)
		}
	}
}
