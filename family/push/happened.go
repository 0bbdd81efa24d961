package push

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"time"

	"voicememo/internal/parallel"
	"voicememo/models"
)

const (
	// gather is how long a batch takes further events before it is due.
	gather = time.Minute
	// tryFor is how long a batch is tried, from its first due time. It is more than a day: if
	// only one hour of the day is not quiet, that of the next day is part of it, except on a
	// day on which the clock skips that hour.
	tryFor = 25 * time.Hour
	// keepFor is how long a finished batch is kept at least, to recognise repeated events.
	// Together with tryFor that is two days.
	keepFor = 23 * time.Hour
	// atOnce is how many people are worked on concurrently.
	atOnce = 10
)

// Happened implements module.Module.
func (s *Service) Happened(ctx context.Context, events []models.Event) error {
	var people []models.UserID // in the order of their first events
	of := map[models.UserID][]models.Event{}
	families := map[models.FamilyID]models.Family{}
	for _, e := range events {
		if e.Kind == models.EventAccountErased || e.Kind == models.EventAccountClosed {
			if err := s.repeatable(s.store.Erase(ctx, e.Person)); err != nil {
				return err
			}
		}
		if !told(e.Kind) || !e.At.IsZero() && s.now().Sub(e.At) > tryFor {
			continue
		}
		f, read := families[e.Family]
		if !read {
			var err error
			f, err = s.core.Families.ByID(ctx, e.Family)
			if err = s.repeatable(err); err != nil && !models.IsCode(err, models.CodeNotFound) {
				return err
			}
			families[e.Family] = f
		}
		for _, u := range recipients(e, f) {
			if of[u] == nil {
				people = append(people, u)
			}
			of[u] = append(of[u], e)
		}
	}
	errs := make([]error, len(people))
	parallel.Each(len(people), atOnce, func(i int) {
		errs[i] = s.repeatable(s.retry(func() error { return s.add(ctx, people[i], of[people[i]]) }))
	})
	return errors.Join(errs...)
}

// repeatable logs an error with which every repeat would end, that of damaged data, so that
// one person's data do not keep all others from being told. It returns any other error.
func (s *Service) repeatable(err error) error {
	if !models.IsCode(err, models.CodeInternal) {
		return err
	}
	s.core.Logger.Error("an event is not told", "error", err)
	return nil
}

// told reports whether people are told of events of a kind.
func told(kind models.EventKind) bool {
	switch kind {
	case models.EventAdded, models.EventAsked, models.EventJoined, models.EventLeft, models.EventRemoved, models.EventOwnerChanged:
		return true
	}
	return false
}

// recipients returns who is told of an event in a family: its present members without the
// actor and those who joined later. Only the owner is told that a person asks to join, and
// a person who was removed is told also.
func recipients(e models.Event, f models.Family) (people []models.UserID) {
	for _, m := range f.Members {
		switch {
		case m.ID == e.Actor,
			m.ID != e.Person && e.At.Before(m.Membership.JoinedAt) && !e.At.IsZero(),
			e.Kind == models.EventAsked && (m.ID != f.OwnerID || m.Source == models.SourceAlexa):
		default:
			people = append(people, m.ID)
		}
	}
	if e.Kind == models.EventRemoved && !slices.Contains(people, e.Person) {
		people = append(people, e.Person)
	}
	return people
}

// add adds events to the person's open batch, and opens one if there is none or it is full.
// It returns Conflict/ReasonChanged if another process changed the batch meanwhile; what has
// been added until then is not added again.
func (s *Service) add(ctx context.Context, person models.UserID, events []models.Event) error {
	r, err := s.store.Load(ctx, person)
	if err != nil || len(r.Devices) == 0 {
		return err
	}
	settings, err := s.settings(ctx, person, r)
	if models.IsCode(err, models.CodeNotFound) {
		return nil // the account is gone
	}
	if err != nil {
		return err
	}
	events = slices.DeleteFunc(slices.Clone(events), func(e models.Event) bool { return !settings.wants(e.Kind) || r.has(e.ID) })
	if len(events) == 0 {
		return nil
	}
	b := s.open(person, r, settings, events[0])
	n := min(len(events), MaxEvents-len(b.Events))
	b.Events = append(b.Events, events[:n]...)
	if err := s.store.SaveBatch(ctx, b); err != nil {
		return err
	}
	if b.Version == 0 && b.deferred() {
		if err := s.keepUp(ctx, person, settings); err != nil {
			return err
		}
	}
	if n < len(events) {
		return s.add(ctx, person, events[n:])
	}
	return nil
}

// keepUp makes a batch that was opened by these settings due by those that are stored now:
// SetSettings did not find the batch if it came in between.
func (s *Service) keepUp(ctx context.Context, person models.UserID, by Settings) error {
	r, err := s.store.Load(ctx, person)
	if err != nil {
		return err
	}
	settings, err := s.settings(ctx, person, r)
	if err != nil || settings == by {
		return err
	}
	return s.retry(func() error { return s.wakeEarlier(ctx, person, settings) })
}

// has reports whether an event is in a batch of the record.
func (r Record) has(event string) bool {
	return slices.ContainsFunc(r.Batches, func(b Batch) bool {
		return slices.ContainsFunc(b.Events, func(e models.Event) bool { return e.ID == event })
	})
}

// open returns the person's open batch that is not full, or a new one for a first event. Two processes that
// handle the same event create a batch with the same ID, of which only one is stored.
func (s *Service) open(person models.UserID, r Record, settings Settings, first models.Event) Batch {
	if i := slices.IndexFunc(r.Batches, func(b Batch) bool { return b.Open && !b.Due.IsZero() && len(b.Events) < MaxEvents }); i >= 0 {
		return r.Batches[i]
	}
	at := first.At.UTC().Truncate(time.Millisecond)
	if now := s.now(); at.IsZero() || at.After(now) {
		at = now
	}
	due := settings.wake(at.Add(gather))
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s", person, first.ID))
	return Batch{
		Person: person, Due: due, Until: due.Truncate(time.Second).Add(time.Second + tryFor + keepFor), Open: true,
		ID: BatchID(fmt.Sprintf("%013d-%s", due.UnixMilli(), base64.RawURLEncoding.EncodeToString(sum[:])[:18])),
	}
}
