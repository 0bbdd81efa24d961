package dynamo

import (
	"context"
	"slices"
	"strings"

	"voicememo/infra/repair"
	"voicememo/models"
)

// Repair searches the tables of an environment for contradictions, calls found with each,
// and repairs them unless dry. Servers may run meanwhile: each step is a transaction that
// is done only if everything is as it was read. A dry run beside servers may report
// changes that are still under way.
func Repair(ctx context.Context, client BulkClient, environment string, dry bool, found func(repair.Finding)) error {
	r := repairer{bulkStore: bulkStore{DB: Open(client, environment), bulk: client}, dry: dry, found: found}
	for _, step := range []func(context.Context) error{
		r.families, r.withPeople(r.closing), r.memos, r.moves, r.withPeople(r.accesses), r.withPeople(r.beside),
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// CountUnlisted returns how many people become members of the family that their item names
// at their first contact (family.People.Enlist). It reads the whole users table.
func CountUnlisted(ctx context.Context, client BulkClient, environment string) (n int, err error) {
	p, err := repairer{bulkStore: bulkStore{DB: Open(client, environment), bulk: client}}.read(ctx)
	for _, u := range p.all {
		if u.FamilyID != "" && repair.Unlisted(p.there[u.FamilyID], u) {
			n++
		}
	}
	return n, err
}

type repairer struct {
	bulkStore
	dry   bool
	found func(repair.Finding)
}

// people is the content of the users table.
type people struct {
	all     map[models.UserID]models.User
	in      map[models.FamilyID][]models.User // by the family that they name
	there   map[models.FamilyID]models.Family
	closing []models.UserID
	details []models.UserID // people who have an item with the details of accesses
	unread  int             // items that cannot be understood
}

// read reads the users table.
func (r repairer) read(ctx context.Context) (people, error) {
	p := people{all: map[models.UserID]models.User{}, in: map[models.FamilyID][]models.User{}, there: map[models.FamilyID]models.Family{}}
	err := r.scan(ctx, r.tables.Users, func(page []item) error {
		for _, it := range page {
			p.take(it)
		}
		return nil
	})
	return p, err
}

// withPeople returns a step that reads the users table first.
func (r repairer) withPeople(step func(context.Context, people) error) func(context.Context) error {
	return func(ctx context.Context) error {
		p, err := r.read(ctx)
		if err != nil {
			return err
		}
		return step(ctx, p)
	}
}

func (p *people) take(it item) {
	if of, ok := strings.CutPrefix(textOf(it["userId"]), accessPrefix); ok {
		p.details = append(p.details, models.UserID(of))
		return
	}
	if !isPerson(models.UserID(textOf(it["userId"]))) {
		f, err := readFamily(it)
		if err != nil {
			p.unread++
			return
		}
		p.there[f.ID] = f
		p.in[f.ID] = slices.Clip(p.in[f.ID])
		return
	}
	u, err := readPerson(it)
	switch {
	case err != nil:
		p.unread++
	case u.Closing:
		p.all[u.ID] = u
		p.closing = append(p.closing, u.ID)
	default:
		p.all[u.ID] = u
		p.in[u.FamilyID] = append(p.in[u.FamilyID], u)
	}
}

// defect is a finding and the function that repairs it, which reports false if the items
// are no longer as they were read.
type defect struct {
	repair.Finding
	mend func(context.Context) (bool, error)
}

// repairTries is how often everything is reread because a step was refused.
const repairTries = 3

// settleDefects looks for defects and repairs them until it finds none. A defect whose
// repair is still refused after repairTries is left open.
func (r repairer) settleDefects(ctx context.Context, look func(context.Context) ([]defect, error)) error {
	for try := 1; ; try++ {
		defects, err := look(ctx)
		if err != nil || len(defects) == 0 {
			return err
		}
		refused := false
		for _, d := range defects {
			if r.dry || d.mend == nil {
				if try == 1 {
					r.found(d.Finding)
				}
				continue
			}
			done, err := d.mend(ctx)
			switch {
			case err != nil && !models.IsCode(err, models.CodeInternal):
				return err
			case done:
				r.found(d.Finding)
			case try == repairTries:
				d.Open = true
				if err != nil { // the others are still repaired
					d.Do = "DynamoDB refuses the change as too large or wrong"
				}
				r.found(d.Finding)
			default:
				refused = true
			}
		}
		if !refused {
			return nil
		}
	}
}

// closing finishes interrupted deletions of accounts.
func (r repairer) closing(ctx context.Context, p people) (err error) {
	for _, id := range p.closing {
		r.found(repair.HalfErased)
		for done := r.dry; !done; {
			if done, err = r.Memos().Erase(ctx, id, memosPerMove); err != nil {
				return err
			}
		}
	}
	return nil
}

// moves notes families that have marks but no note, and resumes all moves.
func (r repairer) moves(ctx context.Context) error {
	noted, err := r.noted(ctx)
	if err != nil {
		return err
	}
	p, err := r.read(ctx)
	if err != nil {
		return err
	}
	var marked []models.FamilyID // marks that a server sets from now on do not concern this run
	for id, f := range p.there {
		if len(f.Moving) == 0 {
			continue
		}
		marked = append(marked, id)
		if slices.Contains(noted, id) {
			continue
		}
		r.found(repair.Unnoted(id))
		if !r.dry {
			r.noteMove(ctx, id)
		}
	}
	if r.dry {
		return nil
	}
	if _, err := r.ResumeMoves(ctx); err != nil {
		return err
	}
	for _, id := range marked {
		f, err := r.marksOf(ctx, id)
		if err != nil {
			return err
		}
		if len(f.Moving) > 0 {
			r.found(repair.Pending(id))
		}
	}
	return nil
}
