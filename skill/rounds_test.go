package skill_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
)

// A round is a file of what people say, written without knowledge of the skill, with what must be
// true after each sentence. Its outcomes are those on which its writer and a second reader agreed.
// docs/decisions/0118-understanding.md has the first result of each round, before any change.

// roundCase is a conversation of a round: a situation, and what is said with its outcomes.
type roundCase struct {
	line      int
	situation string
	turns     []roundTurn
}

type roundTurn struct {
	words    string
	outcomes []string
}

// readRound reads the cases of a file.
func readRound(t testing.TB, file string) (all []roundCase) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(raw), "\n") {
		switch text := strings.TrimSpace(strings.TrimLeft(line, "@>=")); {
		case strings.HasPrefix(line, "@"):
			all = append(all, roundCase{line: i + 1, situation: text})
		case strings.HasPrefix(line, ">"):
			c := &all[len(all)-1]
			c.turns = append(c.turns, roundTurn{words: text})
		case strings.HasPrefix(line, "="):
			c := &all[len(all)-1]
			c.turns[len(c.turns)-1].outcomes = strings.Split(text, " / ")
		}
	}
	return all
}

// stageOf is a family with the memos of a round.
type stageOf struct {
	*world
	tk     *talk.Talk
	before []snapshot // the lists before each turn that changed one
}

// snapshot is the family's memos by id.
type snapshot map[models.MemoID]models.Memo

// newStageOf leads a family to a situation.
func newStageOf(t testing.TB, locale, situation string) *stageOf {
	s := &stageOf{world: newWorld(t)}
	s.english = locale != "ja-JP"
	zone, err := time.LoadLocation(s.word("Asia/Tokyo", "America/New_York"))
	s.must(err)
	s.now = time.Date(2026, 11, 1, 10, 0, 0, 0, zone)
	mom := s.household(s.word("ママ", "Mom"))
	dad := s.person(s.word("パパ", "Dad"))
	_, err = s.invites.RedeemCode(t.Context(), dad, s.code(mom), "web")
	s.must(err)
	s.now = time.Date(2026, 11, 28, 10, 0, 0, 0, zone)
	mom, dad = s.reread(mom), s.reread(dad)
	situation, own, _ := strings.Cut(situation, ":")
	s.writes(mom, own)
	for _, m := range []struct {
		by     models.User
		ja, en string
		ago    time.Duration
	}{
		{dad, "図書館の本を返す", "library books", 9 * 24 * time.Hour},
		{mom, "おばあちゃんに日曜日のことで電話", "call grandma about Sunday", 5 * 24 * time.Hour},
		{s.device(), "卵焼き器", "pineapple", 3 * 24 * time.Hour},
		{dad, "木曜日の三時に歯医者", "dentist at three on Thursday", 26 * time.Hour},
		{mom, "電気代を払う", "pay the electric bill", 15 * time.Hour},
		{mom, "玉ねぎ", "peanut butter", 150 * time.Minute},
		{s.device(), "牛乳を2本", "two liters of milk", 110 * time.Minute},
		{dad, "クリーニングを取りに行く", "pick up the dry cleaning", 20 * time.Minute},
	} {
		if own == "" {
			s.write(m.by, s.word(m.ja, m.en), m.ago)
		}
	}
	s.tk = s.talk(locale)
	s.says(s.tk, s.word("メモを読んで", "read the memos"), s.word("はい", "yes"), s.word("はい", "yes"))
	s.must(s.tk.End(t.Context()))
	if situation == "closed" {
		return s
	}
	s.says(s.tk, s.word("家族ボイスメモを開いて", "open family voice memo"))
	switch situation {
	case "added":
		s.says(s.tk, s.word("バナナを追加", "add bananas"))
	case "read":
		s.says(s.tk, s.word("メモを読んで", "read the memos"))
	}
	return s
}

// writes adds the memos of a situation that are not those of the rounds, the first of them newest.
// Those that end in (Mom) are Mom's, the others the Echo's.
func (s *stageOf) writes(mom models.User, memos string) {
	s.t.Helper()
	all := strings.Split(strings.TrimSpace(memos), " + ")
	for i, content := range slices.Backward(all) {
		by := s.device()
		content, hers := strings.CutSuffix(content, " (Mom)")
		if hers {
			by = mom
		}
		if content != "" {
			s.write(by, content, time.Duration(i+1)*time.Hour)
		}
	}
}

// reread reads a person again.
func (w *world) reread(u models.User) models.User {
	w.t.Helper()
	u, err := w.families.Person(w.t.Context(), u.ID)
	w.must(err)
	return u
}

// snap returns the family's memos, also those that are done or in the trash.
func (s *stageOf) snap() snapshot {
	all := snapshot{}
	for _, q := range []memo.Query{{}, {Deleted: true}} {
		list, err := s.memos.List(s.t.Context(), s.device(), q)
		s.must(err)
		for _, m := range list.Memos {
			all[m.ID] = m
		}
	}
	return all
}

// differences returns what became of the list, as outcomes.
func differences(before, after snapshot) (all []string) {
	var added, done, deleted, changed, other []string
	for id, m := range after {
		was, ok := before[id]
		switch {
		case !ok && !m.Deleted:
			added = append(added, m.Content)
		case !ok || was.Deleted == m.Deleted && was.Done() == m.Done() && was.Content == m.Content:
		case !was.Deleted && m.Deleted:
			deleted = append(deleted, m.Content)
		case !was.Done() && m.Done():
			done = append(done, m.Content)
		case was.Content != m.Content:
			changed = append(changed, was.Content+" -> "+m.Content)
		default:
			other = append(other, m.Content)
		}
	}
	for kind, texts := range map[string][]string{"add": added, "done": done, "delete": deleted, "change": changed, "back": other} {
		slices.Sort(texts)
		if len(texts) > 0 {
			all = append(all, kind+" "+strings.Join(texts, " + "))
		}
	}
	slices.Sort(all)
	return all
}

// sameList reports whether two lists have the same memos in the same state.
func sameList(a, b snapshot) bool {
	live := func(s snapshot) (all []string) {
		for _, m := range s {
			if !m.Deleted {
				all = append(all, fmt.Sprint(m.Content, m.Done()))
			}
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(live(a), live(b))
}

// failure says what is wrong about a turn. A fault that is worse than not helping is marked.
type failure struct {
	text    string
	guess   bool // something was done, deleted or changed that was not asked for
	stray   bool // something was written that is no memo
	dirty   bool // a memo was written with other words
	outcome string
}

// plays says the words of a turn and returns what is wrong; "": nothing.
func (s *stageOf) plays(turn roundTurn) failure {
	before := s.snap()
	a := s.hears(s.tk, turn.words)
	after := s.snap()
	got := differences(before, after)
	if len(s.before) == 0 || !sameList(before, after) {
		s.before = append(s.before, before)
	}
	kinds := map[string]bool{}
	for _, want := range turn.outcomes {
		kind, rest, _ := strings.Cut(strings.TrimSpace(want), " ")
		kinds[kind] = true
		if both := strings.Split(want, " & "); len(both) > 1 && slices.Equal(both, got) {
			return failure{}
		}
		if s.holds(kind, strings.TrimSpace(rest), got, a, after) {
			return failure{}
		}
	}
	f := failure{text: fmt.Sprintf("got %q and %q, want %q", got, a.Speech, turn.outcomes), outcome: strings.Join(got, "; ")}
	for _, g := range got {
		kind, _, _ := strings.Cut(g, " ")
		switch {
		case kind == "add" && kinds["add"]:
			f.dirty = true
		case kind == "add":
			f.stray = true
		case !kinds[kind] && !kinds["undo"]:
			f.guess = true
		case kinds[kind]:
			f.guess = true
		}
	}
	return f
}

// holds reports whether an outcome is true.
func (s *stageOf) holds(kind, rest string, got []string, a talk.Answer, after snapshot) bool {
	speech := strings.ToLower(a.Speech)
	has := func(text string) bool {
		return strings.Contains(speech, strings.ToLower(strings.TrimSpace(text)))
	}
	switch kind {
	case "none":
		return len(got) == 0 && a.Open
	case "ask":
		return len(got) == 0 && a.Open && has(rest)
	case "nothing":
		return len(got) == 0
	case "unnamed":
		return len(got) == 0 && len(s.namesOf()) == 0
	case "named":
		return len(got) == 0 && slices.Equal(s.namesOf(), []string{rest})
	case "end":
		return len(got) == 0 && !a.Open
	case "say":
		return len(got) == 0 && (has(rest) || has(digits(rest)))
	case "read":
		return len(got) == 0 && s.reads(rest, has)
	case "undo":
		return len(s.before) > 1 && sameList(after, s.before[len(s.before)-2]) || len(got) == 1 && strings.HasPrefix(got[0], "delete ")
	}
	parts := strings.Split(rest, " + ")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	slices.Sort(parts)
	return len(got) == 1 && strings.EqualFold(got[0], kind+" "+strings.Join(parts, " + "))
}

// namesOf returns the names that the Echo was given: of itself, of its devices and of voices.
func (s *stageOf) namesOf() []string {
	u := s.device()
	all := slices.Concat([]string{u.Name}, slices.Collect(maps.Values(u.Skill.Rooms)), slices.Collect(maps.Values(u.Skill.Voices)))
	return slices.DeleteFunc(all, func(name string) bool { return name == "" || name == s.word("エコー", "Echo") })
}

// reads reports whether the speech has just these memos of the list; "": any.
func (s *stageOf) reads(want string, has func(string) bool) bool {
	n := 0
	for _, m := range s.list() {
		wanted := slices.ContainsFunc(strings.Split(want, " + "), func(text string) bool { return strings.EqualFold(strings.TrimSpace(text), m.Content) })
		switch said := has(m.Content); {
		case want == "" && said:
			n++
		case want != "" && said != wanted:
			return false
		case said:
			n++
		}
	}
	return n > 0
}

// digits returns a number in digits for a word; "": it is none.
func digits(word string) string {
	i := slices.Index(strings.Fields("zero one two three four five six seven eight nine ten"), strings.ToLower(word))
	if i < 0 {
		return "\x00"
	}
	return fmt.Sprint(i)
}

// TestRounds plays the rounds. VOICEMEMO_ROUND names another file and prints each fault.
func TestRounds(t *testing.T) {
	files, err := filepath.Glob("testdata/rounds/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if file := os.Getenv("VOICEMEMO_ROUND"); file != "" {
		files = []string{file}
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { playRound(t, file) })
	}
}

func playRound(t *testing.T, file string) {
	locale := map[bool]string{true: "en-US", false: "ja-JP"}[strings.Contains(file, ".en.")]
	quiet := os.Getenv("VOICEMEMO_ROUND") == "quiet"
	var phrases, conversations, right, whole, others, guesses, strays, dirty int
	for _, c := range readRound(t, file) {
		s := newStageOf(t, locale, c.situation)
		good := true
		for _, turn := range c.turns {
			f := s.plays(turn)
			if f.guess {
				guesses++
			}
			if len(c.turns) == 1 {
				if !slices.ContainsFunc(turn.outcomes, func(o string) bool { return strings.HasPrefix(o, "add ") }) {
					others++
				}
				if f.stray {
					strays++
				}
				if f.dirty {
					dirty++
				}
			}
			if f.text != "" {
				good = false
				if !quiet {
					t.Logf("%s:%d: %s > %q: %s", filepath.Base(file), c.line, c.situation, turn.words, f.text)
				}
				break
			}
		}
		if len(c.turns) == 1 {
			phrases++
		} else {
			conversations++
		}
		switch {
		case good && len(c.turns) == 1:
			right++
		case good:
			whole++
		}
	}
	t.Logf("%s: %d of %d phrases, %d of %d conversations; %d acts on a guess; %d of %d that are no memo written; %d texts dirty",
		filepath.Base(file), right, phrases, whole, conversations, guesses, strays, others, dirty)
}
