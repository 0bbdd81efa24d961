package skill_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
)

// carrierWords are all that may be missing from the text of an explicit add, before it and after it.
var carrierWords = map[bool]*regexp.Regexp{
	true: regexp.MustCompile(`^(?i:add|can|could|would|you|we|i|need|want|our|groceries|put|write|note|jot|down|a|an|another|the|new|quick|family|memo|memos|note|notes|reminder|message|to|that|saying|which|says|of|about|` +
		`my|our|shopping|grocery|packing|todo|do|list|lists|on|onto|in|into|please|thanks|thank|you|too|as|well|um|uh|er|erm|hm|hmm|ah|mm|[,.!]| )*$`),
	false: regexp.MustCompile(`^(えっと|えーと|うーん|あのー|あの|を|も|って|と|に|こと|の|買い物|やること|リスト|メモ|追加|入れて|書いて|して|伝えて|、|。|！| )*$`),
}

// sounds are sounds of thinking, which a memo does not have.
var sounds = regexp.MustCompile(`\b(ah|eh|hm)\b[,.!]* *`)

// teForm is a request that ends like the quotation 「って」.
var teForm = regexp.MustCompile(`[買持作洗取行切送帰待使払言貼]って$`)

// keepsWords reports whether a memo has the words of a text but those of a carrier around it.
func keepsWords(english bool, text, content string) bool {
	text = strings.TrimRight(strings.Join(strings.Fields(text), " "), "。.！!、, ")
	text, content = sounds.ReplaceAllString(text, ""), sounds.ReplaceAllString(content, "")
	before, after, ok := strings.Cut(text, content)
	carrier := carrierWords[english]
	return ok && content != "" && carrier.MatchString(before) && carrier.MatchString(after) && (after == "" || !teForm.MatchString(text))
}

// sentences are what people say: the samples of all intents with words in their slots, and the
// sentences of the rounds.
func sentences(t *testing.T, locale string) (all []string) {
	t.Helper()
	for _, intent := range modelOf(t, locale).InteractionModel.LanguageModel.Intents {
		for _, sample := range intent.Samples {
			said, _ := utterances(locale, intent.Name, sample)
			for _, s := range said[:min(3, len(said))] {
				all = append(all, s.words)
			}
		}
	}
	return append(all, roundWords(t, locale)...)
}

// roundWords are the sentences of the rounds.
func roundWords(t *testing.T, locale string) (all []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/rounds/*." + locale[:2] + ".txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %q, %v, want rounds", files, err)
	}
	for _, file := range files {
		for _, c := range readRound(t, file) {
			for _, turn := range c.turns {
				all = append(all, turn.words)
			}
		}
	}
	return all
}

// anew begins with an Echo of its own, with memos, and opens the skill.
func (w *world) anew(locale string, memos ...string) *talk.Talk {
	w.own = models.UserID(echo + w.id())
	w.fill(memos)
	return w.opened(w.talk(locale))
}

// TestExplicitAddsHaveTheirWords checks that words that had a carrier are stored but for what is
// left of the carrier around them, or name the memo that already has them, in and out of sessions.
func TestExplicitAddsHaveTheirWords(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		all := sentences(t, locale)
		rapid.Check(t, func(rt *rapid.T) {
			tk := w.anew(locale, w.word("牛乳", "milk"), w.word("卵を買う", "buy eggs"), w.word("電気代を払う", "pay the bill"))
			for range 8 {
				text := rapid.OneOf(rapid.SampledFrom(all), rapid.SampledFrom(all), memoText(w)).Draw(rt, "text")
				if rapid.Bool().Draw(rt, "one-shot") {
					w.must(tk.End(w.t.Context()))
				}
				before := w.contents()
				a := w.meant(tk, "AddMemoIntent", "memoText", text)
				after := w.contents()
				switch added := lacking(after, before); {
				case len(lacking(before, after)) > 0 || len(w.finished()) > 0:
					rt.Fatalf("%q: got %q, want nothing gone from %q after %q", text, after, before, a.Speech)
				case len(added) == 0 && !slices.ContainsFunc(before, func(content string) bool { return namesIn(a.Speech, content) }):
					rt.Fatalf("%q: got %q and no memo", text, a.Speech)
				case len(added) > 1 || len(added) == 1 && !keepsWords(w.english, text, added[0]):
					rt.Errorf("%q: got %q", text, added)
				}
			}
		})
	})
}

// namesIn reports whether a reply names a memo, at least by its beginning.
func namesIn(speech, content string) bool {
	start := []rune(strings.Join(strings.Fields(content), " "))
	return strings.Contains(strings.Join(strings.Fields(speech), " "), string(start[:min(len(start), 20)]))
}

// TestNoMemoLeavesUnnamed checks that each memo that is deleted, done or changed by whatever people
// say is named in the reply, except those that were counted in a question.
func TestNoMemoLeavesUnnamed(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		all := append(sentences(t, locale), w.word("はい", "yes"), w.word("いいえ", "no"), w.word("元に戻して", "undo"))
		rapid.Check(t, func(rt *rapid.T) {
			tk := w.anew(locale, w.word("牛乳を2本", "two liters of milk"), w.word("玉ねぎ", "peanut butter"), w.word("電気代を払う", "pay the electric bill"), w.word("木曜日の三時に歯医者", "dentist at three on Thursday"))
			asked := "menu"
			for range 10 {
				text := rapid.SampledFrom(all).Draw(rt, "text")
				before := w.states()
				a := w.meant(tk, "SpeakIntent", "speech", text)
				after := w.states()
				for content, state := range before {
					if after[content] != state && !namesIn(a.Speech, content) && asked != "all" && !w.hasChanged(a.Speech, content) {
						rt.Errorf("%q after the question %q: %q was %s and is %q, got %q", text, asked, content, state, after[content], a.Speech)
					}
				}
				if asked = remembers(w.t, a).Asked; !a.Open {
					w.launch(tk)
				}
			}
		})
	})
}

// hasChanged reports whether a reply names the memo that had a text before.
func (w *world) hasChanged(speech, before string) bool {
	list, err := w.memos.List(w.t.Context(), w.device(), memo.Query{})
	w.must(err)
	return slices.ContainsFunc(list.Memos, func(m models.Memo) bool {
		return m.Before.Content == before && namesIn(speech, m.Content)
	})
}

// states returns which memos are open and which are done.
func (w *world) states() map[string]string {
	all := map[string]string{}
	for _, content := range w.contents() {
		all[content] = "open"
	}
	for _, content := range w.finished() {
		all[content] = "done"
	}
	return all
}

// spokenText draws a text as long as people speak.
func spokenText(w *world) *rapid.Generator[string] {
	return rapid.Map(memoText(w), func(text string) string {
		runes := []rune(text)
		return strings.TrimSpace(string(runes[:min(len(runes), 60)]))
	})
}

// TestNothingSaidIsLost checks that what is said where a memo may be said is written, or that the
// skill answers and listens; what it offers to write is written after a yes.
func TestNothingSaidIsLost(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		rapid.Check(t, func(rt *rapid.T) {
			tk := w.anew(locale, w.word("傘", "umbrella"))
			for range 2 {
				text := spokenText(w).Draw(rt, "text")
				before := w.contents()
				a := w.meant(tk, "SpeakIntent", "speech", text)
				switch session := remembers(w.t, a); {
				case !a.Open || a.Speech == "":
					rt.Fatalf("%q: got %q, open %v", text, a.Speech, a.Open)
				case session.Asked == "write":
					a = w.meant(tk, "AMAZON.YesIntent", "", "")
					if added := lacking(w.contents(), before); len(added) == 0 && !slices.ContainsFunc(before, func(content string) bool { return namesIn(a.Speech, content) }) ||
						len(added) > 0 && !keepsWords(w.english, text, added[0]) {
						rt.Errorf("%q: got %q after %q", text, added, a.Speech)
					}
				case session.decides():
					w.meant(tk, "AMAZON.NoIntent", "", "")
				case len(lacking(w.contents(), before)) == 1 && !keepsWords(w.english, text, lacking(w.contents(), before)[0]):
					rt.Errorf("%q: got %q", text, lacking(w.contents(), before))
				}
			}
		})
	})
}
