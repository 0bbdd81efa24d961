package family_test

import (
	"testing"

	"voicememo/family/familytest"
	"voicememo/infra/sqlite/sqlitetest"
)

// TestSuite runs the suite of stores, whose cases call the service as much as the store:
// a fault in a rule shows beside the rule.
func TestSuite(t *testing.T) { familytest.Run(t, sqlitetest.Fresh) }
