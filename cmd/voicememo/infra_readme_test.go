package main

import (
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestCommandsOfTheInfraReadme: the program has the commands and flags that
// infra/README.md uses.
func TestCommandsOfTheInfraReadme(t *testing.T) {
	page, err := os.ReadFile("../../infra/README.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("bin/voicememo ([^|&`\n]+)").FindAllStringSubmatch(string(page), -1)
	if len(commands) < 5 {
		t.Fatalf("got only %d commands", len(commands))
	}
	for _, c := range commands {
		args := append(strings.Fields(strings.TrimRight(c[1], `\ `)), "--help")
		var said strings.Builder
		if code := run(t.Context(), args, terminal{In: strings.NewReader(""), Out: io.Discard, Err: &said}); code != 0 {
			t.Errorf("%s: exit %d, %s", c[0], code, &said)
		}
	}
}
