package dynamo

import (
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// A request to join stands twice: on the person's item, where it counts, as
// request (the family and when), and on the family's item, where it is found, in
// the map requests (person -> when). Both are written in one transaction. What is
// on a family alone was overtaken: its person has asked or joined elsewhere.
const (
	requestOf  = "request"
	requestsOf = "requests"
)

func requestItem(r models.Request) types.AttributeValue {
	return &types.AttributeValueMemberM{Value: item{"familyId": text(r.FamilyID), "at": instant(r.At)}}
}

// readRequest reads what requestItem wrote on u's item.
func readRequest(r *reader, u models.UserID) models.Request {
	fields := r.fields(requestOf)
	if fields == nil {
		return models.Request{}
	}
	in := reader{item: fields}
	request := models.Request{UserID: u, FamilyID: models.FamilyID(in.text("familyId")), At: in.time("at")}
	r.check(requestOf, in.err)
	return request
}

func requestsItem(requests []models.Request) types.AttributeValue {
	m := item{}
	for _, r := range requests {
		m[string(r.UserID)] = instant(r.At)
	}
	return &types.AttributeValueMemberM{Value: m}
}

// readRequests reads what requestsItem wrote, in the order of filing.
func readRequests(r *reader) []models.Request {
	family := models.FamilyID(r.text("familyId"))
	in := reader{item: r.fields(requestsOf)}
	var requests []models.Request
	for u := range in.item {
		requests = append(requests, models.Request{UserID: models.UserID(u), FamilyID: family, At: in.time(u)})
	}
	r.check(requestsOf, in.err)
	slices.SortFunc(requests, models.Request.Compare)
	return requests
}
