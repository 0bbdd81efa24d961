package pushtest_test

import (
	"testing"

	"voicememo/family/push"
	"voicememo/family/push/pushtest"
)

func TestMemory(t *testing.T) {
	pushtest.Suite(t, func(*testing.T) push.Store { return pushtest.NewMemory() })
}
