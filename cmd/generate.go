// Package cmd has a folder for each program. modules.txt lists the modules that are part
// of them; go generate ./cmd writes what connects these modules: the lists in
// internal/modules, that of the page, and infra/template.yaml.
package cmd

//go:generate go run ../tools/modules -root ..
