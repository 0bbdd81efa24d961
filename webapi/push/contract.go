package push

import (
	_ "embed" // the documentation

	"voicememo/webapi"
)

var (
	//go:embed docs/paths.yaml
	paths string
	//go:embed docs/schemas.yaml
	schemas string

	// A test writes these; see TestPart.

	//go:embed docs/paths.html
	pathsHTML string
	//go:embed docs/things.html
	thingsHTML string
)

// Contract implements webapi.Module.
func (part) Contract() webapi.Contract {
	return webapi.Contract{Paths: paths, Schemas: schemas, PathsHTML: pathsHTML, ThingsHTML: thingsHTML}
}
