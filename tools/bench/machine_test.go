package bench

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/program"
)

// crowd is the town whose people open event streams in the benchmark.
var crowd = plenty.Town{Families: 50, Members: 4, Memos: 10_000}

// oneFamily is the town of a family at home.
var oneFamily = plenty.Town{Families: 1, Members: 4, Memos: 1000}

// streaming is how many event streams of a town are measured: some, and as many as the
// program allows; after is how long they have been closed when the memory is measured again.
type streaming struct {
	town       plenty.Town
	some, most int
	after      time.Duration
}

// BenchmarkMachine measures the program on one machine: the time until it answers over an
// existing file, the size of the released program, and its memory (anonymous: its own data;
// RSS: also the pages of the program file that are loaded) when idle, with event streams,
// and after them.
func BenchmarkMachine(b *testing.B) {
	b.Run("start", func(b *testing.B) {
		data := filled(b, crowd)
		var ready []time.Duration
		for b.Loop() {
			ready = append(ready, started(b, data))
		}
		noTime(b)
		b.ReportMetric(millis(quantile(ready, 0.5)), "ready-ms")
		b.ReportMetric(millis(quantile(ready, 1)), "worst-ms")
		b.ReportMetric(float64(size(b, built(b)))/1e6, "program-MB")
	})
	b.Run("family", func(b *testing.B) {
		data := filled(b, oneFamily)
		var ready []time.Duration
		for b.Loop() {
			ready = append(ready, started(b, data))
		}
		idle := measureIdle(b, oneFamily)
		noTime(b)
		b.ReportMetric(millis(quantile(ready, 0.5)), "ready-ms")
		b.ReportMetric(float64(idle.anonymous)/1e6, "idle-anonymous-MB")
		b.ReportMetric(float64(idle.resident)/1e6, "idle-RSS-MB")
	})
	b.Run("memory", func(b *testing.B) {
		given := streaming{town: crowd, some: 200, most: 2000, after: time.Minute}
		all := measureMemory(b, given)
		for _, m := range all {
			b.ReportMetric(float64(m.anonymous)/1e6, m.name+"-anonymous-MB")
			b.ReportMetric(float64(m.resident)/1e6, m.name+"-RSS-MB")
		}
		noTime(b)
		b.ReportMetric(float64(all[2].anonymous-all[1].anonymous)/1e6, "200-streams-more-MB")
		b.ReportMetric(given.after.Seconds(), "after-s")
	})
}

// started returns the time from the creation of the process to its first answer.
func started(t testing.TB, data string) time.Duration {
	t.Helper()
	path, began := built(t), time.Now()
	p := startServing(t, program.Command(t.Context(), path, data))
	res, err := http.Get(p.url + "/readyz")
	must.OK(t, err)
	took := time.Since(began)
	must.OK(t, res.Body.Close())
	if res.StatusCode != http.StatusOK {
		t.Fatalf("/readyz: got %s, want 200", res.Status)
	}
	p.stop(t)
	return took
}

// memory is the memory of a process in bytes.
type memory struct {
	name                string
	anonymous, resident int64
}

// measureIdle measures the program when it has answered nothing yet.
func measureIdle(t testing.TB, town plenty.Town) memory {
	t.Helper()
	p := served(t, built(t), filled(t, town), unreached...)
	p.rest(t)
	defer p.stop(t)
	return p.memory(t, "idle")
}

// measureMemory measures the idle program, opens event streams, and closes them.
func measureMemory(t testing.TB, given streaming) (all []memory) {
	t.Helper()
	p := served(t, built(t), filled(t, given.town), unreached...)
	all = append(all, p.memory(t, "idle"))
	people := signInAll(t, p, given.town, given.town.Families)
	p.rest(t)
	all = append(all, p.memory(t, "signed-in"))
	var open []net.Conn
	for _, n := range []int{given.some, given.most} {
		for i := len(open); i < n; i++ {
			open = append(open, p.open(t, people[i%len(people)], i))
		}
		p.rest(t)
		all = append(all, p.memory(t, fmt.Sprintf("%d-streams", n)))
	}
	for _, conn := range open {
		must.OK(t, conn.Close())
	}
	time.Sleep(given.after)
	return append(all, p.memory(t, "after"))
}

// open opens a person's event stream. So that the limit on the streams of one address does
// not hold, each comes through a trusted proxy from an address of its own.
func (p *process) open(t testing.TB, one person, n int) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", p.address)
	must.OK(t, err)
	must.OK(t, must.Err(conn.Write(raw("GET", "/api/events", p.host(), "", "Cookie: "+one.cookie, fmt.Sprintf("X-Forwarded-For: 198.51.%d.%d", n/250, n%250)))))
	must.OK(t, conn.SetReadDeadline(time.Now().Add(patience)))
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		if lines.Text() == "event: hello" {
			return conn
		}
	}
	t.Fatalf("stream %d does not begin", n)
	return nil
}

// memory returns the present memory of the process.
func (p *process) memory(t testing.TB, name string) memory {
	t.Helper()
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.command.Process.Pid))
	must.OK(t, err)
	m := memory{name: name}
	for line := range strings.Lines(string(rollup)) {
		fields := strings.Fields(line)
		for key, into := range map[string]*int64{"Rss:": &m.resident, "Anonymous:": &m.anonymous} {
			if fields[0] == key {
				kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
				must.OK(t, err)
				*into = kilobytes << 10
			}
		}
	}
	return m
}
