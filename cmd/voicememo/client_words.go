package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"voicememo/cmd/internal/client"
)

// clientWords are the sentences of the client in one language.
type clientWords struct {
	language string // for the server's sentences

	added, done, reopened    string // about a memo
	none, noneFound, more    string
	facts, comma, isDone     string // of a memo in a list
	prompt, signedIn         string
	signedInToAdd            string
	enterCode, codeRefused   string
	codeExpired, noCodes     string
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
	noWords                  string
}

// wordsOfClient returns the sentences in the language of the environment: Japanese or
// English.
func wordsOfClient(getenv func(string) string) clientWords {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	if strings.HasPrefix(locale, "ja") {
		return clientInJapanese
	}
	return clientInEnglish
}

// wrongURL returns the error of an address that client.ParseURL refused.
func (w clientWords) wrongURL(err error) error {
	if errors.Is(err, client.ErrPlain) {
		return &statusError{exitConfiguration, errors.New(w.notSafe)}
	}
	return &statusError{exitConfiguration, errors.New(w.notURL)}
}

// clientStatuses are the exit statuses of the kinds of errors.
var clientStatuses = map[client.Kind]int{
	client.Unreachable: exitFailed, client.Busy: exitFailed, client.Full: exitFailed,
	client.NoServer: exitConfiguration, client.Moved: exitConfiguration, client.Wrong: exitConfiguration,
	client.SignedOut: exitSignIn, client.Scope: exitSignIn, client.Forbidden: exitSignIn,
	client.NotFound: exitNotFound,
}

// explain returns the sentence and the exit status of an error of the client. Sentences of
// the server are in the same language, because the client asked for it.
func (w clientWords) explain(ctx context.Context, url string, err error) *statusError {
	var failed *client.Error
	if !errors.As(err, &failed) {
		return &statusError{exitFailed, err}
	}
	detail := inLine(failed.Detail)
	sentence := map[client.Kind]string{
		client.Unreachable: fmt.Sprintf(w.unreachable, url, inLine(failed.Error())),
		client.Busy:        cmp.Or(detail, fmt.Sprintf(w.busy, url)),
		client.NoServer:    fmt.Sprintf(w.noServer, url),
		client.Moved:       w.redirected(url, inLine(failed.Detail)),
		client.SignedOut:   fmt.Sprintf(w.signInAgain, url),
		client.Scope:       w.scope,
		client.Forbidden:   cmp.Or(detail, w.forbidden),
		client.Full:        cmp.Or(detail, w.full),
		client.NotFound:    cmp.Or(detail, w.notFound),
		client.Wrong:       cmp.Or(detail, w.wrong),
	}[failed.Kind]
	if ctx.Err() != nil {
		sentence = w.interrupted
	}
	return &statusError{clientStatuses[failed.Kind], errors.New(sentence)}
}

func (w clientWords) redirected(from, to string) string {
	if to == "" || to == from {
		return fmt.Sprintf(w.movedAnywhere, from)
	}
	return fmt.Sprintf(w.moved, from, to)
}
