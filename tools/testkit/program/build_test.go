package program

import (
	"os"
	"strings"
	"testing"
)

// TestFlagsOfMake checks that the program is compiled with the flags of `make test`;
// otherwise every package would be compiled twice.
func TestFlagsOfMake(t *testing.T) {
	makefile, err := os.ReadFile("../../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	name, value, _ := strings.Cut(withoutSQLite, "=")
	if want := "\nRACE := -race " + name + "='" + value + "'\n"; !strings.Contains(string(makefile), want) {
		t.Errorf("want %q in the Makefile", want)
	}
}
