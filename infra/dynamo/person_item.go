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

// personKey returns the key of a person. Of an id that cannot be a person's, it is a key that
// nothing is ever stored under.
func personKey(id models.UserID) item {
	if !isPerson(id) {
		id = pingKey
	}
	return item{"userId": text(id)}
}

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
	optional(c, "email", &u.Email)
	optional(c, "picture", &u.Picture)
	optional(c, "emoji", &u.Emoji)
	c.optionalInstant("sessionsValidAfter", &u.SessionsValidAfter)
	entries(c, access, &u.Access, records(useAttributes))
	c.optionalInstant("eraseAt", &u.EraseAt)
	c.optionalBool("closing", &u.Closing)
	membershipAttributes(c, &u.Membership)
	echoAttributes(c, &u.Echo)
	skillAttributes(c, u.ID, &u.Skill)
	authorAttributes(c, &u.Author)
	if c.writing {
		return
	}
	if u.Membership.JoinedAt.IsZero() {
		u.Membership.JoinedAt = u.CreatedAt
	}
	if !u.Membership.Request.At.IsZero() {
		u.Membership.Request.UserID = u.ID
	}
}

func membershipAttributes(c *codec, m *models.Membership) {
	c.optionalInstant("joinedAt", &m.JoinedAt)
	integer(c, "moveEpoch", &m.MoveEpoch)
	nested(c, requestOf, !m.Request.At.IsZero(), &m.Request, ownRequest)
	optional(c, "joinedWith", &m.JoinedWith)
	optional(c, "addedBy", &m.AddedBy)
	optional(c, "removedBy", &m.RemovedBy)
	optional(c, "invitedTo", &m.InvitedTo)
	c.optionalBool("gone", &m.Gone)
}

func echoAttributes(c *codec, e *models.EchoState) {
	nested(c, link, e.Link != (models.Link{}), &e.Link, linkAttributes)
	nested(c, connection, e.Connection.Number != "", &e.Connection, connectionAttributes)
	optional(c, "recovery", &e.Recovery)
	optional(c, "notice", &e.Notice)
}

// skillAttributes describes what the skill remembers of the account id.
func skillAttributes(c *codec, id models.UserID, s *models.SkillMemory) {
	entries(c, persons, &s.Voices, label)
	entries(c, rooms, &s.Rooms, label)
	actsAttribute(c, id, &s.Acts)
	c.optionalInstant("lastReadAt", &s.LastReadAt)
	entries(c, heard, &s.Heard, (*codec).millis)
	if !c.writing || s.Greeted > 0 {
		integer(c, "greeted", &s.Greeted)
	}
}

func authorAttributes(c *codec, a *models.AuthorState) {
	c.optionalBool(listFull, &a.ListFull)
	if !c.writing || len(a.Work) > 0 {
		entries(c, work, &a.Work, records(workAttributes))
	}
	if !c.writing {
		a.Latest = readLatest(c.item)
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
