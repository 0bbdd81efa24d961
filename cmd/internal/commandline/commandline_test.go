package commandline

import (
	"bytes"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
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
	if err != nil {
		t.Fatal(err)
	}
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
		"|copy|--from|dynamodb:p":     "words 9|dynamodb:prod ",
		"|restore|x":                  "files 0",
		"|restore|--|--x":             "files 0",
		"|shell|z":                    "words 0|zsh ",
		"|help|tables|":               "words 0|create Create them",
		"|help|nothing|":              "words 0",
		"|serve|":                     "words 0|--help Show context-sensitive help|--quiet Say less|--store Engine|--data |--key |--addr |--allow ",
		"bash|serve|--store|=|":       "words 8|sqlite |dynamodb ",
		"bash|serve|--store|=":        "words 8|sqlite |dynamodb ",
		"bash|serve|--store|=|d":      "words 8|dynamodb ",
		"bash|copy|--from|sqlite|:|x": "directories 7",
		"bash|copy|--from|dynamodb|:": "words 9|dev |stg |prod ",
		"bash|copy|--from|s":          "part 0|sqlite: a data directory",
	} {
		shell, words, _ := strings.Cut(typed, "|")
		var out bytes.Buffer
		if err := Complete(&out, parser(t).Model, shell, strings.Split(words, "|")); err != nil {
			t.Fatal(err)
		}
		got := strings.NewReplacer("\n", "|", "\t", " ").Replace(strings.TrimSuffix(out.String(), "\n"))
		if got != want {
			t.Errorf("%s: got %q, want %q", typed, got, want)
		}
	}
}

// TestMistake: what is missing or does not exist is named, and a command that was meant
// only if it is near.
func TestMistake(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"nope":                  `there is no command "nope"; memo help lists the commands`,
		"sevre":                 `there is no command "sevre"; did you mean "serve"?`,
		"ser":                   `there is no command "ser"; did you mean "serve"?`,
		"restroe":               `there is no command "restroe"; did you mean "restore"?`,
		"tables":                `memo tables needs a command: create`,
		"tables nope":           `there is no command "tables nope"; there are: create`,
		"tables craete":         `there is no command "tables craete"; did you mean "tables create"?`,
		"serve --addr":          `--addr needs a value: --addr HOST:PORT`,
		"serve --addr --quiet":  `--addr needs a value: --addr HOST:PORT`,
		"serve --store":         `--store needs a value: sqlite or dynamodb`,
		"restore":               `memo restore needs an argument: memo restore <file>`,
		"shell":                 `memo shell needs an argument: bash or zsh`,
		"copy":                  "",
		"restore --nothing":     "",
		"serve --store nothing": "",
		"serve more":            "",
	} {
		p := parser(t)
		words := strings.Fields(typed)
		if _, err := p.Parse(words); err == nil {
			t.Fatalf("%s: the program accepts it", typed)
		}
		if got := Mistake(p.Model, words); got != want {
			t.Errorf("%s: got %q, want %q", typed, got, want)
		}
	}
}

// TestScripts: there is a script for each shell, which names the hidden command.
func TestScripts(t *testing.T) {
	t.Parallel()
	for _, shell := range Shells() {
		if !strings.Contains(Script(shell), Hidden+" "+shell) {
			t.Errorf("%s: got %q", shell, Script(shell))
		}
	}
	if got := Script("csh"); got != "" {
		t.Errorf("got %q, want none", got)
	}
}
