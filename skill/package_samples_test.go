package skill

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// minSamples is the minimum number of samples of each of the skill's own intents.
const minSamples = 14

func TestSamples(t *testing.T) {
	eachIntent(t, func(t *testing.T, locale string, i skillIntent) {
		if !i.own() {
			if len(i.Samples) > 0 {
				t.Error("built-in intent has samples, want none")
			}
			return
		}
		if len(i.Samples) < minSamples {
			t.Errorf("got %d samples, want more", len(i.Samples))
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

// TestSamplesAreUnique compares samples regardless of spaces, capitals and slot names:
// within an intent and its slots, and between intents.
func TestSamplesAreUnique(t *testing.T) {
	normal := func(sample string) string {
		return strings.ToLower(strings.ReplaceAll(slotPattern.ReplaceAllString(sample, "{}"), " ", ""))
	}
	eachModel(t, func(t *testing.T, _ string, m skillModel) {
		seen := map[string]string{}
		for _, i := range m.InteractionModel.LanguageModel.Intents {
			for _, sample := range i.Samples {
				if before, twice := seen[normal(sample)]; twice {
					t.Errorf("%q of %s is in %s too", sample, i.Name, before)
				}
				seen[normal(sample)] = i.Name
			}
			for _, s := range i.Slots {
				inSlot := map[string]bool{}
				for _, sample := range s.Samples {
					if inSlot[normal(sample)] {
						t.Errorf("%q of %s stands there twice", sample, s.Name)
					}
					inSlot[normal(sample)] = true
				}
			}
		}
	})
}

// maxTaken is how many slotless phrases of other intents a carrier may fit. Such
// phrases win over the carrier, but each suggests similar phrases that may not.
const maxTaken = 3

// TestNoCarrierSwallowsAnotherIntent checks that no carrier fits a sample with a slot
// of another intent, and that it fits few without.
func TestNoCarrierSwallowsAnotherIntent(t *testing.T) {
	for _, locale := range []string{"ja-JP", "en-US"} {
		intents := loadModel(t, locale).InteractionModel.LanguageModel.Intents
		for _, a := range intents {
			for _, sample := range a.Samples {
				taken := swallowed(intents, a, sample)
				if slices.ContainsFunc(taken, func(s string) bool { return strings.Contains(s, "{") }) || len(taken) > maxTaken {
					t.Errorf("%s: %q of %s also fits %q", locale, sample, a.Name, taken)
				}
			}
		}
	}
}

// swallowed returns the samples of other intents that fit a sample whose slot takes any
// words, or any numbers if it is a slot for numbers.
func swallowed(intents []skillIntent, of skillIntent, sample string) (taken []string) {
	parts := slotPattern.Split(sample, -1)
	for j := range parts {
		parts[j] = regexp.QuoteMeta(strings.TrimSpace(parts[j]))
	}
	filling := ".+"
	for _, s := range of.Slots {
		if strings.Contains(s.Type, "NUMBER") {
			filling = "[0-9]+"
		}
	}
	greedy := regexp.MustCompile("^" + strings.Join(parts, filling) + "$")
	for _, other := range intents {
		for _, s := range other.Samples {
			if spoken := slotPattern.ReplaceAllString(s, "1234"); other.Name != of.Name && greedy.MatchString(spoken) {
				taken = append(taken, s)
			}
		}
	}
	return taken
}
