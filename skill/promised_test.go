package skill_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"voicememo/tools/testkit/promised"
)

// TestPromisedIntents: a skill whose package was deployed earlier sends intents and slots
// that the program knows: those of each language stay.
func TestPromisedIntents(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("skill-package/interactionModels/custom/*.json")
	if err != nil || len(models) == 0 {
		t.Fatalf("got models %q and error %v, want some", models, err)
	}
	var offers []string
	for _, file := range models {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var model struct {
			InteractionModel struct {
				LanguageModel struct {
					Intents []struct {
						Name  string
						Slots []struct{ Name, Type string }
					}
				}
			}
		}
		if err := json.Unmarshal(raw, &model); err != nil {
			t.Fatal(err)
		}
		locale := filepath.Base(file[:len(file)-len(".json")])
		for _, intent := range model.InteractionModel.LanguageModel.Intents {
			offers = append(offers, locale+" "+intent.Name)
			for _, slot := range intent.Slots {
				offers = append(offers, locale+" "+intent.Name+" "+slot.Name+": "+slot.Type)
			}
		}
	}
	promised.Check(t, offers)
}
