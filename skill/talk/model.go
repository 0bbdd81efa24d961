package talk

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"voicememo/skill"
)

// model is the part of an interaction model that matching needs. Source: "Interaction
// Model Schema" of the Alexa Skills Kit.
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

// models is the directory of the package with a file for each locale.
const models = "interactionModels/custom/"

// readModel reads the model of a locale from the skill package.
func readModel(locale string) (model, error) {
	var m model
	raw, err := fs.ReadFile(skill.Package(), models+locale+".json")
	if err != nil {
		return m, fmt.Errorf("talk: no interaction model for locale %q", locale)
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, fmt.Errorf("talk: model %s: %w", locale, err)
	}
	return m, nil
}

// Locales returns the locales that have an interaction model, sorted.
func Locales() []string {
	files, err := fs.Glob(skill.Package(), models+"*.json")
	if err != nil {
		panic(err) // the pattern above is valid
	}
	for i, name := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(name, models), ".json")
	}
	return files
}
