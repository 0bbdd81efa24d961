package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var consoleBlock = regexp.MustCompile("(?s)```console\n\\$ bin/voicememo talk\n(.+?)```")

// TestConsoleOfTheReadme: who types what the README types sees what it shows,
// word for word.
func TestConsoleOfTheReadme(t *testing.T) {
	for _, file := range []string{"README.md", "README.ja.md"} {
		t.Run(file, func(t *testing.T) {
			raw, err := os.ReadFile("../../" + file)
			if err != nil {
				t.Fatal(err)
			}
			shown := consoleBlock.FindStringSubmatch(string(raw))
			if shown == nil {
				t.Fatal("it shows no conversation")
			}
			output, code := replayHere(t, shown[1])
			if code != 0 || strings.TrimSpace(output) != strings.TrimSpace(shown[1]) {
				t.Errorf("exit %d, and it shows\n%s", code, output)
			}
		})
	}
}
