package dynamo

import (
	"strings"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// Expressions here write an attribute as #attribute and a value as :value, so that
// reserved words do not matter; names and used return the names and values that an
// expression mentions.

// names maps each #attribute in the expressions to the attribute of that name, or to the
// one that alias has for it. It is nil if there is none, as DynamoDB requires.
func names(alias map[string]string, expressions ...string) map[string]string {
	var out map[string]string
	for _, token := range tokens('#', expressions) {
		if out == nil {
			out = map[string]string{}
		}
		out[token] = token[1:]
		if other, ok := alias[token]; ok {
			out[token] = other
		}
	}
	return out
}

// used returns the values that the expressions mention; DynamoDB refuses others.
func used(values item, expressions ...string) item {
	var out item
	for _, token := range tokens(':', expressions) {
		if out == nil {
			out = item{}
		}
		out[token] = values[token]
	}
	return out
}

// tokens returns the words in expressions that begin with mark.
func tokens(mark byte, expressions []string) []string {
	var found []string
	for _, e := range expressions {
		for {
			i := strings.IndexByte(e, mark)
			if i < 0 {
				break
			}
			e = e[i:]
			end := 1
			for end < len(e) && isWord(e[end]) {
				end++
			}
			found = append(found, e[:end])
			e = e[end:]
		}
	}
	return found
}

func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// both joins two conditions with AND.
func both(a, b string) string { return "(" + a + ") AND (" + b + ")" }

// write is one conditional write of one item. A put uses item; an update uses key and
// update; a deletion and a check use key.
type write struct {
	table  string
	key    item
	item   item
	update string
	only   string            // the condition
	values item              // may hold more than the expressions mention
	alias  map[string]string // see names
}

// given returns nil for an empty expression, which DynamoDB refuses.
func given(expression string) *string {
	if expression == "" {
		return nil
	}
	return &expression
}

// returned makes DynamoDB return the item if the condition is refused.
func (w write) returned() types.ReturnValuesOnConditionCheckFailure {
	if w.only == "" {
		return ""
	}
	return types.ReturnValuesOnConditionCheckFailureAllOld
}

func (w write) asCheck() types.TransactWriteItem {
	return types.TransactWriteItem{ConditionCheck: &types.ConditionCheck{
		TableName: &w.table, Key: w.key, ConditionExpression: given(w.only),
		ExpressionAttributeNames: names(w.alias, w.only), ExpressionAttributeValues: used(w.values, w.only),
		ReturnValuesOnConditionCheckFailure: w.returned(),
	}}
}

func (w write) asPut() types.TransactWriteItem {
	return types.TransactWriteItem{Put: &types.Put{
		TableName: &w.table, Item: w.item, ConditionExpression: given(w.only),
		ExpressionAttributeNames: names(w.alias, w.only), ExpressionAttributeValues: used(w.values, w.only),
		ReturnValuesOnConditionCheckFailure: w.returned(),
	}}
}

func (w write) asUpdate() types.TransactWriteItem {
	return types.TransactWriteItem{Update: &types.Update{
		TableName: &w.table, Key: w.key, UpdateExpression: &w.update, ConditionExpression: given(w.only),
		ExpressionAttributeNames:            names(w.alias, w.update, w.only),
		ExpressionAttributeValues:           used(w.values, w.update, w.only),
		ReturnValuesOnConditionCheckFailure: w.returned(),
	}}
}

// asDelete returns the step that deletes the item, whatever it is if there is no
// condition.
func (w write) asDelete() types.TransactWriteItem {
	return types.TransactWriteItem{Delete: &types.Delete{
		TableName: &w.table, Key: w.key, ConditionExpression: given(w.only),
		ExpressionAttributeNames: names(w.alias, w.only), ExpressionAttributeValues: used(w.values, w.only),
		ReturnValuesOnConditionCheckFailure: w.returned(),
	}}
}

func (w write) putInput() *dynamodb.PutItemInput {
	return &dynamodb.PutItemInput{
		TableName: &w.table, Item: w.item, ConditionExpression: given(w.only),
		ExpressionAttributeNames: names(w.alias, w.only), ExpressionAttributeValues: used(w.values, w.only),
		ReturnValuesOnConditionCheckFailure: w.returned(),
	}
}

func (w write) updateInput() *dynamodb.UpdateItemInput {
	return &dynamodb.UpdateItemInput{
		TableName: &w.table, Key: w.key, UpdateExpression: &w.update, ConditionExpression: given(w.only),
		ExpressionAttributeNames:            names(w.alias, w.update, w.only),
		ExpressionAttributeValues:           used(w.values, w.update, w.only),
		ReturnValues:                        types.ReturnValueAllNew,
		ReturnValuesOnConditionCheckFailure: w.returned(),
	}
}

func (w write) deleteInput() *dynamodb.DeleteItemInput {
	return &dynamodb.DeleteItemInput{
		TableName: &w.table, Key: w.key, ConditionExpression: given(w.only),
		ExpressionAttributeNames: names(w.alias, w.only), ExpressionAttributeValues: used(w.values, w.only),
		ReturnValuesOnConditionCheckFailure: w.returned(),
	}
}
