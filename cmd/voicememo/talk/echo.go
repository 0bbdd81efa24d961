package talk

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"voicememo/skill/talk"
)

// echo is the device on the terminal. Without --locale it takes the language of
// the first words of each session.
type echo struct {
	command *Command
	send    sender
	out     io.Writer
	talk    *talk.Talk

	interactive bool // a person types
	replays     bool // a transcript is replayed, so its lines are also printed
	script      script
}

func newEcho(c *Command, send sender, out io.Writer) *echo {
	return &echo{command: c, send: send, out: out}
}

// converse processes each line, ends the session and returns the verdict on the expected
// answers.
func (e *echo) converse(ctx context.Context, in io.Reader) error {
	for lines := typed(ctx, in); ; {
		e.prompt()
		line, more := "", false
		select {
		case line, more = <-lines:
		case <-ctx.Done():
		}
		if more {
			quit, err := e.line(ctx, strings.TrimRight(line, "\r\n"))
			if err != nil {
				return err
			}
			more = !quit
		}
		if !more {
			e.print("")
			return errors.Join(e.end(ctx), e.verdict())
		}
	}
}

// typed sends the lines of in until in or ctx ends. A read from a terminal cannot be
// interrupted, so it has its own goroutine.
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

const (
	promptMark    = "> "
	listeningMark = "(listening) "
)

// prompt asks for the next line. A replay prints it with the line instead.
func (e *echo) prompt() {
	if !e.replays {
		_, _ = fmt.Fprint(e.out, e.mark())
	}
}

func (e *echo) mark() string {
	if e.talk != nil && e.talk.Open() {
		return listeningMark + promptMark
	}
	return promptMark
}

func (e *echo) print(line string) { _, _ = fmt.Fprintln(e.out, line) }

// line processes one line, and reports whether the conversation is over.
func (e *echo) line(ctx context.Context, line string) (quit bool, err error) {
	l := e.script.parse(line)
	if l.kind != lineMore {
		e.settle()
	}
	e.script.take(l)
	if e.replays && (l.kind == lineWords || l.kind == lineCommand) {
		e.print(e.mark() + l.text)
	} else if e.replays && l.kind == lineComment {
		e.print(line)
	}
	switch l.kind {
	case lineWords:
		return false, e.say(ctx, l.text)
	case lineCommand:
		return e.slash(ctx, l.text)
	}
	return false, nil
}

// say sends words to the skill and shows the answer.
func (e *echo) say(ctx context.Context, text string) error {
	if e.talk == nil || !e.talk.Open() {
		if err := e.listen(text); err != nil {
			return err
		}
	}
	answer, err := e.talk.Say(ctx, text)
	if err != nil {
		return err
	}
	e.show(answer)
	return nil
}

// listen creates the device of the next session. The screen keeps its contents unless
// the language changes.
func (e *echo) listen(text string) (err error) {
	locale := e.command.Locale
	if locale == "" {
		locale = localeOf(text)
	}
	if e.talk != nil && e.talk.Locale == locale {
		return nil
	}
	e.talk, err = talk.New(talk.Options{
		Locale: locale, UserID: e.command.User, ApplicationID: e.command.Skill, Send: e.send,
		PersonID: talk.VoiceID(e.command.Voice), Screen: e.command.Screen,
	})
	return err
}

// end ends the session at the skill.
func (e *echo) end(ctx context.Context) error {
	if e.talk == nil {
		return nil
	}
	err := e.talk.End(context.WithoutCancel(ctx))
	e.talk = nil
	return err
}

// localeOf returns ja-JP for text with Japanese characters, and en-US for other text.
func localeOf(text string) string {
	japanese := func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) }
	if strings.ContainsFunc(text, japanese) {
		return "ja-JP"
	}
	return "en-US"
}
