package legacy

import (
	goflag "flag"
	"os"
	"testing"
)

// worlds is the number of worlds with which a property is checked, unless -rapid.checks is set.
const worlds = "40"

func TestMain(m *testing.M) {
	goflag.Parse()
	told := false
	goflag.Visit(func(f *goflag.Flag) { told = told || f.Name == "rapid.checks" })
	if !told {
		_ = goflag.Set("rapid.checks", worlds)
	}
	os.Exit(m.Run())
}
