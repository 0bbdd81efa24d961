package understanding

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

//go:generate go test . -run TestModels$ -update

// slotTypes are Amazon's types of the slots that are not for any words.
var slotTypes = map[string]string{
	numberSlot: "AMAZON.NUMBER", codeSlot: "AMAZON.FOUR_DIGIT_NUMBER", recoverySlot: "AMAZON.NUMBER", nameSlot: "AMAZON.FirstName",
}

// modelIntents are the intents of the models in their order. Those from the first built-in one on
// have no samples.
var modelIntents = []string{
	AddIntent, SpeakIntent, RemindMeIntent, RemindIntent, TellIntent, AddToListIntent, ChangeIntent, ReadIntent, ReadOneIntent, ReadNewIntent, ReadMoreIntent, FindIntent,
	DoneIntent, DoneTextIntent, DeleteIntent, DeleteTextIntent, RestoreIntent, DeleteAllIntent, InviteIntent, JoinIntent, ConnectIntent, LinkIntent, RecoverIntent,
	LeaveIntent, MembersIntent, NameIntent, RoomIntent,
	CancelIntent, FallbackIntent, HelpIntent, HomeIntent, NextIntent, NoIntent, PreviousIntent, RepeatIntent, StopIntent, YesIntent,
}

// elicited are the intents whose slot a question asks for.
var elicited = []string{SpeakIntent, JoinIntent, RecoverIntent, NameIntent, RoomIntent}

// An interaction model, as "Interaction Model Schema" of the Alexa Skills Kit has it.
type (
	model struct {
		InteractionModel struct {
			LanguageModel struct {
				InvocationName string        `json:"invocationName"`
				Intents        []modelIntent `json:"intents"`
				Types          []modelType   `json:"types"`
			} `json:"languageModel"`
			Dialog struct {
				DelegationStrategy string         `json:"delegationStrategy"`
				Intents            []dialogIntent `json:"intents"`
			} `json:"dialog"`
			Prompts []modelPrompt `json:"prompts"`
		} `json:"interactionModel"`
	}
	modelIntent struct {
		Name    string      `json:"name"`
		Slots   []modelSlot `json:"slots,omitempty"`
		Samples []string    `json:"samples"`
	}
	modelSlot struct {
		Name    string   `json:"name"`
		Type    string   `json:"type"`
		Samples []string `json:"samples,omitempty"`
	}
	modelType struct {
		Name   string       `json:"name"`
		Values []modelValue `json:"values"`
	}
	modelValue struct {
		Name struct {
			Value    string   `json:"value"`
			Synonyms []string `json:"synonyms,omitempty"`
		} `json:"name"`
	}
	dialogIntent struct {
		Name                 string       `json:"name"`
		ConfirmationRequired bool         `json:"confirmationRequired"`
		Prompts              struct{}     `json:"prompts"`
		Slots                []dialogSlot `json:"slots"`
	}
	dialogSlot struct {
		Name                 string            `json:"name"`
		Type                 string            `json:"type"`
		ConfirmationRequired bool              `json:"confirmationRequired"`
		ElicitationRequired  bool              `json:"elicitationRequired"`
		Prompts              map[string]string `json:"prompts"`
	}
	modelPrompt struct {
		ID         string            `json:"id"`
		Variations []promptVariation `json:"variations"`
	}
	promptVariation struct {
		Type  string `json:"type"`
		Value string `json:"value"`
	}
)

// slotOf returns an intent's slot without samples.
func slotOf(intent string) modelSlot {
	s := modelSlot{Name: SlotOf(intent), Type: "AMAZON.SearchQuery"}
	if kind, ok := slotTypes[s.Name]; ok {
		s.Type = kind
	}
	return s
}

// modelOf makes the interaction model of a language.
func modelOf(t testing.TB, language string) (m model) {
	t.Helper()
	p := phrasingOf(t, language)
	lm := &m.InteractionModel.LanguageModel
	lm.InvocationName = p.lines["names"][0][1]
	for _, name := range modelIntents {
		i := modelIntent{Name: name, Samples: append([]string{}, p.of(t, "samples", name)...)}
		if len(i.Samples) > maxSamples {
			t.Errorf("%s: %s: got %d samples, want at most %d", language, name, len(i.Samples), maxSamples)
		}
		if slot := slotOf(name); slot.Name != "" {
			slot.Samples = p.of(t, "answers", name)
			i.Slots = []modelSlot{slot}
		}
		lm.Intents = append(lm.Intents, i)
	}
	first := modelType{Name: "AMAZON.FirstName"}
	for _, line := range p.lines["names"][1:] {
		var v modelValue
		all := strings.Split(line[1], " | ")
		v.Name.Value, v.Name.Synonyms = all[0], all[1:]
		first.Values = append(first.Values, v)
	}
	lm.Types = []modelType{first}
	d := &m.InteractionModel.Dialog
	d.DelegationStrategy = "SKILL_RESPONSE"
	for _, name := range elicited {
		slot, id := slotOf(name), "Elicit.Slot."+name+"."+SlotOf(name)
		d.Intents = append(d.Intents, dialogIntent{Name: name, Slots: []dialogSlot{{
			Name: slot.Name, Type: slot.Type, ElicitationRequired: true, Prompts: map[string]string{"elicitation": id},
		}}})
		at := slices.IndexFunc(p.lines["prompts"], func(line [2]string) bool { return line[0] == name })
		m.InteractionModel.Prompts = append(m.InteractionModel.Prompts, modelPrompt{id, []promptVariation{{"PlainText", p.lines["prompts"][at][1]}}})
	}
	return m
}

// modelFiles are the interaction models of the skill package by language.
var modelFiles = map[string]string{
	"en": "../skill-package/interactionModels/custom/en-US.json", "ja": "../skill-package/interactionModels/custom/ja-JP.json",
}

// TestModels checks that the interaction models are those of the samples.
func TestModels(t *testing.T) {
	for language, file := range modelFiles {
		var made bytes.Buffer
		e := json.NewEncoder(&made)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		if err := e.Encode(modelOf(t, language)); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(file, made.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if raw, err := os.ReadFile(file); err != nil || !bytes.Equal(raw, made.Bytes()) {
			t.Errorf("%s is not made from %s.samples: go generate ./skill/understanding (%v)", file, language, err)
		}
	}
}
