package dynamo

import (
	"context"
	"slices"

	"voicememo/family"
	"voicememo/models"
)

// File stores a request, in place of one that the person has with the same family. All
// requests of a family write its item, as every change of its members does.
func (s familyStore) File(ctx context.Context, f family.File) error {
	f.Stale = withOwn(f)
	person := s.editPerson(f.User.ID)
	person.isIn(f.User, f.User.FamilyID)
	person.isAsked(f.User.Membership.Request)
	person.set(requestOf, mapOf(ownRequest, f.Request))
	person.set("updatedAt", instant(f.Request.At))
	refused, err := s.transact(ctx, s.keep(f).asUpdate(), person.asUpdate())
	if err != nil || refused == nil {
		return err
	}
	found, err := readRefusal(refused)
	if err != nil {
		return err
	}
	return fileRefused(found, f)
}

// withOwn returns the stale requests, and the person's own request to the same family if
// it is still filed there.
func withOwn(f family.File) []models.Request {
	is := func(r models.Request) bool { return r.Is(f.User.Membership.Request) }
	if f.User.Membership.Request.FamilyID != f.To.ID || !slices.ContainsFunc(f.To.Requests, is) || slices.ContainsFunc(f.Stale, is) {
		return f.Stale
	}
	return append(slices.Clone(f.Stale), f.User.Membership.Request)
}

// keep adds the request to the family's map and removes the stale ones.
func (s familyStore) keep(f family.File) *edit {
	e := s.editFamily(f.To.ID)
	e.hasRoom(f.Request.UserID, f.MaxMembers)
	switch r := f.Request; {
	case r.InviteID != "":
		e.invites(r.InviteID, f.Maker, r.UserID)
	case coded(r):
		e.absent("inviteId")
		e.contains("memberIds", string(f.Maker))
	default:
		e.contains("memberIds", string(r.By))
	}
	e.set("updatedAt", instant(f.Request.At))
	e.when("size(#" + requestsOf + ") < " + e.value(number(int64(f.MaxRequests+len(f.Stale)))))
	replaces := false
	for _, r := range f.Stale {
		e.isFiled(r)
		if r.Check == f.Request.Check {
			replaces = true
			continue
		}
		e.remove(e.at(requestsOf, r.Check))
	}
	entry := e.at(requestsOf, f.Request.Check)
	if !replaces {
		e.absent(entry)
	}
	e.set(entry, mapOf(filedAttributes, f.Request))
	return e
}

// coded reports whether a request was made by a code without an invitation.
func coded(r models.Request) bool { return r.InviteID == "" && r.By == "" }

// fileRefused returns the first of the contract's errors that applies.
func fileRefused(found refusal, f family.File) error {
	r := f.Request
	if r.InviteID != "" && !found.invites(r.InviteID, f.Maker, r.UserID) ||
		coded(r) && found.target && (found.family.InviteID != "" || !found.family.Has(f.Maker)) {
		return notValid()
	}
	if err := found.full(r.UserID, f.MaxMembers); err != nil {
		return err
	}
	known := r.By == "" || found.family.Has(r.By)
	if found.target && known && stillFiled(found.family, f.Stale) && len(found.family.Requests) >= f.MaxRequests+len(f.Stale) {
		return models.Conflict(models.ReasonManyRequests)
	}
	return moved()
}

// stillFiled reports whether a family still has all of these requests.
func stillFiled(f models.Family, requests []models.Request) bool {
	for _, r := range requests {
		if !slices.ContainsFunc(f.Requests, r.Is) {
			return false
		}
	}
	return true
}

// Drop ends a request on behalf of the person or of the owner.
func (s familyStore) Drop(ctx context.Context, d family.Drop) error {
	target := s.editFamily(d.Request.FamilyID)
	target.isFiled(d.Request)
	if d.By != d.Request.UserID {
		target.equals("ownerId", text(d.By))
	}
	target.remove(target.at(requestsOf, d.Request.Check))
	target.set("updatedAt", instant(d.At))
	if d.Bound {
		target.equals("inviteFor", text(d.Request.UserID))
		target.dropInvite()
	}
	person := s.editPerson(d.Request.UserID)
	person.isAsked(d.Request)
	person.remove(requestOf)
	person.set("updatedAt", instant(d.At))
	return orMoved(s.transact(ctx, target.asUpdate(), person.asUpdate()))
}
