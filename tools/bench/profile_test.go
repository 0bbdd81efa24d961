package bench

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
)

// BenchmarkProfile reports what the CPU time of the program is used for under three loads
// of BenchmarkServe: the share of each group of functions, without the functions that they
// call (flat), and what a request allocates. The program is built with a file more, which
// writes the profile (testdata/profiled.go.txt).
func BenchmarkProfile(b *testing.B) {
	s := newProfiled(b, smallTown)
	for _, row := range s.rows() {
		if row.name == "mixed" || row.name == "list/gzip" {
			continue
		}
		b.Run(row.name, func(b *testing.B) {
			var p profile
			for b.Loop() {
				p = s.profile(b, row, 2*time.Second)
			}
			noTime(b)
			for group, share := range p.shares {
				b.ReportMetric(share, group+"-%")
			}
			b.ReportMetric(p.objects, "allocs/req")
			b.ReportMetric(p.bytes, "B/req")
		})
	}
}

// profile is what a load costs. The shares are in percent.
type profile struct {
	shares         map[string]float64
	objects, bytes float64 // that a request allocates
}

// profiled is the program with profiles.
type profiled struct {
	*serving
	program, path string
}

func newProfiled(t testing.TB, town plenty.Town) *profiled {
	t.Helper()
	folder := t.TempDir()
	s := &profiled{program: filepath.Join(folder, "voicememo"), path: filepath.Join(folder, "cpu")}
	here, err := os.Getwd()
	must.OK(t, err)
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {
		filepath.Join(here, "..", "..", "cmd", "voicememo", "zz_profiled.go"): filepath.Join(here, "testdata", "profiled.go.txt"),
	}})
	must.OK(t, err)
	file := filepath.Join(folder, "overlay.json")
	must.OK(t, os.WriteFile(file, overlay, 0o600))
	build(t, s.program, "voicememo/cmd/voicememo", "-overlay="+file)
	t.Setenv("MEMOTEST_BENCH_PROFILE", s.path)
	data := filled(t, town)
	ours := served(t, s.program, data, unreached...)
	s.serving = &serving{ours: ours, bare: ours, people: signInAll(t, ours, town, town.Large)}
	return s
}

// profile loads the program and profiles it meanwhile.
func (s *profiled) profile(t testing.TB, r row, long time.Duration) profile {
	t.Helper()
	askers := s.askers(t, r.ours)
	press(t, s.ours, askers, 0, usual.unmeasured)
	must.OK(t, s.ours.command.Process.Signal(syscall.SIGUSR1))
	load := press(t, s.ours, askers, 0, long)
	must.OK(t, s.ours.command.Process.Signal(syscall.SIGUSR2))
	var allocated struct{ Objects, Bytes float64 }
	must.OK(t, json.Unmarshal(await(t, s.path+".allocated"), &allocated))
	top, err := exec.Command("go", "tool", "pprof", "-top", "-nodecount=1000000", "-nodefraction=0", "-hide", callers, s.path).Output()
	must.OK(t, err)
	n := float64(len(load.times))
	return profile{shares(string(top)), allocated.Objects / n, allocated.Bytes / n}
}

// await waits for a file, reads and removes it.
func await(t testing.TB, path string) []byte {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(path)
		if err == nil {
			must.OK(t, os.Remove(path))
			return text
		}
		if !errors.Is(err, fs.ErrNotExist) || time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// groups are the groups of functions, with the prefixes of their names. The first prefix
// that matches decides.
var groups = []struct{ name, prefixes string }{
	{"sqlite-engine", "modernc.org/sqlite/lib modernc.org/libc modernc.org/memory"},
	{"database-sql", "database/sql modernc.org/sqlite"},
	{"json", "encoding/json encoding/base64 unicode/utf8 strconv"},
	{"log", "log/"},
	{"crypto", "crypto/ hash/ golang.org/x/crypto"},
	{"gzip", "compress/"},
	{"http-server", "net/http net/textproto net/url net. bufio github.com/labstack io. mime"},
	{"system-calls", "internal/runtime/syscall syscall. internal/poll runtime.futex runtime.epoll runtime.usleep"},
	{"own-code", "voicememo/ main."},
	{"memory", "runtime.malloc runtime.memclr runtime.memmove runtime.gc runtime.scan runtime.(*mspan) runtime.(*mheap) runtime.(*mcache) runtime.(*mcentral) " +
		"runtime.greyobject runtime.find runtime.heap runtime.bulk runtime.typePointers runtime.(*gc runtime.(*sweep runtime.bgsweep runtime.newobject runtime.growslice " +
		"runtime.makeslice runtime.sweep runtime.mark runtime.next runtime.wb runtime.tryDefer runtime.spanOf runtime.deduct runtime.(*unwinder) runtime.pcvalue runtime.copystack runtime.adjust runtime.stack runtime.pcdata runtime.step runtime.funcspdelta runtime.conv runtime.gcWrite gcWrite memeq cmpbody"},
	{"scheduler", "runtime. internal/runtime sync internal/sync"},
}

// callers matches functions whose time counts for their callers: locks, and the function
// in which a profile finds a program that is interrupted for another reason.
const callers = `^(runtime\.asyncPreempt|internal/sync\.|sync\.|sync/atomic\.|internal/runtime/atomic\.)`

// shares returns the percentages of the groups in the output of pprof -top.
func shares(top string) map[string]float64 {
	all := map[string]float64{"other": 0}
	for _, g := range groups {
		all[g.name] = 0
	}
	_, rows, _ := strings.Cut(top, "cum%\n")
	for line := range strings.Lines(rows) {
		fields := strings.Fields(line)
		if len(fields) < 6 {
			continue
		}
		percent, err := strconv.ParseFloat(strings.TrimSuffix(fields[1], "%"), 64)
		if err == nil {
			all[groupOf(fields[5])] += percent
		}
	}
	return all
}

func groupOf(function string) string {
	for _, g := range groups {
		for prefix := range strings.FieldsSeq(g.prefixes) {
			if strings.HasPrefix(function, prefix) {
				return g.name
			}
		}
	}
	return "other"
}
