package dynamo

import (
	"strings"
	"testing"

	"voicememo/tools/testkit/check"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// expressions lists all expressions of a request.
func expressions(in any) (all []string) {
	take := func(s ...*string) {
		for _, e := range s {
			all = append(all, aws.ToString(e))
		}
	}
	switch in := in.(type) {
	case *dynamodb.PutItemInput:
		take(in.ConditionExpression)
	case *dynamodb.UpdateItemInput:
		take(in.ConditionExpression, in.UpdateExpression)
	case *dynamodb.DeleteItemInput:
		take(in.ConditionExpression)
	case *dynamodb.QueryInput:
		take(in.KeyConditionExpression, in.FilterExpression)
	case *dynamodb.TransactWriteItemsInput:
		for _, step := range in.TransactItems {
			switch {
			case step.Put != nil:
				take(step.Put.ConditionExpression)
			case step.Update != nil:
				take(step.Update.ConditionExpression, step.Update.UpdateExpression)
			case step.Delete != nil:
				take(step.Delete.ConditionExpression)
			case step.ConditionCheck != nil:
				take(step.ConditionCheck.ConditionExpression)
			}
		}
	}
	return all
}

// redundant reports whether an expression has two parentheses around the same thing,
// which DynamoDB refuses and the local engine does not.
func redundant(e string) bool {
	closes, open := map[int]int{}, []int{}
	for i, c := range e {
		switch c {
		case '(':
			open = append(open, i)
		case ')':
			closes[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	for i, end := range closes {
		if inner, ok := closes[i+1]; ok && inner == end-1 {
			return true
		}
	}
	return false
}

// TestExpressions: no method sends an expression that only the local engine accepts.
func TestExpressions(t *testing.T) {
	for e, want := range map[string]bool{"((a))": true, "(a) AND (b)": false, "((a) AND (b)) AND (c)": false, "(a) AND ((b = c))": true} {
		if redundant(e) != want {
			t.Errorf("redundant(%q) = %v", e, !want)
		}
	}
	s, wrap := newSwitchable()
	w, _ := world(t, wrap)
	methods := everyMethod(w)
	for _, m := range methods {
		s.before = func(in any) error {
			for _, e := range expressions(in) {
				if redundant(e) || strings.Contains(e, "()") {
					t.Errorf("%s sends %q", m.name, e)
				}
			}
			return nil
		}
		check.Equal(t, m.call(t.Context()), nil, m.name)
	}
}
