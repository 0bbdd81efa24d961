package streams

import (
	"crypto/sha256"
	"encoding/hex"
	"reflect"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodbstreams/types"
)

// Record is a record of an event as Lambda passes it to a function (AWS Lambda Developer
// Guide, "Using AWS Lambda with Amazon DynamoDB").
type Record struct {
	EventID        string        `json:"eventID"`
	EventName      string        `json:"eventName"`
	EventVersion   string        `json:"eventVersion"`
	EventSource    string        `json:"eventSource"`
	AWSRegion      string        `json:"awsRegion"`
	DynamoDB       Change        `json:"dynamodb"`
	UserIdentity   *UserIdentity `json:"userIdentity,omitempty"`
	EventSourceARN string        `json:"eventSourceARN"`
}

// Change is what a record says of an item.
type Change struct {
	ApproximateCreationDateTime float64 // seconds since 1970
	Keys                        Image
	NewImage                    Image `json:",omitempty"`
	OldImage                    Image `json:",omitempty"`
	SequenceNumber              string
	SizeBytes                   int64
	StreamViewType              string
}

// UserIdentity is the service that made a change.
type UserIdentity struct {
	Type        string `json:"type"`
	PrincipalID string `json:"principalId"`
}

// Image is the attributes of an item in DynamoDB's JSON.
type Image map[string]any

// changes reports whether a record is of a change. DynamoDB, unlike the local engine,
// writes no record of a write that changes nothing (Amazon DynamoDB Developer Guide,
// "Change data capture for DynamoDB Streams").
func changes(r types.Record) bool {
	d := r.Dynamodb
	return r.EventName != types.OperationTypeModify || !reflect.DeepEqual(d.OldImage, d.NewImage)
}

// recordOf returns a record with an id that differs from those of other streams; the local
// engine counts in each table.
func recordOf(stream string, r types.Record) Record {
	d := r.Dynamodb
	id := sha256.Sum256([]byte(stream + " " + aws.ToString(r.EventID)))
	out := Record{
		EventID: hex.EncodeToString(id[:16]), EventName: string(r.EventName), EventVersion: aws.ToString(r.EventVersion),
		EventSource: aws.ToString(r.EventSource), AWSRegion: aws.ToString(r.AwsRegion), EventSourceARN: stream,
		DynamoDB: Change{
			ApproximateCreationDateTime: float64(d.ApproximateCreationDateTime.Unix()),
			Keys:                        imageOf(d.Keys), NewImage: imageOf(d.NewImage), OldImage: imageOf(d.OldImage),
			SequenceNumber: aws.ToString(d.SequenceNumber), SizeBytes: aws.ToInt64(d.SizeBytes), StreamViewType: string(d.StreamViewType),
		},
	}
	if r.UserIdentity != nil {
		out.UserIdentity = &UserIdentity{Type: aws.ToString(r.UserIdentity.Type), PrincipalID: aws.ToString(r.UserIdentity.PrincipalId)}
	}
	return out
}

func imageOf(it map[string]types.AttributeValue) Image {
	if len(it) == 0 {
		return nil
	}
	m := Image{}
	for name, v := range it {
		m[name] = valueOf(v)
	}
	return m
}

func valueOf(v types.AttributeValue) any {
	switch v := v.(type) {
	case *types.AttributeValueMemberS:
		return Image{"S": v.Value}
	case *types.AttributeValueMemberN:
		return Image{"N": v.Value}
	case *types.AttributeValueMemberBOOL:
		return Image{"BOOL": v.Value}
	case *types.AttributeValueMemberB:
		return Image{"B": v.Value}
	case *types.AttributeValueMemberSS:
		return Image{"SS": v.Value}
	case *types.AttributeValueMemberNS:
		return Image{"NS": v.Value}
	case *types.AttributeValueMemberBS:
		return Image{"BS": v.Value}
	case *types.AttributeValueMemberM:
		m := imageOf(v.Value)
		if m == nil {
			m = Image{}
		}
		return Image{"M": m}
	case *types.AttributeValueMemberL:
		l := make([]any, len(v.Value))
		for i, x := range v.Value {
			l[i] = valueOf(x)
		}
		return Image{"L": l}
	}
	return Image{"NULL": true}
}
