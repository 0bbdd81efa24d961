package skilltest

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// checkDirectives knows the two kinds that there are, and says how long the
// screens among them are.
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
					t.Errorf("slot %s of %d characters", name, utf8.RuneCountInString(slot.Value))
				}
			}
		default:
			t.Errorf("directive %.200s", raw)
		}
	}
	return drawn
}
