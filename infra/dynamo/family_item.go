package dynamo

import "voicememo/models"

const (
	// settledAt is the attribute with the time at which a mark was last cleared.
	settledAt = "settledAt"
	// timeZone is the attribute with the time zone in which the family lives.
	timeZone = "timeZone"
	// emptied is the attribute that records who emptied the trash last: a map.
	emptied = "emptied"
)

// familyAttributes describes the users table's item of a family, with the attributes that
// are required of every item there.
func familyAttributes(c *codec, f *models.Family) {
	c.fixed("userId", text(familyPrefix+f.ID))
	required(c, "familyId", &f.ID)
	c.fixed("userName", text(sourceFamily))
	c.fixed("isOwner", flag(false))
	c.instant("createdAt", &f.CreatedAt)
	c.fixed("updatedAt", instant(f.CreatedAt))
	c.fixed("source", text(sourceFamily))
	required(c, "ownerId", &f.OwnerID)
	stringSet(c, "memberIds", &f.MemberIDs)
	stringSet(c, "formerIds", &f.FormerIDs)
	entries(c, "moving", &f.Moving, stringSet)
	optional(c, "inviteId", &f.InviteID)
	optional(c, "inviteCode", &f.InviteKey)
	optional(c, "inviteFor", &f.InviteFor)
	familyRequests(c, f)
	c.optionalBool("askBeforeJoin", &f.AskBeforeJoin)
	c.optionalBool("interim", &f.Interim)
	optional(c, timeZone, &f.TimeZone)
	nested(c, emptied, !f.Emptied.At.IsZero(), &f.Emptied, emptiedAttributes)
	if !c.writing {
		c.instant(settledAt, &f.SettledAt)
		if f.Moving == nil {
			f.Moving = map[models.UserID][]models.FamilyID{}
		}
	}
}

func emptiedAttributes(c *codec, e *models.Emptied) {
	required(c, "by", &e.By)
	c.instant("at", &e.At)
	integer(c, "count", &e.Count)
}

func familyItem(f models.Family) item { return itemOf(familyAttributes, f) }

// readFamily reads everything except Members.
func readFamily(it item) (models.Family, error) { return read(familyAttributes, it) }
