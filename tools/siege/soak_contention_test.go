package siege

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync/atomic"

	"voicememo/tools/testkit/person"
)

// contention makes the members of one family change the same memos, read and export
// meanwhile, and use one key twice at the same time, while strangers race for one link.
type contention struct {
	*world
	members []*person.Person // the first is the owner
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

// workers are the activities that run at the same time. Each has the members in browsers
// of its own.
var workers = []func(c *contention, ctx context.Context, members []*person.Person, r *rand.Rand) error{
	(*contention).change, (*contention).change, (*contention).change, (*contention).change,
	(*contention).list, (*contention).list, (*contention).export, (*contention).pair, (*contention).race,
}

// runContention repeats each worker while more returns true for its number of steps.
func runContention(ctx context.Context, w *world, more func(steps int) bool) (string, error) {
	c := &contention{world: w}
	if err := c.start(ctx); err != nil {
		return "", err
	}
	if err := c.prepare(ctx); err != nil {
		return "", fmt.Errorf("preparing: %w", err)
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	err := together(len(workers), func(i int) (err error) {
		members, r := c.copies(), rand.New(rand.NewPCG(seed(), uint64(i)))
		for n := 0; err == nil && working.Err() == nil && more(n); n++ {
			err = workers[i](c, ctx, members, r)
		}
		if err != nil {
			stop()
		}
		return err
	})
	if err == nil {
		err = c.end(ctx)
	}
	if err != nil {
		err = fmt.Errorf("%w: contention: %w", errBroken, err)
	}
	return fmt.Sprintf("%d changes acknowledged, %d refused; %d lists and %d exports meanwhile; %d keys used twice at the same time; %d races for a link",
		c.changes.Load(), c.refusals.Load(), c.lists.Load(), c.exports.Load(), c.pairs.Load(), c.races.Load()), err
}

// copies returns the members in browsers for another goroutine.
func (c *contention) copies() (all []*person.Person) {
	for _, one := range c.members {
		all = append(all, one.Copy())
	}
	return all
}

// prepare makes the family and its memos.
func (c *contention) prepare(ctx context.Context) error {
	for n := range familySize {
		one, err := c.signIn(ctx, fmt.Sprint("Member ", n))
		if err != nil {
			return err
		}
		if c.members = append(c.members, one); n == 0 {
			continue
		}
		link, _, err := invited(ctx, c.members[0])
		if err != nil {
			return err
		}
		if a := join(ctx, one, link); a.Status != http.StatusOK {
			return &person.Error{Answer: a}
		}
	}
	return c.fill(ctx)
}

// fill makes the memos that no client changes and, between them, those that every client
// changes.
func (c *contention) fill(ctx context.Context) error {
	for n := range stillMemos {
		m, err := addMemo(ctx, c.members[n%familySize], fmt.Sprint(untouched, n))
		if err == nil && n%(stillMemos/hotMemos) == 0 {
			if m, err = addMemo(ctx, c.members[0], fmt.Sprint("hot", n)); err == nil {
				c.memos = append(c.memos, newVersions(m.label(), m.ID, m.Content))
			}
		}
		if err != nil {
			return err
		}
	}
	memos, err := pages(ctx, c.members[0], false, 100)
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
func addMemo(ctx context.Context, by *person.Person, label string) (m memoJSON, err error) {
	err = adding(ctx, by, label).Into(&m)
	return m, err
}

func adding(ctx context.Context, by *person.Person, label string) person.Answer {
	return by.Send(ctx, http.MethodPost, "/api/memos", person.JSON("content", label), "Idempotency-Key: "+label)
}

// invited returns the token of a link of the family; false: the family has too many links.
func invited(ctx context.Context, owner *person.Person) (token string, ok bool, err error) {
	a := owner.Send(ctx, http.MethodPost, "/api/family/invite-codes", "")
	if a.Status == http.StatusTooManyRequests {
		return "", false, nil
	}
	var invitation struct{ Link string }
	err = a.Into(&invitation)
	_, token, _ = strings.Cut(invitation.Link, "#")
	return token, true, err
}

func join(ctx context.Context, by *person.Person, token string) person.Answer {
	return by.Send(ctx, http.MethodPost, "/api/family/join", person.JSON("inviteToken", token))
}

// change edits, trashes or restores one of the memos, in the version last known or in any
// version. A refusal must have a reason.
func (c *contention) change(ctx context.Context, members []*person.Person, r *rand.Rand) error {
	v := c.memos[r.IntN(len(c.memos))]
	version, last := v.present()
	by, path := members[r.IntN(familySize)], "/api/memos/"+v.id
	header := []string{fmt.Sprintf(`If-Match: "%d"`, version)}
	kind := r.IntN(6)
	switch {
	case last.trashed || kind == 0: // by now the memo may be in the list
		a := by.Send(ctx, http.MethodPut, path+"/restore", "")
		return c.changed(v, a, func(m memoJSON) (int64, state) { return m.Version, state{m.Content, m.Deleted, false} })
	case kind == 1: // always of a version: a second deletion would remove the memo
		a := by.Send(ctx, http.MethodDelete, path, "", header...)
		return c.changed(v, a, func(memoJSON) (int64, state) { return version + 1, state{last.content, true, true} })
	case kind == 2:
		header = nil
	}
	content := fmt.Sprint(v.label, " edit ", r.Uint64())
	a := by.Send(ctx, http.MethodPut, path, person.JSON("content", content), header...)
	return c.changed(v, a, func(m memoJSON) (int64, state) { return m.Version, state{content, false, true} })
}

// changed records what a successful answer acknowledges.
func (c *contention) changed(v *versions, a person.Answer, says func(memoJSON) (int64, state)) error {
	if a.Status == http.StatusConflict || a.Status == http.StatusPreconditionFailed {
		c.refusals.Add(1)
		return nil
	}
	var m memoJSON
	if err := a.Into(&m); err != nil {
		return err
	}
	c.changes.Add(1)
	return v.acknowledge(says(m))
}
