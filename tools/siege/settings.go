package siege

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// binary is the path of the program, built once for these tests.
var binary string

// long: the long form was chosen. See the package comment for the variables.
var long = os.Getenv("SIEGE_LONG") != ""

// seed is the seed of all random choices.
var seed = sync.OnceValue(func() uint64 {
	if value := os.Getenv("SIEGE_SEED"); value != "new" {
		return uint64(number("SIEGE_SEED", 12)) //nolint:gosec // any number will do
	}
	return uint64(time.Now().UnixNano()) //nolint:gosec // likewise
})

// number returns the value of a variable.
func number(variable string, otherwise int) int {
	value := os.Getenv(variable)
	if value == "" {
		return otherwise
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		panic(fmt.Sprintf("%s is not a number: %v", variable, err))
	}
	return n
}

// some returns a number for the short or for the long form.
func some(short, inLong int) int {
	if long {
		return inLong
	}
	return short
}

// table collects the results of a test, and prints them when it ends.
type table struct {
	mu   sync.Mutex
	rows []string
}

// newTable returns a table with a heading.
func newTable(t testing.TB, heading ...any) *table {
	r := &table{}
	r.add(heading...)
	r.rows = append(r.rows, strings.Repeat("|---", len(heading))+"|")
	t.Cleanup(func() { t.Logf("seed %d\n%s", seed(), strings.Join(r.rows, "\n")) })
	return r
}

// add adds a row.
func (r *table) add(cells ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var row strings.Builder
	for _, c := range cells {
		fmt.Fprintf(&row, "| %v ", c)
	}
	r.rows = append(r.rows, row.String()+"|")
}

// together calls do n times at the same time and returns the first error.
func together(n int, do func(i int) error) error {
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { errs[i] = do(i) })
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
