package siege

import (
	"os"
	"testing"

	"voicememo/tools/testkit/program"
)

func TestMain(m *testing.M) {
	program.MainNeeded()
	binary = program.MainBuild()
	os.Exit(m.Run())
}
