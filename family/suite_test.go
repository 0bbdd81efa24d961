package family_test

import (
	"testing"

	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite/sqlitetest"
)

// TestSuite runs the suite of stores. Its cases also call the service, so that a fault in a
// rule fails a test of the rule's package.
func TestSuite(t *testing.T) { familytest.Run(t, sqlitetest.Fresh) }

func TestEvents(t *testing.T) { familytest.RunEvents(t, sqlitetest.Fresh) }
