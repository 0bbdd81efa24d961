package talk

import (
	"io/fs"
	"slices"
	"strings"

	"voicememo/skill"
)

// Locales returns the locales that have an interaction model, sorted.
func Locales() []string {
	files, err := fs.Glob(skill.Package(), skill.ModelDirectory+"*.json")
	if err != nil {
		panic(err) // the pattern above is valid
	}
	for i, name := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(name, skill.ModelDirectory), ".json")
	}
	return slices.Sorted(slices.Values(append(files, skill.ModelCopies...)))
}
