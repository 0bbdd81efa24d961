// Package bulk is everything that an engine keeps, as records that mean the same
// on every engine. Copying from one engine to another, importing and repairing
// work on them; the stores of the services never do.
package bulk

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// Kind says what a record is about.
type Kind string

// The kinds.
const (
	Memos    Kind = "memo"
	Invites  Kind = "invitation"
	Ledgers  Kind = "ledger"
	Families Kind = "family"
	People   Kind = "person"
)

// Kinds lists every kind in the order in which they are written. People come
// after what is theirs, so that it is there when they are. Families come last: an
// engine may know a family's members from the people alone, and a family without
// all of them would be taken for another one.
func Kinds() []Kind { return []Kind{Memos, Invites, Ledgers, People, Families} }

// Store is an engine as a whole. A server may use the engine at the same time,
// and then Each sees a state that never was.
type Store interface {
	// Each calls visit with all records of a kind, in batches, each once and in no
	// order. The records are normal (see Record). An error of visit ends it.
	Each(ctx context.Context, kind Kind, visit func([]Record) error) error

	// Write puts records, all of one kind and any number, in the place of those
	// with the same keys. Cut off anywhere, some are there whole and the others
	// not at all; repeating it is safe.
	Write(ctx context.Context, records []Record) error

	// Remove takes the records of a kind that have these keys away; those that
	// are not there do not matter.
	Remove(ctx context.Context, kind Kind, keys []Key) error
}

// Key names a record within its kind.
type Key struct {
	ID   string // the author's, person's or family's id, an invitation's code or a ledger's name
	Memo string // a memo's id; "" for other kinds
}

// Record is one thing that an engine keeps; the field of its kind is set and
// no other. A normal record has nothing in it that only one engine knows:
//
//   - a memo's FamilyID is that of its author now, "" if the author's account is
//     closing, wherever an index may still list it. One without an author keeps
//     its own;
//   - a family has its id, owner, members' and former members' ids, creation,
//     invitation, settings, Emptied and those Requests that are also the person's own
//     Request; no Members and no Moving;
//   - a person has no Latest, no Access and no ListFull, and joined when created if
//     nothing else is known. What was granted stays behind, because the keys that sealed
//     it do; writing or removing a person ends the accesses that the engine has of them.
type Record struct {
	Memo   *models.Memo       `json:"memo,omitempty"`
	Invite *models.InviteCode `json:"invitation,omitempty"`
	Ledger *invite.Ledger     `json:"ledger,omitempty"`
	Family *models.Family     `json:"family,omitempty"`
	Person *models.User       `json:"person,omitempty"`
}

// Kind tells which field is set.
func (r Record) Kind() Kind {
	switch {
	case r.Memo != nil:
		return Memos
	case r.Invite != nil:
		return Invites
	case r.Ledger != nil:
		return Ledgers
	case r.Family != nil:
		return Families
	}
	return People
}

// Key gives the record's key.
func (r Record) Key() Key {
	switch r.Kind() {
	case Memos:
		return Key{ID: string(r.Memo.UserID), Memo: string(r.Memo.ID)}
	case Invites:
		return Key{ID: r.Invite.Code}
	case Ledgers:
		return Key{ID: r.Ledger.Name}
	case Families:
		return Key{ID: string(r.Family.ID)}
	}
	return Key{ID: string(r.Person.ID)}
}

// Past reports whether the record's time is over, so that an engine may forget
// it at any moment.
func (r Record) Past(now time.Time) bool {
	switch r.Kind() {
	case Memos:
		return r.Memo.Purged(now)
	case Invites:
		return !r.Invite.ExpiresAt.After(now)
	case Ledgers:
		return !r.Ledger.ExpiresAt.After(now)
	}
	return false
}

// Compare orders keys.
func (k Key) Compare(o Key) int {
	if c := strings.Compare(k.ID, o.ID); c != 0 {
		return c
	}
	return strings.Compare(k.Memo, o.Memo)
}

// Digest is a hash of a record.
type Digest [sha256.Size]byte

// JSON is the record on one line: the same bytes for equal normal records of any engine.
func (r Record) JSON() ([]byte, error) { return json.Marshal(r.ordered()) }

// Digest hashes JSON.
func (r Record) Digest() (Digest, error) {
	line, err := r.JSON()
	return sha256.Sum256(line), err
}

// ordered gives sets one order, and none for empty ones.
func (r Record) ordered() Record {
	switch r.Kind() {
	case Ledgers:
		l := *r.Ledger
		if len(l.Entries) == 0 {
			l.Entries = nil
		}
		r.Ledger = &l
	case Families:
		f := *r.Family
		f.MemberIDs, f.FormerIDs, f.Members, f.Moving = sorted(f.MemberIDs), sorted(f.FormerIDs), nil, nil
		f.Requests = slices.Clone(f.Requests)
		slices.SortFunc(f.Requests, models.Request.Compare)
		if len(f.Requests) == 0 {
			f.Requests = nil
		}
		r.Family = &f
	case People:
		u := *r.Person
		u.Latest, u.Access, u.ListFull = nil, nil, false
		if u.JoinedAt.IsZero() {
			u.JoinedAt = u.CreatedAt
		}
		if len(u.Voices) == 0 {
			u.Voices = nil
		}
		r.Person = &u
	}
	return r
}

// sorted is a set in order, each once; nil for an empty one.
func sorted[T ~string](set []T) []T { return slices.Compact(slices.Sorted(slices.Values(set))) }
