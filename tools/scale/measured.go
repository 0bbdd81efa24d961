package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

//go:embed measured.json
var measuredFile []byte

// Measured is what the tests measure on the local engine.
type Measured struct {
	Taken   string // the day
	Machine string // processor and Go version

	Actions   map[string]Action // by name, as in the model
	Counting  Action            // the scheduled run, for each noted family
	Family    FamilyRun
	Conflicts map[string]ConflictRun
	Minute    MinuteRun
}

// Action is one request to a function: the median of many.
type Action struct {
	Requests, Sequential float64          // requests to DynamoDB: all, and those that wait for one another
	Transactions         float64          // how many of them are transactions
	Units                map[string]Units // capacity by table, with the index as another one
	CPU                  float64          // milliseconds, of the function's process
	Answer               float64          // bytes of the response: headers and body, compressed
	Log                  float64          // bytes that the function wrote to its log
	Posts, Frames        float64          `json:",omitempty"` // messages to and from pages over WebSockets
}

// Units are capacity units: per request, per day or per second, as the context says.
type Units struct{ Read, Write float64 }

// The keys of Action.Units.
const (
	memosTable = "memos"
	memosIndex = "memos, index"
	usersTable = "users"
	codesTable = "invite-codes"

	roomsTable = "connections"
	roomsIndex = "connections, index"
)

var storeParts = []string{memosTable, memosIndex, usersTable, codesTable}

// FamilyRun is the result of ten members of one family who write at the same time.
type FamilyRun struct {
	Memos, Writers, Added int
	Replayed              int // adds that were sent again with the same key
	Lost, Doubled         int
	AddWrite              float64 // WCU of one add
	IndexWrite            float64 // of these in the family's partition of the index
	ListBefore, ListAfter float64 // RCU of the first page
}

// ConflictRun is the result of writers while transactions conflict as on AWS.
type ConflictRun struct {
	Writers, Done, Failed int
	Conflicts             int     // writes that DynamoDB refused because of another transaction
	PerSecond             float64 // completed operations
}

// MinuteRun is the result of one peak minute of a sample of many families.
type MinuteRun struct {
	Families, Sample int // the sample is one in Sample of Families
	Requests, Turns  int
	Errors           int
	Units            map[string]Units // of the sample's minute
	BusiestFamily    float64          // the share of the busiest family in the index's units
	BusiestUser      float64          // likewise of one item in the users table's units
	LargestItem      map[string]int   // bytes
	SecondsRun       float64          // how long the sample took
}

func readMeasured() (Measured, error) {
	var m Measured
	if err := json.Unmarshal(measuredFile, &m); err != nil {
		return m, fmt.Errorf("measured.json: %w", err)
	}
	for _, r := range slices.Concat(model, liveModel) {
		if _, ok := m.Actions[r.action]; !ok {
			return m, fmt.Errorf("measured.json lacks %q, which the model counts: run make scale", r.action)
		}
	}
	return m, nil
}

// read and write return the sum over all tables.
func (a Action) read() (sum float64) {
	for _, u := range a.Units {
		sum += u.Read
	}
	return sum
}

func (a Action) write() (sum float64) {
	for _, u := range a.Units {
		sum += u.Write
	}
	return sum
}
