package skill

import (
	"embed"
	"io/fs"
)

//go:embed skill-package
var packageFiles embed.FS

// Package gives the skill package as it is deployed: skill.json and, under
// interactionModels/custom, what can be said in each locale.
func Package() fs.FS {
	files, err := fs.Sub(packageFiles, "skill-package")
	if err != nil {
		panic(err) // the name above is a valid one
	}
	return files
}
