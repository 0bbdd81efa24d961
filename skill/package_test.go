package skill

import (
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// The parts of a skill package that the lint checks.
type (
	skillModel struct {
		InteractionModel struct {
			LanguageModel struct {
				InvocationName string        `json:"invocationName"`
				Intents        []skillIntent `json:"intents"`
				Types          []skillType   `json:"types"`
			} `json:"languageModel"`
			Dialog struct {
				DelegationStrategy string        `json:"delegationStrategy"`
				Intents            []skillIntent `json:"intents"`
			} `json:"dialog"`
			Prompts []skillPrompt `json:"prompts"`
		} `json:"interactionModel"`
	}
	skillIntent struct {
		Name    string      `json:"name"`
		Samples []string    `json:"samples"`
		Slots   []skillSlot `json:"slots"`

		ConfirmationRequired bool `json:"confirmationRequired"` // in the dialog model
	}
	skillSlot struct {
		Name    string            `json:"name"`
		Type    string            `json:"type"`
		Samples []string          `json:"samples"`
		Prompts map[string]string `json:"prompts"` // in the dialog model, as are those below

		ConfirmationRequired bool `json:"confirmationRequired"`
		ElicitationRequired  bool `json:"elicitationRequired"`
	}
	skillType struct {
		Name   string `json:"name"`
		Values []struct {
			Name struct {
				Value    string   `json:"value"`
				Synonyms []string `json:"synonyms"`
			} `json:"name"`
		} `json:"values"`
	}
	skillPrompt struct {
		ID         string `json:"id"`
		Variations []struct{ Type, Value string }
	}
)

// modelLocales are the locales that have a model of their own.
var modelLocales = []string{"en-US", "ja-JP"}

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

// eachModel runs a test for every model.
func eachModel(t *testing.T, check func(t *testing.T, locale string, m skillModel)) {
	t.Helper()
	for _, locale := range modelLocales {
		t.Run(locale, func(t *testing.T) { check(t, locale, loadModel(t, locale)) })
	}
}

// eachIntent runs a test for every intent of every model.
func eachIntent(t *testing.T, check func(t *testing.T, locale string, i skillIntent)) {
	t.Helper()
	eachModel(t, func(t *testing.T, locale string, m skillModel) {
		for _, i := range m.InteractionModel.LanguageModel.Intents {
			t.Run(i.Name, func(t *testing.T) { check(t, locale, i) })
		}
	})
}

// own reports whether the intent is the skill's own, not a built-in one.
func (i skillIntent) own() bool { return !strings.HasPrefix(i.Name, "AMAZON.") }

func TestLocalesHaveTheSameIntentsSlotsAndTypes(t *testing.T) {
	shape := func(locale string) map[string]string {
		out := map[string]string{}
		lm := loadModel(t, locale).InteractionModel.LanguageModel
		for _, i := range lm.Intents {
			for _, s := range i.Slots {
				out[i.Name] += s.Name + " " + s.Type + ";"
			}
			out[i.Name] += "."
		}
		for _, slotType := range lm.Types {
			out[slotType.Name] = "type"
		}
		return out
	}
	if ja, en := shape("ja-JP"), shape("en-US"); !maps.Equal(ja, en) {
		t.Errorf("ja: %v\nen: %v", ja, en)
	}
}

// ofFreeSpeech are the intents that only free speech has.
var ofFreeSpeech = []string{
	understanding.CorrectIntent, understanding.WaitIntent, understanding.CountIntent, understanding.WhoIntent, understanding.WhoAmIIntent,
	understanding.ForgetNameIntent, understanding.SaidIntent,
}

// TestEveryIntentHasAHandlerAndTheOtherWayRound checks that what each intent of a model is
// understood as has a handler, with words in its slot and, if it has samples without, with none;
// and that a model or free speech has each intent with a handler.
func TestEveryIntentHasAHandlerAndTheOtherWayRound(t *testing.T) {
	handled := map[string]bool{}
	for _, name := range New(Options{}).conversation.Intents() {
		handled[name] = true
	}
	eachIntent(t, func(t *testing.T, locale string, i skillIntent) {
		said := understanding.Said{Intent: i.Name}
		if slices.ContainsFunc(i.Samples, func(s string) bool { return !strings.Contains(s, "{") }) || len(i.Slots) == 0 {
			if heard := understanding.Understand(words.NewLocales().Of(locale), said, understanding.Session{}); !handled[heard.Intent] {
				t.Errorf("no handler for %s, which it is without words", heard.Intent)
			}
		}
		for _, s := range i.Slots {
			said.Slots = map[string]string{s.Name: "1234"}
			if heard := understanding.Understand(words.NewLocales().Of(locale), said, understanding.Session{}); !handled[heard.Intent] {
				t.Errorf("no handler for %s, which it is with words", heard.Intent)
			}
		}
	})
	eachModel(t, func(t *testing.T, _ string, m skillModel) {
		for name := range handled {
			if !slices.Contains(ofFreeSpeech, name) && !slices.ContainsFunc(m.InteractionModel.LanguageModel.Intents,
				func(i skillIntent) bool { return i.Name == name }) {
				t.Errorf("no intent for the handler of %s", name)
			}
		}
	})
}

func findSlot(t *testing.T, intents []skillIntent, intent string) skillSlot {
	t.Helper()
	for _, i := range intents {
		for _, s := range i.Slots {
			if i.Name == intent && s.Name == understanding.SlotOf(intent) {
				return s
			}
		}
	}
	t.Fatalf("%s has no slot %s", intent, understanding.SlotOf(intent))
	return skillSlot{}
}

func TestManifest(t *testing.T) {
	raw, err := fs.ReadFile(Package(), "skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Manifest struct {
			ManifestVersion string `json:"manifestVersion"`
			Apis            map[string]any
		}
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	if m.Manifest.ManifestVersion != "1.0" || m.Manifest.Apis["custom"] == nil {
		t.Errorf("manifest: %+v", m.Manifest)
	}
}
