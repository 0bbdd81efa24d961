package skill

import (
	"embed"
	"io/fs"
	"slices"
)

//go:embed skill-package
var packageFiles embed.FS

// Package returns the source of the skill package: skill.json and, under
// interactionModels/custom, the interaction models of ja-JP and en-US. Other English
// locales have that of en-US (ModelFile).
func Package() fs.FS {
	files, err := fs.Sub(packageFiles, "skill-package")
	if err != nil {
		panic(err) // the name above is valid
	}
	return files
}

// ModelDirectory is the directory of a skill package that has a model for each locale.
const ModelDirectory = "interactionModels/custom/"

// ModelCopies are the locales whose model is that of en-US. The source has no file of theirs;
// `voicememo skill-package` writes one for each, for models have no references.
var ModelCopies = []string{"en-AU", "en-CA", "en-GB", "en-IN"}

// ModelFile returns the source file of a locale's model.
func ModelFile(locale string) string {
	if slices.Contains(ModelCopies, locale) {
		locale = "en-US"
	}
	return ModelDirectory + locale + ".json"
}
