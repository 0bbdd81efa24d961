package dynamo

import (
	"strings"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

func TestEdit(t *testing.T) {
	e := newEdit("table", item{"id": text("x")})
	e.when(userExists)
	e.equals("ownerId", text("a"))
	e.set("ownerId", text("b"))
	e.remove("ownerId", "gone", "gone") // an attribute that is set is not removed
	e.set(e.at("moving", "some one"), set("f"))
	e.increase("moveEpoch")
	e.add("memberIds", set("b"))
	e.take("formerIds", set("c"))
	w := e.write()
	const update = "SET #moveEpoch = if_not_exists(#moveEpoch, :v3) + :v4, #moving.#k0 = :v2, #ownerId = :v1 " +
		"REMOVE #gone ADD #memberIds :v5 DELETE #formerIds :v6"
	if w.update != update {
		t.Errorf("got %q, want %q", w.update, update)
	}
	if want := "(attribute_exists(#userId)) AND (#ownerId = :v0)"; w.only != want {
		t.Errorf("got %q, want %q", w.only, want)
	}
	if got := names(w.alias, w.update)["#k0"]; got != "some one" {
		t.Errorf("entry: got %q", got)
	}
	one := newEdit("table", nil)
	one.absent("gone")
	if got := one.condition(); got != "attribute_not_exists(#gone)" {
		t.Errorf("got %q", got)
	}
	if in := newEdit("table", nil).write().updateInput(); in.ConditionExpression != nil || in.ReturnValuesOnConditionCheckFailure != "" {
		t.Errorf("without conditions: got %+v", in)
	}
}

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
		if err := m.call(t.Context()); err != nil {
			t.Errorf("%s: %v", m.name, err)
		}
	}
}
