package dynamo

import (
	"cmp"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// A request to join is stored twice: on the person's item, as the attribute request,
// which decides whether it is valid; and on the family's item, in the map requests from
// check number to request, where it is found. Both are written in one transaction. A
// request that only the family has is obsolete: its person has asked or joined elsewhere.
//
// Requests of earlier versions have no check number; in the family's map they are entries
// from person to time.
const (
	requestOf  = "request"
	requestsOf = "requests"
)

// requestAttributes describes the attributes that both items have.
func requestAttributes(c *codec, r *models.Request) {
	c.instant("at", &r.At)
	optional(c, "check", &r.Check)
	optional(c, "way", &r.Way)
	optional(c, "inviteId", &r.InviteID)
	optional(c, "by", &r.By)
}

// ownRequest describes a request on the item of its person.
func ownRequest(c *codec, r *models.Request) {
	requestAttributes(c, r)
	required(c, "familyId", &r.FamilyID)
}

// filed describes a request in the family's map.
func filed(c *codec, name string, r *models.Request) {
	_, isTime := c.item[name].(*types.AttributeValueMemberS)
	if r.Check == "" && c.writing || isTime {
		c.instant(name, &r.At)
		r.UserID = models.UserID(name)
		return
	}
	nested(c, name, true, r, func(c *codec, r *models.Request) {
		requestAttributes(c, r)
		required(c, "userId", &r.UserID)
	})
}

// requestEntry returns the key of a request in the family's map.
func requestEntry(r models.Request) string { return cmp.Or(r.Check, string(r.UserID)) }

// filedItem returns the value of a request in the family's map.
func filedItem(r models.Request) types.AttributeValue {
	c := codec{item: item{}, writing: true}
	filed(&c, requestEntry(r), &r)
	return c.item[requestEntry(r)]
}

// familyRequests describes a family's map of requests. They are read in the order of filing.
func familyRequests(c *codec, f *models.Family) {
	all := map[string]models.Request{}
	for _, r := range f.Requests {
		all[requestEntry(r)] = r
	}
	entries(c, requestsOf, &all, filed)
	if c.writing {
		return
	}
	for _, r := range all {
		r.FamilyID = f.ID
		f.Requests = append(f.Requests, r)
	}
	slices.SortFunc(f.Requests, models.Request.Compare)
}

// isFiled adds the condition that the family's item has exactly the request r.
func (e *edit) isFiled(r models.Request) {
	entry := e.at(requestsOf, requestEntry(r))
	if r.Check == "" {
		e.equals(entry, instant(r.At))
		return
	}
	e.equals(entry+".#userId", text(r.UserID))
	e.equals(entry+".#at", instant(r.At))
}

// isAsked adds the condition that the person's item has exactly the request r, or no
// request if r is zero.
func (e *edit) isAsked(r models.Request) {
	if r.At.IsZero() {
		e.absent(requestOf)
		return
	}
	const request = "#" + requestOf
	e.equals(request+".#familyId", text(r.FamilyID))
	e.equals(request+".#at", instant(r.At))
	e.as(request+".#check", r.Check)
}
