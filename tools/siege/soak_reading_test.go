package siege

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"voicememo/tools/testkit/person"
)

// list reads the list by small pages while it changes.
func (c *contention) list(ctx context.Context, members []*person.Person, r *rand.Rand) error {
	c.lists.Add(1)
	memos, err := pages(ctx, members[r.IntN(familySize)], false, 3+r.IntN(30))
	if err != nil {
		return err
	}
	return c.complete(memos)
}

// export reads the list as a file while it changes.
func (c *contention) export(ctx context.Context, members []*person.Person, r *rand.Rand) error {
	c.exports.Add(1)
	var all struct{ Memos []memoJSON }
	err := members[r.IntN(familySize)].Send(ctx, http.MethodGet, "/api/export?format=json", "").Into(&all)
	if err != nil {
		return err
	}
	return c.complete(all.Memos)
}

// complete checks a list: it has all memos that no client changes, once and in order, and
// no memos other than the family's and those of guests.
func (c *contention) complete(memos []memoJSON) error {
	var found []string
	for _, m := range memos {
		switch strings.TrimRight(m.label(), "0123456789") {
		case untouched:
			found = append(found, m.label())
		case "hot", "pair", "guest":
		default:
			return fmt.Errorf("a list has a foreign memo, %s", m.label())
		}
	}
	if !slices.Equal(found, c.still) {
		return fmt.Errorf("a list has %v, want %v", found, c.still)
	}
	return nil
}

// pair adds a memo twice at the same time with one key, and removes it.
func (c *contention) pair(ctx context.Context, members []*person.Person, r *rand.Rand) error {
	by, label := members[r.IntN(familySize)], fmt.Sprint("pair", c.pairs.Add(1))
	var made [2]memoJSON
	var statuses [2]int
	err := together(2, func(i int) error {
		a := adding(ctx, by.Copy(), label)
		statuses[i] = a.Status
		return a.Into(&made[i])
	})
	slices.Sort(statuses[:])
	if err != nil || statuses != [2]int{http.StatusOK, http.StatusCreated} || made[0].ID != made[1].ID {
		return fmt.Errorf("one key used twice: got statuses %v, ids %s and %s, %w", statuses, made[0].ID, made[1].ID, err)
	}
	for range 2 { // into the trash, and out of it
		if a := by.Send(ctx, http.MethodDelete, "/api/memos/"+made[0].ID, ""); a.Status != http.StatusOK {
			return &person.Error{Answer: a}
		}
	}
	return nil
}

const racers = 3

// race makes three people use one link at the same time. One joins, with a memo, and
// leaves.
func (c *contention) race(ctx context.Context, members []*person.Person, r *rand.Rand) error {
	link, ok, err := invited(ctx, members[0])
	if err != nil || !ok { // a family can make only a limited number of links an hour
		return c.list(ctx, members, r)
	}
	first := c.guests.Add(racers) - racers
	var guests [racers]*person.Person
	var statuses [racers]int
	err = together(racers, func(i int) (err error) {
		name := fmt.Sprint("guest", first+int64(i))
		if guests[i], err = c.signIn(ctx, name); err != nil {
			return err
		}
		_, err = addMemo(ctx, guests[i], name)
		return err
	})
	if err != nil {
		return err
	}
	err = together(racers, func(i int) error {
		statuses[i] = join(ctx, guests[i], link).Status
		return nil
	})
	winner := slices.Index(statuses[:], http.StatusOK)
	lost := func(status int) bool { return status != http.StatusNotFound && status != http.StatusConflict }
	if err != nil || winner < 0 || slices.ContainsFunc(slices.Delete(slices.Clone(statuses[:]), winner, winner+1), lost) {
		return fmt.Errorf("three people used one link: got statuses %v", statuses)
	}
	c.races.Add(1)
	if err := hasGuests(ctx, members[0], fmt.Sprint("guest", first+int64(winner))); err != nil {
		return err
	}
	if a := guests[winner].Send(ctx, http.MethodPost, "/api/family/leave", ""); a.Status != http.StatusOK {
		return &person.Error{Answer: a}
	}
	return hasGuests(ctx, members[0])
}

// hasGuests checks which guests' memos are listed in addition to the family's.
func hasGuests(ctx context.Context, member *person.Person, want ...string) error {
	memos, err := pages(ctx, member, false, 100)
	if err != nil {
		return err
	}
	var got []string
	for _, m := range memos {
		if strings.HasPrefix(m.label(), "guest") {
			got = append(got, m.label())
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("the family lists the memos of the guests %v, want %v", got, want)
	}
	return nil
}

// end compares the memos with the acknowledged changes.
func (c *contention) end(ctx context.Context) error {
	found := map[string]memoJSON{}
	for _, trashed := range []bool{false, true} {
		memos, err := pages(ctx, c.members[0], trashed, 100)
		if err != nil {
			return err
		}
		for _, m := range memos {
			found[m.ID] = m
		}
	}
	for _, v := range c.memos {
		m := found[v.id]
		if err := v.ends(m.Version, state{m.Content, m.Deleted, false}); err != nil {
			return err
		}
	}
	return nil
}
