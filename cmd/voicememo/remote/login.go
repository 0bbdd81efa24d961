package remote

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"voicememo/cmd/internal/client"
	"voicememo/cmd/voicememo/internal/cli"
)

// Login is voicememo login.
type Login struct {
	plainFlag

	URL        string `arg:"" placeholder:"URL" help:"Address of the page, such as https://memo.example.com."`
	Code       bool   `env:"-" help:"Sign in with a code that you enter in a browser, on this or another device. This is the default at a terminal."`
	TokenStdin bool   `env:"-" help:"Read a key (a personal token) from standard input, as is also done if that is not a terminal."`
	JSON       bool   `name:"json" env:"-" help:"Print JSON: url, name and family."`
}

// Help is shown with --help.
func (c *Login) Help() string {
	return "Shows an address and a code. Open the address in a browser, on this or another device, sign in, enter the code, and allow it. " +
		"With --token-stdin, or if the server has no sign-in with a code, it reads a key (a personal token), which is not shown while it is typed or pasted; the page makes one at You > Devices and programs. " +
		"The key is kept in the folder voicememo of your configuration folder, in a file that only you can read, in place of an earlier one. " + statuses
}

// Run signs in.
func (c *Login) Run(ctx context.Context, t cli.Terminal) error {
	words := wordsOfClient(os.Getenv)
	at, err := c.signIn(ctx, t, words)
	if err != nil {
		return err
	}
	folder, err := SignInFolder()
	if err != nil {
		return err
	}
	me, err := client.New(client.Options{URL: at.URL, Token: at.Token, Language: words.language}).Me(ctx) // a new token
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
func (c *Login) signIn(ctx context.Context, t cli.Terminal, words clientWords) (at client.SignIn, err error) {
	if at.URL, err = client.ParseURL(c.URL, c.AllowHTTP); err != nil {
		return client.SignIn{}, words.wrongURL(err)
	}
	if c.Code && c.TokenStdin {
		return client.SignIn{}, cli.WrongUse("--code, --token-stdin: %s", words.onlyOne)
	}
	if c.Code || !c.TokenStdin && cli.IsTyped(t) {
		signedIn, err := signInByCode(ctx, t, at, words)
		if !errors.Is(err, client.ErrNoCodes) || c.Code {
			return signedIn, explainCode(ctx, at.URL, words, err)
		}
	}
	text, err := cli.ReadSecret(ctx, t, c.TokenStdin, fmt.Sprintf(words.prompt, at.URL))
	switch {
	case ctx.Err() != nil:
		return client.SignIn{}, errors.New(words.interrupted)
	case err != nil:
		return client.SignIn{}, err
	}
	if at.Token, err = client.ParseToken(text); err != nil {
		return client.SignIn{}, cli.WithStatus(cli.ExitConfiguration, errors.New(words.noToken))
	}
	return at, nil
}

// CodeWait is client.Options.Wait while a person answers; nil except in tests.
var CodeWait func(ctx context.Context, d time.Duration) error

// signInByCode shows a code, and waits until a person has allowed it in a browser.
func signInByCode(ctx context.Context, t cli.Terminal, at client.SignIn, words clientWords) (client.SignIn, error) {
	c := client.New(client.Options{URL: at.URL, Language: words.language, Wait: CodeWait})
	codes, err := c.SignInCodes(ctx)
	if err != nil {
		return client.SignIn{}, err
	}
	_, err = fmt.Fprintf(t.Err, words.enterCode+"\n", client.Printable(codes.Address), client.Printable(codes.UserCode), codes.Lifetime/60)
	if err != nil {
		return client.SignIn{}, err
	}
	return c.Await(ctx, codes)
}

// explainCode returns the sentence and the exit status of an error of signInByCode; nil for
// none.
func explainCode(ctx context.Context, url string, words clientWords, err error) error {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return cli.WithStatus(cli.ExitFailed, errors.New(words.interrupted))
	case errors.Is(err, client.ErrRefused):
		return cli.WithStatus(cli.ExitSignIn, errors.New(words.codeRefused))
	case errors.Is(err, client.ErrExpired):
		return cli.WithStatus(cli.ExitSignIn, errors.New(words.codeExpired))
	case errors.Is(err, client.ErrNoCodes):
		return cli.WithStatus(cli.ExitConfiguration, fmt.Errorf(words.noCodes, url))
	case errors.Is(err, client.ErrForeign):
		return cli.WithStatus(cli.ExitConfiguration, fmt.Errorf(words.foreignCodes, url))
	}
	return words.explain(ctx, url, err)
}

// Logout is voicememo logout.
type Logout struct {
	JSON bool `name:"json" env:"-" help:"Print JSON: removed, which is whether there was a key."`
}

// Help is shown with --help.
func (c *Logout) Help() string {
	return "Removes the key from this machine. What a sign-in with a code allowed ends on the server as well, if the server can be reached; a personal token works elsewhere until it is ended on the page, or until its last day. " + statuses
}

// Run signs out. It also removes a token that cannot be read.
func (c *Logout) Run(ctx context.Context, t cli.Terminal) error {
	words := wordsOfClient(os.Getenv)
	folder, err := SignInFolder()
	if err != nil {
		return err
	}
	at, found := folder.SignIn()
	if found == nil {
		if err := numbersFolder().Forget(at); err != nil {
			return err
		}
	}
	revoked := found == nil && at.Refresh != "" && client.New(client.Options{URL: at.URL, Language: words.language}).Revoke(ctx, at) == nil
	if err := folder.Forget(); err != nil {
		return err
	}
	removed := !errors.Is(found, client.ErrSignedOut)
	if c.JSON {
		return client.WriteJSON(t.Out, map[string]bool{"removed": removed})
	}
	sentence := words.signedOut
	switch {
	case !removed:
		sentence = words.signedOutBefore
	case revoked:
		sentence = words.codeEnded
	}
	_, err = fmt.Fprintln(t.Out, sentence)
	return err
}
