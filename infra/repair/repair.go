// Package repair determines what is wrong with an engine's records of people and
// families, and what they should be. The engines find and repair the faults.
package repair

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"voicememo/models"
)

// Finding is one fault, worded for the operator.
type Finding struct {
	What string
	Do   string // what repairs it, or why nothing does
	Open bool   // not repaired: nothing does, or the repair failed
}

// Family is a family as stored (Is) and as it should be (Ought).
type Family struct {
	Is, Ought models.Family // Ought has no members if the family should not exist
	Missing   bool          // the family does not exist; only people name it as theirs
	Residents []models.User // who should be its members, with the right IsOwner
	Strangers []models.User // people who name the family as theirs but whom it does not list
	Wrong     []string      // the faults; empty if there are none
}

// Check compares a family with the people who name it as theirs. If the family is
// missing, is has only an ID.
//
// A person is a member if both records agree. A repair must not reveal a family's
// memos to a person whom it does not list: such a person is a stranger, unless they
// are its owner, the family lists none of the people who name it, or their record has no
// MoveEpoch: then it has only the commissioned attributes, as family.People.Enlist
// expects, and the person becomes a member as at their first contact. A former member is
// one whom the family lists, either as a former member or still as a member.
func Check(is models.Family, missing bool, people []models.User) Family {
	f := Family{Is: is, Ought: is, Missing: missing}
	if missing {
		f.Wrong = append(f.Wrong, "is not there, and people are in it")
	}
	named := slices.ContainsFunc(people, func(u models.User) bool { return is.Has(u.ID) && !u.Membership.Gone })
	f.Ought.MemberIDs, f.Ought.FormerIDs = nil, nil
	for _, u := range people {
		switch {
		case u.Membership.Gone && is.Lists(u.ID):
			f.Ought.FormerIDs = append(f.Ought.FormerIDs, u.ID)
			continue
		case u.Membership.Gone:
			f.Strangers = append(f.Strangers, u)
			continue
		case is.Has(u.ID):
		case Unlisted(is, u) && !missing:
			f.Wrong = append(f.Wrong, "does not name a person whose record has only the commissioned attributes")
			if u.IsOwner {
				f.Ought.OwnerID = u.ID
			}
		case named && u.ID != is.OwnerID:
			f.Strangers = append(f.Strangers, u)
			continue
		case !missing:
			f.Wrong = append(f.Wrong, "does not name somebody as a member who is its owner, or the only one there")
		}
		f.Ought.MemberIDs = append(f.Ought.MemberIDs, u.ID)
		f.Residents = append(f.Residents, u)
	}
	if len(f.Residents) == 0 { // without members there can be no former members
		f.Strangers, f.Ought.FormerIDs = slices.DeleteFunc(slices.Clone(people), func(u models.User) bool { return !u.Membership.Gone }), nil
	}
	slices.Sort(f.Ought.MemberIDs)
	slices.Sort(f.Ought.FormerIDs)
	f.checkMembers()
	f.checkOwner()
	return f
}

// Unlisted reports whether u, who names the family is, becomes a member at the first contact.
func Unlisted(is models.Family, u models.User) bool {
	return u.Membership.MoveEpoch == 0 && !u.Membership.Gone && !u.Closing && !is.Lists(u.ID)
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

// checkOwner chooses an owner if there is none, by the same rule as an import: a
// member whose record says owner, then a person before an Echo, then the member who
// joined first.
func (f *Family) checkOwner() {
	if len(f.Residents) == 0 {
		return
	}
	if !f.Ought.Has(f.Ought.OwnerID) {
		f.Wrong = append(f.Wrong, "has no owner among its members")
		f.Ought.OwnerID = slices.MinFunc(f.Residents, func(a, b models.User) int {
			return cmp.Or(cmp.Compare(claim(a), claim(b)), a.Membership.JoinedAt.Compare(b.Membership.JoinedAt), strings.Compare(string(a.ID), string(b.ID)))
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

// Finding describes what is wrong with the family itself in one sentence.
func (f Family) Finding() Finding {
	wrong := slices.Compact(slices.Sorted(slices.Values(f.Wrong)))
	out := Finding{What: "family " + string(f.Is.ID) + " " + strings.Join(wrong, ", ")}
	switch {
	case len(f.Ought.MemberIDs) == 0:
		out.Do = "it is removed"
	case f.Missing:
		out.Do = fmt.Sprintf("it is recreated with %d members", len(f.Ought.MemberIDs))
	default:
		out.Do = "its members, owner and marks are corrected"
	}
	return out
}

// StrangerFinding describes a person who names family f but whom f does not list;
// with f "", a person who names no family.
func StrangerFinding(f models.FamilyID) Finding {
	if f == "" {
		return Finding{What: "a person is in no family", Do: "a family of one is made"}
	}
	return Finding{
		What: "a person says to be in family " + string(f) + ", which does not list them",
		Do:   "a family of one is made, and their memos move there",
	}
}

// HalfErased describes an account whose deletion was interrupted.
var HalfErased = Finding{What: "the deletion of an account was interrupted", Do: "it is finished"}

// Astray describes n memos that are listed under a family other than their author's.
func Astray(n int) Finding {
	return Finding{What: fmt.Sprintf("%d memos are listed under another family than their author's", n), Do: "they follow their author"}
}

// Unnoted describes a family whose pending moves no scheduled run would find.
func Unnoted(f models.FamilyID) Finding {
	return Finding{What: "family " + string(f) + " waits for memos, and is not noted", Do: "it is noted"}
}

// Pending describes a family whose moves this run has not finished.
func Pending(f models.FamilyID) Finding {
	return Finding{What: "family " + string(f) + " still waits for memos", Do: "the next run resumes", Open: true}
}

// Unread describes n items that do not have their documented form.
func Unread(n int) Finding {
	return Finding{
		What: fmt.Sprintf("%d items of the users table cannot be understood", n),
		Do:   "they are left as they are, and so is everything that depends on them", Open: true,
	}
}

// Orphans describes n memos whose author does not exist.
func Orphans(n int) Finding {
	return Finding{
		What: fmt.Sprintf("%d memos have an author who is not there, so no one can see them", n),
		Do:   "they are left as they are, because nothing says whose they should be", Open: true,
	}
}

// Alone returns a new family of one for a stranger or a person without a family.
func Alone(u models.User, id models.FamilyID) models.Family {
	return models.Family{ID: id, OwnerID: u.ID, MemberIDs: []models.UserID{u.ID}, CreatedAt: u.CreatedAt}
}
