package dynamo

import (
	"context"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/models"
)

// A change of membership is one transaction. All changes of one family write the family's
// item, so that they happen one after another.
//
//	target   the family joined: the person is added, with the mark of the move
//	person   the person's item: the target's id, and a move epoch that is one higher
//	present  the family left: the person is removed, or the last member's family is deleted
//	formers  the former members who go with the person: changed as the person's item is
//
// The ways into a family are in enter.go, requests to join in requests.go.

// moved is the error of a change that was decided on an outdated reading.
func moved() error { return models.Conflict(models.ReasonMoved) }

// orMoved returns err, or moved if a step of a transaction was refused.
func orMoved(refused refusals, err error) error {
	if err == nil && refused != nil {
		return moved()
	}
	return err
}

// isIn adds the condition that the person is still in the family f and has the move epoch
// that was read. Items from before move epochs have none.
func (e *edit) isIn(u models.User, f models.FamilyID) {
	e.equals("familyId", text(f))
	condition := "#moveEpoch = " + e.value(number(u.Membership.MoveEpoch))
	if u.Membership.MoveEpoch == 0 {
		condition = "attribute_not_exists(#moveEpoch) OR " + condition
	}
	e.when(condition)
}

// movePerson moves u's item from the family with the id from to the one with the id to,
// as its owner or not. If to is "", the account closes: the documented, required familyId
// stays as an empty text, which no family's id equals. Attributes that belong to the
// membership in from are removed, unless the caller sets new values.
func (db *DB) movePerson(u models.User, from, to models.FamilyID, owner bool, at time.Time) *edit {
	e := db.editPerson(u.ID)
	e.isIn(u, from)
	e.set("familyId", text(to))
	e.set("isOwner", flag(owner))
	e.set("updatedAt", instant(at))
	e.set("joinedAt", instant(at))
	e.increase("moveEpoch")
	if to == "" {
		e.set("closing", flag(true))
	}
	e.forgetActs()
	if u.Source != models.SourceAlexa {
		e.remove("lastReadAt")
	}
	e.remove(requestOf, connection, "invitedTo", "eraseAt", "addedBy", "removedBy", "joinedWith", "notice", "gone", listFull)
	return e
}

// letGo removes u, a member or a former member, from the family f on behalf of by: u, or
// the owner who removes u. The owner must still be the one that was read, and cannot
// leave while there are other members. When the last member leaves, the family is
// deleted, provided that its members and former members are those that were read.
// Otherwise formers leave with u.
func (db *DB) letGo(u models.User, f models.Family, by models.UserID, at time.Time, formers ...models.UserID) types.TransactWriteItem {
	e := db.editFamily(f.ID)
	if f.Alone(u.ID) && by == u.ID {
		isMembers(e, "memberIds", f.MemberIDs)
		isMembers(e, "formerIds", f.FormerIDs)
		return e.asDelete()
	}
	members, former := "memberIds", formers
	if u.Membership.Gone {
		members, former = "formerIds", slices.Concat(formers, []models.UserID{u.ID})
	} else {
		e.take(members, set(u.ID))
	}
	e.contains(members, string(u.ID))
	e.equals("ownerId", text(f.OwnerID))
	e.when("#ownerId <> " + e.value(text(u.ID)))
	if by != u.ID {
		e.equals("ownerId", text(by))
	}
	if len(former) > 0 {
		e.take("formerIds", set(former...))
	}
	for _, id := range slices.Concat(formers, []models.UserID{u.ID}) {
		e.remove(e.at("moving", string(id)))
	}
	e.changedBy(by, at)
	return e.asUpdate()
}

// going lists the former members of f who leave together with u: all of them if u is the
// last member, otherwise those in along.
func going(u models.UserID, f models.Family, along ...models.UserID) []models.UserID {
	if f.Alone(u) {
		return f.FormerIDs
	}
	return along
}

// takeAlong returns the steps that make the items of former members name another family
// and the person who brought them; to "" closes their accounts.
func (db *DB) takeAlong(formers []models.UserID, by models.UserID, from, to models.FamilyID) []types.TransactWriteItem {
	var steps []types.TransactWriteItem
	for _, id := range formers {
		e := db.editPerson(id)
		e.equals("familyId", text(from))
		e.set("familyId", text(to))
		e.increase("moveEpoch")
		e.set("addedBy", text(by))
		e.remove(listFull)
		if to == "" {
			e.set("closing", flag(true))
		}
		steps = append(steps, e.asUpdate())
	}
	return steps
}

// updatedBy is the attribute of a family with the person who last changed its members or
// its owner; "": an operator did. The stream's reader needs it (see ReadRecord).
const updatedBy = "updatedBy"

// changedBy records who changed the members or the owner of a family.
func (e *edit) changedBy(by models.UserID, at time.Time) {
	e.set(updatedBy, text(by))
	e.set("updatedAt", instant(at))
}

// marked lists the families under which u's memos may still be listed once u has moved
// from f to another one: f, and those that f's own mark of u still named.
func marked(u models.UserID, f models.Family, to models.FamilyID) []models.FamilyID {
	old := append([]models.FamilyID{f.ID}, f.Moving[u]...)
	return slices.DeleteFunc(old, func(id models.FamilyID) bool { return id == to })
}

// Leave moves a person into a new family of one. Former members leave only on their own
// behalf.
func (s familyStore) Leave(ctx context.Context, l family.Leave) error {
	if l.User.Membership.Gone && l.By != l.User.ID {
		return moved()
	}
	formers := going(l.User.ID, l.From, l.Along...)
	target := models.Family{
		ID: l.To, OwnerID: l.User.ID, MemberIDs: []models.UserID{l.User.ID}, FormerIDs: formers, CreatedAt: l.At,
		Moving: map[models.UserID][]models.FamilyID{},
	}
	for _, id := range append(slices.Clone(formers), l.User.ID) {
		target.Moving[id] = marked(id, l.From, l.To)
	}
	person := s.movePerson(l.User, l.From.ID, l.To, true, l.At)
	if l.By != l.User.ID {
		person.set("removedBy", text(l.By))
	}
	steps := []types.TransactWriteItem{
		person.asUpdate(),
		s.letGo(l.User, l.From, l.By, l.At, formers...),
		write{table: s.tables.Users, item: familyItem(target), only: userMissing}.asPut(),
	}
	steps = append(steps, s.takeAlong(formers, l.User.ID, l.From.ID, l.To)...)
	err := orMoved(s.transact(ctx, append(steps, s.dropConnection(l.User)...)...))
	if err == nil {
		s.noteMove(ctx, l.To)
	}
	return err
}

// Close removes a person from the family. The accounts that close are noted for erasure
// first, so that none is left over if the process dies.
func (s familyStore) Close(ctx context.Context, c family.Close) error {
	formers := going(c.User.ID, c.From)
	if err := s.noteDue(ctx, c.At, append(slices.Clone(formers), c.User.ID)...); err != nil {
		return err
	}
	person := s.movePerson(c.User, c.From.ID, "", false, c.At)
	person.as("eraseAt", models.FormatTime(c.User.EraseAt))
	steps := append(s.takeAlong(formers, c.User.ID, c.From.ID, ""), s.dropConnection(c.User)...)
	return orMoved(s.transact(ctx, append(steps, person.asUpdate(), s.letGo(c.User, c.From, c.User.ID, c.At))...))
}

// editOwner begins an update of a member's item that sets whether the member owns the
// family.
func (db *DB) editOwner(u models.UserID, f models.FamilyID, owns bool, at time.Time) *edit {
	e := db.editPerson(u)
	e.equals("familyId", text(f))
	e.set("isOwner", flag(owns))
	e.set("updatedAt", instant(at))
	return e
}

// Transfer hands the family over: on the family's item and on both people's items, which
// also show it.
func (s familyStore) Transfer(ctx context.Context, t family.Transfer) error {
	f := s.editFamily(t.Family)
	f.equals("ownerId", text(t.From))
	f.contains("memberIds", string(t.To))
	f.set("ownerId", text(t.To))
	f.changedBy(t.By, t.At)
	f.remove("interim")
	heir := s.editOwner(t.To, t.Family, true, t.At)
	if t.Notice != "" {
		heir.set("notice", text(t.Notice))
	}
	return orMoved(s.transact(ctx, f.asUpdate(), s.editOwner(t.From, t.Family, false, t.At).asUpdate(), heir.asUpdate()))
}
