// Package repair says what is wrong with people and families as an engine has
// them, and how they ought to be. The engines look for it and set it right.
package repair

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"voicememo/models"
)

// Finding is one thing that is not as it ought to be, in words for the operator.
type Finding struct {
	What string
	Do   string // what sets it right, or why nothing does
	Open bool   // nothing does, or it did not work
}

// Family is a family as it is, and as it ought to be.
type Family struct {
	Is, Ought models.Family // Ought has no members if there ought to be none such
	Missing   bool          // there is no such family, only people who say that they are in it
	Residents []models.User // who ought to be its members, with the right IsOwner
	Strangers []models.User // who say that they are in it, and it does not know them
	Wrong     []string      // empty: nothing
}

// Check compares a family with the people who say that they are in it. Is has
// nothing but an ID if it is missing.
//
// A member is who both sides say is one. A person whom the family does not name must
// not get to see its memos by a repair, and is a stranger, unless that person is its
// owner, or it names none of the people who say that they are in it. A former member
// is one whom the family names, as a former member or still as a member.
func Check(is models.Family, missing bool, people []models.User) Family {
	f := Family{Is: is, Ought: is, Missing: missing}
	if missing {
		f.Wrong = append(f.Wrong, "is not there, and people are in it")
	}
	named := slices.ContainsFunc(people, func(u models.User) bool { return is.Has(u.ID) && !u.Gone })
	f.Ought.MemberIDs, f.Ought.FormerIDs = nil, nil
	for _, u := range people {
		switch {
		case u.Gone && is.Lists(u.ID):
			f.Ought.FormerIDs = append(f.Ought.FormerIDs, u.ID)
			continue
		case u.Gone:
			f.Strangers = append(f.Strangers, u)
			continue
		case is.Has(u.ID):
		case named && u.ID != is.OwnerID:
			f.Strangers = append(f.Strangers, u)
			continue
		case !missing:
			f.Wrong = append(f.Wrong, "does not name somebody as a member who is its owner, or the only one there")
		}
		f.Ought.MemberIDs = append(f.Ought.MemberIDs, u.ID)
		f.Residents = append(f.Residents, u)
	}
	if len(f.Residents) == 0 { // there is no member whose former members they could be
		f.Strangers, f.Ought.FormerIDs = slices.DeleteFunc(slices.Clone(people), func(u models.User) bool { return !u.Gone }), nil
	}
	slices.Sort(f.Ought.MemberIDs)
	slices.Sort(f.Ought.FormerIDs)
	f.checkMembers()
	f.checkOwner()
	return f
}

func (f *Family) checkMembers() {
	for _, u := range f.Is.MemberIDs {
		if !f.Ought.Has(u) {
			f.Wrong = append(f.Wrong, "names a member who is not in it")
		}
	}
	for _, u := range f.Is.FormerIDs {
		if !slices.Contains(f.Ought.FormerIDs, u) {
			f.Wrong = append(f.Wrong, "names a former member who is not one of it")
		}
	}
	if len(f.Ought.MemberIDs) == 0 {
		f.Wrong = append(f.Wrong, "has no members")
	}
	f.Ought.Moving = map[models.UserID][]models.FamilyID{}
	for u, old := range f.Is.Moving {
		if f.Ought.Lists(u) {
			f.Ought.Moving[u] = old
		} else {
			f.Wrong = append(f.Wrong, "waits for the memos of somebody who is not a member")
		}
	}
}

// checkOwner chooses an owner if there is none, as an import does: who is said to
// be one, then a person before an Echo, then who has joined first.
func (f *Family) checkOwner() {
	if len(f.Residents) == 0 {
		return
	}
	if !f.Ought.Has(f.Is.OwnerID) {
		f.Wrong = append(f.Wrong, "has no owner among its members")
		f.Ought.OwnerID = slices.MinFunc(f.Residents, func(a, b models.User) int {
			return cmp.Or(cmp.Compare(claim(a), claim(b)), a.JoinedAt.Compare(b.JoinedAt), strings.Compare(string(a.ID), string(b.ID)))
		}).ID
	}
	for i, u := range f.Residents {
		if owner := u.ID == f.Ought.OwnerID; owner != u.IsOwner {
			f.Residents[i].IsOwner = owner
			if f.Is.OwnerID == f.Ought.OwnerID {
				f.Wrong = append(f.Wrong, "and one of its members do not agree on who its owner is")
			}
		}
	}
	if f.Ought.CreatedAt.IsZero() {
		f.Ought.CreatedAt = f.Residents[0].CreatedAt
	}
}

func claim(u models.User) int {
	switch {
	case u.IsOwner:
		return 0
	case u.Source != models.SourceAlexa:
		return 1
	}
	return 2
}

// Finding puts what is wrong with the family itself into one sentence.
func (f Family) Finding() Finding {
	wrong := slices.Compact(slices.Sorted(slices.Values(f.Wrong)))
	out := Finding{What: "family " + string(f.Is.ID) + " " + strings.Join(wrong, ", ")}
	switch {
	case len(f.Ought.MemberIDs) == 0:
		out.Do = "it is removed"
	case f.Missing:
		out.Do = fmt.Sprintf("it is made again, of %d", len(f.Ought.MemberIDs))
	default:
		out.Do = "its members, owner and marks are set right"
	}
	return out
}

// StrangerFinding is about somebody whom the family named does not know; "": who
// names none.
func StrangerFinding(f models.FamilyID) Finding {
	if f == "" {
		return Finding{What: "somebody is in no family", Do: "a family of one is made"}
	}
	return Finding{
		What: "somebody says to be in family " + string(f) + ", which does not know of it",
		Do:   "a family of one is made, and the memos go there",
	}
}

// HalfErased is about an account whose memos are being removed, or were.
var HalfErased = Finding{What: "the deletion of an account was interrupted", Do: "it is finished"}

// Astray is about memos that are listed where their authors are not.
func Astray(n int) Finding {
	return Finding{What: fmt.Sprintf("%d memos are listed under another family than their author's", n), Do: "they follow their author"}
}

// Unnoted is about a family whose pending moves no scheduled run would find.
func Unnoted(f models.FamilyID) Finding {
	return Finding{What: "family " + string(f) + " waits for memos, and is not noted", Do: "it is noted"}
}

// Pending is about a family whose moves this run has not finished.
func Pending(f models.FamilyID) Finding {
	return Finding{What: "family " + string(f) + " still waits for memos", Do: "the next run goes on", Open: true}
}

// Unread is about items that do not have their documented form.
func Unread(n int) Finding {
	return Finding{
		What: fmt.Sprintf("%d items of the users table cannot be understood", n),
		Do:   "they are left as they are, and so is what depends on them", Open: true,
	}
}

// Orphans is about memos whose author is not there.
func Orphans(n int) Finding {
	return Finding{
		What: fmt.Sprintf("%d memos have an author who is not there, so that nobody sees them", n),
		Do:   "they are left as they are: nothing says whose they ought to be", Open: true,
	}
}

// Alone is the family of one that a stranger gets, or somebody who has none.
func Alone(u models.User, id models.FamilyID) models.Family {
	return models.Family{ID: id, OwnerID: u.ID, MemberIDs: []models.UserID{u.ID}, CreatedAt: u.CreatedAt}
}
