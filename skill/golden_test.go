package skill_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/skill/talk"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// goldenTurn is a turn of a conversation. For a deed, which is in parentheses, only Say
// is set.
type goldenTurn struct {
	Say      string          `json:"say"`
	Speech   string          `json:"speech,omitempty"`
	Request  json.RawMessage `json:"request,omitempty"`
	Response json.RawMessage `json:"response,omitempty"`
}

// longConversations is the environment variable that makes TestConversations run each
// conversation on DynamoDB in both languages. Without it, the languages alternate.
const longConversations = "MEMOTEST_CONVERSATIONS"

// TestConversations compares every conversation with its golden file, on both engines.
func TestConversations(t *testing.T) {
	for i, c := range conversations {
		for locale, lines := range map[string][]string{"ja-JP": c.ja, "en-US": c.en} {
			long := os.Getenv(longConversations) != "" || (i%2 == 0) == (locale == "ja-JP")
			t.Run(c.name+"."+locale, func(t *testing.T) {
				t.Parallel()
				compare(t, c.name+"."+locale+".json", converse(t, onSQLite(t), locale, c.before, lines))
				if long && !*update {
					compare(t, c.name+"."+locale+".json", converse(t, onDynamoDB(t), locale, c.before, lines))
				}
			})
		}
	}
}

// converse runs a conversation and returns its turns.
func converse(t *testing.T, db engine, locale string, before func(*world), lines []string) []goldenTurn {
	t.Helper()
	w := newWorldOn(t, db)
	w.english = locale == "en-US"
	before(w)
	var turns []goldenTurn
	devices := map[string]*talk.Talk{"": w.talk(locale), w.word("台所", "kitchen"): w.other(locale)}
	for _, line := range lines {
		line = w.withCode(line)
		if deed, ok := deeds[line]; ok {
			deed(w, devices[""])
			turns = append(turns, goldenTurn{Say: line})
			continue
		}
		device, words, elsewhere := strings.Cut(line, "> ")
		if !elsewhere {
			device, words = "", line
		}
		a := w.hears(devices[device], words)
		w.read(a)
		turns = append(turns, goldenTurn{Say: line, Speech: a.Speech, Request: a.Request, Response: a.Response})
	}
	return turns
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

// compare compares the turns with the golden file.
func compare(t *testing.T, name string, turns []goldenTurn) {
	t.Helper()
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(turns); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s differs; -update rewrites it. Got:\n%s", path, got.Bytes())
	}
}
