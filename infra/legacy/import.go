package legacy

import (
	"context"
	"slices"
	"time"

	"voicememo/infra/bulk"
	"voicememo/models"
)

// Import copies everything of a Source into a store. After an interruption, running
// it again resumes it: each imported record has the same key in every run.
type Import struct {
	Source Source
	Target bulk.Store
	Now    time.Time
	// TrustMemoFamily makes an author without an entry among the users a member of the
	// family that their newest memo names.
	TrustMemoFamily bool
	// Reading is called with the number of further memos read, Writing with the number
	// of further memos processed and the total.
	Reading func(n int)
	Writing func(n, total int)
}

// run is one run of an Import.
type run struct {
	Import
	plan   plan
	report Report
	wanted map[bulk.Kind]map[bulk.Key]bool     // what must be in the target at the end
	there  map[bulk.Kind]map[bulk.Key]bulk.Key // what is in the target at the beginning, by identity
}

// Run imports. It writes people and families after their memos, so that no person
// finds an empty list in the meantime. While it runs, the source must not change, and
// the people in the source must not use the target.
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

// identity returns the part of a key that all imports of the same thing share. Of a
// memo's id this is only the hash, because the time before it depends on which forms
// of a time are read.
func identity(key bulk.Key) bulk.Key {
	if len(key.Memo) > idDigits {
		key.Memo = key.Memo[idDigits:]
	}
	return key
}

// prepare reads the people and their families, in the source and in the target.
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

// authors reads what the memos reveal about their authors.
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

// lookAround reads the target's contents, people before their memos.
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

// fetch moves memos to the present families of the source's authors. An interrupted
// import may have listed them under the family it planned to create; an author who
// has signed in since has another.
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

// put writes the records that the target lacks and returns their number.
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

// write calls put and updates the counts.
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

// verify reads the target again and counts the records that should be in it and are not.
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
