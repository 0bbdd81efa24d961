package understanding

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
)

// Directory is the directory of a skill package that has a model for each locale.
const Directory = "interactionModels/custom/"

// Copies are the locales whose model is that of en-US. The source has no file of theirs;
// `voicememo skill-package` writes one for each, for models have no references.
var Copies = []string{"en-AU", "en-CA", "en-GB", "en-IN"}

// ModelFile returns the source file of a locale's model.
func ModelFile(locale string) string {
	if slices.Contains(Copies, locale) {
		locale = "en-US"
	}
	return Directory + locale + ".json"
}

// model is the part of an interaction model that matching needs. Source: "Interaction
// Model Schema" of the Alexa Skills Kit.
type model struct {
	InteractionModel struct {
		LanguageModel struct {
			InvocationName string   `json:"invocationName"`
			Intents        []intent `json:"intents"`
			Types          []struct {
				Name   string `json:"name"`
				Values []struct {
					Name struct {
						Value    string   `json:"value"`
						Synonyms []string `json:"synonyms"`
					} `json:"name"`
				} `json:"values"`
			} `json:"types"`
		} `json:"languageModel"`
	} `json:"interactionModel"`
}

// intent is an intent with its samples.
type intent struct {
	Name    string   `json:"name"`
	Samples []string `json:"samples"`
	Slots   []struct {
		Name    string   `json:"name"`
		Type    string   `json:"type"`
		Samples []string `json:"samples"`
	} `json:"slots"`
}

// readModel reads the model of a locale from a skill package.
func readModel(files fs.FS, locale string) (model, error) {
	var m model
	raw, err := fs.ReadFile(files, ModelFile(locale))
	if err != nil {
		return m, fmt.Errorf("understanding: no interaction model for locale %q", locale)
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, fmt.Errorf("understanding: model %s: %w", locale, err)
	}
	return m, nil
}

// samples returns the number of samples of all intents.
func (m model) samples() (n int) {
	for _, i := range m.InteractionModel.LanguageModel.Intents {
		n += len(i.Samples)
	}
	return n
}
