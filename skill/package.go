package skill

import (
	"embed"
	"io/fs"
)

//go:embed skill-package
var packageFiles embed.FS

// Package returns the skill package as it is deployed: skill.json and, under
// interactionModels/custom, the interaction model of each locale.
func Package() fs.FS {
	files, err := fs.Sub(packageFiles, "skill-package")
	if err != nil {
		panic(err) // the name above is valid
	}
	return files
}
