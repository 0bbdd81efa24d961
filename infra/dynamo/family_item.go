package dynamo

import (
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// familyItem returns the users table's item of a family, with the attributes that are
// required of every item there. It always has the maps, because an update cannot set an
// entry of a missing map.
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
	if len(f.FormerIDs) > 0 {
		it["formerIds"] = set(f.FormerIDs...)
	}
	it["moving"] = &types.AttributeValueMemberM{Value: moving}
	optional(it, "inviteId", f.InviteID)
	optional(it, "inviteCode", f.InviteKey)
	optional(it, "inviteFor", f.InviteFor)
	it[requestsOf] = requestsItem(f.Requests)
	optionalFlag(it, "askBeforeJoin", f.AskBeforeJoin)
	optionalFlag(it, "interim", f.Interim)
	optional(it, timeZone, f.TimeZone)
	if !f.Emptied.At.IsZero() {
		it[emptied] = emptiedItem(f.Emptied)
	}
	return it
}

// readFamily reads everything except Members.
func readFamily(it item) (models.Family, error) {
	r := reader{item: it}
	f := models.Family{
		ID: models.FamilyID(r.text("familyId")), OwnerID: models.UserID(r.text("ownerId")),
		MemberIDs: named[models.UserID](r.set("memberIds")), FormerIDs: named[models.UserID](r.set("formerIds")),
		CreatedAt: r.time("createdAt"), Moving: map[models.UserID][]models.FamilyID{},
		InviteID: models.InviteID(r.text("inviteId")), InviteKey: r.text("inviteCode"),
		InviteFor: models.UserID(r.text("inviteFor")), Interim: r.flag("interim"), Emptied: readEmptied(&r),
		AskBeforeJoin: r.flag("askBeforeJoin"), Requests: readRequests(&r), SettledAt: r.time(settledAt),
		TimeZone: r.text(timeZone),
	}
	for u, old := range r.fields("moving") {
		f.Moving[models.UserID(u)] = named[models.FamilyID](members(old))
	}
	return f, r.err
}

// settledAt is the attribute with the time at which a mark was last cleared.
const settledAt = "settledAt"

// timeZone is the attribute with the time zone in which the family lives.
const timeZone = "timeZone"

// emptied is the attribute that records who emptied the trash last: a map of by, at and
// count.
const emptied = "emptied"

func emptiedItem(e models.Emptied) types.AttributeValue {
	return &types.AttributeValueMemberM{Value: item{
		"by": text(e.By), "at": instant(e.At), "count": number(int64(e.Count)),
	}}
}

// readEmptied reads what emptiedItem wrote.
func readEmptied(r *reader) models.Emptied {
	in := reader{item: r.fields(emptied)}
	e := models.Emptied{By: models.UserID(in.text("by")), At: in.time("at"), Count: int(in.number("count"))}
	r.check(emptied, in.err)
	return e
}
