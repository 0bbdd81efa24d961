// Package limits has what operators can set of how much people and families may use:
// for a server by flags, for the functions on AWS Lambda by variables of the same
// names. It is part of both functions, so it imports little.
package limits

import (
	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// Limits are what people and families may use.
type Limits struct {
	RateWrites   int // changes of a person in a minute; 0: any number
	RateSearches int // searches of a person in ten seconds; 0: any number
	MaxMemos     int // of a family; 0: any number
	MaxMembers   int // of a family; 2 to 90
}

// Default returns the limits of who sets none.
func Default() Limits {
	return Limits{RateWrites: 60, RateSearches: 20, MaxMemos: memo.DefaultMaxMemos, MaxMembers: models.MaxMembers}
}

// most is what a limit can be set to; whoever wants more sets none.
const most = 1_000_000

// Check returns the first limit that cannot be, as the name of its flag without the
// dashes, and what is wrong with it; flag is "" if all can.
func (l Limits) Check() (flag, problem string) {
	const number = "must be a number up to 1000000, or 0 for no limit"
	switch {
	case l.RateWrites < 0 || l.RateWrites > most:
		return "rate-writes", number
	case l.RateSearches < 0 || l.RateSearches > most:
		return "rate-searches", number
	case l.MaxMemos < 0 || l.MaxMemos > most:
		return "max-memos", number
	case l.MaxMembers < 2 || l.MaxMembers > 90:
		// A transaction of DynamoDB has at most 100 items ("Quotas in Amazon DynamoDB"),
		// and one about a family has one for each member.
		return "max-members", "must be a number from 2 to 90"
	}
	return "", ""
}

// Apply has the services keep the limits of families.
func (l Limits) Apply(memos *memo.Service, families *family.Service) {
	memos.MaxMemos, families.MaxMembers = l.MaxMemos, l.MaxMembers
}
