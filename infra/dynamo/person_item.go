package dynamo

import (
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// familyPrefix begins the userId of a family's own item, sourceFamily is its source.
const (
	familyPrefix = "family#"
	sourceFamily = "family"
)

func personKey(id models.UserID) item { return item{"userId": text(id)} }

func familyKey(id models.FamilyID) item { return item{"userId": text(familyPrefix + id)} }

// isPerson reports whether an id can be a person's; the others are families.
func isPerson(id models.UserID) bool { return id != "" && !strings.HasPrefix(string(id), familyPrefix) }

// personItem is a person as the users table has it. The map of voices is there
// from the start, because an update cannot set an entry of a missing map.
func personItem(u models.User) item {
	it := personKey(u.ID)
	it["familyId"] = text(u.FamilyID)
	it["userName"] = text(u.Name)
	it["isOwner"] = flag(u.IsOwner)
	it["createdAt"] = instant(u.CreatedAt)
	it["updatedAt"] = instant(u.UpdatedAt)
	it["source"] = text(u.Source)
	it["moveEpoch"] = number(u.MoveEpoch)
	optional(it, "email", u.Email)
	optional(it, "picture", u.Picture)
	optionalTime(it, "joinedAt", u.JoinedAt)
	optionalTime(it, "sessionsValidAfter", u.SessionsValidAfter)
	it[persons] = voices(u.Voices)
	optionalTime(it, "lastReadAt", u.LastReadAt)
	if !u.LastDeletion.At.IsZero() {
		it[lastDeletion] = deletion(u.ID, u.LastDeletion)
	}
	if !u.Request.At.IsZero() {
		it[requestOf] = requestItem(u.Request)
	}
	if u.Closing {
		it["closing"] = flag(true)
	}
	return it
}

// readPerson understands an item with the documented attributes alone: it
// joined when it was created, and has never moved.
func readPerson(it item) (models.User, error) {
	r := reader{item: it}
	u := models.User{
		ID: models.UserID(r.text("userId")), FamilyID: models.FamilyID(r.text("familyId")),
		Name: r.text("userName"), Email: r.text("email"), Picture: r.text("picture"), IsOwner: r.flag("isOwner"),
		CreatedAt: r.time("createdAt"), UpdatedAt: r.time("updatedAt"), JoinedAt: r.time("joinedAt"),
		Source: models.Source(r.text("source")), MoveEpoch: r.number("moveEpoch"),
		SessionsValidAfter: r.time("sessionsValidAfter"), Closing: r.flag("closing"),
		LastReadAt: r.time("lastReadAt"), Voices: readVoices(&r), Latest: readLatest(&r),
	}
	u.LastDeletion = readDeletion(&r, u.ID)
	u.Request = readRequest(&r, u.ID)
	if u.JoinedAt.IsZero() {
		u.JoinedAt = u.CreatedAt
	}
	return u, r.err
}

// familyItem is a family as the users table has it, beside its people and with
// the attributes that are required of every item there. The maps are there from
// the start, because an update cannot set an entry of a missing map.
func familyItem(f models.Family) item {
	moving := item{}
	for u, old := range f.Moving {
		moving[string(u)] = set(old...)
	}
	it := familyKey(f.ID)
	it["familyId"] = text(f.ID)
	it["userName"] = text(sourceFamily)
	it["isOwner"] = flag(false)
	it["createdAt"] = instant(f.CreatedAt)
	it["updatedAt"] = instant(f.CreatedAt)
	it["source"] = text(sourceFamily)
	it["ownerId"] = text(f.OwnerID)
	it["memberIds"] = set(f.MemberIDs...)
	it["moving"] = &types.AttributeValueMemberM{Value: moving}
	optional(it, "inviteCode", f.InviteKey)
	it[requestsOf] = requestsItem(f.Requests)
	if f.AskBeforeJoin {
		it["askBeforeJoin"] = flag(true)
	}
	return it
}

// readFamily reads everything but Members.
func readFamily(it item) (models.Family, error) {
	r := reader{item: it}
	f := models.Family{
		ID: models.FamilyID(r.text("familyId")), OwnerID: models.UserID(r.text("ownerId")),
		MemberIDs: named[models.UserID](r.set("memberIds")), CreatedAt: r.time("createdAt"),
		Moving: map[models.UserID][]models.FamilyID{}, InviteKey: r.text("inviteCode"),
		AskBeforeJoin: r.flag("askBeforeJoin"), Requests: readRequests(&r),
	}
	for u, old := range r.fields("moving") {
		f.Moving[models.UserID(u)] = named[models.FamilyID](members(old))
	}
	return f, r.err
}

// named gives texts their type.
func named[T ~string](texts []string) []T {
	out := make([]T, len(texts))
	for i, s := range texts {
		out[i] = T(s)
	}
	return slices.Clip(out)
}
