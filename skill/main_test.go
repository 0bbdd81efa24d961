package skill_test

import (
	"flag"
	"os"
	"testing"
)

// TestMain fixes the seed of random walks and shortens them, except in `make test-long`.
// -rapid.seed and -rapid.checks set others.
func TestMain(m *testing.M) {
	if os.Getenv("MEMOTEST_NIGHTLY") == "" {
		for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": "25"} {
			if err := flag.Set(name, value); err != nil {
				panic(err)
			}
		}
	}
	os.Exit(m.Run())
}
