package dynamo

import (
	"strings"

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

const (
	// link is the attribute with the person who has linked an Echo, a map.
	link = "link"
	// connection is the attribute with an Echo's connection number, a map.
	connection = "connection"
	// work is the attribute with what is left of changes of many memos, a map by kind.
	work = "work"
)

// personAttributes describes the users table's item of a person. It always has the map of
// accesses and the voiceMaps, because an update cannot set an entry of a missing map. A
// person whose item has only the documented attributes joined when it was created and has
// never moved.
func personAttributes(c *codec, u *models.User) {
	required(c, "userId", &u.ID)
	required(c, "familyId", &u.FamilyID)
	required(c, "userName", &u.Name)
	c.bool("isOwner", &u.IsOwner)
	c.instant("createdAt", &u.CreatedAt)
	c.instant("updatedAt", &u.UpdatedAt)
	required(c, "source", &u.Source)
	integer(c, "moveEpoch", &u.MoveEpoch)
	optional(c, "email", &u.Email)
	optional(c, "picture", &u.Picture)
	optional(c, "emoji", &u.Emoji)
	c.optionalInstant("joinedAt", &u.JoinedAt)
	c.optionalInstant("sessionsValidAfter", &u.SessionsValidAfter)
	entries(c, access, &u.Access, records(useAttributes))
	c.optionalBool(listFull, &u.ListFull)
	c.optionalInstant("lastReadAt", &u.LastReadAt)
	entries(c, persons, &u.Voices, label)
	entries(c, rooms, &u.Rooms, label)
	entries(c, heard, &u.Heard, (*codec).millis)
	actsAttribute(c, u)
	if !c.writing || u.Greeted > 0 {
		integer(c, "greeted", &u.Greeted)
	}
	if !c.writing || len(u.Work) > 0 {
		entries(c, work, &u.Work, records(workAttributes))
	}
	nested(c, requestOf, !u.Request.At.IsZero(), &u.Request, ownRequest)
	nested(c, connection, u.Connection.Number != "", &u.Connection, connectionAttributes)
	nested(c, link, u.Link != (models.Link{}), &u.Link, linkAttributes)
	optional(c, "joinedWith", &u.JoinedWith)
	optional(c, "addedBy", &u.AddedBy)
	optional(c, "removedBy", &u.RemovedBy)
	optional(c, "invitedTo", &u.InvitedTo)
	optional(c, "recovery", &u.Recovery)
	optional(c, "notice", &u.Notice)
	c.optionalInstant("eraseAt", &u.EraseAt)
	c.optionalBool("gone", &u.Gone)
	c.optionalBool("closing", &u.Closing)
	if !c.writing {
		u.Latest = readLatest(c.item)
		if u.JoinedAt.IsZero() {
			u.JoinedAt = u.CreatedAt
		}
		if !u.Request.At.IsZero() {
			u.Request.UserID = u.ID
		}
	}
}

func linkAttributes(c *codec, l *models.Link) {
	required(c, "person", &l.Person)
	required(c, "access", &l.Access)
	c.bool("told", &l.Told)
}

func connectionAttributes(c *codec, n *models.Connection) {
	required(c, "number", &n.Number)
	c.instant("expiresAt", &n.ExpiresAt)
}

func workAttributes(c *codec, w *models.Work) {
	required(c, "family", &w.Family)
	c.instant("began", &w.Began)
	c.instant("after", &w.After.Timestamp)
	optional(c, "author", &w.After.UserID)
	optional(c, "memo", &w.After.ID)
	integer(c, "done", &w.Done)
	integer(c, "left", &w.Left)
}

func personItem(u models.User) item { return itemOf(personAttributes, u) }

func readPerson(it item) (models.User, error) { return read(personAttributes, it) }
