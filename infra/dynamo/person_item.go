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

// isPerson reports whether an id can be a person's. The table's other ids are those of
// families and of the details of accesses.
func isPerson(id models.UserID) bool {
	return id != "" && !strings.HasPrefix(string(id), familyPrefix) && !strings.HasPrefix(string(id), accessPrefix)
}

// personItem returns the users table's item of a person. It always has the map of accesses
// and the voiceMaps, because an update cannot set an entry of a missing map.
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
	optional(it, "emoji", u.Emoji)
	optionalTime(it, "joinedAt", u.JoinedAt)
	optionalTime(it, "sessionsValidAfter", u.SessionsValidAfter)
	it[access] = accessUses(u.Access)
	optionalFlag(it, listFull, u.ListFull)
	it[persons], it[rooms] = textMap(u.Voices), textMap(u.Rooms)
	it[heard], it[acts] = heardMap(u.Heard), actMap(u.ID, u.Acts)
	optionalTime(it, "lastReadAt", u.LastReadAt)
	if len(u.Work) > 0 {
		it[work] = workMap(u.Work)
	}
	if u.Greeted > 0 {
		it["greeted"] = number(int64(u.Greeted))
	}
	if !u.Request.At.IsZero() {
		it[requestOf] = requestItem(u.Request)
	}
	if u.Connection.Number != "" {
		it[connection] = connectionItem(u.Connection)
	}
	if u.Link != (models.Link{}) {
		it[link] = linkItem(u.Link)
	}
	optional(it, "joinedWith", u.JoinedWith)
	optional(it, "addedBy", u.AddedBy)
	optional(it, "removedBy", u.RemovedBy)
	optional(it, "invitedTo", u.InvitedTo)
	optional(it, "recovery", u.Recovery)
	optional(it, "notice", u.Notice)
	optionalTime(it, "eraseAt", u.EraseAt)
	optionalFlag(it, "gone", u.Gone)
	optionalFlag(it, "closing", u.Closing)
	return it
}

// readPerson reads an item of a person. A person whose item has only the documented
// attributes joined when it was created and has never moved.
func readPerson(it item) (models.User, error) {
	r := reader{item: it}
	u := models.User{
		ID: models.UserID(r.text("userId")), FamilyID: models.FamilyID(r.text("familyId")),
		Name: r.text("userName"), Email: r.text("email"), Picture: r.text("picture"), Emoji: r.text("emoji"), IsOwner: r.flag("isOwner"),
		CreatedAt: r.time("createdAt"), UpdatedAt: r.time("updatedAt"), JoinedAt: r.time("joinedAt"),
		Source: models.Source(r.text("source")), MoveEpoch: r.number("moveEpoch"),
		SessionsValidAfter: r.time("sessionsValidAfter"), Closing: r.flag("closing"),
		Access: readAccess(&r), ListFull: r.flag(listFull),
		LastReadAt: r.time("lastReadAt"), Voices: readTextMap[models.VoiceID](&r, persons), Heard: readHeard(&r),
		Rooms: readTextMap[models.VoiceMark](&r, rooms), Greeted: int(r.number("greeted")), Latest: readLatest(&r),
		JoinedWith: models.InviteID(r.text("joinedWith")), AddedBy: models.UserID(r.text("addedBy")),
		RemovedBy: models.UserID(r.text("removedBy")), InvitedTo: models.FamilyID(r.text("invitedTo")), Connection: readConnection(&r), Recovery: r.text("recovery"),
		Gone: r.flag("gone"), EraseAt: r.time("eraseAt"), Notice: models.Notice(r.text("notice")), Link: readLink(&r),
	}
	u.Acts, u.Work = readActs(&r, u.ID), readWork(&r)
	u.Request = readRequest(&r, u.ID)
	if u.JoinedAt.IsZero() {
		u.JoinedAt = u.CreatedAt
	}
	return u, r.err
}

// link is the attribute with the person who has linked an Echo, a map of person, access and
// told.
const link = "link"

func linkItem(l models.Link) types.AttributeValue {
	return &types.AttributeValueMemberM{Value: item{"person": text(l.Person), "access": text(l.Access), "told": flag(l.Told)}}
}

// readLink reads what linkItem wrote.
func readLink(r *reader) models.Link {
	in := reader{item: r.fields(link)}
	l := models.Link{Person: models.UserID(in.text("person")), Access: models.AccessID(in.text("access")), Told: in.flag("told")}
	r.check(link, in.err)
	return l
}

// connection is the attribute with an Echo's connection number, a map of number and
// expiresAt.
const connection = "connection"

func connectionItem(c models.Connection) types.AttributeValue {
	return &types.AttributeValueMemberM{Value: item{"number": text(c.Number), "expiresAt": instant(c.ExpiresAt)}}
}

// readConnection reads what connectionItem wrote.
func readConnection(r *reader) models.Connection {
	in := reader{item: r.fields(connection)}
	c := models.Connection{Number: in.text("number"), ExpiresAt: in.time("expiresAt")}
	r.check(connection, in.err)
	return c
}

// named converts texts to T; nil stays nil.
func named[T ~string](texts []string) []T {
	if texts == nil {
		return nil
	}
	out := make([]T, len(texts))
	for i, s := range texts {
		out[i] = T(s)
	}
	return slices.Clip(out)
}
