package dynamo

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"voicememo/infra/repair"
	"voicememo/models"
)

// nowhere is the family id used in a mark for memos that no family lists: the item of a
// memo without familyId is in no index, and no family has this id.
const nowhere models.FamilyID = "nowhere"

// listed maps each author to the number of their memos listed under each family.
type listed map[models.UserID]map[models.FamilyID]int

// listings reads the memos table.
func (r repairer) listings(ctx context.Context) (listed, error) {
	all := listed{}
	return all, r.scan(ctx, r.tables.Memos, func(page []item) error {
		for _, it := range page {
			if isRemoved(it) {
				continue
			}
			author, family := models.UserID(textOf(it["userId"])), models.FamilyID(textOf(it["familyId"]))
			if all[author] == nil {
				all[author] = map[models.FamilyID]int{}
			}
			all[author][family]++
		}
		return nil
	})
}

// memos finds memos that are listed under another family than their author's and not
// covered by a mark, and marks them so that they follow.
func (r repairer) memos(ctx context.Context) error {
	return r.settleDefects(ctx, func(ctx context.Context) (defects []defect, err error) {
		p, err := r.read(ctx)
		if err != nil {
			return nil, err
		}
		all, err := r.listings(ctx)
		if err != nil {
			return nil, err
		}
		for _, id := range slices.Sorted(maps.Keys(all)) {
			u, there := p.all[id]
			if there && len(astray(u, p.there[u.FamilyID], all[id])) == 0 {
				continue
			}
			d, err := r.author(ctx, id, all[id])
			if err != nil {
				return nil, err
			}
			defects = append(defects, d...)
		}
		return defects, nil
	})
}

// astray returns the families that list memos of u and are neither u's family nor named
// in its mark of u. It returns none for a closing account.
func astray(u models.User, f models.Family, families map[models.FamilyID]int) (old []models.FamilyID) {
	for id := range families {
		if id == "" {
			id = nowhere
		}
		if id != u.FamilyID && !slices.Contains(f.Moving[u.ID], id) && !u.Closing {
			old = append(old, id)
		}
	}
	return old
}

// author rereads one author, because the table was not read at a single moment.
func (r repairer) author(ctx context.Context, id models.UserID, families map[models.FamilyID]int) ([]defect, error) {
	u, err := familyStore{r.DB}.Person(ctx, id)
	if models.IsCode(err, models.CodeNotFound) {
		return r.orphans(ctx, id)
	}
	if models.IsCode(err, models.CodeInternal) { // families has reported it
		return nil, nil
	}
	it, familyErr := r.get(ctx, r.tables.Users, familyKey(u.FamilyID))
	if err := cmp.Or(err, familyErr); err != nil {
		return nil, err
	}
	f, err := readFamily(it)
	if err != nil {
		return nil, nil //nolint:nilerr // likewise
	}
	old := astray(u, f, families)
	if len(old) == 0 {
		return nil, nil
	}
	n := 0
	for _, family := range old {
		n += families[family]
	}
	n += families[""]
	f.Moving[id] = append(old, f.Moving[id]...)
	return []defect{{repair.Astray(n), func(ctx context.Context) (bool, error) { return r.mark(ctx, u, f, it["moving"] == nil) }}}, nil
}

// mark sets f's mark of u if u is still in the family. On an item without a map of marks
// it sets the whole map.
func (r repairer) mark(ctx context.Context, u models.User, f models.Family, first bool) (bool, error) {
	e := r.editFamily(f.ID)
	e.listsMemos(u.ID)
	if first {
		e.absent("moving")
		e.set("moving", familyItem(f)["moving"])
	} else {
		e.when("attribute_exists(#moving)")
		e.set(e.at("moving", string(u.ID)), set(f.Moving[u.ID]...))
	}
	refused, err := r.transact(ctx, memoStore{r.DB}.fence(u).asCheck(), e.asUpdate())
	if err == nil && refused == nil {
		r.noteMove(ctx, f.ID)
	}
	return err == nil && refused == nil, err
}

// orphans counts the memos of an author who does not exist.
func (r repairer) orphans(ctx context.Context, id models.UserID) ([]defect, error) {
	n, err := r.countAll(ctx, query{key: byAuthor, filter: memoNotRemoved, values: item{":author": text(id)}}, math.MaxInt)
	if err != nil || n == 0 {
		return nil, err
	}
	return []defect{{Finding: repair.Orphans(n)}}, nil
}
