package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var consoleBlock = regexp.MustCompile("(?s)```console\n\\$ bin/voicememo talk\n(.+?)```")

// recovery is what the card of an Echo's first memo says after the memo: a number,
// another one each time, and what it is for.
var recovery = regexp.MustCompile(`(?m) / \D+\d{3} \d{3} \d{4}.*$`)

// TestConsoleOfTheReadme: a person who types what the README types sees what it shows,
// word for word, except for the recovery number.
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
			output = recovery.ReplaceAllString(output, "")
			if code != 0 || strings.TrimSpace(output) != strings.TrimSpace(shown[1]) {
				t.Errorf("exit %d, and it shows\n%s", code, output)
			}
		})
	}
}
