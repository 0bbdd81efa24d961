package understanding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/skill/words"
)

// slotWords are words for a slot or, if an intent has some of its own, for that intent's slot. Some
// samples want an object, others what to do with it.
var slotWords = map[string]map[string][]string{
	"en": {
		textSlot: {"call the dentist", "two eggs", "dinner is ready"}, DoneTextIntent: {"the laundry", "the electric bill", "grandma"}, DeleteTextIntent: {"the laundry", "call the dentist"},
		reminderSlot: {"call the dentist", "the dentist", "tomorrow is trash day"}, RemindIntent: {"dad to call the dentist"}, tellSlot: {"dad dinner is ready", "dad"}, listSlot: {"two eggs"},
		changeSlot: {"number two to oat milk"}, searchSlot: {"the dentist", "eggs"}, numberSlot: {"two", "second"}, codeSlot: {"1234"}, recoverySlot: {"1234567890"}, nameSlot: {"Emma"}, roomSlot: {"kitchen"},
	},
	"ja": {
		textSlot: {"歯医者の予約", "歯医者に電話する", "牛乳を買う", "牛乳"}, DoneTextIntent: {"洗濯", "図書館の本", "おばあちゃん"}, DeleteTextIntent: {"洗濯", "歯医者の予約"},
		reminderSlot: {"歯医者に電話する", "歯医者の予約"}, tellSlot: {"パパにご飯できた"}, listSlot: {"卵2個"}, changeSlot: {"2番を低脂肪乳"},
		searchSlot: {"歯医者", "卵"}, numberSlot: {"2"}, codeSlot: {"1234"}, recoverySlot: {"1234567890"}, nameSlot: {"太郎"}, roomSlot: {"台所"},
	},
}

// mostMissed is how many samples of each language may mean something else as free speech than
// where Alexa matches them. Free speech asks back where a sample is certain; a kind of sentence
// that it misses belongs into the rules. Lower it with them.
var mostMissed = map[string]int{"en": 1400, "ja": 1850}

// TestSamplesAreUnderstood checks that samples mean the same as free speech. It prints those that
// do not.
func TestSamplesAreUnderstood(t *testing.T) {
	for language, locale := range map[string]words.Locale{
		"en": {Model: "en-US", Catalogue: words.English()}, "ja": {Model: "ja-JP", Catalogue: words.Japanese()},
	} {
		l := speaker{locale, language}
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			all, missed := 0, 0
			for _, i := range modelOf(t, language).InteractionModel.LanguageModel.Intents {
				if i.Name == SpeakIntent {
					continue
				}
				for _, sample := range i.Samples {
					all++
					if meaning := l.otherMeaning(i.Name, sample); meaning != "" {
						missed++
						t.Logf("%s: %s", i.Name, meaning)
					}
				}
			}
			t.Logf("%d of %d samples mean something else as free speech", missed, all)
			if missed > mostMissed[language] {
				t.Errorf("got %d samples that mean something else as free speech, want at most %d", missed, mostMissed[language])
			}
		})
	}
}

// sessionOf is a session in which people say the samples of an intent.
func sessionOf(intent string) Session {
	if intent == RestoreIntent {
		return Session{Asked: AskElse, Acted: true, Last: models.ActTrashed}
	}
	return Session{Asked: AskMenu}
}

// spokenAs are the intents that free speech has in place of those that have words in their slot.
var spokenAs = map[string]string{
	RemindMeIntent: AddIntent, RemindIntent: AddIntent, TellIntent: AddIntent, AddToListIntent: AddIntent, DoneTextIntent: DoneIntent, DeleteTextIntent: DeleteIntent,
}

// speaker says samples as free speech.
type speaker struct {
	words.Locale
	language string
}

// otherMeaning says what a sample means as free speech if it is not what it means where Alexa matches
// it, whatever fitting words are in its slot; "": it is.
func (s speaker) otherMeaning(intent, sample string) (other string) {
	slot := SlotOf(intent)
	if !strings.Contains(sample, "{") {
		return s.differs(intent, sample, "")
	}
	fillings := slotWords[s.language][intent]
	if fillings == nil {
		fillings = slotWords[s.language][slot]
	}
	for _, filling := range fillings {
		spoken := strings.ReplaceAll(sample, "{"+slot+"}", filling)
		if s.language == "ja" {
			spoken = strings.ReplaceAll(spoken, " ", "")
		}
		differs := s.differs(intent, spoken, filling)
		if differs == "" {
			return ""
		}
		other = cmp.Or(other, differs)
	}
	return other
}

// differs says what free speech means if it is not an intent with words in its slot.
func (s speaker) differs(intent, spoken, filling string) string {
	h := Understand(s.Locale, Said{Intent: SpeakIntent, Slots: map[string]string{speechSlot: spoken}}, sessionOf(intent))
	want := cmp.Or(spokenAs[intent], intent)
	got := filling
	switch {
	case h.Intent != want:
		return fmt.Sprintf("%q is %s", spoken, h.Intent)
	case filling == "":
	case SlotOf(intent) == numberSlot:
		if !slices.Equal(h.Which.Numbers, []int{2}) {
			return fmt.Sprintf("%q is %s of %+v", spoken, h.Intent, h.Which)
		}
	case want == DoneIntent || want == DeleteIntent:
		got = h.Which.Text
	case want == AddIntent && intent != TellIntent && intent != RemindIntent, want == FindIntent, want == NameIntent, want == RoomIntent:
		got = h.Text
	}
	if article := "the "; strings.TrimPrefix(got, article) != strings.TrimPrefix(filling, article) {
		return fmt.Sprintf("%q is %s of %q", spoken, h.Intent, got)
	}
	return ""
}
