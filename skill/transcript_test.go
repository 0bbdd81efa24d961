package skill_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
)

var update = flag.Bool("update", false, "rewrite the transcripts and envelopes in testdata")

// conversations is the directory of the transcripts. Each conversation begins with "#", the
// state before it, a name of befores, and what it is about. A line after "> " is spoken to
// an Echo; one after "> kitchen> " to the kitchen Echo, one after "> hall> " to another
// device of the Echo's account, one after "> mum: " with a recognised voice. %s is the last
// invite code, %r the last recovery number. A line in parentheses names a deed or a view.
// The lines below are the answer: after "=" the request that the words meant, with its
// slots; the speech; the card in brackets; and after "?" the open question, the slot that a
// bare answer fills, and the reprompt, or "End." if the session ends.
const conversations = "testdata/conversations"

// onBothEngines are the conversations that also run on DynamoDB: for each topic those
// that write the most kinds of items.
var onBothEngines = strings.Fields(`
	add-twice.en-US memo-message.ja-JP memo-taken-back-later.en-US memo-twice-by-two.ja-JP
	read-back-and-forth.en-US reading-news-per-voice.ja-JP reading-find.en-US launch-news.ja-JP
	done-which-one.en-US delete-all-by-a-child.ja-JP delete-and-undo.en-US undo-levels.ja-JP undo-of-two-voices.en-US
	name-confirmed.ja-JP room.en-US connect-asks-first.ja-JP join-asks-first.en-US recover.ja-JP
	link-elsewhere.en-US owner-passes-on.ja-JP`)

// TestConversations compares every conversation with its transcript.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(conversations, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d transcripts, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if compare(t, onSQLite, file); slices.Contains(onBothEngines, name) && !*update {
				compare(t, onDynamoDB, file)
			}
		})
	}
	for _, name := range onBothEngines {
		if !slices.Contains(files, filepath.Join(conversations, name+".txt")) {
			t.Errorf("onBothEngines: there is no transcript %s", name)
		}
	}
}

// TestConversationsInBothLanguages checks that each transcript is in both languages, with
// the same conversations of as many turns.
func TestConversationsInBothLanguages(t *testing.T) {
	shapes := map[string][]string{}
	files, _ := filepath.Glob(filepath.Join(conversations, "*.txt"))
	for _, file := range files {
		shape := ""
		for _, s := range scenesOf(t, file) {
			shape += fmt.Sprintf("%s, %d turns; ", s.title, len(s.turns))
		}
		name, _, _ := strings.Cut(filepath.Base(file), ".")
		shapes[name] = append(shapes[name], shape)
	}
	for name, shape := range shapes {
		if len(shape) != 2 || shape[0] != shape[1] {
			t.Errorf("%s: got %q, want the same in both languages", name, shape)
		}
	}
}

// scene is a conversation of a transcript.
type scene struct {
	title string // the state before it, and after a colon what it is about
	turns []string
}

// What precedes each scene and each turn of a transcript.
const sceneMark, turnMark = "\n\n# ", "\n\n> "

// scenesOf reads a transcript.
func scenesOf(t *testing.T, file string) (scenes []scene) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n\n"+strings.TrimSpace(string(raw)), sceneMark)[1:] {
		parts := strings.Split(part, turnMark)
		scenes = append(scenes, scene{parts[0], parts[1:]})
	}
	return scenes
}

// compare runs the conversations of a transcript and compares them with it.
func compare(t *testing.T, open func(testing.TB) engine, file string) {
	t.Helper()
	var written strings.Builder
	for _, s := range scenesOf(t, file) {
		got := converse(newWorldOn(t, open(t)), file, s)
		written.WriteString(sceneMark + strings.Join(append([]string{s.title}, got...), turnMark))
		for i := range got {
			if got[i] != s.turns[i] && !*update {
				t.Errorf("%s, %s, turn %d; -update rewrites it (- want, + got)\n%s", file, s.title, i+1, lineDiff(s.turns[i], got[i]))
			}
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(strings.TrimPrefix(written.String(), "\n\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// lineDiff returns the lines of two texts, with those that differ marked.
func lineDiff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var head, tail []string
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		head, a, b = append(head, "  "+a[0]), a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		tail, a, b = append(tail, "  "+a[len(a)-1]), a[:len(a)-1], b[:len(b)-1]
	}
	for _, line := range a {
		head = append(head, "- "+line)
	}
	for _, line := range b {
		head = append(head, "+ "+line)
	}
	slices.Reverse(tail)
	return strings.Join(append(head, tail...), "\n")
}

// converse runs a conversation and returns its turns.
func converse(w *world, file string, s scene) (got []string) {
	w.t.Helper()
	locale := strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(file, ".txt")), ".")
	w.english = locale == "en-US"
	state, _, _ := strings.Cut(s.title, ":")
	before, ok := befores[state]
	if !ok {
		w.t.Fatalf("%s: there is no state %q", file, state)
	}
	before(w)
	devices := map[string]*talk.Talk{"": w.talk(locale), w.word("台所", "kitchen"): w.other(locale)}
	for _, name := range []string{w.word("居間", "hall"), w.word("屋根裏", "attic")} {
		devices[name] = w.on(w.talk(locale), "amzn1.ask.device."+name, "")
	}
	for _, turn := range s.turns {
		line, _, _ := strings.Cut(turn, "\n")
		if strings.HasPrefix(line, "(") {
			got = append(got, strings.TrimSpace(line+"\n"+w.does(devices[""], line)))
			continue
		}
		device, words, elsewhere := strings.Cut(w.withCode(line), "> ")
		if !elsewhere {
			device, words = "", w.withCode(line)
		}
		a := w.hears(devices[device], words)
		w.read(a)
		got = append(got, line+"\n"+answered(w.t, a))
	}
	return got
}

// answered returns an answer as a transcript has it.
func answered(t testing.TB, a talk.Answer) string {
	t.Helper()
	var (
		request struct {
			Request struct {
				Intent struct {
					Slots map[string]struct{ Value string }
				}
			}
		}
		e     skilltest.Envelope
		asked string
	)
	for raw, to := range map[*json.RawMessage]any{&a.Request: &request, &a.Response: &e} {
		if err := json.Unmarshal(*raw, to); err != nil {
			t.Fatal(err)
		}
	}
	meant := a.Intent
	for slot, filled := range request.Request.Intent.Slots {
		meant += " " + slot + "=" + filled.Value
	}
	lines := []string{"= " + meant, unwrapped(e.Response.Speech)}
	if c := e.Response.Card; c != nil {
		text := c.Title + "\n" + c.Content
		if c.Type != "Simple" { // it has no text
			text = c.Type
		}
		lines = append(lines, "["+text+"]")
	}
	if !a.Open {
		return strings.Join(append(lines, "End."), "\n")
	}
	if err := json.Unmarshal(e.Attributes["asked"], &asked); err != nil {
		t.Fatal(err)
	}
	fills := strings.TrimSpace(asked + " " + a.Elicited.Intent + " " + a.Elicited.Slot)
	return strings.Join(append(lines, "? "+fills+": "+unwrapped(e.Response.Reprompt.Speech)), "\n")
}

// unwrapped returns speech without the element around it, and with plain apostrophes.
func unwrapped(s *skilltest.Said) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(s.SSML, "<speak>"), "</speak>"), "&apos;", "'")
}

// read stores the codes and numbers that a card shows.
func (w *world) read(a talk.Answer) {
	if found := fourDigits.FindStringSubmatch(a.CardTitle); found != nil {
		w.invited = found[1]
	}
	if found := connectionNumber.FindString(a.CardTitle); found != "" {
		w.connection = found
	}
	if found := recoveryNumber.FindString(a.Card); found != "" {
		w.recovery = found
	}
}

// The codes and numbers on cards.
var (
	fourDigits       = regexp.MustCompile(`^\D* (\d{4})$`)
	connectionNumber = regexp.MustCompile(`\d{4} \d{4}`)
	recoveryNumber   = regexp.MustCompile(`\d{3} \d{3} \d{4}`)
)

// hears speaks a line: "mum: add milk" with a recognised voice, any other line with an
// unrecognised one. A line in brackets is an intent.
func (w *world) hears(tk *talk.Talk, line string) talk.Answer {
	w.t.Helper()
	tk.PersonID = ""
	if who, words, spoken := strings.Cut(line, ": "); spoken {
		tk.PersonID, line = talk.VoiceID(who), words
	}
	if found := heardAs.FindStringSubmatch(line); found != nil {
		a, err := tk.Mean(w.t.Context(), talk.Meaning{Request: "IntentRequest", Intent: found[1], Slot: found[2], Value: found[3]})
		w.must(err)
		return a
	}
	return w.says(tk, line)
}

// heardAs is a line with the intent that Alexa understands and the slot it fills, as
// in "[AddMemoIntent memoText=read the memos]".
var heardAs = regexp.MustCompile(`^\[([\w.]+)(?: (\w+)=(.+))?\]$`)
