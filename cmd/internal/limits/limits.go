// Package limits has the limits of people and families that operators can set: for a
// server by flags, for the functions on AWS Lambda by variables of the same names. Both
// functions link it, so it imports little.
package limits

import (
	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// Limits are how much people and families may use.
type Limits struct {
	RateWrites   int // changes per person in a minute; 0: unlimited
	RateSearches int // searches per person in ten seconds; 0: unlimited
	MaxMemos     int // per family; 0: unlimited
	MaxMembers   int // per family; 2 to 90
}

// Default returns the default limits.
func Default() Limits {
	return Limits{RateWrites: 60, RateSearches: 20, MaxMemos: memo.DefaultMaxMemos, MaxMembers: models.MaxMembers}
}

// most is the highest value of a limit. An operator who needs more sets 0.
const most = 1_000_000

// Check returns the name of the first invalid limit, as its flag without the dashes, and
// what is wrong with it; flag is "" if all are valid.
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

// Apply sets the limits of families in the services.
func (l Limits) Apply(memos *memo.Service, families *family.Service) {
	memos.MaxMemos, families.MaxMembers = l.MaxMemos, l.MaxMembers
}
