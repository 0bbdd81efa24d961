package talk

// model is the part of an interaction model that matching needs.
// Source: "Interaction Model Schema" of the Alexa Skills Kit.
type model struct {
	InteractionModel struct {
		LanguageModel struct {
			InvocationName string `json:"invocationName"`
			Intents        []struct {
				Name    string   `json:"name"`
				Samples []string `json:"samples"`
				Slots   []struct {
					Name    string   `json:"name"`
					Type    string   `json:"type"`
					Samples []string `json:"samples"`
				} `json:"slots"`
			} `json:"intents"`
		} `json:"languageModel"`
	} `json:"interactionModel"`
}

// load compiles the samples.
func (t *Talk) load(m model) error {
	lm := m.InteractionModel.LanguageModel
	t.slots = map[string][]string{}
	types := map[string]string{}
	for _, intent := range lm.Intents {
		for _, slot := range intent.Slots {
			t.slots[intent.Name] = append(t.slots[intent.Name], slot.Name)
			types[slot.Name] = slot.Type
		}
	}
	for _, intent := range lm.Intents {
		for _, sample := range intent.Samples {
			if err := t.compile(sample, intent.Name, "", types); err != nil {
				return err
			}
		}
		for _, slot := range intent.Slots {
			for _, sample := range slot.Samples {
				if err := t.compile(sample, intent.Name, slot.Name, types); err != nil {
					return err
				}
			}
		}
	}
	t.invoked = t.language.invocation(lm.InvocationName)
	return nil
}
