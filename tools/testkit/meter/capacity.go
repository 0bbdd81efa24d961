package meter

import (
	"bytes"
	"encoding/json"
	"slices"
)

// capacity is one ConsumedCapacity of a response, of a table with its indexes.
type capacity struct{ CapacityUnits float64 }

// ask adds the wish for consumed capacity to a request.
func ask(action string, body []byte) []byte {
	body = bytes.TrimRight(body, " \n")
	if !slices.Contains(measured, action) || len(body) == 0 {
		return body
	}
	return append(body[:len(body)-1:len(body)-1], `,"ReturnConsumedCapacity":"INDEXES"}`...)
}

// reads are the actions that consume read capacity, measured all that consume some.
var (
	reads    = []string{"GetItem", "BatchGetItem", "Query", "Scan"}
	measured = append([]string{"PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem"}, reads...)
)

// add adds what a response says was consumed.
func (r *Request) add(answer []byte) {
	var out struct{ ConsumedCapacity json.RawMessage }
	if json.Unmarshal(answer, &out) != nil || len(out.ConsumedCapacity) == 0 {
		return
	}
	var all []capacity
	if out.ConsumedCapacity[0] == '{' {
		all = make([]capacity, 1)
		_ = json.Unmarshal(out.ConsumedCapacity, &all[0]) // of the engine
	} else {
		_ = json.Unmarshal(out.ConsumedCapacity, &all)
	}
	for _, c := range all {
		if slices.Contains(reads, r.Action) {
			r.Read += c.CapacityUnits
		} else {
			r.Write += c.CapacityUnits
		}
	}
}
