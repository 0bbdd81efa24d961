package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"voicememo/cmd/internal/client"
)

type loginCmd struct {
	plainFlag

	URL        string `arg:"" placeholder:"URL" help:"Address of the page, such as https://memo.example.com."`
	TokenStdin bool   `env:"-" help:"Read the key from standard input, as is also done if that is not a terminal."`
	JSON       bool   `name:"json" env:"-" help:"Print JSON: url, name and family."`
}

// Help is shown with --help.
func (c *loginCmd) Help() string {
	return "Asks for a key (a personal token), which is not shown while it is typed or pasted, and checks it with the server. The page makes one at Family > About you > Devices and programs. " +
		"The key is kept in the folder voicememo of your configuration folder, in a file that only you can read, in place of an earlier one. " + statuses
}

// Run signs in.
func (c *loginCmd) Run(ctx context.Context, t terminal) error {
	words := wordsOfClient(os.Getenv)
	at, err := c.signIn(ctx, t, words)
	if err != nil {
		return err
	}
	folder, err := signInFolder()
	if err != nil {
		return err
	}
	me, err := client.New(client.Options{URL: at.URL, Token: at.Token, Language: words.language}).Me(ctx)
	var refused *client.Error
	mayRead := !errors.As(err, &refused) || refused.Kind != client.Scope
	if err != nil && mayRead {
		return words.explain(ctx, at.URL, err)
	}
	if err := folder.Keep(at); err != nil {
		return fmt.Errorf(words.notKept, folder.File(), err)
	}
	switch {
	case c.JSON:
		return client.WriteJSON(t.Out, map[string]string{"url": at.URL, "name": me.User.Name, "family": me.Family.Name})
	case !mayRead:
		_, err = fmt.Fprintf(t.Out, words.signedInToAdd+"\n", at.URL)
		return err
	}
	_, err = fmt.Fprintf(t.Out, words.signedIn+"\n", at.URL, inLine(me.User.Name), inLine(me.Family.Name))
	return err
}

// signIn returns the server with the token that was entered.
func (c *loginCmd) signIn(ctx context.Context, t terminal, words clientWords) (at client.SignIn, err error) {
	if at.URL, err = client.ParseURL(c.URL, c.AllowHTTP); err != nil {
		return client.SignIn{}, words.wrongURL(err)
	}
	text, err := readSecret(ctx, t, c.TokenStdin, fmt.Sprintf(words.prompt, at.URL))
	switch {
	case ctx.Err() != nil:
		return client.SignIn{}, errors.New(words.interrupted)
	case err != nil:
		return client.SignIn{}, err
	}
	if at.Token, err = client.ParseToken(text); err != nil {
		return client.SignIn{}, &statusError{exitConfiguration, errors.New(words.noToken)}
	}
	return at, nil
}

type logoutCmd struct {
	JSON bool `name:"json" env:"-" help:"Print JSON: removed, which is whether there was a key."`
}

// Help is shown with --help.
func (c *logoutCmd) Help() string {
	return "Removes the key from this machine. It works elsewhere until it is ended on the page, or until its last day. " + statuses
}

// Run signs out. It also removes a token that cannot be read.
func (c *logoutCmd) Run(t terminal) error {
	words := wordsOfClient(os.Getenv)
	folder, err := signInFolder()
	if err != nil {
		return err
	}
	at, found := folder.SignIn()
	if found == nil {
		if err := numbersFolder().Forget(at); err != nil {
			return err
		}
	}
	if err := folder.Forget(); err != nil {
		return err
	}
	removed := !errors.Is(found, client.ErrSignedOut)
	if c.JSON {
		return client.WriteJSON(t.Out, map[string]bool{"removed": removed})
	}
	sentence := words.signedOut
	if !removed {
		sentence = words.signedOutBefore
	}
	_, err = fmt.Fprintln(t.Out, sentence)
	return err
}
