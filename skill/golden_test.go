package skill_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/skill/talk"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

type goldenTurn struct {
	Say      string          `json:"say"`
	Speech   string          `json:"speech"`
	Request  json.RawMessage `json:"request"`
	Response json.RawMessage `json:"response"`
}

// TestConversations holds every conversation against its golden file, on both
// engines.
func TestConversations(t *testing.T) {
	for _, c := range conversations {
		for locale, lines := range map[string][]string{"ja-JP": c.ja, "en-US": c.en} {
			t.Run(c.name+"."+locale, func(t *testing.T) {
				compare(t, c.name+"."+locale+".json", converse(t, onSQLite(t), locale, c.before, lines))
				if !*update {
					compare(t, c.name+"."+locale+".json", converse(t, onDynamoDB(t), locale, c.before, lines))
				}
			})
		}
	}
}

// converse has a conversation and gives what was said, heard and sent.
func converse(t *testing.T, db engine, locale string, before func(*world), lines []string) []goldenTurn {
	t.Helper()
	w := newWorldOn(t, db)
	w.english = locale == "en-US"
	before(w)
	var turns []goldenTurn
	tk := w.talk(locale)
	for _, line := range lines {
		line = w.withCode(line)
		a := w.hears(tk, line)
		turns = append(turns, goldenTurn{Say: line, Speech: a.Speech, Request: a.Request, Response: a.Response})
	}
	return turns
}

// hears lets a line be spoken: "mum: add milk" by a voice that the Echo
// recognises, any other by one that it does not.
func (w *world) hears(tk *talk.Talk, line string) talk.Answer {
	w.t.Helper()
	tk.PersonID = ""
	if who, words, spoken := strings.Cut(line, ": "); spoken {
		tk.PersonID, line = talk.VoiceID(who), words
	}
	return w.says(tk, line)
}

// compare holds what was said against the golden file.
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
		t.Errorf("%s differs; -update writes it anew. Got:\n%s", path, got.Bytes())
	}
}
