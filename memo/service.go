package memo

import (
	"context"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// Families tells who shares a list. FamilyOf gives the actor's present family
// even when actor was read a moment before he joined another one.
type Families interface {
	FamilyOf(ctx context.Context, actor models.User) (models.Family, error)
}

// Service is what one can do with memos. Every method takes the actor, a person
// whose identity the caller has established.
type Service struct {
	store    Store
	families Families

	// Now is the clock.
	Now func() time.Time
	// MaxMemos is how many memos a family may have, those of the trash included, before
	// nobody can add one; 0 is no limit. Memos that come with their author may exceed it.
	MaxMemos int
	// Changed is told a family after every call that changed its list or its trash,
	// also one that did a part before it failed, and after a repeat that found the
	// change made: the first answer, and with it the telling, may have been lost.
	// It must not block. Nil: nobody listens.
	Changed func(models.FamilyID)
	// Happened is told of each emptied trash. It must not block. Nil: nobody listens.
	Happened func(models.Event)
}

// DefaultMaxMemos is how many memos a family may have unless the operator says
// otherwise.
const DefaultMaxMemos = 20_000

// NewService makes a Service over a store.
func NewService(store Store, families Families) *Service {
	return &Service{store: store, families: families, Now: time.Now, MaxMemos: DefaultMaxMemos}
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

func (s *Service) changed(family models.FamilyID) {
	if s.Changed != nil {
		s.Changed(family)
	}
}

// Draft is a memo to be.
type Draft struct {
	Content string
	Key     Key
	Voice   models.VoiceID // whose voice spoke it; "": nobody's that is known
}

// cleanContent trims and normalises (NFC) a memo's text. CodeInvalid: empty,
// over models.MaxContent code points, or with control characters.
func cleanContent(content string) (string, error) {
	content = strings.TrimSpace(norm.NFC.String(content))
	return content, models.CheckText("content", content, models.MaxContent)
}

// Add writes a memo into the actor's family. The same key again changes nothing
// and returns the stored memo with created false; Conflict/ReasonKeyReused if its
// content is another. Conflict/ReasonListFull: the family has MaxMemos.
func (s *Service) Add(ctx context.Context, actor models.User, d Draft) (m models.Memo, created bool, err error) {
	content, err := cleanContent(d.Content)
	if err != nil {
		return models.Memo{}, false, err
	}
	m = models.Memo{
		UserID: actor.ID, ID: d.Key.id(), FamilyID: actor.FamilyID, Content: content,
		Timestamp: s.now(), CreatedByName: actor.SpeaksAs(d.Voice), SpokenBy: d.Voice.Mark(actor.ID), Version: 1,
	}
	if err := s.roomFor(ctx, actor, m); err != nil {
		return models.Memo{}, false, err
	}
	stored, created, err := s.store.Add(ctx, m, s.MaxMemos)
	for try := 0; models.IsReason(err, models.ReasonMoved) && try < 5; try++ {
		family, ferr := s.families.FamilyOf(ctx, actor)
		if ferr != nil {
			return models.Memo{}, false, ferr
		}
		m.FamilyID = family.ID
		stored, created, err = s.store.Add(ctx, m, s.MaxMemos)
	}
	if err != nil {
		return models.Memo{}, false, err
	}
	// A version above 1 means that the content may have been edited since, which
	// does not make the repeat another request.
	if !created && stored.Content != content && stored.Version <= 1 {
		return models.Memo{}, false, models.Conflict(models.ReasonKeyReused)
	}
	if !created { // the memo may not have followed its author yet
		family, err := s.families.FamilyOf(ctx, actor)
		if err != nil {
			return models.Memo{}, false, err
		}
		stored.FamilyID = family.ID
	}
	s.changed(stored.FamilyID)
	return stored, created, nil
}

// roomFor refuses a new memo of an actor whose family is known to be full; an engine
// that counts at once knows better.
func (s *Service) roomFor(ctx context.Context, actor models.User, m models.Memo) error {
	if !actor.ListFull || s.MaxMemos == 0 {
		return nil
	}
	stored, err := s.store.Get(ctx, []models.MemoRef{m.Ref()})
	if err == nil && len(stored) == 0 {
		err = models.Conflict(models.ReasonListFull)
	}
	return err
}

// Edit gives a memo new content. With a version other than 0 it must be the
// memo's present one: otherwise PreconditionFailed with the memo as Current. A memo
// in the trash: Conflict/ReasonInTrash.
func (s *Service) Edit(ctx context.Context, actor models.User, ref models.MemoRef, content string, version int64) (models.Memo, error) {
	content, err := cleanContent(content)
	if err != nil {
		return models.Memo{}, err
	}
	m, _, err := s.update(ctx, actor, ref, Change{From: Live, To: Live, Content: content, Version: version})
	if was := current(err); was != nil && was.Deleted {
		return models.Memo{}, models.Conflict(models.ReasonInTrash)
	}
	return m, err
}

// current returns the memo as it is, if err says that it is not in the state asked for.
func current(err error) *models.Memo {
	if !models.IsCode(err, models.CodePreconditionFailed) {
		return nil
	}
	return models.AsError(err).Current
}

// Outcome says what a deletion did.
type Outcome string

// The outcomes of a deletion, as the web API names them.
const (
	Logical  Outcome = "logical_delete"  // into the trash
	Physical Outcome = "physical_delete" // out of the trash, for good
)

// Delete puts a memo into the trash; one that is there already is permanently
// removed. With a version other than 0 it must be the memo's present one, so that a
// repeat whose first answer was lost cannot remove what it has just put into the
// trash: otherwise PreconditionFailed with the memo as Current.
// Forbidden/ReasonNotYet: the actor may not remove it permanently, or not yet.
func (s *Service) Delete(ctx context.Context, actor models.User, ref models.MemoRef, version int64) (Outcome, error) {
	c := Change{From: Live, To: Trashed, PurgeAt: purgeAt(s.now()), Version: version}
	_, family, err := s.update(ctx, actor, ref, c)
	if err == nil {
		return Logical, nil
	}
	was := current(err)
	if was == nil || !was.Deleted || version != 0 && was.Version != version {
		return "", err
	}
	if !mayRemove(actor.ID, family, *was, s.now()) {
		return "", models.Forbidden(models.ReasonNotYet)
	}
	if err = s.store.Remove(ctx, ref, was.Version); err != nil {
		return "", err
	}
	s.changed(family.ID)
	return Physical, nil
}

// mayRemove reports whether a member may remove a memo of the trash permanently: the
// owner at once, each member their own, and a member of NewcomerFor what has been in
// the trash for TrashedFor.
func mayRemove(actor models.UserID, f models.Family, m models.Memo, now time.Time) bool {
	if f.OwnerID == actor || m.UserID == actor {
		return true
	}
	me, ok := f.Member(actor)
	return ok && !me.JoinedAt.After(now.Add(-models.NewcomerFor)) && !m.DeletedAt.After(now.Add(-models.TrashedFor))
}

// Trash puts a memo into the trash, from where it can be restored for
// models.TrashDays. Conflict/ReasonInTrash: it is there already.
func (s *Service) Trash(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error) {
	m, _, err := s.update(ctx, actor, ref, Change{From: Live, To: Trashed, PurgeAt: purgeAt(s.now())})
	if models.IsCode(err, models.CodePreconditionFailed) {
		return models.Memo{}, models.Conflict(models.ReasonInTrash)
	}
	return m, err
}

// Restore brings a memo back from the trash. One that is not in the trash is
// returned as it is.
func (s *Service) Restore(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error) {
	m, family, err := s.update(ctx, actor, ref, Change{From: Trashed, To: Live})
	if was := current(err); was != nil && !was.Deleted {
		s.changed(family.ID)
		return *was, nil
	}
	return m, err
}

// update checks that the memo is the actor's family's and applies c; it returns that
// family, too, also with a failed precondition. A memo of another family, and one
// past its time in the trash, is NotFound.
func (s *Service) update(ctx context.Context, actor models.User, ref models.MemoRef, c Change) (models.Memo, models.Family, error) {
	family, err := s.families.FamilyOf(ctx, actor)
	if err != nil {
		return models.Memo{}, models.Family{}, err
	}
	if !family.Lists(ref.UserID) {
		return models.Memo{}, models.Family{}, models.NotFound(models.ReasonMemo)
	}
	c.By, c.At = actor.ID, s.now()
	m, err := s.store.Update(ctx, ref, c)
	if err == nil {
		s.changed(family.ID)
		return named(m, family), family, nil
	}
	if was := current(err); was != nil && was.Purged(c.At) {
		return models.Memo{}, models.Family{}, models.NotFound(models.ReasonMemo)
	} else if was != nil {
		err = models.Stale(named(*was, family))
	}
	return models.Memo{}, family, err
}
