package skilltest

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// touchable reports whether a reply draws rows that can be touched.
func touchable(t testing.TB, e Envelope) bool {
	t.Helper()
	for _, raw := range e.Response.Directives {
		var d struct {
			Datasources map[string]struct {
				Properties struct{ Rows []json.RawMessage }
			}
		}
		if err := json.Unmarshal(raw, &d); err != nil {
			t.Fatal(err)
		}
		for _, source := range d.Datasources {
			if len(source.Properties.Rows) > 0 && bytes.Contains(raw, []byte(`"SendEvent"`)) {
				return true
			}
		}
	}
	return false
}

// checkDirectives checks the two kinds of directives that the skill sends, and returns
// the total size of the screens in bytes.
func checkDirectives(t testing.TB, e Envelope, screen bool) (drawn int) {
	t.Helper()
	for _, raw := range e.Response.Directives {
		var d struct {
			Type, Token   string
			Document      map[string]any
			Datasources   map[string]any
			SlotToElicit  string
			UpdatedIntent struct {
				Slots map[string]struct{ Value string }
			}
		}
		if err := json.Unmarshal(raw, &d); err != nil {
			t.Fatal(err)
		}
		switch {
		case d.Type == "Alexa.Presentation.APL.RenderDocument":
			drawn += len(raw)
			if !screen || d.Token == "" || d.Document["type"] != "APL" || len(d.Datasources) == 0 {
				t.Errorf("bad screen for a device that draws %v: %.200s", screen, raw)
			}
		case d.Type == "Dialog.ElicitSlot" && d.SlotToElicit != "":
			for name, slot := range d.UpdatedIntent.Slots {
				if utf8.RuneCountInString(slot.Value) > maxSlot {
					t.Errorf("slot %s: got %d characters, want at most %d", name, utf8.RuneCountInString(slot.Value), maxSlot)
				}
			}
		default:
			t.Errorf("unknown directive: %.200s", raw)
		}
	}
	return drawn
}
