package completion

import (
	"bytes"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// grammar is a small program.
type grammar struct {
	Quiet bool `help:"Say less."`
	Serve struct {
		Store string   `enum:"sqlite,dynamodb" default:"sqlite" help:"Engine. With a second sentence."`
		Data  string   `placeholder:"DIR"`
		Key   string   `placeholder:"FILE"`
		Addr  string   `placeholder:"HOST:PORT"`
		Allow []string `placeholder:"WHO"`
		Old   bool     `hidden:""`
	} `cmd:"" help:"Serve everything."`
	Tables struct {
		Create struct{} `cmd:"" help:"Create them."`
		Drop   struct{} `cmd:"" hidden:""`
	} `cmd:"" help:"Tables."`
	Copy struct {
		From string `required:"" placeholder:"LOCATION"`
	} `cmd:""`
	Restore struct {
		File string `arg:"" complete:"files"`
	} `cmd:""`
	Shell struct {
		Name string `arg:"" enum:"bash,zsh"`
	} `cmd:""`
	Help struct {
		Topic []string `arg:"" optional:"" complete:"command"`
	} `cmd:""`
}

func parser(t *testing.T) *kong.Kong {
	t.Helper()
	k, err := kong.New(&grammar{}, kong.Name("memo"))
	must.OK(t, err)
	return k
}

// TestComplete: the last word is completed with what may stand there.
func TestComplete(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"|":                           "words 0|serve Serve everything|tables Tables|copy |restore |shell |help ",
		"|ser":                        "words 0|serve Serve everything",
		"|nothing":                    "words 0",
		"|--q":                        "words 0|--quiet Say less",
		"|--quiet|ser":                "words 0|serve Serve everything",
		"|tables|":                    "words 0|create Create them",
		"|serve|--st":                 "words 0|--store Engine",
		"|serve|--store|":             "words 0|sqlite |dynamodb ",
		"|serve|--store=d":            "words 8|--store=dynamodb ",
		"|serve|--old":                "words 0",
		"|serve|--data|x":             "directories 0",
		"|serve|--key|x":              "files 0",
		"|serve|--key=x":              "files 6",
		"|serve|--addr|":              "words 0",
		"|serve|--nothing=x":          "words 0",
		"|serve|--data|x|--da":        "words 0",
		"|serve|--allow|x|--al":       "words 0|--allow ",
		"|serve|--quiet|--store|s":    "words 0|sqlite ",
		"|copy|--from|s":              "part 0|sqlite: a data directory",
		"|copy|--from|sqlite:x":       "directories 7",
		"|copy|--from=sqlite:x":       "directories 14",
		"|copy|--from|dynamodb:p":     "part 0|dynamodb:prod the tables of an environment",
		"|restore|x":                  "files 0",
		"|shell|z":                    "words 0|zsh ",
		"|help|tables|":               "words 0|create Create them",
		"|help|nothing|":              "words 0",
		"|serve|":                     "words 0|--help Show context-sensitive help|--quiet Say less|--store Engine|--data |--key |--addr |--allow ",
		"bash|serve|--store|=|":       "words 8|sqlite |dynamodb ",
		"bash|serve|--store|=":        "words 8|sqlite |dynamodb ",
		"bash|serve|--store|=|d":      "words 8|dynamodb ",
		"bash|copy|--from|sqlite|:|x": "directories 7",
		"bash|copy|--from|dynamodb|:": "part 0|dev the tables of an environment|stg the tables of an environment|prod the tables of an environment",
		"bash|copy|--from|s":          "part 0|sqlite: a data directory",
	} {
		shell, words, _ := strings.Cut(typed, "|")
		var out bytes.Buffer
		must.OK(t, Complete(&out, parser(t).Model, shell, strings.Split(words, "|")))
		got := strings.NewReplacer("\n", "|", "\t", " ").Replace(strings.TrimSuffix(out.String(), "\n"))
		check.Equal(t, got, want, typed)
	}
}
