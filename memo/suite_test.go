package memo_test

import (
	"testing"

	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/memo/memotest"
)

// TestSuite runs the suite of stores. Its cases also call the service, so that a fault in a
// rule fails a test of the rule's package.
func TestSuite(t *testing.T) { memotest.Run(t, sqlitetest.Fresh) }

func TestEvents(t *testing.T) { memotest.RunEvents(t, sqlitetest.Fresh) }
