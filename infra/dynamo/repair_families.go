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

// mendFamily is one transaction over the family and everybody whom it names or
// ought to name.
func (r repairer) mendFamily(ctx context.Context, f repair.Family) (bool, error) {
	steps := []types.TransactWriteItem{r.familyStep(f)}
	for _, u := range f.Residents {
		steps = append(steps, write{
			table: r.tables.Users, key: personKey(u.ID), update: "SET #isOwner = :owner", only: inFamily,
			values: item{":owner": flag(u.IsOwner), ":family": text(f.Is.ID)},
		}.asUpdate())
	}
	for _, id := range f.Is.MemberIDs {
		if !f.Ought.Has(id) {
			steps = append(steps, write{
				table: r.tables.Users, key: personKey(id), only: userMissing + " OR #familyId <> :family",
				values: item{":family": text(f.Is.ID)},
			}.asCheck())
		}
	}
	refused, err := r.transact(ctx, steps...)
	return err == nil && refused == nil, err
}

// familyStep makes, changes or removes the family's item, if its members are those
// that were read. A mark that has been cleared since comes back and does no harm.
func (r repairer) familyStep(f repair.Family) types.TransactWriteItem {
	if f.Missing {
		return write{table: r.tables.Users, item: familyItem(f.Ought), only: userMissing}.asPut()
	}
	w := write{
		table: r.tables.Users, key: familyKey(f.Is.ID), only: userExists + " AND attribute_not_exists(#memberIds)",
		values: item{":asRead": text(f.Is.OwnerID), ":owner": text(f.Ought.OwnerID), ":at": instant(time.Now())},
	}
	if len(f.Is.MemberIDs) > 0 {
		w.only = "#memberIds = :members"
		w.values[":members"] = set(f.Is.MemberIDs...)
	}
	if len(f.Ought.MemberIDs) == 0 {
		return w.asDelete()
	}
	if f.Is.OwnerID != "" {
		w.only += " AND #ownerId = :asRead"
	}
	w.update = "SET #memberIds = :ought, #ownerId = :owner, #moving = :moving, #updatedAt = :at"
	w.values[":ought"], w.values[":moving"] = set(f.Ought.MemberIDs...), familyItem(f.Ought)["moving"]
	return w.asUpdate()
}

// settleStranger gives somebody whose family does not know of him one of his own,
// with a mark for the memos that are listed there.
func (r repairer) settleStranger(ctx context.Context, u models.User) (bool, error) {
	f := repair.Alone(u, models.FamilyID(uuid.NewString()))
	if u.FamilyID != "" {
		f.Moving = map[models.UserID][]models.FamilyID{u.ID: {u.FamilyID}}
	}
	steps := []types.TransactWriteItem{
		familyStore{r.DB}.movePerson(u, u.FamilyID, f.ID, true, item{":at": instant(time.Now())}).asUpdate(),
		write{table: r.tables.Users, item: familyItem(f), only: userMissing}.asPut(),
	}
	if u.FamilyID != "" {
		steps = append(steps, write{
			table: r.tables.Users, key: familyKey(u.FamilyID), only: "NOT contains(#memberIds, :user)",
			values: item{":user": text(u.ID)},
		}.asCheck())
	}
	refused, err := r.transact(ctx, steps...)
	if err == nil && refused == nil {
		r.noteMove(ctx, f.ID)
	}
	return err == nil && refused == nil, err
}
