package main

import (
	"flag"
	"fmt"
	"reflect"
	"testing"

	"github.com/alecthomas/kong"

	"voicememo/tools/testkit/promised"
)

var update = flag.Bool("update", false, "add what is new to testdata/promised.txt")

// TestPromisedCommandLine: commands, flags, their variables and the exit statuses stay.
func TestPromisedCommandLine(t *testing.T) {
	var c commands
	parser, err := kong.New(&c, vars(), kong.DefaultEnvars("VOICEMEMO"))
	if err != nil {
		t.Fatal(err)
	}
	offers := []string{
		"exit 0: done",
		fmt.Sprintf("exit %d: failed, a retry may succeed", exitFailed),
		fmt.Sprintf("exit %d: a person must act", exitConfiguration),
		fmt.Sprintf("exit %d: not signed in, or not allowed", exitSignIn),
		fmt.Sprintf("exit %d: no such memo, or it has changed", exitNotFound),
	}
	promised.Check(t, append(offers, offered(parser.Model.Node, "")...), *update)
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
