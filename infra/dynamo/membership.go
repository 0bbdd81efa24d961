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
//	code     it is live                                       Join, unless the owner lets in
//	target   takes the person in, with the mark of the move   Join, Leave
//	person   names the target, epoch + 1                      Join, Leave
//	present  lets the person go, or goes with him             Join, Leave
//
// Requests to join are in requests.go.

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
// deleted last was the list of the family left, and is forgotten; what u asked for
// is over.
func (s familyStore) movePerson(u models.User, from, to models.FamilyID, owner bool, at item) write {
	update := "SET #familyId = :to, #isOwner = :owner, #updatedAt = :at, #joinedAt = :at, " +
		"#moveEpoch = if_not_exists(#moveEpoch, :zero) + :one"
	if to == "" {
		update += ", #closing = :true"
	}
	update += " REMOVE #" + lastDeletion + ", #" + requestOf
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

// Join carries out one step of coming into a family. The memos are counted before
// anything is changed, so that a join which was done is never reported as failed
// by the count.
func (s familyStore) Join(ctx context.Context, j family.Join) (int, error) {
	if usesCode(j) && !isCode(j.Code.Code) {
		return 0, notValid()
	}
	switch j.Mode {
	case family.File:
		return 0, s.file(ctx, j)
	case family.Drop:
		return 0, s.drop(ctx, j)
	}
	if j.To == j.From.ID { // no transaction takes the same item twice
		if j.Mode == family.Allow { // the person came in meanwhile, so the request is over
			return 0, models.Conflict(models.ReasonMoved)
		}
		return 0, models.Conflict(models.ReasonAlreadyMember)
	}
	moving, err := s.countLive(ctx, j.User.ID)
	if err != nil {
		return 0, err
	}
	return moving, s.comeIn(ctx, j)
}

// usesCode reports whether a step uses an invitation up.
func usesCode(j family.Join) bool { return j.Mode == family.Redeem || j.Mode == family.File }

// comeIn moves the person, by a code or because the owner lets the person in.
func (s familyStore) comeIn(ctx context.Context, j family.Join) error {
	at := item{":at": instant(j.At)}
	person, target := s.movePerson(j.User, j.From.ID, j.To, false, at), s.takeIn(j)
	var steps []types.TransactWriteItem
	if usesCode(j) {
		steps = append(steps, s.useUp(j).asUpdate())
	} else {
		person = s.asked(person, j.Request)
	}
	steps = append(steps, target.asUpdate(), person.asUpdate(), s.letGo(j.User.ID, j.From, j.User.ID, at))
	refused, err := s.transact(ctx, steps...)
	if err == nil && refused != nil {
		err = joinRefused(refused, j)
	}
	if err == nil {
		s.noteMove(ctx, j.To)
	}
	return err
}

// useUp marks a code used.
func (s familyStore) useUp(j family.Join) write {
	return write{
		table: s.tables.InviteCodes, key: codeKey(j.Code.Code),
		update: "SET #used = :true, #usedBy = :user, #usedAt = :at", only: both(inFamily, codeLive),
		values: item{":family": text(j.To), ":user": text(j.User.ID), ":true": flag(true), ":at": instant(j.At)},
	}.with(expiryAt(j.At))
}

// Conditions on the family that a person is to come into.
const (
	hasRoom   = "NOT contains(#memberIds, :user) AND size(#memberIds) < :max"
	makerIn   = "contains(#memberIds, :maker)"
	asksFirst = "#askBeforeJoin = :true"
	asksNot   = "(attribute_not_exists(#askBeforeJoin) OR #askBeforeJoin = :false)"
)

// target is a write of the family that a person is to come into.
func (s familyStore) target(j family.Join) write {
	return write{
		table: s.tables.Users, key: familyKey(j.To),
		values: item{
			":maker": text(j.Code.CreatedBy), ":user": text(j.User.ID), ":max": number(int64(j.MaxMembers)),
			":true": flag(true), ":false": flag(false), ":at": instant(j.At), ":by": text(j.By),
			":filed": instant(j.Request.At),
		},
		alias: map[string]string{"#member": string(j.User.ID)},
	}
}

// takeIn makes the person a member, with the mark of the move.
func (s familyStore) takeIn(j family.Join) write {
	w := s.target(j).with(item{":members": set(j.User.ID), ":old": set(marked(j.User.ID, j.From, j.To)...)})
	w.update = "ADD #memberIds :members SET #moving.#member = :old, #updatedAt = :at"
	if j.Mode == family.Allow {
		w.update += " REMOVE #" + requestsOf + ".#member"
		w.only = ownerHasRequest + " AND " + hasRoom
	} else {
		w.only = makerIn + " AND " + hasRoom + " AND " + asksNot
	}
	return w
}

// joinRefused names the first of the contract's errors that applies. The family
// stands behind the code, if there is one.
func joinRefused(refused refusals, j family.Join) error {
	n := 0
	if usesCode(j) {
		if refused.at(0) {
			return notValid()
		}
		n = 1
	}
	if !refused.at(n) {
		return models.Conflict(models.ReasonMoved)
	}
	f, err := readFamily(refused.item(n))
	if err != nil {
		return err
	}
	return familyRefused(f, j)
}

// familyRefused says why the family as it is refuses a step.
func familyRefused(f models.Family, j family.Join) error {
	request, _ := f.RequestOf(j.User.ID)
	moved := f.OwnerID != j.By || !request.Is(j.Request)
	if usesCode(j) {
		moved = f.AskBeforeJoin != (j.Mode == family.File)
	}
	switch {
	case usesCode(j) && !f.Has(j.Code.CreatedBy): // also when the family is no more
		return notValid()
	case f.Has(j.User.ID) && usesCode(j):
		return models.Conflict(models.ReasonAlreadyMember)
	case len(f.MemberIDs) >= j.MaxMembers && (usesCode(j) || !moved):
		return models.Conflict(models.ReasonFamilyFull)
	case j.Mode == family.File && !moved && crowded(f, j):
		return models.Conflict(models.ReasonManyRequests)
	default:
		return models.Conflict(models.ReasonMoved)
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
	if err == nil && l.To != "" {
		s.noteMove(ctx, l.To)
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
