package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
)

// replayHere replays a transcript inside the test, in a new house.
func replayHere(t *testing.T, transcript string, flags ...string) (output string, code int) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "transcript.txt")
	write(t, file, transcript)
	stdout, stderr, code := runHere(append([]string{"talk", "--new", "--replay", file, "--data", filepath.Join(dir, "data")}, flags...)...)
	return withoutNotice(stdout + stderr), code
}

// notice is the line that says what talk talks to.
var notice = regexp.MustCompile(`(?m)^(?:Talking to the server at|No server is running; talking to the memos in) .*\.\n`)

func withoutNotice(output string) string { return notice.ReplaceAllString(output, "") }

// familyDay is a conversation of a family with two Echos.
const familyDay = `# Mother leaves a memo.
/voice mama
> 家族ボイスメモで「私はママ」
> 牛乳を買う を追加
Alexa: 牛乳を買う、ですね。メモしました*

# She invites the other Echo, which joins by the code.
招待コードを作って
Alexa: 招待コードは*
/user amzn1.ask.account.KITCHEN
# The card of its first memo has a recovery number, which is not an invite code.
卵を買う を追加
Alexa: *卵を買う*
招待コード {code} で参加
Alexa: 招待コードは*ですね？
(listening) > はい
Alexa: *同じ家族になりました*
一覧
Alexa: *牛乳を買う*
`

func TestReplay(t *testing.T) {
	output, code := replayHere(t, familyDay)
	if code != 0 || strings.Contains(output, "[differs]") || !strings.Contains(output, "> 招待コードを作って\n") {
		t.Errorf("exit %d\n%s", code, output)
	}
}

// TestReplayOfWhatWasPrinted: the saved output of a conversation can be replayed.
func TestReplayOfWhatWasPrinted(t *testing.T) {
	const lines = "# to keep\n家族ボイスメモを開いて\n牛乳を買うを追加\n卵を買う\nいいえ\n一覧\n2番を削除\nいいえ\n"
	kept, code := replayHere(t, lines, "--screen")
	if code != 0 || !strings.Contains(kept, "Alexa: ") || !strings.Contains(kept, "# to keep") {
		t.Fatalf("exit %d\n%s", code, kept)
	}
	again, code := replayHere(t, kept, "--screen")
	again, kept = recovery.ReplaceAllString(again, ""), recovery.ReplaceAllString(kept, "")
	if code != 0 || again != kept {
		t.Errorf("exit %d\n%s\nagain:\n%s", code, kept, again)
	}
	output, code := replayHere(t, strings.Replace(kept, "卵を買う、ですね", "パンを買う、ですね", 1), "--screen")
	if code != cli.ExitFailed || !strings.Contains(output, "[differs] expected: パンを買う、ですね") ||
		!strings.Contains(output, "heard:    卵を買う、ですね") || !strings.Contains(output, "1 differences") {
		t.Errorf("exit %d\n%s", code, output)
	}
}

func TestReplayComparesAllOfAnAnswer(t *testing.T) {
	for name, tc := range map[string]struct {
		transcript string
		code       int
	}{
		"nothing was said":   {"Alexa: x\n", cli.ExitFailed},
		"compared twice":     {"> read the memos\nAlexa: *\nAlexa: *\n", cli.ExitFailed},
		"the beginning":      {"> read the memos\nAlexa: There\n", cli.ExitFailed},
		"the rest":           {"> read the memos\nAlexa: There*\n", 0},
		"a line too many":    {"> read the memos\nAlexa: There*\n       more\n", cli.ExitFailed},
		"the last line":      {"> read the memos\n> read the memos\nAlexa: wrong", cli.ExitFailed},
		"no such command":    {"/nothing\n", cli.ExitFailed},
		"nothing to touch":   {"/touch delete 1\n", cli.ExitFailed},
		"neither on nor off": {"/screen maybe\n", cli.ExitFailed},
		"no such language":   {"/locale fr-FR\n", cli.ExitFailed},
		"over before":        {"/quit\nAlexa: wrong\n", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if output, code := replayHere(t, tc.transcript); code != tc.code {
				t.Errorf("exit %d\n%s", code, output)
			}
		})
	}
}

// TestScreen: a touch has its effect, and the screen shows it.
func TestScreen(t *testing.T) {
	output, code := replayHere(t, "add eggs\nadd milk\nread the memos\n/touch delete 2\n/touch undo 2\n/touch done 2\nread the memos\nAlexa: *milk*\n", "--screen")
	if code != 0 {
		t.Errorf("exit %d\n%s", code, output)
	}
	for _, want := range []string{"1  milk", "/touch done 1, /touch delete 1, /touch done 2, /touch delete 2", "2  ~~eggs~~ | In the trash", "/touch delete 1, /touch undo 2", "2  ~~eggs~~ | Done"} {
		if !strings.Contains(output, want) {
			t.Errorf("%q is not in\n%s", want, output)
		}
	}
	without, _ := replayHere(t, "add eggs\nread the memos\n")
	if strings.Contains(without, "[screen]") {
		t.Errorf("got a screen without --screen:\n%s", without)
	}
}

// TestFlagsOfTalk: each flag adds its output, which is missing without the flag.
func TestFlagsOfTalk(t *testing.T) {
	const words = "家族ボイスメモを開いて\n牛乳を買うを追加\n"
	plain, code := replayHere(t, words)
	if code != 0 {
		t.Fatalf("exit %d\n%s", code, plain)
	}
	without, _ := replayHere(t, words, "--json")
	for flag, want := range map[string]string{
		"--json":             `"name": "AddMemoIntent"`,
		"--state":            "[state] listens for speech of SpeakIntent",
		"--voice=mama":       `"personId": "amzn1.ask.person.`,
		"--screen":           `"Alexa.Presentation.APL"`,
		"--locale=en-IN":     `"locale": "en-IN"`,
		"--user=amzn1.other": `"userId": "amzn1.other"`,
		"--skill-id=amzn1.s": `"applicationId": "amzn1.s"`,
	} {
		t.Run(flag, func(t *testing.T) {
			output, code := replayHere(t, words, flag, "--json")
			if flag != "--json" && strings.Contains(without, want) {
				t.Errorf("got %q without the flag", want)
			}
			if code != 0 || !strings.Contains(output, want) || strings.Contains(plain, want) {
				t.Errorf("exit %d\n%s", code, output)
			}
		})
	}
}

// TestCommandsOfTalk: commands are not sent to the skill.
func TestCommandsOfTalk(t *testing.T) {
	output := home{flags: []string{"--data", t.TempDir()}}.talk(t, "/help", "/voice パパ", "/voice", "/json on", "/json off", "/state on", "/locale en-GB", "/locale", "# 一覧", "/quit", "一覧")
	if strings.Contains(output, "メモは") || strings.Contains(output, "[request]") {
		t.Errorf("a command went to the skill:\n%s", output)
	}
	for _, usage := range []string{"/voice [NAME]", "/user ID", "/locale [LOCALE]", "/screen on|off", "/touch NAME", "/state on|off", "/json on|off", "/help", "/quit"} {
		if !strings.Contains(output, usage) {
			t.Errorf("/help does not list %s:\n%s", usage, output)
		}
	}
}

func TestWrongFlagsOfTalk(t *testing.T) {
	dir := t.TempDir()
	for name, tc := range map[string]struct {
		args []string
		want string
	}{
		"unknown language":  {[]string{"--locale", "fr-FR"}, "--locale"},
		"no language":       {[]string{"--locale", "en"}, "en-AU, en-CA, en-GB, en-IN, en-US, ja-JP"},
		"no file":           {[]string{"--replay", filepath.Join(dir, "none")}, "--replay"},
		"a file and words":  {[]string{"--replay", dir, "一覧"}, "--replay"},
		"not an address":    {[]string{"--url", "localhost:8080"}, "--url"},
		"unknown store":     {[]string{"--store", "files"}, "--store"},
		"wrong environment": {[]string{"--store", "dynamodb", "--environment", "a b"}, "--environment"},
	} {
		t.Run(name, func(t *testing.T) {
			_, stderr, code := runHere(append([]string{"talk", "--new", "--data", dir}, tc.args...)...)
			if code != cli.ExitConfiguration || !strings.Contains(stderr, tc.want) {
				t.Errorf("exit %d, %q", code, stderr)
			}
		})
	}
}

// TestTalkSaysWhatItTalksTo: a running server, or the memos of a directory. Without
// either it creates nothing unless --new asks for it.
func TestTalkSaysWhatItTalksTo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "typo")
	h := home{flags: []string{"--data", dir}}
	out, stderr, code := runHere("talk", "--data", dir, "牛乳を買うを追加")
	if want := "--data names " + dir + ", in which there is no database and no server runs; start a server (voicememo serve --dev, or make run)"; out != "" || code != cli.ExitConfiguration || !strings.Contains(stderr, want) || !strings.Contains(stderr, "talk --new") {
		t.Errorf("without a database: exit %d, %q, %q, want %q", code, out, stderr, want)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("talk has created %s: %v", dir, err)
	}
	direct := "No server is running; talking to the memos in " + dir + " directly.\n"
	for _, flag := range []string{"--new", "--json"} {
		if out, stderr, code := runHere("talk", flag, "--data", dir, "牛乳を買うを追加"); code != 0 || stderr != direct || !strings.Contains(out, "牛乳を買う") {
			t.Errorf("%s: exit %d, %q, %q", flag, code, out, stderr)
		}
	}
	s := h.serveHere(t)
	defer s.stop()
	for _, flag := range []string{"--data=" + dir, "--url=" + s.url} {
		out, stderr, code := runHere("talk", flag, "一覧")
		if code != 0 || !strings.HasPrefix(stderr, "Talking to the server at http://") || strings.Count(stderr, "\n") != 1 || !strings.Contains(out, "牛乳を買う") {
			t.Errorf("%s: exit %d, %q, %q", flag, code, out, stderr)
		}
	}
}
