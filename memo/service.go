package memo

import (
	"context"
	"errors"
	"time"

	"voicememo/models"
)

// Families reads the family whose members share a list; *family.Service implements it.
type Families interface {
	// Roster returns the actor's present family, even if the actor has joined another one
	// since actor was read. Members may be nil.
	Roster(ctx context.Context, actor models.User) (models.Family, error)
	// WithMembers returns f, which Roster returned for the actor, with its Members.
	WithMembers(ctx context.Context, actor models.User, f models.Family) (models.Family, error)
}

// Service holds the operations on memos. The actor of a method is the person who acts;
// the caller has established their identity. Every method may also return an error of
// Families.Roster and CodeUnavailable of the Store.
type Service struct {
	store    Store
	families Families

	// Now is the clock that dates changes and decides what has been in the trash or done for
	// long enough. Where the machine's clock may jump, it must not jump with it.
	Now func() time.Time
	// Shown is the clock that dates new memos; nil: Now.
	Shown func() time.Time
	// MaxMemos is how many memos a family may have, including those in the trash; 0: no
	// limit. A family with that many cannot add one, but memos that a new member brings
	// may exceed the number.
	MaxMemos int
	// WorkTime is how long a change of many memos may take before it leaves the rest as work
	// of the account, and FirstBatch how many memos it changes at first before it looks at
	// the clock; 1 to MaxWhole.
	WorkTime   time.Duration
	FirstBatch int
	// Happened, if not nil, is called with an event for each memo that a call added, edited,
	// marked, trashed or restored, and with one for each emptied trash. That includes the
	// part that was done before a call failed. For a memo that was permanently removed, for
	// each batch of a change of many memos, and for a repeat that found the change already
	// made, it is called with an EventChanged that has only the family; of a repeat, because
	// the first change notification may have been lost. It must not block.
	Happened func(models.Event)
}

// DefaultMaxMemos is the value of Service.MaxMemos unless the operator sets another.
const DefaultMaxMemos = 20_000

// NewService returns a Service that keeps its memos in store.
func NewService(store Store, families Families) *Service {
	return &Service{
		store: store, families: families, Now: time.Now, MaxMemos: DefaultMaxMemos, WorkTime: workTime, FirstBatch: firstBatch,
	}
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

func (s *Service) shown() time.Time {
	if s.Shown == nil {
		return s.now()
	}
	return s.Shown().UTC().Truncate(time.Millisecond)
}

func (s *Service) happened(e models.Event) {
	if s.Happened != nil {
		s.Happened(e)
	}
}

// changed reports that a family's list or trash has changed, or may have.
func (s *Service) changed(family models.FamilyID) {
	s.happened(models.Event{Kind: models.EventChanged, Family: family})
}

// did reports that c was applied to a memo of a family.
func (s *Service) did(c Change, family models.FamilyID, ref models.MemoRef) {
	s.happened(models.Event{Kind: c.Event(), Family: family, Actor: c.By, Memo: ref, At: c.At})
}

// Draft is a memo to be added.
type Draft struct {
	Content string
	Key     Key
	Speaker models.Speaker // who spoke it to an Echo; zero: it was typed

	Via   models.AccessID // the personal token or app that adds it; "": it is added otherwise
	Blind bool            // Via may read only the memos that it added
}

// Add adds a memo to the actor's family. If the actor has used the same key before, Add
// changes nothing and returns the stored memo with created false, or
// Conflict/ReasonKeyReused if that memo was added with different content or, for a draft
// that is Blind, by another access. For a memo that was permanently removed at most
// models.TrashDays before, it returns the draft as a deleted memo. A draft that is Blind
// never gets a text that another request has written. It returns
// CodeInvalid for content that models.CheckContent refuses, and Conflict/ReasonListFull if
// the family has MaxMemos.
func (s *Service) Add(ctx context.Context, actor models.User, d Draft) (m models.Memo, created bool, err error) {
	content, err := cleanContent(d.Content)
	if err != nil {
		return models.Memo{}, false, err
	}
	m = models.Memo{
		UserID: actor.ID, ID: d.Key.id(), FamilyID: actor.FamilyID, Content: content,
		Timestamp: s.shown(), CreatedByName: actor.SpeaksAs(d.Speaker), SpokenBy: actor.MarkOf(d.Speaker), Version: 1,
		Via: d.Via,
	}
	if err := s.roomFor(ctx, actor, m); err != nil {
		return models.Memo{}, false, err
	}
	stored, created, err := s.store.Add(ctx, m, s.MaxMemos)
	for try := 0; models.IsReason(err, models.ReasonMoved) && try < 5; try++ {
		family, ferr := s.families.Roster(ctx, actor)
		if ferr != nil {
			return models.Memo{}, false, ferr
		}
		m.FamilyID = family.ID
		stored, created, err = s.store.Add(ctx, m, s.MaxMemos)
	}
	if err != nil {
		return models.Memo{}, false, err
	}
	if !created && d.Blind && stored.Via != d.Via {
		return models.Memo{}, false, models.Conflict(models.ReasonKeyReused)
	}
	// With a version above 1 the content may have been edited since. That does not
	// make this another request.
	if stored = shown(stored); !created && stored.Content != content && stored.Version <= 1 {
		return models.Memo{}, false, models.Conflict(models.ReasonKeyReused)
	}
	if !created { // the memo may not have followed its author yet
		family, err := s.families.Roster(ctx, actor)
		if err != nil {
			return models.Memo{}, false, err
		}
		stored.FamilyID = family.ID
		if d.Blind {
			stored = asAdded(stored, content)
		}
		s.changed(family.ID)
		return stored.At(s.now()), false, nil
	}
	s.happened(models.Event{Kind: models.EventAdded, Family: stored.FamilyID, Actor: actor.ID, Memo: stored.Ref(), At: stored.Timestamp})
	return stored.At(s.now()), true, nil
}

// asAdded returns a memo with the text with which it was added, and no other.
func asAdded(m models.Memo, content string) models.Memo {
	m.Content, m.Before, m.EditedAt, m.EditedBy = content, models.Earlier{}, time.Time{}, ""
	return m
}

// roomFor returns Conflict/ReasonListFull for a new memo of an actor whose ListFull is
// set. An engine that counts within Store.Add never sets it.
func (s *Service) roomFor(ctx context.Context, actor models.User, m models.Memo) error {
	if !actor.Author.ListFull || s.MaxMemos == 0 {
		return nil
	}
	stored, err := s.store.Get(ctx, []models.MemoRef{m.Ref()})
	if err == nil && len(stored) == 0 {
		err = models.Conflict(models.ReasonListFull)
	}
	return err
}

// Edit replaces a memo's content and returns the memo. If version is not 0 and not the
// memo's present version, Edit returns PreconditionFailed with the memo as Current. It
// returns Conflict/ReasonInTrash for a memo in the trash, CodeInvalid for content that
// models.CheckContent refuses, and NotFound/ReasonMemo for a memo that the actor's family
// does not have.
func (s *Service) Edit(ctx context.Context, actor models.User, ref models.MemoRef, content string, version int64) (models.Memo, error) {
	content, err := cleanContent(content)
	if err != nil {
		return models.Memo{}, err
	}
	m, err := s.update(ctx, actor, ref, Change{From: Live, Content: content, Version: version})
	if was := current(err); was != nil && was.Deleted {
		return models.Memo{}, models.InTrash(*was)
	}
	return m, err
}

// SwapBefore exchanges a memo's content with the text before it (models.Memo.Before) and
// returns the memo; a second call exchanges them back. Each text keeps its writer and time.
// It returns Conflict/ReasonNoBefore for a memo without an earlier text, and the errors of
// Edit.
func (s *Service) SwapBefore(ctx context.Context, actor models.User, ref models.MemoRef, version int64) (models.Memo, error) {
	m, err := s.update(ctx, actor, ref, Change{From: Live, Swap: true, Version: version})
	was := current(err)
	switch {
	case was == nil:
		return m, err
	case was.Deleted:
		return models.Memo{}, models.InTrash(*was)
	case !was.HasBefore() && (version == 0 || was.Version == version):
		return models.Memo{}, models.Conflict(models.ReasonNoBefore)
	}
	return models.Memo{}, err
}

// update applies c to a memo of the actor's family, and returns the memo. Like that one, the
// memo in PreconditionFailed has the id of that family. update returns NotFound/ReasonMemo
// for a memo of another family and for one whose time in the trash is over.
func (s *Service) update(ctx context.Context, actor models.User, ref models.MemoRef, c Change) (models.Memo, error) {
	m, err := s.apply(ctx, actor, ref, c)
	if was := current(err); was != nil {
		return models.Memo{}, models.Stale(was.At(s.now()))
	}
	if err != nil {
		return models.Memo{}, err
	}
	return m.At(s.now()), nil
}

// apply does what update does, but a memo in the error is as stored (see models.Memo.At), and
// PreconditionFailed has the family.
func (s *Service) apply(ctx context.Context, actor models.User, ref models.MemoRef, c Change) (models.Memo, error) {
	family, err := s.families.Roster(ctx, actor)
	if err != nil {
		return models.Memo{}, err
	}
	if !family.Lists(ref.UserID) {
		return models.Memo{}, models.NotFound(models.ReasonMemo)
	}
	c = c.by(actor, family, s.now())
	var m models.Memo
	family = s.changeWithMembers(ctx, actor, family, func() { m, err = s.store.Update(ctx, ref, c) })
	switch was := current(err); {
	case err == nil:
		s.did(c, family.ID, ref)
		return named(m, family), nil
	case was == nil:
		return models.Memo{}, err
	case was.Purged(c.At):
		return models.Memo{}, models.NotFound(models.ReasonMemo)
	default:
		return models.Memo{}, failed[models.Family]{models.Stale(named(*was, family)), family}
	}
}

// failed is an error with what the caller within this package needs besides.
type failed[T any] struct {
	error
	at T
}

// Unwrap returns the error for other packages.
func (f failed[T]) Unwrap() error { return f.error }

// failedAt returns what an error was made with, and the error for other packages.
func failedAt[T any](err error) (at T, cause error) {
	var f failed[T]
	if errors.As(err, &f) {
		return f.at, f.error
	}
	return at, err
}

// current returns the memo as it is if err is PreconditionFailed, and nil otherwise.
func current(err error) *models.Memo {
	if !models.IsCode(err, models.CodePreconditionFailed) {
		return nil
	}
	return models.AsError(err).Current
}
