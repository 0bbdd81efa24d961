package dynamo

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/models"
)

// numberStep returns the step that puts the item of a number, unless another account has
// it.
func (db *DB) numberStep(key string, holder models.UserID, expiresAt time.Time) types.TransactWriteItem {
	return write{
		table: db.tables.InviteCodes, item: numberItem(key, holder, expiresAt),
		only: "attribute_not_exists(#code) OR #userId = :user", values: item{":user": text(holder)},
	}.asPut()
}

// dropNumber returns the step that deletes the item of a number.
func (db *DB) dropNumber(key string) types.TransactWriteItem {
	return write{table: db.tables.InviteCodes, key: codeKey(key)}.asDelete()
}

// dropConnection returns the step that deletes the item of a person's connection number;
// nil if they have none.
func (db *DB) dropConnection(u models.User) []types.TransactWriteItem {
	if u.Echo.Connection.Number == "" {
		return nil
	}
	return []types.TransactWriteItem{db.dropNumber(family.NumberKey(u.Echo.Connection.Number))}
}

// SetConnection puts the number's item in place of that of the person's expired
// number, and sets it on the person.
func (s familyStore) SetConnection(ctx context.Context, id models.UserID, c models.Connection, at time.Time) error {
	u, err := s.Person(ctx, id)
	if models.IsCode(err, models.CodeNotFound) {
		return moved()
	}
	if err != nil {
		return err
	}
	person := s.editPerson(id)
	person.when(userExists)
	person.absent("closing")
	person.as("#"+connection+".#number", u.Echo.Connection.Number)
	person.when("attribute_not_exists(#" + connection + ") OR #" + connection + ".#expiresAt <= " + person.value(instant(at)))
	person.set(connection, mapOf(connectionAttributes, c))
	person.set("updatedAt", instant(at))
	steps := []types.TransactWriteItem{s.numberStep(family.NumberKey(c.Number), id, c.ExpiresAt), person.asUpdate()}
	if u.Echo.Connection.Number != c.Number {
		steps = append(steps, s.dropConnection(u)...)
	}
	return s.setNumber(ctx, steps...)
}

// SetRecovery puts the number's item and sets the hash on the person.
func (s familyStore) SetRecovery(ctx context.Context, id models.UserID, hash string, at time.Time) error {
	person := s.editPerson(id)
	person.when(userExists)
	person.absent("closing")
	person.absent("recovery")
	person.set("recovery", text(hash))
	person.set("updatedAt", instant(at))
	return s.setNumber(ctx, s.numberStep(family.RecoveryKey(hash), id, recoveryUntil(models.User{}, at)), person.asUpdate())
}

// setNumber runs steps in one transaction; the first of them puts a number's item.
func (s familyStore) setNumber(ctx context.Context, steps ...types.TransactWriteItem) error {
	refused, err := s.transact(ctx, steps...)
	if err == nil && refused.at(0) {
		return exhausted()
	}
	return orMoved(refused, err)
}

// Holder reads the item of a number.
func (s familyStore) Holder(ctx context.Context, key string) (models.UserID, error) {
	if !isNumber(key) {
		return "", notValid()
	}
	it, err := s.get(ctx, s.tables.InviteCodes, codeKey(key))
	if err != nil {
		return "", err
	}
	if holder := models.UserID(textOf(it["userId"])); isPerson(holder) {
		return holder, nil
	}
	return "", notValid()
}

// forgetDevice removes what belongs to a device alone, its request included.
func (e *edit) forgetDevice() {
	e.set(persons, asMap(item{}))
	e.set(heard, asMap(item{}))
	e.set(rooms, asMap(item{}))
	e.forgetActs()
	e.remove("lastReadAt", "greeted", link, connection, requestOf, "notice")
}

// Retire makes a member a former member. An owner passes the family on to the heir.
func (s familyStore) Retire(ctx context.Context, r family.Retire) error {
	u := r.User.ID
	f := s.editFamily(r.From.ID)
	f.contains("memberIds", string(u))
	f.when("size(#memberIds) > " + f.value(number(1)))
	f.equals("ownerId", text(r.From.OwnerID))
	f.isInterim(r.From.Interim)
	f.take("memberIds", set(u))
	f.add("formerIds", set(u))
	f.changedBy(u, r.At)

	person := s.editPerson(u)
	person.isIn(r.User, r.From.ID)
	person.set("gone", flag(true))
	person.set("isOwner", flag(false))
	person.set("updatedAt", instant(r.At))
	person.forgetDevice()
	person.remove("addedBy")

	steps := append(s.dropConnection(r.User), person.asUpdate())
	if r.Heir.ID == "" {
		f.when("#ownerId <> " + f.value(text(u)))
	} else {
		steps = append(steps, s.inherit(f, r))
	}
	return orMoved(s.transact(ctx, append(steps, f.asUpdate())...))
}

// inherit makes the heir the owner of the family f.
func (s familyStore) inherit(f *edit, r family.Retire) types.TransactWriteItem {
	f.equals("ownerId", text(r.User.ID))
	f.contains("memberIds", string(r.Heir.ID))
	f.set("ownerId", text(r.Heir.ID))
	heir := s.editOwner(r.Heir.ID, r.From.ID, true, r.At)
	if r.Interim {
		f.set("interim", flag(true))
		heir.set("notice", text(models.NoticeOwner))
	} else {
		f.remove("interim")
	}
	return heir.asUpdate()
}

// Suspend sets when an account is erased, and puts the item of its recovery number, which
// can be used from now on. The account is noted first, so that it is erased even if the
// process dies.
func (s familyStore) Suspend(ctx context.Context, p family.Suspend) error {
	if err := s.noteDue(ctx, p.EraseAt, p.User.ID); err != nil {
		return err
	}
	f := s.editFamily(p.User.FamilyID)
	isMembers(f, "memberIds", []models.UserID{p.User.ID})
	f.dropInvite()
	f.set("updatedAt", instant(p.At))

	person := s.editPerson(p.User.ID)
	person.isIn(p.User, p.User.FamilyID)
	person.set("eraseAt", instant(p.EraseAt))
	person.set("updatedAt", instant(p.At))
	person.forgetDevice()
	steps := append(s.dropConnection(p.User), f.asUpdate(), person.asUpdate())
	if hash := p.User.Echo.Recovery; hash != "" { // the item may have expired
		until := recoveryUntil(models.User{EraseAt: p.EraseAt}, p.At)
		steps = append(steps, write{table: s.tables.InviteCodes, item: numberItem(family.RecoveryKey(hash), p.User.ID, until)}.asPut())
	}
	return orMoved(s.transact(ctx, steps...))
}

// Recover makes a suspended account, and the former members of its family, which ends,
// former members of another family.
func (s familyStore) Recover(ctx context.Context, r family.Recover) (int, error) {
	if r.To.ID == r.From.ID || !r.From.Alone(r.User.ID) || r.User.EraseAt.IsZero() {
		return 0, moved()
	}
	formers := going(r.User.ID, r.From)
	target := s.editFamily(r.To.ID)
	target.contains("memberIds", string(r.By))
	target.lacks("memberIds", string(r.User.ID))
	target.add("formerIds", set(append([]models.UserID{r.User.ID}, formers...)...))
	target.expect(r.From, r.To.ID, r.User.ID)
	target.expect(r.From, r.To.ID, formers...)
	target.set("updatedAt", instant(r.At))

	person := s.movePerson(r.User, r.From.ID, r.To.ID, false, r.At)
	person.equals("eraseAt", instant(r.User.EraseAt))
	person.set("gone", flag(true))
	person.set("addedBy", text(r.By))
	person.as("recovery", r.User.Echo.Recovery)
	person.remove("recovery")

	steps := append(s.takeAlong(formers, r.By, r.From.ID, r.To.ID), s.dropConnection(r.User)...)
	steps = append(steps, target.asUpdate(), person.asUpdate(), s.letGo(r.User, r.From, r.User.ID, r.At))
	if r.User.Echo.Recovery != "" {
		steps = append(steps, s.dropNumber(family.RecoveryKey(r.User.Echo.Recovery)))
	}
	brought, err := s.countLive(ctx, r.User.ID)
	if err == nil {
		err = orMoved(s.transact(ctx, steps...))
	}
	if err != nil {
		return 0, err
	}
	s.noteMove(ctx, r.To.ID)
	return brought, nil
}
