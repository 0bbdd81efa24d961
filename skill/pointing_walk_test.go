package skill_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"voicememo/models"
)

// pointer walks through one session and knows which memos every pointing word means.
type pointer struct {
	*world
	rt    *rapid.T
	tk    talker
	live  []string // the memos that are open, newest first
	items []string // the list as it was read: number n is items[n-1]
	read  bool     // it was read, and nothing was added since
	acts  [][]string
	acted bool   // the last turn changed a memo
	added string // the memo that was added last
}

// talker says words with an intent.
type talker func(intent, slot, value string) string

// pointings are the words with the memos that they mean; nil: the skill asks.
var pointings = []struct {
	ja, en string
	means  func(p *pointer) []string
}{
	{"一番新しいの", "the newest one", func(p *pointer) []string { return p.live[:min(1, len(p.live))] }},
	{"最新のメモ", "the latest memo", func(p *pointer) []string { return p.live[:min(1, len(p.live))] }},
	{"一番古いの", "the oldest one", func(p *pointer) []string { return p.live[max(0, len(p.live)-1):] }},
	{"最後に追加したの", "the last one i added", func(p *pointer) []string {
		if p.added == "" {
			return p.live[:min(1, len(p.live))] // all are of this Echo
		}
		return []string{p.added}
	}},
	{"最後の", "the last one", func(p *pointer) []string {
		switch {
		case p.read:
			return p.items[len(p.items)-1:]
		case len(p.acts) > 0:
			return p.lastAct()
		}
		return p.live[:min(1, len(p.live))]
	}},
	{"それ", "that one", func(p *pointer) []string {
		switch {
		case len(p.acts) > 0 && (p.acted || !p.read):
			return p.lastAct()
		case p.read:
			return p.items[len(p.items)-1:]
		}
		return nil
	}},
	{"両方", "both", func(p *pointer) []string {
		switch last := len(p.acts) - 1; {
		case p.read && len(p.items) == 2:
			return p.items
		case last >= 0 && len(p.acts[last]) == 2:
			return p.acts[last]
		}
		return nil
	}},
	{"最後の二つ", "the last two", func(p *pointer) []string {
		if !p.read || len(p.items) < 2 {
			return nil
		}
		return p.items[len(p.items)-2:]
	}},
	{"1番から3番", "one to three", func(p *pointer) []string { return p.numbers(1, 2, 3) }},
	{"1番と3番", "one and three", func(p *pointer) []string { return p.numbers(1, 3) }},
	{"2番", "number two", func(p *pointer) []string { return p.numbers(2) }},
	{"2番以外", "all but two", func(p *pointer) []string {
		if !p.read || len(p.items) < 2 {
			return nil
		}
		return slices.Concat(p.items[:1], p.items[2:])
	}},
}

func (p *pointer) lastAct() []string {
	last := p.acts[len(p.acts)-1]
	return last[len(last)-1:]
}

// numbers returns memos by their numbers; nil: the list has not all of them.
func (p *pointer) numbers(all ...int) (memos []string) {
	for _, n := range all {
		if n > len(p.items) {
			return nil
		}
		memos = append(memos, p.items[n-1])
	}
	return memos
}

// reads notes that the list was read, if the last answer read it.
func (p *pointer) reads(speech string) {
	if len(p.live) > 0 && strings.Contains(speech, p.live[0]) && strings.Contains(speech, p.live[len(p.live)-1]) {
		p.items, p.read = slices.Clone(p.live), true
	}
}

// points says one pointing word and compares what is gone with what it means.
func (p *pointer) points(intent string) {
	w := pointings[rapid.IntRange(0, len(pointings)-1).Draw(p.rt, "words")]
	if strings.HasPrefix(w.en, "all but") && len(p.items) == 2 && !p.read {
		return
	}
	want := w.means(p)
	before := p.live
	gone := slices.DeleteFunc(slices.Clone(want), func(content string) bool { return !slices.Contains(before, content) })
	speech := p.tk(intent, "memoText", p.word(w.ja, w.en))
	p.live = p.open()
	if got := lacking(before, p.live); !slices.Equal(got, sorted(gone)) {
		p.rt.Fatalf("%s %q: got %q, want %q of %q, read %q, after %q", intent, w.en, got, gone, before, p.items, speech)
	}
	for _, content := range gone {
		if !strings.Contains(speech, content) {
			p.rt.Fatalf("%s %q: %q is gone and not named in %q", intent, w.en, content, speech)
		}
	}
	p.acted = len(gone) > 0
	if p.acted {
		p.acts = append(p.acts, slices.DeleteFunc(slices.Clone(want), func(content string) bool { return !slices.Contains(gone, content) }))
	}
	if len(want) == 0 {
		p.reads(speech)
	}
}

// open returns the memos that are open, newest first.
func (p *pointer) open() []string {
	done := p.finished()
	return slices.DeleteFunc(p.contents(), func(content string) bool { return slices.Contains(done, content) })
}

// lacking returns the texts of before that are not in after, sorted.
func lacking(before, after []string) []string {
	return sorted(slices.DeleteFunc(slices.Clone(before), func(content string) bool { return slices.Contains(after, content) }))
}

func sorted(all []string) []string { return slices.Sorted(slices.Values(all)) }

// TestPointingWordsAgreeWithAModel checks pointing words after any readings, additions and
// deletions: just the memos that they mean are changed, and each is named.
func TestPointingWordsAgreeWithAModel(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		words := strings.Fields(w.word("牛乳 卵 味噌 豆腐 傘 電池 切手 糊 鉛筆 石鹸 椅子 時計", "milk eggs miso tofu umbrella batteries stamps glue pencils soap chairs clock"))
		rapid.Check(t, func(rt *rapid.T) {
			w.own = models.UserID(echo + w.id())
			p := &pointer{world: w, rt: rt, live: words[:rapid.IntRange(0, 4).Draw(rt, "memos")]}
			fresh := words[4:]
			p.fill(p.live)
			tk := w.talk(locale)
			p.tk = func(intent, slot, value string) string {
				a := w.meant(tk, intent, slot, value)
				if remembers(w.t, a).decides() {
					w.meant(tk, "AMAZON.NoIntent", "", "")
				}
				if !a.Open {
					rt.Fatalf("the session ended: %q", a.Speech)
				}
				return a.Speech
			}
			w.launch(tk)
			for range rapid.IntRange(1, 12).Draw(rt, "steps") {
				switch rapid.SampledFrom([]string{"add", "read", "delete", "delete", "done"}).Draw(rt, "step") {
				case "add":
					if len(p.live) < 5 && len(fresh) > 0 {
						p.tk("AddMemoIntent", "memoText", fresh[0])
						p.live, p.added, p.read, p.acted = append([]string{fresh[0]}, p.live...), fresh[0], false, true
						p.acts = append(p.acts, fresh[:1])
						fresh = fresh[1:]
					}
				case "read":
					p.acted = false
					if speech := p.tk("ReadMemosIntent", "", ""); len(p.live) > 0 {
						p.reads(speech)
					}
				case "delete":
					p.points("DeleteByTextIntent")
				case "done":
					p.points("DoneByTextIntent")
				}
			}
		})
	})
}
