package dynamo

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"

	"voicememo/infra/repair"
	"voicememo/models"
)

// families compares every family with its people.
func (r repairer) families(ctx context.Context) error {
	return r.settleDefects(ctx, func(ctx context.Context) ([]defect, error) {
		p, err := r.read(ctx)
		if err != nil {
			return nil, err
		}
		var defects []defect
		if p.unread > 0 {
			defects = append(defects, defect{Finding: repair.Unread(p.unread)})
		}
		for _, id := range slices.Sorted(maps.Keys(p.in)) {
			defects = append(defects, r.familyDefects(id, p)...)
		}
		return defects, nil
	})
}

func (r repairer) familyDefects(id models.FamilyID, p people) (defects []defect) {
	strangers := p.in[id]
	if id != "" {
		is, ok := p.there[id]
		is.ID = id
		f := repair.Check(is, !ok, p.in[id])
		if len(f.Wrong) > 0 {
			defects = append(defects, defect{f.Finding(), func(ctx context.Context) (bool, error) { return r.mendFamily(ctx, f) }})
		}
		strangers = f.Strangers
	}
	for _, u := range strangers {
		defects = append(defects, defect{repair.StrangerFinding(id), func(ctx context.Context) (bool, error) {
			return r.settleStranger(ctx, u)
		}})
	}
	return defects
}

// mostSteps is how many steps a transaction may have.
const mostSteps = 100

// mendFamily repairs the family and all people whom it names or ought to name, in one
// transaction if they fit into it. Otherwise the first one has the family's step; if another
// one is refused, what is left is found when everything is read again.
func (r repairer) mendFamily(ctx context.Context, f repair.Family) (bool, error) {
	steps := []types.TransactWriteItem{r.familyStep(f)}
	for _, u := range f.Residents {
		e := r.editPerson(u.ID)
		e.equals("familyId", text(f.Is.ID))
		e.absent("gone")
		e.set("isOwner", flag(u.IsOwner))
		steps = append(steps, e.asUpdate())
	}
	named := slices.Sorted(slices.Values(slices.Concat(f.Is.MemberIDs, f.Is.FormerIDs)))
	for _, id := range slices.Compact(named) {
		if !f.Ought.Has(id) {
			steps = append(steps, r.noMember(f, id).asCheck())
		}
	}
	for part := range slices.Chunk(steps, mostSteps) {
		if refused, err := r.transact(ctx, part...); err != nil || refused != nil {
			return false, err
		}
	}
	return true, nil
}

// noMember is a condition that holds while an account named by a family ought not to be
// its member: it is a former member, in another family, or deleted.
func (r repairer) noMember(f repair.Family, id models.UserID) write {
	e := r.editPerson(id)
	if slices.Contains(f.Ought.FormerIDs, id) {
		e.equals("familyId", text(f.Is.ID))
		e.equals("gone", flag(true))
		return e.write()
	}
	elsewhere := userMissing + " OR #familyId <> " + e.value(text(f.Is.ID))
	if slices.Contains(f.Is.FormerIDs, id) {
		elsewhere += " OR attribute_not_exists(#gone)"
	}
	if len(f.Ought.MemberIDs) == 0 { // the family ends, and its former members are strangers
		elsewhere += " OR attribute_exists(#gone)"
	}
	e.when(elsewhere)
	return e.write()
}

// familyStep makes, changes or removes the family's item, if its members are those that
// were read. A mark cleared meanwhile is set anew, which does no harm.
func (r repairer) familyStep(f repair.Family) types.TransactWriteItem {
	if f.Missing {
		return write{table: r.tables.Users, item: familyItem(f.Ought), only: userMissing}.asPut()
	}
	e := r.editFamily(f.Is.ID)
	e.when(userExists)
	isMembers(e, "memberIds", f.Is.MemberIDs)
	isMembers(e, "formerIds", f.Is.FormerIDs)
	if len(f.Ought.MemberIDs) == 0 {
		return e.asDelete()
	}
	if f.Is.OwnerID != "" {
		e.equals("ownerId", text(f.Is.OwnerID))
	}
	e.set("memberIds", set(f.Ought.MemberIDs...))
	e.remove("formerIds")
	if len(f.Ought.FormerIDs) > 0 {
		e.set("formerIds", set(f.Ought.FormerIDs...))
	}
	e.set("ownerId", text(f.Ought.OwnerID))
	e.set("moving", familyItem(f.Ought)["moving"])
	e.set("updatedAt", instant(time.Now()))
	e.remove(updatedBy)
	return e.asUpdate()
}

// settleStranger makes a new family for a person whose family does not list them, with a
// mark for the memos that are listed there.
func (r repairer) settleStranger(ctx context.Context, u models.User) (bool, error) {
	f := repair.Alone(u, models.FamilyID(uuid.NewString()))
	if u.FamilyID != "" {
		f.Moving = map[models.UserID][]models.FamilyID{u.ID: {u.FamilyID}}
	}
	steps := []types.TransactWriteItem{
		r.movePerson(u, u.FamilyID, f.ID, true, time.Now()).asUpdate(),
		write{table: r.tables.Users, item: familyItem(f), only: userMissing}.asPut(),
	}
	if u.FamilyID != "" {
		left := r.editFamily(u.FamilyID)
		left.lacks("memberIds", string(u.ID))
		left.lacks("formerIds", string(u.ID))
		steps = append(steps, left.write().asCheck())
	}
	refused, err := r.transact(ctx, steps...)
	if err == nil && refused == nil {
		r.noteMove(ctx, f.ID)
	}
	return err == nil && refused == nil, err
}
