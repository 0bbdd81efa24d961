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
	integer(c, "moveEpoch", &u.Membership.MoveEpoch)
	optional(c, "email", &u.Email)
	optional(c, "picture", &u.Picture)
	optional(c, "emoji", &u.Emoji)
	c.optionalInstant("joinedAt", &u.Membership.JoinedAt)
	c.optionalInstant("sessionsValidAfter", &u.SessionsValidAfter)
	entries(c, access, &u.Access, records(useAttributes))
	c.optionalBool(listFull, &u.Author.ListFull)
	c.optionalInstant("lastReadAt", &u.Skill.LastReadAt)
	entries(c, persons, &u.Skill.Voices, label)
	entries(c, rooms, &u.Skill.Rooms, label)
	entries(c, heard, &u.Skill.Heard, (*codec).millis)
	actsAttribute(c, u)
	if !c.writing || u.Skill.Greeted > 0 {
		integer(c, "greeted", &u.Skill.Greeted)
	}
	if !c.writing || len(u.Author.Work) > 0 {
		entries(c, work, &u.Author.Work, records(workAttributes))
	}
	nested(c, requestOf, !u.Membership.Request.At.IsZero(), &u.Membership.Request, ownRequest)
	nested(c, connection, u.Echo.Connection.Number != "", &u.Echo.Connection, connectionAttributes)
	nested(c, link, u.Echo.Link != (models.Link{}), &u.Echo.Link, linkAttributes)
	optional(c, "joinedWith", &u.Membership.JoinedWith)
	optional(c, "addedBy", &u.Membership.AddedBy)
	optional(c, "removedBy", &u.Membership.RemovedBy)
	optional(c, "invitedTo", &u.Membership.InvitedTo)
	optional(c, "recovery", &u.Echo.Recovery)
	optional(c, "notice", &u.Echo.Notice)
	c.optionalInstant("eraseAt", &u.EraseAt)
	c.optionalBool("gone", &u.Membership.Gone)
	c.optionalBool("closing", &u.Closing)
	if !c.writing {
		u.Author.Latest = readLatest(c.item)
		if u.Membership.JoinedAt.IsZero() {
			u.Membership.JoinedAt = u.CreatedAt
		}
		if !u.Membership.Request.At.IsZero() {
			u.Membership.Request.UserID = u.ID
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
