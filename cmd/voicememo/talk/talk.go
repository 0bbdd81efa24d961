// Package talk is the command with which a person types to the skill as if to an Echo.
package talk

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/location"
	"voicememo/skill/talk"
)

// Command is voicememo talk.
type Command struct {
	location.Flags

	New    bool     `env:"-" help:"Create a database in --data if there is none and no server runs."`
	Locale string   `env:"-" placeholder:"ja-JP|en-US" help:"Language of the Echo: ja-JP, or an English locale. Default: the language of the typed words."`
	URL    string   `env:"-" name:"url" placeholder:"URL" help:"Talk to a running server, such as http://localhost:8080. Default: the server that has --data open, or else the memos in it directly."`
	User   string   `env:"-" default:"${talkuser}" placeholder:"ID" help:"Alexa account that speaks; another id is another Echo."`
	Skill  string   `env:"-" name:"skill-id" default:"${talkskill}" placeholder:"ID" help:"Skill id the requests carry."`
	Voice  string   `env:"-" placeholder:"NAME" help:"Person whose voice the Echo recognises; any name. Default: it recognises no voice."`
	Screen bool     `env:"-" help:"The Echo has a screen: print what is on it."`
	State  bool     `env:"-" help:"After each answer, print what the session remembers."`
	JSON   bool     `env:"-" name:"json" help:"Print the request and the response of each turn."`
	Replay string   `env:"-" placeholder:"FILE" help:"Speak the lines of a transcript and compare the answers with its lines that begin with Alexa:; a * there matches anything. Exit status 1 if an answer differs."`
	Words  []string `arg:"" optional:"" help:"What to say; without words, type line by line (/help lists the commands)."`
}

// Help says what no flag says.
func (c *Command) Help() string {
	return "It talks to the server that has --data open and otherwise to the memos in it directly, and says on standard error which of " +
		"them answers. It creates no database unless --new asks for it. The server must run with --dev, or with --alexa-verify=off."
}

// Run holds the conversation.
func (c *Command) Run(ctx context.Context, t cli.Terminal) error {
	if err := c.check(); err != nil {
		return err
	}
	send, closeStore, err := c.connect(ctx, t.Err)
	if err != nil {
		return err
	}
	return errors.Join(c.speak(ctx, newEcho(c, send, t.Out), t.In), closeStore())
}

func (c *Command) check() error {
	if c.Locale != "" && !slices.Contains(talk.Locales(), c.Locale) {
		return &app.ConfigError{Flag: "locale", Problem: "must be one of " + strings.Join(talk.Locales(), ", ")}
	}
	if c.Replay != "" && len(c.Words) > 0 {
		return &app.ConfigError{Flag: "replay", Problem: "takes the words from the file, so the command line can have none"}
	}
	return c.Config().Check()
}

// speak says the words of the command line, of the transcript, or of standard input.
func (c *Command) speak(ctx context.Context, e *echo, in io.Reader) error {
	if len(c.Words) > 0 {
		_, err := e.line(ctx, strings.Join(c.Words, " "))
		return errors.Join(err, e.verdict())
	}
	if c.Replay == "" {
		e.interactive = isTerminal(in)
		e.print("Type what you would say to the Echo: 「牛乳を買う を追加」, add buy milk, 一覧, read the memos. /help lists the commands, Ctrl-D ends.")
		return e.converse(ctx, in)
	}
	file, err := os.Open(c.Replay)
	if err != nil {
		return &app.ConfigError{Flag: "replay", Problem: "cannot be read: " + err.Error()}
	}
	e.replays = true
	return errors.Join(e.converse(ctx, file), file.Close())
}

// isTerminal reports whether a person types: their mistakes are shown and do not make
// the command fail.
func isTerminal(in io.Reader) bool {
	file, ok := in.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
