package skill_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"voicememo/memo"
	"voicememo/models"
)

// exchanged is a request and its response.
type exchanged struct {
	Request  json.RawMessage `json:"request"`
	Response json.RawMessage `json:"response"`
}

// wireScenes end with an exchange for each kind of request and reply. Lines are spoken to
// an Echo; those of a screen to one with a screen, and one after "touch " is a touch.
var wireScenes = map[string]struct {
	locale string
	before func(*world)
	screen bool
	lines  []string
}{
	"launch":         {"en-US", fresh, false, []string{"open family voice memo"}},
	"launch-screen":  {"ja-JP", fresh, true, []string{"家族ボイスメモを開いて"}},
	"intent":         {"ja-JP", fresh, false, []string{"家族ボイスメモで牛乳を買う を追加"}},
	"voice":          {"en-US", twoRooms, false, []string{"mum: open family voice memo", "mum: oat milk"}},
	"fallback":       {"ja-JP", fresh, false, []string{"家族ボイスメモを開いて", "[AMAZON.FallbackIntent]"}},
	"elicit":         {"en-US", fresh, false, []string{"add a memo"}},
	"code":           {"en-US", inviting, false, []string{"join a family", "%s"}},
	"read":           {"en-US", lived, false, []string{"read the memos"}},
	"read-screen":    {"ja-JP", lived, true, []string{"一覧"}},
	"touch":          {"ja-JP", lived, true, []string{"一覧", "touch delete 2"}},
	"question":       {"ja-JP", lived, false, []string{"全部消して"}},
	"yes":            {"en-US", lived, false, []string{"delete all memos", "yes"}},
	"done":           {"en-US", lived, false, []string{"read the memos", "number two is done"}},
	"undo":           {"ja-JP", lived, false, []string{"牛乳を消して", "元に戻して"}},
	"stop":           {"ja-JP", fresh, false, []string{"家族ボイスメモを開いて", "ストップ"}},
	"invite":         {"en-US", fresh, false, []string{"make an invite code"}},
	"invite-screen":  {"ja-JP", fresh, true, []string{"招待コードを作って"}},
	"link-account":   {"en-US", fresh, false, []string{"link my account"}},
	"linked":         {"ja-JP", hanakos, false, []string{"(花子がリンクする)", "家族ボイスメモを開いて"}},
	"error":          {"en-US", unreachable, false, []string{"read the memos"}},
	"refusal":        {"ja-JP", lived, false, []string{"招待コードを作って"}},
	"session-ended":  {"ja-JP", fresh, false, []string{"家族ボイスメモを開いて", "(黙る)"}},
	"skill-disabled": {"en-US", fresh, false, []string{"(the skill is disabled, enabled)"}},
}

// unreachable is a store that is away.
func unreachable(w *world) {
	w.with(withMemos(func(memo.Store) memo.Store { return away{err: models.Unavailable(errors.New("away"))} }))
}

// TestWire compares the whole envelopes of one exchange of each kind with their files.
func TestWire(t *testing.T) {
	for name, tc := range wireScenes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.english = tc.locale == "en-US"
			tc.before(w)
			tk := w.talk(tc.locale)
			if tc.screen {
				tk = w.show(tc.locale)
			}
			for _, line := range tc.lines {
				if target, ok := strings.CutPrefix(line, "touch "); ok {
					w.touches(tk, target)
				} else if deed, ok := deeds[line]; ok {
					deed(w, tk)
				} else {
					w.hears(tk, w.withCode(line))
				}
			}
			compareEnvelopes(t, filepath.Join("testdata/wire", name+".json"), w.last)
		})
	}
}

// compareEnvelopes compares an exchange with its file.
func compareEnvelopes(t *testing.T, file string, e exchanged) {
	t.Helper()
	var got bytes.Buffer
	encoder := json.NewEncoder(&got)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(e); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("%s; -update rewrites it (- want, + got)\n%s", file, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")))
	}
}
