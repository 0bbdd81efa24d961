// Package remote has the commands that use a server from anywhere: login, logout, add, list,
// find and done.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"voicememo/cmd/internal/client"
	"voicememo/cmd/voicememo/internal/cli"
)

// statuses says in the help of each command of the client what it exits with.
const statuses = "Exit status: 0 done; 1 it failed and may succeed later, such as a busy server or a full list; 2 wrong use; 3 not signed in, or not allowed; " +
	"4 the memo does not exist, or it has changed. Sentences are in Japanese if LC_ALL, LC_MESSAGES or LANG begins with ja, otherwise in English."

// remoteFlags say which server the client uses, as which person.
type remoteFlags struct {
	URL       string `name:"url" placeholder:"URL" help:"Server, such as https://memo.example.com. Default: the server of voicememo login."`
	TokenFile string `name:"token-file" placeholder:"FILE" help:"File with a key for --url, instead of voicememo login. VOICEMEMO_TOKEN can have the key itself; the command line cannot, because other users of the machine can read it."`
	plainFlag
	JSON bool `name:"json" env:"-" help:"Print JSON: one line for each memo, in the form of the API; for a list one line with memos and more."`
}

type plainFlag struct {
	AllowHTTP bool `name:"allow-http" help:"Send the key to an http address. Everyone on the network between can read it and the memos."`
}

// remote is a server that a command uses.
type remote struct {
	*client.Client

	at      client.SignIn
	numbers client.Numbers
	words   clientWords
	json    bool
	out     io.Writer
	err     io.Writer
}

// connect finds the server and the token. It does not contact the server.
func (f remoteFlags) connect(t cli.Terminal) (remote, error) {
	words := wordsOfClient(os.Getenv)
	at, err := f.signIn(words)
	if err != nil {
		return remote{}, err
	}
	return remote{
		Client: client.New(freshOptions(at, words)),
		at:     at, numbers: numbersFolder(), words: words, json: f.JSON, out: t.Out, err: t.Err,
	}, nil
}

// freshOptions returns the options of a client whose token is renewed when it ends.
func freshOptions(at client.SignIn, words clientWords) client.Options {
	o := client.Options{URL: at.URL, Token: at.Token, Language: words.language}
	if at.Refresh == "" {
		return o
	}
	renews := client.New(o)
	o.Fresh = func(ctx context.Context) (string, error) {
		folder, err := SignInFolder()
		if err != nil {
			return "", err
		}
		return folder.Fresh(ctx, renews, &at)
	}
	return o
}

// signIn returns the server of --url with the token of the environment, or that of
// voicememo login. A token is used only for the server that was named with it.
func (f remoteFlags) signIn(words clientWords) (client.SignIn, error) {
	at := client.SignIn{}
	err := error(nil)
	if f.URL != "" {
		if at.URL, err = client.ParseURL(f.URL, f.AllowHTTP); err != nil {
			return client.SignIn{}, words.wrongURL(err)
		}
	}
	if at.Token, err = f.token(words); err != nil {
		return client.SignIn{}, err
	}
	switch {
	case at.Token != "" && at.URL == "":
		return client.SignIn{}, cli.WrongUse("%s", words.noServerOfKey)
	case at.Token != "":
		return at, nil
	}
	stored, err := storedSignIn(words)
	switch {
	case err != nil && !errors.Is(err, client.ErrSignedOut):
		return client.SignIn{}, err
	case err != nil, at.URL != "" && at.URL != stored.URL:
		return client.SignIn{}, cli.WithStatus(cli.ExitSignIn, fmt.Errorf(words.signInFirst, orExample(at.URL)))
	}
	return stored, nil
}

// orExample returns an address, or an example of one.
func orExample(url string) string {
	if url == "" {
		return "https://memo.example.com"
	}
	return url
}

// token returns the token of VOICEMEMO_TOKEN or --token-file; "" if neither is set.
func (f remoteFlags) token(words clientWords) (string, error) {
	text, where := os.Getenv("VOICEMEMO_TOKEN"), "VOICEMEMO_TOKEN"
	switch {
	case text != "" && f.TokenFile != "":
		return "", cli.WrongUse("VOICEMEMO_TOKEN, --token-file: %s", words.onlyOne)
	case f.TokenFile != "":
		raw, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return "", cli.WrongUse("--token-file: %v", err)
		}
		text, where = string(raw), "--token-file"
	case text == "":
		return "", nil
	}
	token, err := client.ParseToken(text)
	if err != nil {
		return "", cli.WrongUse("%s: %s", where, words.noToken)
	}
	return token, nil
}

// SignInFolder returns the folder of the sign-in.
func SignInFolder() (client.Folder, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", cli.WithStatus(cli.ExitConfiguration, err)
	}
	return client.Folder(filepath.Join(dir, "voicememo")), nil
}

// numbersFolder returns the folder of the numbers of the last lists; "" if this user has no
// such folder, and then lists have no numbers.
func numbersFolder() client.Numbers {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return client.Numbers(filepath.Join(dir, "voicememo"))
}

func storedSignIn(words clientWords) (client.SignIn, error) {
	folder, err := SignInFolder()
	if err != nil {
		return client.SignIn{}, err
	}
	stored, err := folder.SignIn()
	switch {
	case errors.Is(err, client.ErrOpen):
		return client.SignIn{}, cli.WithStatus(cli.ExitSignIn, fmt.Errorf(words.open, folder.File()))
	case errors.Is(err, client.ErrDamaged):
		return client.SignIn{}, cli.WithStatus(cli.ExitSignIn, fmt.Errorf(words.damaged, folder.File()))
	}
	return stored, err
}

// explain returns the sentence and the exit status of an error of the client.
func (r remote) explain(ctx context.Context, err error) error {
	return r.words.explain(ctx, r.at.URL, err)
}

// explainChange is explain for a change, which the server may have carried out although
// there was no answer.
func (r remote) explainChange(ctx context.Context, err error) error {
	explained := r.words.explain(ctx, r.at.URL, err)
	var failed *client.Error
	if errors.As(err, &failed) && failed.Kind == client.Unreachable {
		explained.Err = fmt.Errorf("%w%s", explained.Err, r.words.unsure)
	}
	return explained
}

// TokenInArguments refuses arguments that contain a personal token, without repeating it.
func TokenInArguments(args []string) error {
	for _, arg := range args {
		if client.HasToken(arg) {
			return cli.WithStatus(cli.ExitConfiguration, errors.New(wordsOfClient(os.Getenv).argument))
		}
	}
	return nil
}

// show prints a sentence about a memo or, with --json, the memo.
func (r remote) show(m client.Memo, sentence string) error {
	if r.json {
		return client.WriteJSON(r.out, m)
	}
	_, err := fmt.Fprintf(r.out, sentence+"\n", inLine(m.Content))
	return err
}

// inLine returns a memo's text for a line of a terminal.
func inLine(content string) string {
	return strings.ReplaceAll(client.Printable(content), "\n", " / ")
}
