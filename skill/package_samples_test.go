package skill

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"voicememo/skill/understanding"
)

// minSamples is the minimum number of samples of each of the skill's own intents, except
// SpeakIntent, whose only sample is not meant to be said. moreSamples has the minimum of the intents that people use
// most.
const minSamples = 14

var moreSamples = map[string]int{
	understanding.AddIntent: 40, understanding.ReadIntent: 40,
	understanding.DoneIntent: 25, understanding.DoneTextIntent: 25, understanding.DeleteIntent: 25, understanding.DeleteTextIntent: 25,
}

// narrower maps an intent whose slot takes any words to the intents that have the same verbs and
// more words of their own: those that name memos by number, all memos or the last action, a longer
// carrier, "tell me" beside "tell dad", "change my name" beside "change number one". "Delete two" is
// a memo's number and "delete two eggs" its text; in Japanese, to take back (取り消して) ends like
// to delete (消して). The phrases of a narrower intent win.
var narrower = map[string][]string{
	understanding.AddIntent:        {understanding.RemindMeIntent, understanding.RemindIntent, understanding.AddToListIntent},
	understanding.RemindIntent:     {understanding.RemindMeIntent},
	understanding.ChangeIntent:     {understanding.NameIntent, understanding.RoomIntent},
	understanding.DoneTextIntent:   {understanding.DoneIntent},
	understanding.DeleteTextIntent: {understanding.DeleteIntent, understanding.DeleteAllIntent, understanding.RestoreIntent},
	understanding.TellIntent: {
		understanding.ReadIntent, understanding.ReadOneIntent, understanding.ReadNewIntent, understanding.ReadMoreIntent, understanding.FindIntent,
		understanding.InviteIntent, understanding.ConnectIntent, understanding.MembersIntent,
	},
}

func TestSamples(t *testing.T) {
	eachIntent(t, func(t *testing.T, locale string, i skillIntent) {
		if !i.own() {
			if len(i.Samples) > 0 {
				t.Error("built-in intent has samples, want none")
			}
			return
		}
		if want := max(minSamples, moreSamples[i.Name]); len(i.Samples) < want && i.Name != understanding.SpeakIntent {
			t.Errorf("got %d samples, want at least %d", len(i.Samples), want)
		}
		for _, sample := range i.Samples {
			checkSample(t, locale, i, sample)
			if carrier := carrierOf(sample); utf8.RuneCountInString(strings.ReplaceAll(carrier, " ", "")) < minCarrier(i, sample) {
				t.Errorf("%q has too few words beside the slot", sample)
			}
		}
		for _, s := range i.Slots {
			for _, sample := range s.Samples {
				checkSample(t, locale, i, sample)
				if !strings.Contains(sample, "{"+s.Name+"}") {
					t.Errorf("%q answers the question for %s without it", sample, s.Name)
				}
			}
		}
	})
}

// minCarrier returns the minimum length of the words around the slot; a slot that takes
// any words needs more.
func minCarrier(i skillIntent, sample string) int {
	for _, s := range i.Slots {
		if strings.Contains(sample, "{"+s.Name+"}") && s.Type == "AMAZON.SearchQuery" {
			return 3
		}
	}
	return 2
}

func carrierOf(sample string) string {
	return strings.TrimSpace(slotPattern.ReplaceAllString(sample, ""))
}

// checkSample checks that characters, spaces and slots have the form that Alexa
// accepts.
func checkSample(t *testing.T, locale string, i skillIntent, sample string) {
	t.Helper()
	slots := slotPattern.FindAllStringSubmatch(sample, -1)
	carrier := carrierOf(sample)
	if len(slots) > 1 {
		t.Errorf("%q has more than one slot", sample)
	}
	if sample != strings.TrimSpace(sample) || strings.Contains(sample, "  ") || !spokenWords.MatchString(carrier) ||
		utf8.RuneCountInString(sample) > maxSampleRunes {
		t.Errorf("%q has spaces or marks that are not spoken, or is too long", sample)
	}
	if locale != "ja-JP" && carrier != strings.ToLower(carrier) {
		t.Errorf("%q is not in lower case", sample)
	}
	for _, at := range slotPattern.FindAllStringIndex(sample, -1) {
		after := strings.TrimPrefix(sample[at[1]:], "'s")
		if (at[0] > 0 && sample[at[0]-1] != ' ') || (after != "" && after[0] != ' ') {
			t.Errorf("%q: the slot is not set off with a space", sample)
		}
	}
	for _, s := range slots {
		if !slices.ContainsFunc(i.Slots, func(slot skillSlot) bool { return slot.Name == s[1] }) {
			t.Errorf("%q: unknown slot", sample)
		}
	}
}

// TestSamplesAreUnique compares samples regardless of spaces, capitals and slot names:
// within an intent and its slots, and between intents. A sample may differ from one of
// a narrower intent only in what the slot takes.
func TestSamplesAreUnique(t *testing.T) {
	normal := func(i skillIntent, sample string) string {
		slot := "{}"
		if len(narrower[i.Name]) > 0 {
			slot = "{text}"
		}
		return strings.ToLower(strings.ReplaceAll(slotPattern.ReplaceAllString(sample, slot), " ", ""))
	}
	eachModel(t, func(t *testing.T, _ string, m skillModel) {
		seen := map[string]string{}
		for _, i := range m.InteractionModel.LanguageModel.Intents {
			for _, sample := range i.Samples {
				if before, twice := seen[normal(i, sample)]; twice {
					t.Errorf("%q of %s is in %s too", sample, i.Name, before)
				}
				seen[normal(i, sample)] = i.Name
			}
			for _, s := range i.Slots {
				inSlot := map[string]bool{}
				for _, sample := range s.Samples {
					if inSlot[normal(i, sample)] {
						t.Errorf("%q of %s stands there twice", sample, s.Name)
					}
					inSlot[normal(i, sample)] = true
				}
			}
		}
	})
}

// maxTaken is how many slotless phrases of other intents a carrier may fit. Such
// phrases win over the carrier, but each suggests similar phrases that may not.
const maxTaken = 3

// TestNoCarrierSwallowsAnotherIntent checks that no carrier fits a sample with a slot
// of another intent, and that it fits few without. An intent and its narrower intents
// are exempt: their samples may fit each other.
func TestNoCarrierSwallowsAnotherIntent(t *testing.T) {
	for locale, space := range map[string]string{"ja-JP": "", "en-US": " "} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			intents := loadModel(t, locale).InteractionModel.LanguageModel.Intents
			spoken := map[string][]string{}
			for _, intent := range intents {
				for _, sample := range intent.Samples {
					spoken[intent.Name] = append(spoken[intent.Name], slotPattern.ReplaceAllString(sample, "1234"))
				}
			}
			for _, a := range intents {
				for _, sample := range a.Samples {
					taken := swallowed(intents, spoken, a, sample, space)
					if slices.ContainsFunc(taken, func(s string) bool { return strings.Contains(s, "{") }) || len(taken) > maxTaken {
						t.Errorf("%q of %s also fits %q", sample, a.Name, taken)
					}
				}
			}
		})
	}
}

// related reports whether one of two intents is the other or narrower than the other.
func related(a, b string) bool {
	return a == b || slices.Contains(narrower[a], b) || slices.Contains(narrower[b], a)
}

// swallowed returns the samples of other intents that fit a sample whose slot takes any
// words, or any numbers if it is a slot for numbers, or any words without the object
// particle 「を」 if it is a slot for names. spoken has each intent's samples with a number
// in the slot. A space separates the words of the language.
func swallowed(intents []skillIntent, spoken map[string][]string, of skillIntent, sample, space string) (taken []string) {
	fits := greedy(of, sample, space)
	for _, other := range intents {
		if related(of.Name, other.Name) {
			continue
		}
		for i, s := range other.Samples {
			if fits(spoken[other.Name][i]) {
				taken = append(taken, s)
			}
		}
	}
	return taken
}

// greedy returns a function that reports whether a phrase fits a sample with any words
// or numbers in its slot.
func greedy(of skillIntent, sample, space string) func(phrase string) bool {
	before, after, open := cutSlot(sample)
	if !open {
		return func(phrase string) bool { return phrase == sample }
	}
	if before != "" {
		before += space
	}
	if after != "" && after[0] != '\'' {
		after = space + after
	}
	numeric := slices.ContainsFunc(of.Slots, func(s skillSlot) bool { return strings.Contains(s.Type, "NUMBER") })
	name := slices.ContainsFunc(of.Slots, func(s skillSlot) bool { return s.Type == "AMAZON.FirstName" })
	return func(phrase string) bool {
		filling, starts := strings.CutPrefix(phrase, before)
		filling, ends := strings.CutSuffix(filling, after)
		return starts && ends && filling != "" && (!numeric || strings.Trim(filling, "0123456789") == "") && (!name || !strings.Contains(filling, "を"))
	}
}

// cutSlot returns the words before and after the slot of a sample, and whether it has
// a slot.
func cutSlot(sample string) (before, after string, found bool) {
	at := slotPattern.FindStringIndex(sample)
	if at == nil {
		return sample, "", false
	}
	return strings.TrimSpace(sample[:at[0]]), strings.TrimSpace(sample[at[1]:]), true
}
