// Package bulk represents everything that an engine stores as records that mean
// the same on every engine. Copying between engines, importing and repairing
// use these records; the stores of the services do not.
package bulk

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// Kind is the type of a record.
type Kind string

// The kinds.
const (
	Memos    Kind = "memo"
	Invites  Kind = "invitation"
	Ledgers  Kind = "ledger"
	Families Kind = "family"
	People   Kind = "person"
	Modules  Kind = "module" // what modules keep; see With
)

// Kinds lists every kind in the order in which they are written. People come
// after their memos, invitations and ledgers, so that these exist when the people
// do. Families come after them: an engine may know a family's members from the people
// alone, and would take a family without all of them for a different one. What modules keep
// of people comes last.
func Kinds() []Kind { return []Kind{Memos, Invites, Ledgers, People, Families, Modules} }

// Store is a whole engine. If a server uses the engine at the same time, Each may
// see a state that never existed.
type Store interface {
	// Each calls visit with all records of a kind in batches, each record once and
	// in no particular order. The records are normal (see Record). An error of visit
	// ends the reading and is returned. MissingError, after all other records were
	// visited: the store does not have what some modules keep.
	Each(ctx context.Context, kind Kind, visit func([]Record) error) error

	// Write stores any number of records of one kind and replaces those with the
	// same keys. A person whose Record.Access is nil keeps the accesses and the
	// SessionsValidAfter that are stored. If it is interrupted, each record is written
	// either completely or not at all. Repeating the call is safe.
	Write(ctx context.Context, records []Record) error

	// Remove deletes the records of a kind that have these keys. Keys without a
	// record are ignored.
	Remove(ctx context.Context, kind Kind, keys []Key) error
}

// Key identifies a record within its kind.
type Key struct {
	ID   string // the author's, person's or family's id, an invitation's code, a ledger's name, or a module's name, "#" and its key
	Memo string // a memo's id; "" for other kinds
}

// Record is one thing that an engine stores. Only the field of its kind is set. A
// normal record contains nothing that only one engine knows:
//
//   - a memo's FamilyID is its author's present one, "" if the author's account is
//     closing, even where an index still lists the memo under another. A memo
//     without an author keeps its own;
//   - a family has its id, owner, members' and former members' ids, creation time,
//     invitation, settings, time zone, Emptied and those Requests that are also the person's own
//     Request, but no Members, no Moving and no SettledAt;
//   - a person has no Latest and no ListFull; JoinedAt is CreatedAt if unknown. Their
//     Access is empty: the record's own has it, with the details.
type Record struct {
	Memo   *models.Memo       `json:"memo,omitempty"`
	Invite *models.InviteCode `json:"invitation,omitempty"`
	Ledger *invite.Ledger     `json:"ledger,omitempty"`
	Family *models.Family     `json:"family,omitempty"`
	Person *models.User       `json:"person,omitempty"`
	Module *ModuleRecord      `json:"module,omitempty"`

	// Access is the accesses of Person, by id. nil: the record does not say which there are.
	Access []Access `json:"access,omitempty"`
}

// Access is an access of a person. Its id and generation say which credentials are valid.
// These are sealed with the keys of a server, which no store has, so that a record
// contains no secret.
type Access struct {
	Granted models.Access // with LastUsed zero and By ""; only the id if the details are not known
	Use     models.Use
}

// Accesses returns the accesses in uses with those of the details that are theirs, by id.
// It is not nil.
func Accesses(uses map[models.AccessID]models.Use, details []models.Access) []Access {
	all := []Access{}
	for _, id := range slices.Sorted(maps.Keys(uses)) {
		a := Access{Granted: models.Access{ID: id}, Use: uses[id]}
		if i := slices.IndexFunc(details, func(d models.Access) bool { return d.ID == id }); i >= 0 && !a.Use.Ended {
			a.Granted = details[i]
			a.Granted.LastUsed = time.Time{}
		}
		all = append(all, a)
	}
	return all
}

// Stored returns the accesses of a person as engines store them: the uses, and the details
// that are known.
func (r Record) Stored() (uses map[models.AccessID]models.Use, details []models.Access) {
	for _, a := range r.Access {
		if uses == nil {
			uses = map[models.AccessID]models.Use{}
		}
		uses[a.Granted.ID] = a.Use
		if a.Granted.Kind != "" {
			details = append(details, a.Granted)
		}
	}
	return uses, details
}

// Kind returns the kind of the field that is set.
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
	case r.Module != nil:
		return Modules
	}
	return People
}

// Key returns the record's key.
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
	case Modules:
		return Key{ID: r.Module.Module + keySeparator + r.Module.Key}
	}
	return Key{ID: string(r.Person.ID)}
}

// Past reports whether the record has expired by now, so that an engine may remove
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

// Compare orders keys by ID, then by Memo.
func (k Key) Compare(o Key) int {
	if c := strings.Compare(k.ID, o.ID); c != 0 {
		return c
	}
	return strings.Compare(k.Memo, o.Memo)
}

// Digest is the SHA-256 hash of a record's JSON.
type Digest [sha256.Size]byte

// JSON encodes the record on one line. Equal normal records have equal bytes on every engine.
func (r Record) JSON() ([]byte, error) { return json.Marshal(r.ordered()) }

// Digest returns the hash of r.JSON.
func (r Record) Digest() (Digest, error) {
	line, err := r.JSON()
	return sha256.Sum256(line), err
}

// ordered returns r in the form that JSON encodes: sets sorted, and nil if empty.
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
		f.SettledAt = time.Time{}
		f.Requests = slices.Clone(f.Requests)
		slices.SortFunc(f.Requests, models.Request.Compare)
		if len(f.Requests) == 0 {
			f.Requests = nil
		}
		r.Family = &f
	case People:
		u := *r.Person
		u.Author.Latest, u.Access, u.Author.ListFull = nil, nil, false
		if u.Membership.JoinedAt.IsZero() {
			u.Membership.JoinedAt = u.CreatedAt
		}
		s := &u.Skill
		s.Voices, s.Heard, s.Rooms, s.Acts, u.Author.Work = filled(s.Voices), filled(s.Heard), filled(s.Rooms), filled(s.Acts), filled(u.Author.Work)
		r.Person = &u
	}
	return r
}

// filled returns m, and nil if it is empty.
func filled[K comparable, V any](m map[K]V) map[K]V {
	if len(m) == 0 {
		return nil
	}
	return m
}

// sorted returns the set's elements in order and without duplicates; nil if it is empty.
func sorted[T ~string](set []T) []T { return slices.Compact(slices.Sorted(slices.Values(set))) }
