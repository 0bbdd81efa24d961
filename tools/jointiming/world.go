package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"time"

	"voicememo/tools/testkit/devsignin"
)

// world is a running program with accounts that make attempts.
type world struct {
	past

	home   string
	client *http.Client
	random *rand.Rand

	accounts []account
	next     map[kind]int // by kind, the first account that has all attempts left
	owners   []account    // each issues invitations
	digits   []string     // live ones
	tokens   []string     // of live links
}

// account is an account that has signed in: its cookies.
type account string

// kind is the kind by which an account's attempts are counted.
type kind int

// The kinds.
const (
	byLink kind = iota
	byDigits
	byNumber
)

// allowed is how many wrong attempts of a kind an account can make before it must wait
// (package invite, limits.go).
var allowed = map[kind]int{byLink: 20, byDigits: 3, byNumber: 20}

// issuing is how many families have a live invitation.
const issuing = 8

func newWorld(home string, p past, random *rand.Rand) *world {
	return &world{past: p, home: home, random: random, next: map[kind]int{}, client: &http.Client{}}
}

// signIns is how many accounts sign in at the same time.
const signIns = 4

// populate signs n accounts in.
func (w *world) populate(ctx context.Context, n int) error {
	all, errs := make([]account, n+issuing), make([]error, n+issuing)
	var wg sync.WaitGroup
	for lane := range signIns {
		wg.Go(func() {
			for i := lane; i < len(all) && errors.Join(errs[lane], ctx.Err()) == nil; i += signIns {
				cookie, err := devsignin.SignIn(ctx, w.home, fmt.Sprint("person-", i))
				all[i], errs[lane] = account(cookie), err
			}
		})
	}
	wg.Wait()
	w.owners, w.accounts = all[:issuing], all[issuing:]
	return errors.Join(append(errs, ctx.Err())...)
}

// invite makes each owner show its invitation, the live one or a new one.
func (w *world) invite(ctx context.Context) error {
	w.digits, w.tokens = nil, nil
	for _, o := range w.owners {
		a, err := w.ask(ctx, attempt{by: o, path: "/api/family/invite-codes", status: http.StatusCreated})
		if err != nil {
			return err
		}
		var made struct{ Code, Link string }
		if err := json.Unmarshal(a.body, &made); err != nil {
			return err
		}
		at := strings.LastIndexAny(made.Link, "#=")
		if len(made.Code) != 4 || at < 0 {
			return errors.New("an owner has got no digits or no link")
		}
		w.digits, w.tokens = append(w.digits, made.Code), append(w.tokens, made.Link[at+1:])
	}
	return nil
}

// attempt is one request of an account.
type attempt struct {
	by     account
	path   string
	body   string // JSON
	status int    // expected of the answer
}

// answer is the result of an attempt.
type answer struct {
	took time.Duration
	rank int // the position of the answer in its batch, from 0
	body []byte
}

// ask sends an attempt over HTTP/1.1.
func (w *world) ask(ctx context.Context, a attempt) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.home+a.path, strings.NewReader(a.body))
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Cookie", string(a.by))
	began := time.Now()
	res, err := w.client.Do(req)
	if err != nil {
		return answer{}, err
	}
	var body bytes.Buffer
	_, err = io.Copy(&body, res.Body)
	took := time.Since(began)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return answer{}, err
	}
	if res.StatusCode != a.status {
		return answer{}, fmt.Errorf("%s: got %d, want %d: %s", a.path, res.StatusCode, a.status, body.Bytes())
	}
	return answer{took: took, body: body.Bytes()}, nil
}

// askEach sends attempts one after the other.
func (w *world) askEach(ctx context.Context, attempts []attempt) ([]answer, error) {
	answers := make([]answer, len(attempts))
	for _, i := range w.random.Perm(len(attempts)) {
		var err error
		if answers[i], err = w.ask(ctx, attempts[i]); err != nil {
			return nil, err
		}
	}
	return answers, nil
}
