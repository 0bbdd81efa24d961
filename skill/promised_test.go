package skill_test

import (
	"encoding/json"
	"io/fs"
	"testing"

	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/promised"
)

// TestPromisedIntents: a skill whose package was deployed earlier sends intents and slots
// that the program knows: those of each language stay.
func TestPromisedIntents(t *testing.T) {
	t.Parallel()
	var offers []string
	for _, locale := range talk.Locales() {
		raw, err := fs.ReadFile(skill.Package(), skill.ModelFile(locale))
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
		for _, intent := range model.InteractionModel.LanguageModel.Intents {
			offers = append(offers, locale+" "+intent.Name)
			for _, slot := range intent.Slots {
				offers = append(offers, locale+" "+intent.Name+" "+slot.Name+": "+slot.Type)
			}
		}
	}
	promised.Check(t, offers)
}
