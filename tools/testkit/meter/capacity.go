package meter

import (
	"bytes"
	"encoding/json"
	"slices"
)

// input is the part of a request that says which items it touches.
type input struct {
	TableName, IndexName      string
	Key, Item                 attributes
	ExpressionAttributeValues attributes
	KeyConditionExpression    string
	RequestItems              map[string]struct{ Keys []attributes }
	TransactItems             []map[string]struct {
		TableName string
		Key, Item attributes
	}
}

// attributes is an item; only its text attributes matter here.
type attributes map[string]struct{ S string }

// capacity is one ConsumedCapacity of a response.
type capacity struct {
	TableName              string
	CapacityUnits          float64
	Table                  struct{ CapacityUnits float64 }
	GlobalSecondaryIndexes map[string]struct{ CapacityUnits float64 }
}

// partitionKeys are the names of the partition keys of this project's tables and of its
// index. A table's items have one of the first two.
var partitionKeys = []string{"code", "userId"}

// ask adds the wish for consumed capacity to a request. Anything that is not an object
// stays as it is.
func ask(action string, body []byte) ([]byte, input) {
	var in input
	if !slices.Contains(measured, action) || json.Unmarshal(body, &in) != nil {
		return body, in
	}
	body = bytes.TrimRight(body, " \n")
	return append(body[:len(body)-1:len(body)-1], `,"ReturnConsumedCapacity":"INDEXES"}`...), in
}

// reads are the actions that consume read capacity, measured all that consume some.
var (
	reads    = []string{"GetItem", "BatchGetItem", "Query", "Scan"}
	measured = append([]string{"PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems", "BatchWriteItem"}, reads...)
)

// add adds what a response says was consumed.
func (r *Request) add(in input, answer []byte) {
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
	read := slices.Contains(reads, r.Action)
	for _, c := range all {
		keys := in.keys(c.TableName)
		total := c.CapacityUnits
		for name, index := range c.GlobalSecondaryIndexes {
			r.use(read, Used{Table: c.TableName, Index: name, Keys: keys}, index.CapacityUnits)
			total -= index.CapacityUnits
		}
		if total > 0 {
			r.use(read, Used{Table: c.TableName, Keys: keys}, total)
		}
	}
}

// use adds units of one table or index.
func (r *Request) use(read bool, u Used, units float64) {
	if read {
		u.Read = units
		r.Read += units
	} else {
		u.Write = units
		r.Write += units
	}
	r.Used = append(r.Used, u)
}

// keys returns the partition keys of a table's items in a request.
func (in input) keys(table string) (keys []string) {
	add := func(of ...attributes) {
		for _, a := range of {
			for _, name := range partitionKeys {
				if v := a[name].S; v != "" {
					keys = append(keys, v)
					break // an item of a code may name its person as well
				}
			}
		}
	}
	switch {
	case in.KeyConditionExpression != "":
		for _, name := range []string{":family", ":author"} {
			if v := in.ExpressionAttributeValues[name].S; v != "" {
				keys = append(keys, v)
				break
			}
		}
	case in.TableName == table:
		add(in.Key, in.Item)
	}
	add(in.RequestItems[table].Keys...)
	for _, step := range in.TransactItems {
		for _, s := range step {
			if s.TableName == table {
				add(s.Key, s.Item)
			}
		}
	}
	return keys
}
