package localengine

import (
	"context"
	"sync"
	"testing"
)

// shared is the one engine of a test process.
var shared = sync.OnceValues(func() (string, error) {
	endpoint, _, err := Start(context.Background()) // it ends with the process
	return endpoint, err
})

// ForTest gives the address of the engine that all tests of this process share.
// Each test needs an environment name of its own. No engine is a failed test.
func ForTest(t testing.TB) string {
	t.Helper()
	endpoint, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return endpoint
}
