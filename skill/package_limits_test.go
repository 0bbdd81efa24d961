package skill

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"voicememo/skill/understanding"
)

// Limits of models, Alexa's or stricter. Sources: "Create Intents, Utterances, and
// Slots", "Slot Type Reference", "Create and Edit Custom Slot Types", "Interaction
// Model Schema" and "Choose the Invocation Name for a Custom Skill" of the Alexa Skills
// Kit.
const (
	maxSampleRunes = 200 // our own limit: people do not say longer ones
	maxValueRunes  = 140
)

var (
	slotPattern = regexp.MustCompile(`\{(\w+)\}`)
	namePattern = regexp.MustCompile(`^[A-Za-z_]+$`) // names of intents and slots
	// Letters, combining marks and the long vowel mark, but no digits: numbers are in
	// words or in slots. Words may contain ' . -
	spokenWords = regexp.MustCompile(`^[\p{L}\p{M}ー' .-]*$`)
)

// builtInTypes are Amazon's types that the models use. The models may extend the lists
// among them.
var builtInTypes = map[string]bool{
	"AMAZON.SearchQuery": false, "AMAZON.NUMBER": false, "AMAZON.FOUR_DIGIT_NUMBER": false,
	"AMAZON.FirstName": true,
}

func TestInvocationNames(t *testing.T) {
	eachModel(t, func(t *testing.T, locale string, m skillModel) {
		want := "family voice memo"
		if locale == "ja-JP" {
			want = "家族ボイスメモ"
		}
		got := m.InteractionModel.LanguageModel.InvocationName
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if n := utf8.RuneCountInString(got); n < 2 || n > 50 || !spokenWords.MatchString(got) || got != strings.ToLower(got) {
			t.Errorf("%q: 2 to 50 characters, small letters and spaces only", got)
		}
		if locale != "ja-JP" && !strings.Contains(got, " ") {
			t.Errorf("%q has only one word", got)
		}
		for _, word := range []string{"alexa", "amazon", "echo", "computer", "skill", "app", "アレクサ", "アマゾン", "エコー", "スキル"} {
			if strings.Contains(got, word) {
				t.Errorf("%q has the reserved word %q", got, word)
			}
		}
		for _, word := range strings.Fields(got) {
			if slices.Contains(strings.Fields("ask tell open launch start begin use run load enable to from in by if and that about for"), word) {
				t.Errorf("%q has the launch or connecting word %q", got, word)
			}
		}
	})
}

// TestNames checks for letters and underscores only, that no slot has the name of an
// intent, and that a slot of several intents has the same type in each.
func TestNames(t *testing.T) {
	eachModel(t, func(t *testing.T, _ string, m skillModel) {
		seen, types := map[string]bool{}, map[string]string{}
		for _, i := range m.InteractionModel.LanguageModel.Intents {
			if name := strings.ToLower(i.Name); seen[name] || !namePattern.MatchString(strings.TrimPrefix(i.Name, "AMAZON.")) {
				t.Errorf("intent %q", i.Name)
			} else {
				seen[name] = true
			}
		}
		for _, i := range m.InteractionModel.LanguageModel.Intents {
			for _, s := range i.Slots {
				name := strings.ToLower(s.Name)
				if seen[name] || !namePattern.MatchString(s.Name) {
					t.Errorf("bad slot %q of %s", s.Name, i.Name)
				}
				if first := cmp.Or(types[name], s.Type); first != s.Type {
					t.Errorf("%s.%s: got type %s, want %s as in other intents", i.Name, s.Name, s.Type, first)
				}
				types[name] = s.Type
			}
		}
	})
}

// TestTypes checks that every slot's type is known, and that only lists are extended.
func TestTypes(t *testing.T) {
	eachModel(t, func(t *testing.T, _ string, m skillModel) {
		for _, i := range m.InteractionModel.LanguageModel.Intents {
			for _, s := range i.Slots {
				if _, known := builtInTypes[s.Type]; !known {
					t.Errorf("%s.%s is of unknown type %q", i.Name, s.Name, s.Type)
				}
			}
		}
		for _, slotType := range m.InteractionModel.LanguageModel.Types {
			if !builtInTypes[slotType.Name] || len(slotType.Values) == 0 {
				t.Errorf("%q is not a list that can be extended, or has no values", slotType.Name)
			}
			checkValues(t, slotType)
		}
	})
}

// checkValues checks that each value or synonym appears once in a type.
func checkValues(t *testing.T, slotType skillType) {
	t.Helper()
	seen := map[string]bool{}
	for _, v := range slotType.Values {
		for _, word := range append([]string{v.Name.Value}, v.Name.Synonyms...) {
			if seen[word] || word == "" || utf8.RuneCountInString(word) > maxValueRunes || !spokenWords.MatchString(word) {
				t.Errorf("bad value %q of %s", word, slotType.Name)
			}
			seen[word] = true
		}
	}
}

// TestDialog checks that every slot of the dialog model is in the language model with
// the same type, that its prompt exists, and that every prompt is used and has text.
func TestDialog(t *testing.T) {
	eachModel(t, func(t *testing.T, _ string, m skillModel) {
		d := m.InteractionModel.Dialog
		if d.DelegationStrategy != "SKILL_RESPONSE" {
			t.Errorf("delegation strategy: got %q, want SKILL_RESPONSE", d.DelegationStrategy)
		}
		used := map[string]bool{}
		for _, i := range d.Intents {
			for _, s := range i.Slots {
				spoken := findSlot(t, m.InteractionModel.LanguageModel.Intents, i.Name)
				if spoken.Type != s.Type {
					t.Errorf("%s.%s is %s here and %s there", i.Name, s.Name, s.Type, spoken.Type)
				}
				used[s.Prompts["elicitation"]] = true
			}
		}
		checkPrompts(t, m.InteractionModel.Prompts, used)
	})
}

// TestDialogHasTheElicitedSlots checks that the dialog model has exactly the slots that
// questions elicit, that each must be asked for, and that each has a sample for the bare answer.
func TestDialogHasTheElicitedSlots(t *testing.T) {
	want := map[string]string{}
	for _, intent := range Questions() {
		if intent != "" {
			want[intent] = understanding.SlotOf(intent)
		}
	}
	eachModel(t, func(t *testing.T, _ string, m skillModel) {
		got := map[string]string{}
		for _, i := range m.InteractionModel.Dialog.Intents {
			if i.ConfirmationRequired || len(i.Slots) != 1 || i.Slots[0].ConfirmationRequired || !i.Slots[0].ElicitationRequired {
				t.Errorf("%s: got %+v, want one slot to ask for and no confirmation", i.Name, i)
				continue
			}
			got[i.Name] = i.Slots[0].Name
			spoken := findSlot(t, m.InteractionModel.LanguageModel.Intents, i.Name)
			if !slices.Contains(spoken.Samples, "{"+spoken.Name+"}") {
				t.Errorf("%s: got samples %q, want the bare slot among them", i.Name, spoken.Samples)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("elicited slots: got %v, want %v", got, want)
		}
	})
}

func checkPrompts(t *testing.T, prompts []skillPrompt, used map[string]bool) {
	t.Helper()
	for _, p := range prompts {
		if !used[p.ID] || len(p.Variations) == 0 {
			t.Errorf("prompt %q is not used, or empty", p.ID)
		}
		delete(used, p.ID)
		for _, v := range p.Variations {
			if v.Type != "PlainText" || v.Value == "" {
				t.Errorf("prompt %q: %+v", p.ID, v)
			}
		}
	}
	for id := range used {
		t.Errorf("no prompt %q", id)
	}
}
