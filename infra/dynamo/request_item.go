package dynamo

import (
	"slices"

	"voicememo/models"
)

// A request to join is stored twice: on the person's item, as the attribute request,
// which decides whether it is valid; and on the family's item, in the map requests from
// check number to request, where it is found. Both are written in one transaction. A
// request that only the family has is obsolete: its person has asked or joined elsewhere.
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

// filedAttributes describes a request in the family's map.
func filedAttributes(c *codec, r *models.Request) {
	requestAttributes(c, r)
	required(c, "userId", &r.UserID)
}

// familyRequests describes a family's map of requests. They are read in the order of filing.
func familyRequests(c *codec, f *models.Family) {
	all := map[string]models.Request{}
	for _, r := range f.Requests {
		all[r.Check] = r
	}
	entries(c, requestsOf, &all, records(filedAttributes))
	if c.writing {
		return
	}
	for _, r := range all {
		if r.FamilyID = f.ID; !r.At.IsZero() { // of another type
			f.Requests = append(f.Requests, r)
		}
	}
	slices.SortFunc(f.Requests, models.Request.Compare)
}

// isFiled adds the condition that the family's item has exactly the request r.
func (e *edit) isFiled(r models.Request) {
	entry := e.at(requestsOf, r.Check)
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
