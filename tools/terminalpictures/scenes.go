package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// scene is what happens in one picture.
type scene struct {
	file, title string
	play        func(context.Context, *terminal) error
}

// The endpoint and the page of the examples.
const (
	exampleFunction = "arn:aws:lambda:us-west-2:123456789012:function:voice-memo"
	exampleServer   = "https://memo.example.com"
)

var scenes = []scene{
	{"terminal-serve.svg", "voicememo serve", func(ctx context.Context, t *terminal) error {
		return t.serve(ctx, "Stop with", "serve", "--dev", "--data", "memos")
	}},
	{"terminal-doctor.svg", "voicememo doctor", func(ctx context.Context, t *terminal) error {
		return t.run(ctx, "doctor", "--dev", "--data", "memos")
	}},
	{"terminal-package-lambda.svg", "voicememo skill-package", func(ctx context.Context, t *terminal) error {
		return t.run(ctx, "skill-package", "--to", "my-skill", "--public-url", exampleServer, "--endpoint", exampleFunction)
	}},
	{"terminal-package-server.svg", "voicememo skill-package", func(ctx context.Context, t *terminal) error {
		return t.run(ctx, "skill-package", "--to", "my-skill", "--public-url", exampleServer, "--endpoint", exampleServer+"/alexa")
	}},
	{"terminal-talk-ja.svg", "voicememo talk", saying(nil, "家族ボイスメモを開いて", "牛乳を買う を追加", "傘を持っていく を追加",
		"一覧", "2番を削除", "元に戻して", "牛乳 を探して", "いいえ")},
	{"terminal-talk-en.svg", "voicememo talk", saying(nil, "open family voice memo", "add buy milk", "add umbrella for friday",
		"read the memos", "delete number two", "undo", "find milk", "no")},
	{"terminal-screen-ja.svg", "voicememo talk --screen", saying([]string{"--screen"}, "家族ボイスメモを開いて", "牛乳を買う を追加", "一覧", "/touch delete 1", "/touch undo 1")},
	{"terminal-screen-en.svg", "voicememo talk --screen", saying([]string{"--screen"}, "open family voice memo", "add buy milk", "read the memos", "/touch delete 1", "/touch undo 1")},
	{"terminal-join-ja.svg", "voicememo talk", joining("招待コードを作って", "招待コード %s で参加", "はい", "家族は誰")},
	{"terminal-join-en.svg", "voicememo talk", joining("make an invite code", "join with invite code %s", "yes", "who is in my family")},
}

// saying is a conversation with a single Echo, with flags of its own.
func saying(flags []string, words ...string) func(context.Context, *terminal) error {
	return func(ctx context.Context, t *terminal) error {
		return converse(ctx, t, append([]string{"--data", "memos"}, flags...), func(c *conversation) error {
			for _, w := range words {
				if _, err := c.say(w); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// joining has one Echo make a code and a second one join with it.
func joining(invite, join, yes, members string) func(context.Context, *terminal) error {
	return func(ctx context.Context, t *terminal) error {
		err := converse(ctx, t, []string{"--data", "memos", "--user", "kitchen"}, func(c *conversation) error {
			answer, err := c.say(invite)
			if t.code = codeIn(answer); err == nil && t.code == "" {
				err = errors.New("no invite code in the answer: " + answer)
			}
			return err
		})
		if err != nil {
			return err
		}
		return converse(ctx, t, []string{"--data", "memos", "--user", "bedroom"}, func(c *conversation) error {
			for _, w := range []string{fmt.Sprintf(join, t.code), yes, members} {
				if _, err := c.say(w); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// converse opens a conversation, holds it, and hangs up.
func converse(ctx context.Context, t *terminal, args []string, hold func(*conversation) error) error {
	c, err := t.talk(ctx, args...)
	if err != nil {
		return err
	}
	if err := hold(c); err != nil {
		return err
	}
	return c.end()
}

// codeIn finds the first four digits that stand together.
func codeIn(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(word) == 4 {
			return word
		}
	}
	return ""
}
