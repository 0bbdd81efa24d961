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

// requestFields returns the attributes that both items have.
func requestFields(r models.Request) item {
	fields := item{"at": instant(r.At)}
	optional(fields, "check", r.Check)
	optional(fields, "way", r.Way)
	optional(fields, "inviteId", r.InviteID)
	optional(fields, "by", r.By)
	return fields
}

// readFields reads what requestFields wrote.
func readFields(in *reader) models.Request {
	return models.Request{
		At: in.time("at"), Check: in.text("check"), Way: models.Way(in.text("way")),
		InviteID: models.InviteID(in.text("inviteId")), By: models.UserID(in.text("by")),
	}
}

func requestItem(r models.Request) types.AttributeValue {
	fields := requestFields(r)
	fields["familyId"] = text(r.FamilyID)
	return &types.AttributeValueMemberM{Value: fields}
}

// readRequest reads what requestItem wrote on u's item.
func readRequest(r *reader, u models.UserID) models.Request {
	fields := r.fields(requestOf)
	if fields == nil {
		return models.Request{}
	}
	in := reader{item: fields}
	request := readFields(&in)
	request.UserID, request.FamilyID = u, models.FamilyID(in.text("familyId"))
	r.check(requestOf, in.err)
	return request
}

// requestEntry returns the key of a request in the family's map.
func requestEntry(r models.Request) string { return cmp.Or(r.Check, string(r.UserID)) }

// filedItem returns the value of a request in the family's map.
func filedItem(r models.Request) types.AttributeValue {
	if r.Check == "" {
		return instant(r.At)
	}
	fields := requestFields(r)
	fields["userId"] = text(r.UserID)
	return &types.AttributeValueMemberM{Value: fields}
}

func requestsItem(requests []models.Request) types.AttributeValue {
	m := item{}
	for _, r := range requests {
		m[requestEntry(r)] = filedItem(r)
	}
	return &types.AttributeValueMemberM{Value: m}
}

// readRequests reads what requestsItem wrote, in the order of filing.
func readRequests(r *reader) []models.Request {
	family := models.FamilyID(r.text("familyId"))
	all := reader{item: r.fields(requestsOf)}
	var requests []models.Request
	for entry := range all.item {
		request := models.Request{UserID: models.UserID(entry)}
		if fields := all.fields(entry); fields != nil {
			in := reader{item: fields}
			request = readFields(&in)
			request.UserID = models.UserID(in.text("userId"))
			all.check(entry, in.err)
		} else {
			request.At = all.time(entry)
		}
		request.FamilyID = family
		requests = append(requests, request)
	}
	r.check(requestsOf, all.err)
	slices.SortFunc(requests, models.Request.Compare)
	return requests
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
