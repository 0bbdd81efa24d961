package main

import (
	"errors"
	"os/exec"
	"strconv"
	"strings"
)

var measuredAttacks = []attack{
	{name: "timing", what: "learn from the time of refusals which digits, links and numbers are valid", at: atServer, long: true, play: timing},
	{name: "flood", what: "slow another person down by asking for everything at full speed", at: atServer, long: true, play: flood},
}

// timing runs tools/jointiming, which ends with status 1 if it finds a difference.
func timing(p *play) {
	out, status := p.tool("voicememo/tools/jointiming", "-program", p.program, "-rounds", "400", "-seed", strconv.FormatUint(p.random.Uint64(), 10))
	if status != 0 {
		p.breach("a difference is found, or the measurement failed:\n%s", out)
	}
	p.note("%d comparisons", strings.Count(out, "nothing found"))
}

// slowest is the maximum ratio of another person's times to those with as many requests
// that need neither session nor store. docs/measurements.md has ratios of at most 0.9, and
// 1.8 on a machine with other work.
const slowest = 5

// flood runs tools/flood, whose table has a row for each kind of load.
func flood(p *play) {
	out, status := p.tool("voicememo/tools/flood", "-rounds", "3")
	if status != 0 {
		p.Fatalf("the measurement failed:\n%s", out)
	}
	rows := 0
	for line := range strings.Lines(out) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		const listsToCPU, addsToCPU = 6, 10 // the columns
		if len(cells) <= addsToCPU {
			continue
		}
		for _, column := range []int{listsToCPU, addsToCPU} {
			ratio, err := strconv.ParseFloat(strings.TrimSpace(cells[column]), 64)
			if err != nil {
				continue // the heading, and rows without an account
			}
			if rows++; ratio > slowest {
				p.breach("with %s another person is %.1f times as slow:\n%s", strings.TrimSpace(cells[0]), ratio, out)
			}
		}
	}
	if rows == 0 {
		p.Fatalf("the table cannot be read:\n%s", out)
	}
	p.note("%d ratios", rows)
}

// tool runs another tool of this module to its end.
func (p *play) tool(path string, args ...string) (output string, status int) {
	p.count()
	command := exec.CommandContext(p.ctx, "go", append([]string{"run", path}, args...)...) //nolint:gosec // the project's own tools
	command.Env = inheritable()
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		p.must(err)
	}
	return string(out), command.ProcessState.ExitCode()
}
