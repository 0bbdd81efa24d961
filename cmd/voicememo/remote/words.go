package remote

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"

	"voicememo/cmd/internal/client"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/internal/texts"
)

// clientWords are the sentences of the client in one language. Each field has a text in
// texts/en.txt and texts/ja.txt, with formats of package fmt.
type clientWords struct {
	language string // for the server's sentences

	added, done, reopened    string // about a memo
	addedDone                string
	heading, programFile     string // about what add does not add
	none, noneFound, more    string
	facts, comma, isDone     string // of a memo in a list
	prompt, signedIn         string
	signedInToAdd            string
	enterCode, codeRefused   string
	codeExpired, noCodes     string
	foreignCodes             string
	signedOut                string
	codeEnded                string
	signedOutBefore          string
	onlyOne, noToken         string
	argument, open           string
	damaged, notKept         string // about the file of the sign-in
	noServerOfKey            string
	notURL, notSafe          string
	nothing, notUTF8         string
	limit, stopped           string
	noName, noNumber         string
	noNumbers                string
	interrupted, unreachable string
	unsure                   string
	busy, noServer           string
	moved, movedAnywhere     string
	signInFirst, signInAgain string
	scope, forbidden         string
	full, notFound, wrong    string
	noneLeft, noneDone       string // of an empty list
	noWords, notTime         string
}

//go:embed texts
var clientFiles embed.FS

// clientIn returns the sentences in a language, "en" or "ja".
func clientIn(language string) clientWords {
	return texts.Load[clientWords](clientFiles, "texts/"+language+".txt")
}

// wordsOfClient returns the sentences in the language of the environment.
func wordsOfClient(getenv func(string) string) clientWords { return clientIn(cli.Language(getenv)) }

// wrongURL returns the error of an address that client.ParseURL refused.
func (w clientWords) wrongURL(err error) error {
	if errors.Is(err, client.ErrPlain) {
		return cli.WithStatus(cli.ExitConfiguration, errors.New(w.notSafe))
	}
	return cli.WithStatus(cli.ExitConfiguration, errors.New(w.notURL))
}

// clientStatuses are the exit statuses of the kinds of errors.
var clientStatuses = map[client.Kind]int{
	client.Unreachable: cli.ExitFailed, client.Busy: cli.ExitFailed, client.Full: cli.ExitFailed,
	client.NoServer: cli.ExitConfiguration, client.Moved: cli.ExitConfiguration, client.Wrong: cli.ExitConfiguration,
	client.SignedOut: cli.ExitSignIn, client.Scope: cli.ExitSignIn, client.Forbidden: cli.ExitSignIn,
	client.NotFound: cli.ExitNotFound,
}

// explain returns the sentence and the exit status of an error of the client. Sentences of
// the server are in the same language, because the client asked for it.
func (w clientWords) explain(ctx context.Context, url string, err error) *cli.StatusError {
	var failed *client.Error
	if !errors.As(err, &failed) {
		return cli.WithStatus(cli.ExitFailed, err)
	}
	sentence := w.sentence(url, failed)
	if ctx.Err() != nil {
		sentence = w.interrupted
	}
	return cli.WithStatus(clientStatuses[failed.Kind], errors.New(sentence))
}

// sentence returns what the server said of an error, or what is known of its kind.
func (w clientWords) sentence(url string, failed *client.Error) string {
	switch failed.Kind {
	case client.Unreachable:
		return fmt.Sprintf(w.unreachable, url, inLine(failed.Error()))
	case client.NoServer:
		return fmt.Sprintf(w.noServer, url)
	case client.Moved:
		return w.redirected(url, inLine(failed.Detail))
	case client.SignedOut:
		return fmt.Sprintf(w.signInAgain, url)
	case client.Scope:
		return w.scope
	}
	kinds := map[client.Kind]string{
		client.Busy: fmt.Sprintf(w.busy, url), client.Forbidden: w.forbidden, client.Full: w.full, client.NotFound: w.notFound, client.Wrong: w.wrong,
	}
	return cmp.Or(inLine(failed.Detail), kinds[failed.Kind])
}

func (w clientWords) redirected(from, to string) string {
	if to == "" || to == from {
		return fmt.Sprintf(w.movedAnywhere, from)
	}
	return fmt.Sprintf(w.moved, from, to)
}
