package legacy

import (
	goflag "flag"
	"os"
	"testing"
)

// TestMain checks a property with 20 worlds, unless -rapid.checks sets another number.
func TestMain(m *testing.M) {
	goflag.Parse()
	if checks := goflag.Lookup("rapid.checks"); checks.Value.String() == checks.DefValue {
		_ = goflag.Set(checks.Name, "20")
	}
	os.Exit(m.Run())
}
