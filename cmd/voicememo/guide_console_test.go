package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
)

// The console blocks of a page, and the commands in one.
var (
	consoles       = regexp.MustCompile("(?s)```console\n(.+?)```")
	consoleCommand = regexp.MustCompile(`(?m)^\$ bin/voicememo (.+)\n((?:[^$\n].*\n?)*)`)
)

// exampleCode is the invite code of the guide's examples.
const exampleCode = "4071"

// TestGuideConsoles: the commands of a console block, entered one after the other in a
// directory with only a secret, print what the block shows, word for word, except for
// recovery numbers, invite codes and times of day.
func TestGuideConsoles(t *testing.T) {
	for file, count := range map[string]int{"alexa.md": 5, "alexa.ja.md": 5, "family.md": 3, "family.ja.md": 3, "server.md": 0, "server.ja.md": 0} {
		blocks := consoles.FindAllStringSubmatch(readGuide(t, file), -1)
		check.Equal(t, len(blocks), count, "%s: console blocks", file)
		for _, block := range blocks {
			found := consoleCommand.FindAllStringSubmatch(block[1], -1)
			if len(found) == 0 {
				t.Fatalf("%s: got no command in\n%s", file, block[1])
			}
			t.Run(file+" "+found[0][1], func(t *testing.T) {
				t.Chdir(t.TempDir())
				write(t, "link-secret", "the-secret-of-the-guides-example")
				code := ""
				for _, c := range found {
					got := enter(t, strings.Fields(c[1]), c[2], &code)
					if want := strings.TrimSpace(withExamples(c[2], exampleCode)); got != want {
						t.Errorf("got\n%s\nwant\n%s", got, want)
					}
				}
			})
		}
	}
}

// enter runs a command of a block and returns its output, with the example values inserted.
// The block also has the lines to type in a conversation. code is the invite code that the
// block's commands have created.
func enter(t *testing.T, args []string, shown string, code *string) string {
	t.Helper()
	if args[0] == "talk" {
		if *code != "" {
			shown = strings.ReplaceAll(shown, exampleCode, *code)
		}
		file := filepath.Join(t.TempDir(), "shown.txt")
		write(t, file, typedIn(shown))
		args = append(args, "--replay", file)
	}
	stdout, stderr, status := runHere(args...)
	if status != 0 {
		t.Fatalf("%s: got exit %d, want 0: %s", args, status, stderr)
	}
	if made := inviteCard.FindStringSubmatch(stdout); made != nil {
		*code = made[1]
	}
	return strings.TrimSpace(withExamples(stdout, *code))
}

// inviteCard is the line of a card with an invite code.
var inviteCard = regexp.MustCompile(`\[card\] (?:Invite code|招待コード) (\d{4}) `)

// typedIn returns the lines that a person types in a conversation.
func typedIn(shown string) string {
	var lines []string
	for _, l := range strings.Split(shown, "\n") {
		if _, words, ok := strings.Cut(l, "> "); ok {
			lines = append(lines, words)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// withExamples returns an output without its recovery number, and with the example's digits
// instead of those of a code, also where they are spelled out.
func withExamples(output, code string) string {
	output = recovery.ReplaceAllString(output, "")
	if code == "" {
		return output
	}
	spelled := regexp.MustCompile(strings.Join(strings.Split(code, ""), `\D{0,16}`))
	return spelled.ReplaceAllStringFunc(output, func(found string) string {
		next := 0
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				r = rune(exampleCode[next])
				next++
			}
			return r
		}, found)
	})
}
