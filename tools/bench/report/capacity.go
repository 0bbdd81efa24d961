package main

import (
	"fmt"
	"regexp"
	"strings"
)

// capacityRow matches a row of the table that the capacity tests print: an access, and its
// RCU and WCU, each measured and promised. The RCU of some depend on the number of memos.
var capacityRow = regexp.MustCompile(`^\s+(\S.*?)\s{2,}([\d.]+)\s+([\d.]+|as many)\s+([\d.]+)\s+([\d.]+)\s*$`)

// capacityResults returns the rows as results of benchmarks. The table is printed with few
// memos and with many: the last row of an access is that with most, its first that with
// fewest.
func capacityResults(out string) string {
	var names []string
	rows := map[string][][]string{}
	for line := range strings.Lines(out) {
		if row := capacityRow.FindStringSubmatch(line); row != nil {
			if rows[row[1]] == nil {
				names = append(names, row[1])
			}
			rows[row[1]] = append(rows[row[1]], row)
		}
	}
	var b strings.Builder
	for _, name := range names {
		first, last := rows[name][0], rows[name][len(rows[name])-1]
		_, _ = fmt.Fprintf(&b, "BenchmarkCapacity/%s 1 %s RCU %s WCU %s promised-WCU", strings.ReplaceAll(name, " ", "_"), last[2], last[4], last[5])
		if last[3] != "as many" {
			_, _ = fmt.Fprintf(&b, " %s promised-RCU", last[3])
		}
		if len(rows[name]) > 1 {
			_, _ = fmt.Fprintf(&b, " %s few-RCU %s few-WCU", first[2], first[4])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// promised returns how many accesses cost at most what was promised, and how many there
// are.
func (r *results) promised() (kept, all int) {
	for _, name := range r.below("Capacity") {
		f := r.figures[name]
		most, limited := f["promised-RCU"]
		all++
		if f["WCU"] <= f["promised-WCU"] && (!limited || f["RCU"] <= most) {
			kept++
		}
	}
	return kept, all
}

// steady returns how many accesses cost the same with few memos and with many, and how
// many were measured with both.
func (r *results) steady() (same, all int) {
	for _, name := range r.below("Capacity") {
		f := r.figures[name]
		read, twice := f["few-RCU"]
		if !twice {
			continue
		}
		all++
		if read == f["RCU"] && f["few-WCU"] == f["WCU"] {
			same++
		}
	}
	return same, all
}

// count shows a count of all and whether it is all of them.
func count(some, all int) (string, error) {
	if all == 0 {
		return "", fmt.Errorf("no capacity was measured")
	}
	return fmt.Sprintf("%d of %d | %s", some, all, mark(some == all)), nil
}
