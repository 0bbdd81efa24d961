package memo_test

import (
	"testing"

	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/memo/memotest"
)

// TestSuite runs the suite of stores, whose cases call the service as much as the store:
// a fault in a rule shows beside the rule.
func TestSuite(t *testing.T) { memotest.Run(t, sqlitetest.Fresh) }
