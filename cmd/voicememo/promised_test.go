package main

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"voicememo/cmd/voicememo/copy"
	"voicememo/cmd/voicememo/doctor"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/operate"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/promised"
)

// TestPromisedCommandLine: commands, flags, their variables and the exit statuses stay.
func TestPromisedCommandLine(t *testing.T) {
	var c commands
	parser, err := kong.New(&c, vars(), kong.DefaultEnvars("VOICEMEMO"))
	must.OK(t, err)
	offers := []string{
		"exit 0: done",
		fmt.Sprintf("exit %d: failed, a retry may succeed", cli.ExitFailed),
		fmt.Sprintf("exit %d: a person must act", cli.ExitConfiguration),
		fmt.Sprintf("exit %d: not signed in, or not allowed", cli.ExitSignIn),
		fmt.Sprintf("exit %d: no such memo, or it has changed", cli.ExitNotFound),
	}
	offers = append(offers, offered(parser.Model.Node, "")...)
	promised.Check(t, append(offers, offeredReports()...))
}

// offeredReports lists the fields of what commands write with --json.
func offeredReports() (all []string) {
	for name, report := range map[string]reflect.Type{
		"version --json: ":                reflect.TypeOf(thisVersion()),
		"doctor --json: ":                 reflect.TypeFor[doctor.Report](),
		"backup --json: ":                 reflect.TypeFor[copy.BackupReport](),
		"tables describe --json: ":        reflect.TypeFor[copy.TablesReport](),
		"access list --json: people":      reflect.TypeFor[[]operate.PersonReport](),
		"access list ID --json: accesses": reflect.TypeFor[[]operate.AccessReport](),
		"owner --json: members":           reflect.TypeFor[[]operate.MemberReport](),
		"keys list --json: keys":          reflect.TypeFor[[]operate.ListedKey](),
	} {
		all = append(all, offeredFields(name, report)...)
	}
	return all
}

// offeredFields lists the fields of a type of JSON.
func offeredFields(path string, of reflect.Type) (all []string) {
	if of.Kind() == reflect.Slice {
		return offeredFields(path+"[]", of.Elem())
	}
	if of.Kind() != reflect.Struct || of == reflect.TypeFor[time.Time]() {
		return []string{path}
	}
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		all = append(all, offeredFields(path+"."+name, of.Field(i).Type)...)
	}
	return all
}

// offered lists what a command and its subcommands accept, in the notation of a usage line.
func offered(node *kong.Node, path string) (all []string) {
	if node.Type == kong.CommandNode {
		path += node.Name + " "
		all = append(all, path[:len(path)-1])
	}
	for _, argument := range node.Positional {
		all = append(all, path+argument.Summary())
	}
	for _, f := range node.Flags {
		all = append(all, offeredFlag(f, path+"--"+f.Name)...)
	}
	for _, child := range node.Children {
		all = append(all, offered(child, path)...)
	}
	return all
}

// offeredFlag lists the ways to set a flag.
func offeredFlag(f *kong.Flag, name string) (all []string) {
	if f.Hidden || f.Name == "help" {
		return nil
	}
	line := name
	if f.Target.Kind() == reflect.Slice {
		line += " (repeatable)"
	}
	if f.Required {
		line += " (required)"
	}
	if len(f.Envs) == 0 {
		all = append(all, line)
	}
	for _, variable := range f.Envs {
		all = append(all, line+" $"+variable)
	}
	if f.Short != 0 {
		all = append(all, name+" -"+string(f.Short))
	}
	if f.Tag.Enum != "" {
		for _, value := range f.EnumSlice() {
			all = append(all, name+"="+value)
		}
	}
	return all
}
