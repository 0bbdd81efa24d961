package main

import (
	"regexp"
	"strings"
	"testing"
)

var consoleBlock = regexp.MustCompile("(?s)```console\n\\$ bin/voicememo talk\nTalking to the server at http://127.0.0.1:8080.\n(.+?)```")

// recovery matches the text after the memo on the card of an Echo's first memo: a number,
// which differs each time, and its purpose.
var recovery = regexp.MustCompile(`(?m) / \D+\d{3} \d{3} \d{4}.*$`)

// TestConsoleOfTheReadme: the commands of the README print exactly what it shows, except
// for the recovery number.
func TestConsoleOfTheReadme(t *testing.T) {
	for _, file := range []string{"README.md", "README.ja.md"} {
		t.Run(file, func(t *testing.T) {
			raw := text(t, "../../"+file)
			shown := consoleBlock.FindStringSubmatch(raw)
			if shown == nil {
				t.Fatal("got no conversation in the README")
			}
			output, code := replayHere(t, shown[1])
			output = recovery.ReplaceAllString(output, "")
			if code != 0 || strings.TrimSpace(output) != strings.TrimSpace(shown[1]) {
				t.Errorf("got exit %d and\n%s", code, output)
			}
		})
	}
}
