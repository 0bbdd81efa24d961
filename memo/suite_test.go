package memo_test

import (
	"testing"

	"voicememo/infra/enginetest/memotest"
	"voicememo/infra/sqlite/sqlitetest"
)

// TestSuite runs the suite of stores. Its cases also call the service, so that a fault in a
// rule fails a test of the rule's package.
func TestSuite(t *testing.T) { memotest.Run(t, sqlitetest.Fresh) }

func TestEvents(t *testing.T) { memotest.RunEvents(t, sqlitetest.Fresh) }
