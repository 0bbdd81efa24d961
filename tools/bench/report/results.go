package main

import (
	"bufio"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// results are the results of a run, as the Go project's benchmark data format describes
// them (golang.org/design/14313-benchmark-format).
type results struct {
	keys    map[string]string             // the first value of each key
	figures map[string]map[string]float64 // by name, without Benchmark and the number of CPUs, and unit
	names   []string                      // of figures, in their order
	steps   []ran
}

// ran is a step as it was run.
type ran struct {
	Command string
	Seconds string
}

var (
	keyLine    = regexp.MustCompile(`^([a-z][^\s:]*): (.*)$`)
	resultLine = regexp.MustCompile(`^Benchmark(\S+)\s+\d+\s+(.*\S)\s*$`)
	processors = regexp.MustCompile(`-\d+$`)
)

func parse(text string) (*results, error) {
	r := &results{keys: map[string]string{}, figures: map[string]map[string]float64{}}
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		if key := keyLine.FindStringSubmatch(lines.Text()); key != nil {
			r.key(key[1], key[2])
		}
		if one := resultLine.FindStringSubmatch(lines.Text()); one != nil {
			if err := r.add(processors.ReplaceAllString(one[1], ""), strings.Fields(one[2])); err != nil {
				return nil, err
			}
		}
	}
	return r, lines.Err()
}

func (r *results) key(name, value string) {
	switch {
	case name == "command":
		r.steps = append(r.steps, ran{Command: value})
	case name == "took-s" && len(r.steps) > 0:
		r.steps[len(r.steps)-1].Seconds = value
	case r.keys[name] == "":
		r.keys[name] = value
	}
}

// add adds the values of one result, each followed by its unit.
func (r *results) add(name string, fields []string) error {
	if r.figures[name] == nil {
		r.figures[name] = map[string]float64{}
		r.names = append(r.names, name)
	}
	for i := 0; i+1 < len(fields); i += 2 {
		value, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		r.figures[name][fields[i+1]] = value
	}
	return nil
}

// value returns a figure.
func (r *results) value(name, unit string) (float64, error) {
	if v, measured := r.figures[name][unit]; measured {
		return v, nil
	}
	return 0, fmt.Errorf("%s was not measured in %s", name, unit)
}

// below returns the names of the figures below a benchmark, in their order.
func (r *results) below(name string) (all []string) {
	for _, n := range r.names {
		if strings.HasPrefix(n, name+"/") {
			all = append(all, n)
		}
	}
	return all
}
