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
	wanted map[bulk.Kind]map[bulk.Key]bool // what must be in the target at the end
	there  map[bulk.Kind]map[bulk.Key]bool // what is there at the beginning
}

// Run imports. People and families are written after their memos, so that nobody
// finds an empty list meanwhile. The source must not change while
// it runs, nor people use the target who are in the source.
func (i Import) Run(ctx context.Context) (Report, error) {
	r := run{Import: i, report: newReport()}
	r.wanted, r.there = keySets(), keySets()
	for _, step := range []func(context.Context) error{r.prepare, r.memos, r.people, r.verify} {
		if err := step(ctx); err != nil {
			return r.report, err
		}
	}
	return r.report, nil
}

func keySets() map[bulk.Kind]map[bulk.Key]bool {
	sets := map[bulk.Kind]map[bulk.Key]bool{}
	for kind := range newReport().Counts {
		sets[kind] = map[bulk.Key]bool{}
	}
	return sets
}

// prepare reads who is where, in the source and in the target.
func (r *run) prepare(ctx context.Context) error {
	items := map[string]user{}
	err := r.Source.each(ctx, r.Source.Users, func(page []item) error {
		for _, it := range page {
			if u := readUser(it); isPerson(u.id) {
				items[u.id] = u
			} else {
				r.report.Counts[bulk.People].leave(NoPerson)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	authors := map[string]*author{}
	err = r.Source.each(ctx, r.Source.Memos, func(page []item) error {
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
		return err
	}
	there, err := r.lookAround(ctx, authors)
	if err != nil {
		return err
	}
	users := complete(items, authors)
	r.report.Added = len(users) - len(items)
	r.plan = newPlan(users, there, r.Now)
	for _, a := range authors {
		r.report.Counts[bulk.Memos].Read += a.memos
	}
	return nil
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
				keys[x.Key()] = true
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
// has listed them under the family that it was going to make; who came by himself
// since has another.
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

// write writes those records that the target lacks, and counts.
func (r *run) write(ctx context.Context, kind bulk.Kind, records []bulk.Record) error {
	count := r.report.Counts[kind]
	lacking := slices.DeleteFunc(slices.Clone(records), func(x bulk.Record) bool {
		r.wanted[kind][x.Key()] = true
		return r.there[kind][x.Key()]
	})
	count.Present += len(records) - len(lacking)
	if err := r.Target.Write(ctx, lacking); err != nil {
		return err
	}
	count.Imported += len(lacking)
	return nil
}

func (r *run) memos(ctx context.Context) error {
	total := r.report.Counts[bulk.Memos].Read
	return r.Source.each(ctx, r.Source.Memos, func(page []item) error {
		records := make([]bulk.Record, 0, len(page))
		for _, it := range page {
			if m, ok := r.memo(readMemo(it)); ok {
				records = append(records, bulk.Record{Memo: &m})
			}
		}
		if err := r.write(ctx, bulk.Memos, records); err != nil {
			return err
		}
		r.Writing(len(page), total)
		return nil
	})
}

// memo makes a memo of an old one, unless that is left behind.
func (r *run) memo(m oldMemo) (models.Memo, bool) {
	author, known := r.plan.author(m.user)
	why := ""
	switch {
	case m.empty():
		why = Empty
	case !known:
		why = NoPerson
	case author.Closing:
		why = Closing
	default:
		r.remark(m)
		m.user = string(author.ID) // one text for all the keys of an author
		return m.memo(author.FamilyID, r.Now), true
	}
	r.report.Counts[bulk.Memos].leave(why)
	r.report.Named = append(r.report.Named, m.id)
	return models.Memo{}, false
}

// remark counts what a person may wonder about.
func (r *run) remark(m oldMemo) {
	if m.family != "" && m.family != r.plan.users[m.user].family {
		r.report.Followed++
	}
	if m.at.IsZero() {
		r.report.Undated++
	}
	if models.CheckText("content", m.content, models.MaxContent) != nil {
		r.report.Long++
	}
}

func (r *run) people(ctx context.Context) error {
	var people, families []bulk.Record
	count := r.report.Counts[bulk.People]
	for id := range r.plan.users {
		if u, ok := r.plan.author(id); ok {
			people = append(people, bulk.Record{Person: &u})
			count.Read++
		}
	}
	if err := r.write(ctx, bulk.People, people); err != nil {
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
