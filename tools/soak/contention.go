package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/program"
)

// contention makes the members of one family change the same memos, read and export
// meanwhile, and use one key twice at the same time, while strangers race for one link.
type contention struct {
	engine  *engine
	server  *program.Server
	seed    uint64
	asked   atomic.Int64
	members []account // the first is the owner
	memos   []*versions
	still   []string // the labels of the memos that no client changes, as they are listed
	guests  atomic.Int64

	changes, refusals, lists, exports, pairs, races atomic.Int64
}

const (
	familySize = 4
	hotMemos   = 6
	stillMemos = 40
	untouched  = "still" // begins their labels
)

// workers are the activities that run at the same time.
var workers = []func(c *contention, ctx context.Context, client *client, r *rand.Rand) error{
	(*contention).change, (*contention).change, (*contention).change, (*contention).change,
	(*contention).list, (*contention).list, (*contention).export, (*contention).pair, (*contention).race,
}

// run repeats each worker while more returns true for its number of steps.
func (c *contention) run(ctx context.Context, more func(steps int) bool) (err error) {
	if c.server, err = c.engine.start(ctx); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.server.Stop()) }()
	if err := c.prepare(ctx); err != nil {
		return fmt.Errorf("preparing: %w", err)
	}
	var group sync.WaitGroup
	errs := make([]error, len(workers))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	for i, work := range workers {
		group.Go(func() {
			client, r := c.client(), rand.New(rand.NewPCG(c.seed, uint64(i))) //nolint:gosec // repeatable on purpose
			for n := 0; errs[i] == nil && ctx.Err() == nil && more(n); n++ {
				errs[i] = work(c, context.WithoutCancel(ctx), client, r)
			}
			if errs[i] != nil {
				stop()
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("%w: contention: %w", errBroken, err)
	}
	return c.end(context.WithoutCancel(ctx))
}

func (c *contention) client() *client {
	client := newClient(&c.asked)
	client.at(c.server.URL)
	return client
}

func (c *contention) signIn(ctx context.Context, name string) (account, error) {
	cookie, err := devsignin.SignIn(ctx, c.server.URL, name)
	return account{id: name, cookie: cookie}, err
}

// prepare makes the family and its memos.
func (c *contention) prepare(ctx context.Context) error {
	client := c.client()
	for n := range familySize {
		one, err := c.signIn(ctx, fmt.Sprint("Member ", n))
		if err != nil {
			return err
		}
		if c.members = append(c.members, one); n == 0 {
			continue
		}
		link, _, err := c.invite(ctx, client)
		if err != nil {
			return err
		}
		if a := join(ctx, client, one, link); a.status != http.StatusOK {
			return failedError{a}
		}
	}
	return c.fill(ctx, client)
}

// fill makes the memos that no client changes and, between them, those that every client
// changes.
func (c *contention) fill(ctx context.Context, client *client) error {
	for n := range stillMemos {
		m, err := addMemo(ctx, client, c.members[n%familySize], fmt.Sprint(untouched, n))
		if err == nil && n%(stillMemos/hotMemos) == 0 {
			if m, err = addMemo(ctx, client, c.members[0], fmt.Sprint("hot", n)); err == nil {
				c.memos = append(c.memos, newVersions(m.label(), m.ID, m.Content))
			}
		}
		if err != nil {
			return err
		}
	}
	memos, err := client.pages(ctx, c.members[0], false, 100)
	for _, m := range memos {
		if strings.HasPrefix(m.label(), untouched) {
			c.still = append(c.still, m.label())
		}
	}
	if err == nil && len(c.still) != stillMemos {
		err = fmt.Errorf("%w: got %d memos, want %d", errBroken, len(c.still), stillMemos)
	}
	return err
}

// addMemo adds a memo whose text is its label, and its key.
func addMemo(ctx context.Context, client *client, by account, label string) (m memoJSON, err error) {
	err = client.ask(ctx, by, adding(label)).into(&m)
	return m, err
}

func adding(label string) request {
	return request{
		method: http.MethodPost, path: "/api/memos",
		body: map[string]string{"content": label}, header: map[string]string{"Idempotency-Key": label},
	}
}

// invite returns the token of a link of the family; false: the family has too many links.
func (c *contention) invite(ctx context.Context, client *client) (token string, ok bool, err error) {
	a := client.ask(ctx, c.members[0], request{method: http.MethodPost, path: "/api/family/invite-codes"})
	if a.status == http.StatusTooManyRequests {
		return "", false, nil
	}
	var invitation struct{ Link string }
	err = a.into(&invitation)
	_, token, _ = strings.Cut(invitation.Link, "#")
	return token, true, err
}

func join(ctx context.Context, client *client, by account, token string) answer {
	return client.ask(ctx, by, request{method: http.MethodPost, path: "/api/family/join", body: map[string]string{"inviteToken": token}})
}

// change edits, trashes or restores one of the memos, in the version last known or in any
// version. A refusal must have a reason.
func (c *contention) change(ctx context.Context, client *client, r *rand.Rand) error {
	v := c.memos[r.IntN(len(c.memos))]
	version, last := v.present()
	by, path := c.members[r.IntN(familySize)], "/api/memos/"+v.id
	header := map[string]string{"If-Match": fmt.Sprintf("%q", fmt.Sprint(version))}
	kind := r.IntN(6)
	switch {
	case last.trashed || kind == 0: // by now the memo may be in the list
		a := client.ask(ctx, by, request{method: http.MethodPut, path: path + "/restore"})
		return c.changed(v, a, func(m memoJSON) (int64, state) { return m.Version, state{m.Content, m.Deleted, false} })
	case kind == 1: // always of a version: a second deletion would remove the memo
		a := client.ask(ctx, by, request{method: http.MethodDelete, path: path, header: header})
		return c.changed(v, a, func(memoJSON) (int64, state) { return version + 1, state{last.content, true, true} })
	case kind == 2:
		header = nil
	}
	content := fmt.Sprint(v.label, " edit ", r.Uint64())
	a := client.ask(ctx, by, request{method: http.MethodPut, path: path, body: map[string]string{"content": content}, header: header})
	return c.changed(v, a, func(m memoJSON) (int64, state) { return m.Version, state{content, false, true} })
}

// changed records what a successful answer acknowledges.
func (c *contention) changed(v *versions, a answer, says func(memoJSON) (int64, state)) error {
	if a.status == http.StatusConflict || a.status == http.StatusPreconditionFailed {
		c.refusals.Add(1)
		return nil
	}
	var m memoJSON
	if err := a.into(&m); err != nil {
		return err
	}
	c.changes.Add(1)
	return v.acknowledge(says(m))
}
