package dynamo

import (
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/models"
)

// A change of membership is one transaction. All changes of one family meet on
// the family's item, so that they happen one after another.
//
//	code     it is live                                       Join
//	target   takes the person in, with the mark of the move   Join, Leave
//	person   names the target, epoch + 1                      Join, Leave
//	present  lets the person go, or goes with him             Join, Leave

// personThere: the person is still who was read, in the family that was read.
func personThere(u models.User) string {
	if u.MoveEpoch == 0 { // an item from before epochs
		return both(inFamily, "attribute_not_exists(#moveEpoch) OR #moveEpoch = :epoch")
	}
	return both(inFamily, "#moveEpoch = :epoch")
}

// movePerson makes u's item name the family to, which u is the owner of or not.
// u leaves from's family; to "" closes the account. Then the documented,
// required familyId stays as an empty text, which no family's id equals. What u
// deleted last was the list of the family left, and is forgotten.
func (s familyStore) movePerson(u models.User, from, to models.FamilyID, owner bool, at item) write {
	update := "SET #familyId = :to, #isOwner = :owner, #updatedAt = :at, #joinedAt = :at, " +
		"#moveEpoch = if_not_exists(#moveEpoch, :zero) + :one"
	if to == "" {
		update += ", #closing = :true"
	}
	update += " REMOVE #" + lastDeletion
	return write{
		table: s.tables.Users, key: personKey(u.ID), update: update, only: personThere(u),
		values: item{
			":family": text(from), ":epoch": number(u.MoveEpoch), ":to": text(to), ":owner": flag(owner),
			":zero": number(0), ":one": number(1), ":true": flag(true),
		},
	}.with(at)
}

// letGo takes u out of the family f at the wish of by: u, or the owner who
// removes u. The owner must still be the one that was read, and is never let go
// himself while others are there. A family that nobody would be left in is deleted.
func (s familyStore) letGo(u models.UserID, f models.Family, by models.UserID, at item) types.TransactWriteItem {
	w := write{
		table: s.tables.Users, key: familyKey(f.ID),
		update: "DELETE #memberIds :members REMOVE #moving.#member SET #updatedAt = :at",
		only:   "contains(#memberIds, :user) AND #ownerId = :asRead AND #ownerId <> :user",
		values: item{":user": text(u), ":members": set(u), ":asRead": text(f.OwnerID), ":by": text(by)},
		alias:  map[string]string{"#member": string(u)},
	}.with(at)
	switch {
	case by != u:
		w.only = both(w.only, "#ownerId = :by")
	case f.Alone(u):
		w.only = "#memberIds = :members"
		return w.asDelete()
	}
	return w.asUpdate()
}

// marked says which families u's memos may still be listed under once u has
// gone from f to another one: f, and what f's own mark of u still named.
func marked(u models.UserID, f models.Family, to models.FamilyID) []models.FamilyID {
	old := append([]models.FamilyID{f.ID}, f.Moving[u]...)
	return slices.DeleteFunc(old, func(id models.FamilyID) bool { return id == to })
}

// Join redeems a code. The memos are counted before anything is changed, so
// that a join which was done is never reported as failed by the count.
func (s familyStore) Join(ctx context.Context, j family.Join) (int, error) {
	if !isCode(j.Code.Code) {
		return 0, notValid()
	}
	if j.To == j.From.ID { // no transaction takes the same item twice
		return 0, models.Conflict(models.ReasonAlreadyMember)
	}
	moving, err := s.countLive(ctx, j.User.ID)
	if err != nil {
		return 0, err
	}
	at := item{":at": instant(j.At)}
	code := write{
		table: s.tables.InviteCodes, key: codeKey(j.Code.Code),
		update: "SET #used = :true, #usedBy = :user, #usedAt = :at", only: both(inFamily, codeLive),
		values: item{":family": text(j.To), ":user": text(j.User.ID), ":true": flag(true)},
	}.with(at).with(expiryAt(j.At))
	target := write{
		table: s.tables.Users, key: familyKey(j.To),
		update: "ADD #memberIds :members SET #moving.#member = :old, #updatedAt = :at",
		only:   "contains(#memberIds, :maker) AND NOT contains(#memberIds, :user) AND size(#memberIds) < :max",
		values: item{
			":maker": text(j.Code.CreatedBy), ":user": text(j.User.ID), ":members": set(j.User.ID),
			":max": number(int64(j.MaxMembers)), ":old": set(marked(j.User.ID, j.From, j.To)...),
		},
		alias: map[string]string{"#member": string(j.User.ID)},
	}.with(at)
	refused, err := s.transact(ctx,
		code.asUpdate(), target.asUpdate(),
		s.movePerson(j.User, j.From.ID, j.To, false, at).asUpdate(), s.letGo(j.User.ID, j.From, j.User.ID, at),
	)
	if err != nil {
		return 0, err
	}
	if refused != nil {
		return 0, joinRefused(refused, j)
	}
	return moving, nil
}

// joinRefused names the first of the contract's errors that applies.
func joinRefused(refused refusals, j family.Join) error {
	if refused.at(0) {
		return notValid()
	}
	if !refused.at(1) {
		return models.Conflict(models.ReasonMoved)
	}
	f, err := readFamily(refused.item(1))
	switch {
	case err != nil:
		return err
	case !f.Has(j.Code.CreatedBy): // also when the family is no more
		return notValid()
	case f.Has(j.User.ID):
		return models.Conflict(models.ReasonAlreadyMember)
	default:
		return models.Conflict(models.ReasonFamilyFull)
	}
}

// Leave moves a person into a new family of one, or closes the account.
func (s familyStore) Leave(ctx context.Context, l family.Leave) error {
	at := item{":at": instant(l.At)}
	steps := []types.TransactWriteItem{
		s.movePerson(l.User, l.From.ID, l.To, l.To != "", at).asUpdate(), s.letGo(l.User.ID, l.From, l.By, at),
	}
	if l.To != "" {
		target := models.Family{
			ID: l.To, OwnerID: l.User.ID, MemberIDs: []models.UserID{l.User.ID}, CreatedAt: l.At,
			Moving: map[models.UserID][]models.FamilyID{l.User.ID: marked(l.User.ID, l.From, l.To)},
		}
		steps = append(steps, write{table: s.tables.Users, item: familyItem(target), only: userMissing}.asPut())
	}
	refused, err := s.transact(ctx, steps...)
	if err == nil && refused != nil {
		err = models.Conflict(models.ReasonMoved)
	}
	return err
}

// Transfer hands the family over: on the family's item, and on both people's,
// who show it too.
func (s familyStore) Transfer(ctx context.Context, t family.Transfer) error {
	values := item{
		":family": text(t.Family), ":from": text(t.From), ":to": text(t.To), ":at": instant(t.At),
		":true": flag(true), ":false": flag(false),
	}
	refused, err := s.transact(ctx,
		write{
			table: s.tables.Users, key: familyKey(t.Family), update: "SET #ownerId = :to, #updatedAt = :at",
			only: "#ownerId = :from AND contains(#memberIds, :to)", values: values,
		}.asUpdate(),
		write{
			table: s.tables.Users, key: personKey(t.From), update: "SET #isOwner = :false, #updatedAt = :at",
			only: inFamily, values: values,
		}.asUpdate(),
		write{
			table: s.tables.Users, key: personKey(t.To), update: "SET #isOwner = :true, #updatedAt = :at",
			only: inFamily, values: values,
		}.asUpdate(),
	)
	if err == nil && refused != nil {
		err = models.Conflict(models.ReasonMoved)
	}
	return err
}
