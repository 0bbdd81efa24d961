package skill

import (
	"embed"
	"io/fs"
)

//go:embed skill-package
var packageFiles embed.FS

// Package returns the source of the skill package: skill.json and, under
// interactionModels/custom, the interaction models of ja-JP and en-US. Other English
// locales have that of en-US (understanding.ModelFile).
func Package() fs.FS {
	files, err := fs.Sub(packageFiles, "skill-package")
	if err != nil {
		panic(err) // the name above is valid
	}
	return files
}
