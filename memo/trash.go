package memo

import (
	"context"
	"slices"
	"time"

	"voicememo/models"
)

// Outcome is what a deletion did.
type Outcome string

// The outcomes of a deletion, as the web API names them.
const (
	Logical  Outcome = "logical_delete"  // moved into the trash
	Physical Outcome = "physical_delete" // permanently removed from the trash
)

// Delete puts a live memo into the trash and permanently removes a memo that was already
// put there. A memo that is in the trash because it has been done for models.DoneDays
// stays there, as one that was deleted now. If version is not 0 and not the memo's present
// version, Delete returns PreconditionFailed with the memo as Current. With a version, a
// request that is repeated because its answer was lost cannot remove the memo that it has
// put into the trash. Delete returns Forbidden/ReasonNotYet if the actor may not remove
// the memo permanently now, and NotFound/ReasonMemo if the actor's family does not have it.
func (s *Service) Delete(ctx context.Context, actor models.User, ref models.MemoRef, version int64) (Outcome, error) {
	c := Change{From: Live, To: Trashed, Version: version}
	_, err := s.apply(ctx, actor, ref, c)
	was, now := current(err), s.now()
	switch {
	case err == nil:
		return Logical, nil
	case was == nil:
		return "", err
	case !was.At(now).Deleted, version != 0 && was.Version != version:
		return "", models.Stale(was.At(now))
	case !was.Deleted:
		c.From, c.Version = Trashed, was.Version
		if _, err := s.update(ctx, actor, ref, c); err != nil {
			return "", err
		}
		return Logical, nil
	}
	family, _ := failedAt[models.Family](err)
	may, err := s.removable(ctx, actor, family, []models.Memo{*was}, now)
	switch {
	case err != nil:
		return "", err
	case len(may) == 0:
		return "", models.Forbidden(models.ReasonNotYet)
	}
	if err := s.store.Remove(ctx, ref, was.Version, forgetAt(now)); err != nil {
		return "", err
	}
	s.changed(family.ID)
	return Physical, nil
}

// removable returns those of memos, as stored, that the actor may permanently remove at now.
// family is as Families.Roster returned it: the members are read only if the actor is
// neither the owner nor the author of all memos.
func (s *Service) removable(ctx context.Context, actor models.User, family models.Family, memos []models.Memo, now time.Time) ([]models.Memo, error) {
	others := func(m models.Memo) bool { return family.OwnerID != actor.ID && m.UserID != actor.ID }
	if _, known := family.Member(actor.ID); !known && slices.ContainsFunc(memos, others) {
		var err error
		if family, err = s.families.WithMembers(ctx, actor, family); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(memos, func(m models.Memo) bool { return !mayRemove(actor.ID, family, m.At(now), now) }), nil
}

// mayRemove reports whether a member may permanently remove a memo from the trash now.
// The owner may remove every memo and each member their own. A member who joined at
// least NewcomerFor ago may remove a memo that has been in the trash for TrashedFor.
func mayRemove(actor models.UserID, f models.Family, m models.Memo, now time.Time) bool {
	if f.OwnerID == actor || m.UserID == actor {
		return true
	}
	me, ok := f.Member(actor)
	return ok && !f.IsNewcomer(me, now) && !m.DeletedAt.After(now.Add(-models.TrashedFor))
}

// Trash puts a memo into the trash, from which it can be restored for models.TrashDays.
// It returns Conflict/ReasonInTrash if the memo is already in the trash, and
// NotFound/ReasonMemo if the actor's family does not have it.
func (s *Service) Trash(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error) {
	return s.TrashVersion(ctx, actor, ref, 0)
}

// Restore moves a memo from the trash back into the list and returns it, not done. A memo
// that is not in the trash is returned unchanged. Restore returns NotFound/ReasonMemo if the
// actor's family does not have the memo or its time in the trash is over.
func (s *Service) Restore(ctx context.Context, actor models.User, ref models.MemoRef) (models.Memo, error) {
	m, err := s.update(ctx, actor, ref, Change{From: Trashed, To: Open})
	if was := current(err); was != nil && !was.Deleted {
		s.changed(was.FamilyID)
		return *was, nil
	}
	return m, err
}

// TrashAll puts every memo in the list of the actor's family into the trash and returns
// how many it has put there, and how many are left as work of the actor (see start).
// Memos added in the meantime stay in the list, whatever their time, and memos changed in
// the meantime are left alone. If it fails, the error's Done is how many memos were put
// into the trash, and a repeat does the rest.
func (s *Service) TrashAll(ctx context.Context, actor models.User) (deleted, left int, err error) {
	began := s.now()
	memos, family, err := s.snapshot(ctx, actor, Query{}, began)
	if err != nil {
		return 0, 0, err
	}
	w, err := s.start(ctx, task{actor.ID, models.WorkTrash}, models.Work{Family: family.ID, Began: began}, memos)
	return w.Done, w.Left, err
}

// Emptying is the result of EmptyTrash.
type Emptying struct {
	Deleted int // how many memos were permanently removed
	Left    int // how many are left as work of the actor
	Kept    int // how many the actor may not remove now
}

// EmptyTrash permanently removes every memo in the trash of the actor's family that the
// actor may remove (see Delete), and records the actor on the family. Memos put into the
// trash in the meantime stay. What takes too long is left as work of the actor (see
// start). If it fails, the error's Done is how many memos were removed, and a repeat does
// the rest.
func (s *Service) EmptyTrash(ctx context.Context, actor models.User) (Emptying, error) {
	began := s.now()
	memos, family, err := s.snapshot(ctx, actor, Query{Deleted: true}, began)
	if err != nil {
		return Emptying{}, err
	}
	all := len(memos)
	if memos, err = s.removable(ctx, actor, family, memos, began); err != nil {
		return Emptying{}, err
	}
	w, err := s.start(ctx, task{actor.ID, models.WorkEmpty}, models.Work{Family: family.ID, Began: began}, memos)
	if err != nil {
		return Emptying{}, err
	}
	return Emptying{Deleted: w.Done, Left: w.Left, Kept: all - len(memos)}, nil
}

// forgetAt returns until when the key of a memo that is removed at now is known.
func forgetAt(now time.Time) time.Time {
	return now.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
}

// CountOf returns how many memos of an author are not in the trash. It may count some that
// have been done for models.DoneDays.
func (s *Service) CountOf(ctx context.Context, author models.UserID) (int, error) {
	return s.store.Count(ctx, author)
}

// snapshot returns all memos that q wants at now, as stored but without their texts, and the
// family that has them, as read for the last page. If the actor's family changes between
// two pages, it begins again. The first page is short, because most lists are.
func (s *Service) snapshot(ctx context.Context, actor models.User, q Query, now time.Time) (memos []models.Memo, family models.Family, err error) {
	q.Limit, q.Unnamed = MaxLimit, true
	for from := q.Cursor; ; q.Limit, q.Whole = MaxWhole, true {
		list, err := s.stored(ctx, actor, q, now)
		if err != nil {
			return nil, models.Family{}, err
		}
		before := family.ID
		family = list.Family
		if before != "" && before != family.ID {
			memos, q.Cursor = nil, from
			continue
		}
		for _, m := range list.Memos {
			m.Content = ""
			m.Before.Content = ""
			memos = append(memos, m)
		}
		if q.Cursor = list.Next; q.Cursor == "" {
			left := func(m models.Memo) bool { return !family.Lists(m.UserID) }
			return slices.DeleteFunc(memos, left), family, nil
		}
	}
}

// alreadyGone reports whether err means that another request changed the memo first.
func alreadyGone(err error) bool {
	return models.IsCode(err, models.CodePreconditionFailed) || models.IsCode(err, models.CodeNotFound)
}
