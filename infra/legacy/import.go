package legacy

import (
	"context"
	"slices"
	"time"

	"voicememo/infra/bulk"
	"voicememo/models"
)

// Import brings everything of a Source into a store. Cut off anywhere, it goes on
// when it is run again: what has arrived has the same keys in every run.
type Import struct {
	Source Source
	Target bulk.Store
	Now    time.Time
	// TrustMemoFamily makes an author who has no entry among the users a member of the
	// family that their newest memo names.
	TrustMemoFamily bool
	// Reading is told how many more memos were looked at, Writing how many more of
	// total were dealt with.
	Reading func(n int)
	Writing func(n, total int)
}

// run is one run of an Import.
type run struct {
	Import
	plan   plan
	report Report
	wanted map[bulk.Kind]map[bulk.Key]bool     // what must be in the target at the end
	there  map[bulk.Kind]map[bulk.Key]bulk.Key // what is there at the beginning, by identity
}

// Run imports. People and families are written after their memos, so that nobody
// finds an empty list meanwhile. The source must not change while
// it runs, nor people use the target who are in the source.
func (i Import) Run(ctx context.Context) (Report, error) {
	r := run{Import: i, report: newReport()}
	r.wanted, r.there = map[bulk.Kind]map[bulk.Key]bool{}, map[bulk.Kind]map[bulk.Key]bulk.Key{}
	for kind := range r.report.Counts {
		r.wanted[kind], r.there[kind] = map[bulk.Key]bool{}, map[bulk.Key]bulk.Key{}
	}
	for _, step := range []func(context.Context) error{r.prepare, r.memos, r.people, r.verify} {
		if err := step(ctx); err != nil {
			return Report{}, err
		}
	}
	r.report.sort()
	return r.report, nil
}

// identity is what a record has in common with the one that another import makes of the
// same thing: of a memo's id only the hash, because the time before it depends on what
// forms of a time are read.
func identity(key bulk.Key) bulk.Key {
	if len(key.Memo) > idDigits {
		key.Memo = key.Memo[idDigits:]
	}
	return key
}

// prepare reads who is where, in the source and in the target.
func (r *run) prepare(ctx context.Context) (err error) {
	if r.report.Invitations, err = r.Source.invitations(ctx); err != nil {
		return err
	}
	items := map[string]user{}
	err = r.Source.each(ctx, r.Source.Users, func(page []item) error {
		for _, it := range page {
			if u := readUser(it); isPerson(u.id) {
				items[u.id] = u
			} else {
				r.report.Counts[bulk.People].Read++
				r.report.Counts[bulk.People].leave(BadID)
				r.report.name(BadID, shown(u.id))
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	authors, err := r.authors(ctx)
	if err != nil {
		return err
	}
	there, err := r.lookAround(ctx, authors)
	if err != nil {
		return err
	}
	r.plan = newPlan(newRoster(items, authors, r.TrustMemoFamily, &r.report), authors, there, r.Now)
	for _, a := range authors {
		r.report.Counts[bulk.Memos].Read += a.memos
	}
	return nil
}

// authors reads what the memos tell about their authors.
func (r *run) authors(ctx context.Context) (map[string]*author, error) {
	authors := map[string]*author{}
	err := r.Source.each(ctx, r.Source.Memos, func(page []item) error {
		for _, it := range page {
			m := readMemo(it)
			if authors[m.user] == nil {
				authors[m.user] = &author{}
			}
			authors[m.user].take(m)
		}
		r.Reading(len(page))
		return nil
	})
	if err != nil {
		return nil, err
	}
	return authors, nil
}

// lookAround reads what the target has, people before their memos.
func (r *run) lookAround(ctx context.Context, authors map[string]*author) (target, error) {
	there := target{people: map[models.UserID]models.User{}, families: map[models.FamilyID]models.Family{}}
	for _, kind := range slices.Backward(bulk.Kinds()) {
		keys := r.there[kind]
		if keys == nil {
			continue
		}
		err := r.Target.Each(ctx, kind, func(records []bulk.Record) error {
			for _, x := range records {
				keys[identity(x.Key())] = x.Key()
				switch kind {
				case bulk.People:
					there.people[x.Person.ID] = *x.Person
				case bulk.Families:
					there.families[x.Family.ID] = *x.Family
				}
			}
			return r.fetch(ctx, records, there, authors)
		})
		if err != nil {
			return target{}, err
		}
	}
	return there, nil
}

// fetch brings memos to those authors whom the source has. An import that was cut off
// may have listed them under the family it planned to create; an author who has signed
// in since has another.
func (r *run) fetch(ctx context.Context, records []bulk.Record, there target, authors map[string]*author) error {
	var astray []bulk.Record
	for _, x := range records {
		if x.Memo == nil || authors[string(x.Memo.UserID)] == nil {
			continue
		}
		if u, ok := there.people[x.Memo.UserID]; ok && !u.Closing && x.Memo.FamilyID != u.FamilyID {
			x.Memo.FamilyID = u.FamilyID
			astray = append(astray, x)
		}
	}
	return r.Target.Write(ctx, astray)
}

// put writes those records that the target lacks and returns how many.
func (r *run) put(ctx context.Context, kind bulk.Kind, records []bulk.Record) (int, error) {
	lacking := slices.DeleteFunc(slices.Clone(records), func(x bulk.Record) bool {
		key, there := r.there[kind][identity(x.Key())]
		if !there {
			key = x.Key()
		}
		r.wanted[kind][key] = true
		return there
	})
	return len(lacking), r.Target.Write(ctx, lacking)
}

// write is put and counts.
func (r *run) write(ctx context.Context, kind bulk.Kind, records []bulk.Record) error {
	written, err := r.put(ctx, kind, records)
	if err != nil {
		return err
	}
	r.report.Counts[kind].Present += len(records) - written
	r.report.Counts[kind].Imported += written
	return nil
}

func (r *run) people(ctx context.Context) error {
	var people, standIns, families []bulk.Record
	for id := range r.plan.users {
		if u, ok := r.plan.account(models.UserID(id)); ok {
			people = append(people, bulk.Record{Person: &u})
		}
	}
	for id := range r.plan.standIns {
		u := r.plan.people[id]
		standIns = append(standIns, bulk.Record{Person: &u})
	}
	r.report.Counts[bulk.People].Read += len(people)
	if err := r.write(ctx, bulk.People, people); err != nil {
		return err
	}
	if _, err := r.put(ctx, bulk.People, standIns); err != nil {
		return err
	}
	for _, x := range people {
		if f, ok := r.plan.family(x.Person.FamilyID); ok {
			families = append(families, bulk.Record{Family: &f})
		}
	}
	slices.SortFunc(families, func(a, b bulk.Record) int { return a.Key().Compare(b.Key()) })
	families = slices.CompactFunc(families, func(a, b bulk.Record) bool { return a.Key() == b.Key() })
	r.report.Counts[bulk.Families].Read = len(families)
	return r.write(ctx, bulk.Families, families)
}

// verify reads the target again and counts what ought to be there and is not.
func (r *run) verify(ctx context.Context) error {
	for kind, wanted := range r.wanted {
		err := r.Target.Each(ctx, kind, func(records []bulk.Record) error {
			for _, x := range records {
				delete(wanted, x.Key())
			}
			return nil
		})
		if err != nil {
			return err
		}
		r.report.Counts[kind].Missing = len(wanted)
	}
	return nil
}
