package dynamo

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// ReadRecord returns the events of a record of the streams of the memos and users tables,
// in the form in which Lambda passes it to a function (AWS Lambda Developer Guide, "Using
// AWS Lambda with Amazon DynamoDB"). The stream must have the images before and after. A
// record of another table, or not of the documented form, is CodeInternal.
//
// An event of a family's members comes from the family's item, which names who changed
// them. Nothing is reported for what no other member sees: when a person last read the
// list, their accesses and counters, a memo that follows its author, the marks of such
// moves, and what TTL removes. A memo that was imported or copied is an EventChanged.
func ReadRecord(raw json.RawMessage) ([]models.Event, error) {
	var r record
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, models.Internalf("a stream's record is not of its documented form")
	}
	if r.UserIdentity.PrincipalID == ttlPrincipal {
		return nil, nil
	}
	events, err := r.events()
	if err != nil {
		return nil, err
	}
	for i := range events {
		e := &events[i]
		e.ID = fmt.Sprintf("%s#%s#%d", r.EventID, e.Kind, i)
		if e.At.IsZero() {
			e.At = r.at()
		}
	}
	return events, nil
}

// ttlPrincipal removes the items whose time is over (Amazon DynamoDB Developer Guide,
// "DynamoDB Streams and Time to Live").
const ttlPrincipal = "dynamodb.amazonaws.com"

// record is a record of a stream, in Lambda's JSON.
type record struct {
	EventID        string
	EventSourceARN string
	UserIdentity   struct{ PrincipalID string }
	DynamoDB       struct {
		ApproximateCreationDateTime float64 // seconds since 1970
		OldImage, NewImage          image   // nil: there is no such item
	}
}

func (r record) at() time.Time {
	return time.UnixMilli(int64(math.Round(r.DynamoDB.ApproximateCreationDateTime * 1000))).UTC()
}

func (r record) events() ([]models.Event, error) {
	before, after := r.DynamoDB.OldImage.item(), r.DynamoDB.NewImage.item()
	key := after
	if after == nil {
		key = before
	}
	// arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/stream/TIME
	_, table, _ := strings.Cut(r.EventSourceARN, ":table/")
	table, _, _ = strings.Cut(table, "/")
	user := models.UserID(textOf(key["userId"]))
	switch {
	case user == "" || r.EventID == "":
		return nil, models.Internalf("a stream's record has no id or no image")
	case strings.HasSuffix(table, "-memos"):
		return memoEvents(before, after, r.at())
	case !strings.HasSuffix(table, "-users"):
		return nil, models.Internalf("a stream's record is of another table")
	case strings.HasPrefix(string(user), familyPrefix):
		return familyEvents(before, after)
	case isPerson(user):
		return personEvents(before, after)
	}
	return nil, nil
}

// image is an item in the JSON of Lambda's records; nil: there is none.
type image map[string]attribute

// attribute is an attribute's value in that JSON. Of the types that no item here has,
// nothing is read.
type attribute struct {
	S    *string
	N    *string
	BOOL *bool
	SS   []string
	M    image
	L    []attribute
}

func (m image) item() item {
	if m == nil {
		return nil
	}
	it := make(item, len(m))
	for name, a := range m {
		it[name] = a.value()
	}
	return it
}

func (a attribute) value() types.AttributeValue {
	switch {
	case a.S != nil:
		return &types.AttributeValueMemberS{Value: *a.S}
	case a.N != nil:
		return &types.AttributeValueMemberN{Value: *a.N}
	case a.BOOL != nil:
		return &types.AttributeValueMemberBOOL{Value: *a.BOOL}
	case a.SS != nil:
		return set(a.SS...)
	case a.M != nil:
		return &types.AttributeValueMemberM{Value: a.M.item()}
	case a.L != nil:
		values := make([]types.AttributeValue, len(a.L))
		for i, v := range a.L {
			values[i] = v.value()
		}
		return &types.AttributeValueMemberL{Value: values}
	}
	return &types.AttributeValueMemberNULL{Value: true}
}
