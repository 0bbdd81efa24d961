package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"voicememo/cmd/internal/app"
	"voicememo/skill"
	"voicememo/skill/talk"
)

type talkCmd struct {
	storeFlags

	Locale string   `placeholder:"ja-JP|en-US" help:"Language of the Echo. Default: that of the words typed."`
	URL    string   `name:"url" placeholder:"URL" help:"Talk to a running server, such as http://localhost:8080. Default: the one that has --data open, or the store itself."`
	User   string   `default:"${talkuser}" placeholder:"ID" help:"Alexa account that speaks; another id is another Echo."`
	Skill  string   `name:"skill-id" default:"${talkskill}" placeholder:"ID" help:"Skill id the requests carry."`
	Words  []string `arg:"" optional:"" help:"What to say; without it, type line by line."`
}

// Run holds the conversation.
func (c *talkCmd) Run(ctx context.Context, t terminal) error {
	if err := c.config().Check(); err != nil {
		return err
	}
	send, closeStore, err := c.connect(ctx)
	if err != nil {
		return err
	}
	e := &echo{command: c, send: send, out: t.Out}
	if len(c.Words) > 0 {
		err = e.say(ctx, strings.Join(c.Words, " "))
	} else {
		err = e.converse(ctx, t.In)
	}
	return errors.Join(err, closeStore())
}

type sender func(ctx context.Context, raw []byte) ([]byte, error)

// connect finds the skill: at --url, at the server that has the data directory
// open, or in this process over the store itself.
func (c *talkCmd) connect(ctx context.Context) (sender, func() error, error) {
	nothing := func() error { return nil }
	if c.URL != "" {
		if u, err := url.Parse(c.URL); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return nil, nil, &app.ConfigError{Flag: "url", Problem: "must be an address such as http://localhost:8080"}
		}
		return post(c.URL), nothing, nil
	}
	// Over DynamoDB a server does not lock the data directory, so it is asked first.
	if running := app.RunningURL(ctx, c.Data); running != "" {
		return post(running), nothing, nil
	}
	engine, err := app.OpenEngine(ctx, c.config())
	if err != nil {
		return nil, nil, err
	}
	s := app.NewServices(engine)
	here := skill.New(skill.Options{
		Memos: s.Memos, Families: s.Families, Invites: s.Invites, AnyApplication: true,
		Logger: slog.New(slog.DiscardHandler),
	})
	return here.Handle, engine.Close, nil
}

// maxAnswer is more than Alexa would take.
const maxAnswer = 256 << 10

// post sends requests to a running server as Alexa would.
func post(server string) sender {
	client := &http.Client{Timeout: 10 * time.Second}
	return func(ctx context.Context, raw []byte) ([]byte, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(server, "/")+"/alexa", bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := client.Do(req)
		if err != nil {
			return nil, fmt.Errorf("the server does not answer: %w", err)
		}
		defer func() { _ = res.Body.Close() }()
		if res.StatusCode != http.StatusOK {
			return nil, fmt.Errorf("the server at %s refused (%s); it answers only with --dev, or --alexa-verify=off and the same --alexa-skill-id", server, res.Status)
		}
		return io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	}
}

// echo is the device on the terminal. Without --locale it takes the language of
// the first words of each session.
type echo struct {
	command *talkCmd
	send    sender
	out     io.Writer
	talk    *talk.Talk
}

func (e *echo) converse(ctx context.Context, in io.Reader) error {
	e.print("Type what you would say to the Echo: 「牛乳を買う を追加」, add buy milk, 一覧, read the memos. Ctrl-D ends.")
	for lines := typed(ctx, in); ; {
		e.prompt()
		line, more := "", false
		select {
		case line, more = <-lines:
		case <-ctx.Done():
		}
		if !more {
			e.print("")
			return e.end(ctx)
		}
		if err := e.say(ctx, line); err != nil {
			return err
		}
	}
}

// typed gives the lines of in until it ends or ctx does. A read from a terminal
// cannot be interrupted, so it has a goroutine of its own.
func typed(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for r := bufio.NewReader(in); ; {
			line, err := r.ReadString('\n')
			if line != "" {
				select {
				case lines <- line:
				case <-ctx.Done():
					return
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

func (e *echo) prompt() {
	mark := "> "
	if e.talk != nil && e.talk.Open() {
		mark = "(listening) > "
	}
	_, _ = fmt.Fprint(e.out, mark)
}

func (e *echo) print(line string) { _, _ = fmt.Fprintln(e.out, line) }

// say speaks one line and prints what comes back. Nobody speaks quotation marks,
// but examples in Japanese have them.
func (e *echo) say(ctx context.Context, text string) error {
	if text = strings.TrimSpace(strings.NewReplacer("「", "", "」", "").Replace(text)); text == "" {
		return nil
	}
	if e.talk == nil || !e.talk.Open() {
		if err := e.listen(text); err != nil {
			return err
		}
	}
	answer, err := e.talk.Say(ctx, text)
	if err != nil {
		return err
	}
	e.print("Alexa: " + strings.ReplaceAll(answer.Speech, "\n", "\n       "))
	if answer.Card != "" {
		e.print("  [card] " + strings.TrimSpace(answer.CardTitle+" "+strings.ReplaceAll(answer.Card, "\n", " / ")))
	}
	return nil
}

// listen makes the device of the next session.
func (e *echo) listen(text string) (err error) {
	locale := e.command.Locale
	if locale == "" {
		locale = localeOf(text)
	}
	e.talk, err = talk.New(talk.Options{
		Locale: locale, UserID: e.command.User, ApplicationID: e.command.Skill, Send: e.send,
	})
	if err != nil {
		return &app.ConfigError{Flag: "locale", Problem: "must be ja-JP or an English one, such as en-US"}
	}
	return nil
}

func (e *echo) end(ctx context.Context) error {
	if e.talk == nil {
		return nil
	}
	return e.talk.End(context.WithoutCancel(ctx))
}

// localeOf tells Japanese by its letters.
func localeOf(text string) string {
	japanese := func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) }
	if strings.ContainsFunc(text, japanese) {
		return "ja-JP"
	}
	return "en-US"
}
