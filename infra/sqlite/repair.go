package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"github.com/google/uuid"

	"voicememo/infra/bulk"
	"voicememo/infra/repair"
	"voicememo/models"
)

// Repair finds faults in people, families and memos, calls found with each, and repairs
// them unless dry. No other process has the database open.
func (db *DB) Repair(ctx context.Context, dry bool, found func(repair.Finding)) error {
	r := repairer{db, dry, found}
	if whole, err := r.integrity(ctx); err != nil || !whole {
		return err
	}
	for _, step := range []func(context.Context) error{r.families, r.closing, r.memos, r.orphans} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

type repairer struct {
	db    *DB
	dry   bool
	found func(repair.Finding)
}

// set reports a finding and, unless dry, performs its repair.
func (r repairer) set(f repair.Finding, do func() error) error {
	r.found(f)
	if r.dry {
		return nil
	}
	return do()
}

// integrity checks the whole file. Damage is reported as a finding and not repaired.
func (r repairer) integrity(ctx context.Context) (whole bool, err error) {
	err = r.db.Check(ctx)
	if errors.Is(err, ErrRefused) {
		r.found(repair.Finding{What: "the database file is damaged", Do: helps, Open: true})
		return false, nil
	}
	return err == nil, err
}

// read reads all records of a kind.
func (r repairer) read(ctx context.Context, kind bulk.Kind) (all []bulk.Record, err error) {
	err = r.db.Bulk().Each(ctx, kind, func(records []bulk.Record) error {
		all = append(all, records...)
		return nil
	})
	return all, err
}

// families compares every family with its people.
func (r repairer) families(ctx context.Context) error {
	people, err := r.read(ctx, bulk.People)
	if err != nil {
		return err
	}
	families, err := r.read(ctx, bulk.Families)
	if err != nil {
		return err
	}
	in, there := map[models.FamilyID][]models.User{}, map[models.FamilyID]models.Family{}
	for _, p := range people {
		if u := *p.Person; u.FamilyID != "" || !u.Closing {
			in[u.FamilyID] = append(in[u.FamilyID], u)
		}
	}
	for _, f := range families {
		there[f.Family.ID] = *f.Family
		in[f.Family.ID] = append([]models.User(nil), in[f.Family.ID]...)
	}
	for _, id := range slices.Sorted(maps.Keys(in)) {
		f, ok := there[id]
		f.ID = cmp.Or(f.ID, id)
		if err := r.family(ctx, f, !ok, in[id]); err != nil {
			return err
		}
	}
	return nil
}

// family repairs one family, and moves out the people who only name it themselves.
func (r repairer) family(ctx context.Context, is models.Family, missing bool, people []models.User) error {
	if is.ID == "" {
		return r.homeless(ctx, people)
	}
	f := repair.Check(is, missing, people)
	if len(f.Wrong) > 0 {
		if err := r.mend(ctx, f); err != nil {
			return err
		}
	}
	return r.homeless(ctx, f.Strangers)
}

// mend repairs a family's record and its residents.
func (r repairer) mend(ctx context.Context, f repair.Family) error {
	return r.set(f.Finding(), func() error {
		store := r.db.Bulk()
		if len(f.Ought.MemberIDs) == 0 {
			return store.Remove(ctx, bulk.Families, []bulk.Key{{ID: string(f.Is.ID)}})
		}
		if err := store.Write(ctx, []bulk.Record{{Family: &f.Ought}}); err != nil {
			return err
		}
		// Those who are not the owner come first: a family never has two owners.
		slices.SortFunc(f.Residents, func(a, b models.User) int { return cmp.Compare(claimed(a), claimed(b)) })
		return r.write(ctx, f.Residents)
	})
}

func claimed(u models.User) int {
	if u.IsOwner {
		return 1
	}
	return 0
}

func (r repairer) write(ctx context.Context, people []models.User) error {
	var records []bulk.Record
	for _, u := range people {
		records = append(records, bulk.Record{Person: &u})
	}
	return r.db.Bulk().Write(ctx, records)
}

// homeless creates a family of one for each person without a family.
func (r repairer) homeless(ctx context.Context, people []models.User) error {
	for _, u := range people {
		err := r.set(repair.StrangerFinding(u.FamilyID), func() error {
			u.FamilyID, u.IsOwner, u.Membership.Gone = models.FamilyID(uuid.NewString()), true, false
			f := repair.Alone(u, u.FamilyID)
			if err := r.db.Bulk().Write(ctx, []bulk.Record{{Family: &f}}); err != nil {
				return err
			}
			return r.write(ctx, []models.User{u})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// closing finishes interrupted deletions of accounts.
func (r repairer) closing(ctx context.Context) error {
	people, err := r.read(ctx, bulk.People)
	if err != nil {
		return err
	}
	for _, p := range people {
		if !p.Person.Closing {
			continue
		}
		err := r.set(repair.HalfErased, func() error {
			for done := false; !done; {
				var err error
				if done, err = r.db.Memos().Erase(ctx, p.Person.ID, bulkRows); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const astray = `FROM memos JOIN users USING (user_id) WHERE memos.family_id <> users.family_id`

// memos moves memos to the families of their authors.
func (r repairer) memos(ctx context.Context) error {
	var n int
	if err := r.db.read.row(ctx, "SELECT count(*) "+astray).Scan(&n); err != nil || n == 0 {
		return translate(err)
	}
	return r.set(repair.Astray(n), func() error {
		return r.db.writer.write(ctx, func(t tx) error { return t.gather() })
	})
}

// gather moves all memos to the families of their authors.
func (t tx) gather() error {
	for {
		var author models.UserID
		var family models.FamilyID
		err := t.row("SELECT user_id, users.family_id "+astray+" LIMIT 1").Scan(&author, &family)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			return nil
		case err != nil:
			return err
		}
		t.move(author, family)
	}
}

// orphans counts memos without an author.
func (r repairer) orphans(ctx context.Context) error {
	var n int
	err := r.db.read.row(ctx, "SELECT count(*) FROM memos WHERE user_id NOT IN (SELECT user_id FROM users)").Scan(&n)
	if err == nil && n > 0 {
		r.found(repair.Orphans(n))
	}
	return translate(err)
}
