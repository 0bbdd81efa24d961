package variables

import (
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/app"
	"voicememo/internal/envfile"
)

// File is the path of a file with variables.
type File string

// BeforeReset sets the variables of the file before kong reads the environment for the
// flags. A variable that the environment has already takes precedence.
func (File) BeforeReset(ctx *kong.Context, trace *kong.Path) error {
	path, _ := ctx.FlagValue(trace.Flag).(File)
	file, err := ReadFile(string(path), ctx.Model.Node)
	if err != nil {
		return fmt.Errorf("--env-file: %w", err)
	}
	variables := map[string]string{}
	for _, s := range file.Settings() {
		if _, set := os.LookupEnv(s.Name); !set {
			variables[s.Name] = s.Value
		}
	}
	for name, value := range variables {
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("--env-file: %s: %s: %w", path, name, err)
		}
	}
	return nil
}

// ReadFile reads an environment file, and refuses variables that no command of root has.
// An error names the file and the line.
func ReadFile(path string, root *kong.Node) (*envfile.File, error) {
	text, err := app.ReadSmall(path)
	if err != nil {
		return nil, err
	}
	file, err := envfile.Parse(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	known := Of(root)
	for _, s := range file.Settings() {
		if err := Check([]string{s.Name}, known); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, s.Line, err)
		}
	}
	return file, nil
}
