package legacy

import (
	goflag "flag"
	"os"
	"testing"
)

// worlds is how many old worlds a property is checked with, unless -rapid.checks says.
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
