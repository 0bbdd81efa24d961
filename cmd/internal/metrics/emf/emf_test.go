package emf_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/invite"
	"voicememo/tools/testkit/must"
)

// line is one line as CloudWatch reads it.
type line struct {
	fields  map[string]any
	metrics map[string]float64
}

// world is a sink with its log.
type world struct {
	*emf.Sink
	t      *testing.T
	log    *bytes.Buffer
	schema *jsonschema.Schema
}

func newWorld(t *testing.T) world {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("testdata/line.schema.json")
	must.OK(t, err)
	log := &bytes.Buffer{}
	return world{emf.New(log, "dev"), t, log, schema}
}

// lines returns the lines logged since the last call. Lines with metrics must follow the
// specification: its schema, and every member that a directive names must exist, a text for
// a dimension and a number for a metric.
func (w world) lines() (all []line) {
	w.t.Helper()
	for text := range strings.Lines(w.log.String()) {
		l := line{metrics: map[string]float64{}}
		if err := json.Unmarshal([]byte(text), &l.fields); err != nil {
			w.t.Fatalf("%v: %s", err, text)
		}
		if aws, has := l.fields["_aws"]; has {
			if err := w.schema.Validate(l.fields); err != nil {
				w.t.Errorf("%v: %s", err, text)
			}
			for _, directive := range aws.(map[string]any)["CloudWatchMetrics"].([]any) {
				l.extract(w.t, directive.(map[string]any))
			}
		}
		all = append(all, l)
	}
	w.log.Reset()
	return all
}

func (l line) extract(t *testing.T, directive map[string]any) {
	t.Helper()
	if namespace := directive["Namespace"]; namespace != "VoiceMemo" {
		t.Errorf("got namespace %v", namespace)
	}
	for _, set := range directive["Dimensions"].([]any) {
		if names := set.([]any); len(names) != 1 || names[0] != "Environment" || l.fields["Environment"] != "dev" {
			t.Errorf("got dimensions %v, Environment %v", names, l.fields["Environment"])
		}
	}
	for _, m := range directive["Metrics"].([]any) {
		definition := m.(map[string]any)
		name := definition["Name"].(string)
		value, number := l.fields[name].(float64)
		if !number || definition["Unit"] != "Count" {
			t.Errorf("metric %s: got %v %v", name, l.fields[name], definition["Unit"])
		}
		l.metrics[name] = value
	}
}

func TestFiguresStandInTheLine(t *testing.T) {
	took := 3 * time.Millisecond
	for name, c := range map[string]struct {
		message string
		happens func(s *emf.Sink)
		want    map[string]float64
	}{
		"a request": {"request", func(s *emf.Sink) { s.Request("GET", "/api/memos", 200, took) },
			map[string]float64{"WebRequests": 1, "WebFailures": 0}},
		"a request refused": {"request", func(s *emf.Sink) { s.Request("GET", "", 404, took) },
			map[string]float64{"WebRequests": 1, "WebFailures": 0}},
		"a request that failed": {"request", func(s *emf.Sink) { s.Request("GET", "/readyz", 503, took) },
			map[string]float64{"WebRequests": 1, "WebFailures": 1}},
		"a turn with calls": {"turn", func(s *emf.Sink) {
			s.StoreCall("families", "Person", "ok", took)
			s.StoreCall("memos", "Update", "not_found", took)
			s.Turn("DeleteMemoIntent", "not_found", took)
		}, map[string]float64{"SkillTurns": 1, "SkillFailures": 0, "StoreCalls": 2, "StoreFailures": 0}},
		"a turn without the store": {"turn", func(s *emf.Sink) {
			s.StoreCall("families", "Person", "unavailable", took)
			s.Turn("LaunchRequest", "unavailable", took)
		}, map[string]float64{"SkillTurns": 1, "SkillFailures": 1, "StoreCalls": 1, "StoreFailures": 1}},
		"a turn that broke": {"turn", func(s *emf.Sink) { s.Turn("LaunchRequest", "internal", took) },
			map[string]float64{"SkillTurns": 1, "SkillFailures": 1}},
		"tries to join": {"request", func(s *emf.Sink) {
			s.Join(invite.Web, invite.Joined)
			s.Join(invite.Web, invite.Wrong)
			s.Join(invite.Alexa, invite.Refused)
			s.Join("link", "unavailable")
		}, map[string]float64{"JoinAttempts": 4, "JoinRefusals": 1}},
		"moves pending": {"carry-on", func(s *emf.Sink) { s.Pending(3); s.Pending(2) }, map[string]float64{"MovesPending": 2}},
		"open pages": {"live", func(s *emf.Sink) { s.Count("LiveHints", 3); s.Count("LiveHints", 2); s.Count("LiveGone", 0) },
			map[string]float64{"LiveHints": 5, "LiveGone": 0}},
		"no moves": {"carry-on", func(s *emf.Sink) { s.Pending(0) }, map[string]float64{"MovesPending": 0}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			c.happens(w.Sink)
			before := time.Now()
			w.Logger().Info(c.message, "status", 200)
			w.Logger().Info(c.message)
			lines := w.lines()
			if len(lines) != 2 || !maps.Equal(lines[0].metrics, c.want) || lines[0].fields["status"] != 200.0 || lines[0].fields["msg"] != c.message {
				t.Fatalf("got %v, want %v", lines, c.want)
			}
			at := int64(lines[0].fields["_aws"].(map[string]any)["Timestamp"].(float64))
			if at < before.UnixMilli() || at > time.Now().UnixMilli() {
				t.Errorf("got timestamp %d", at)
			}
			if again := lines[1].fields; again["_aws"] != nil || again["Environment"] != nil {
				t.Errorf("got %v, want no metrics", again)
			}
		})
	}
}

// TestOtherLinesWait: only the line at the end of a request reports, not the lines before
// it, with any logger.
func TestOtherLinesWait(t *testing.T) {
	w := newWorld(t)
	w.Request("GET", "/", 500, 0)
	w.Logger().Error("request failed", "error", "away")
	w.Logger().WithGroup("inner").Info("request", "status", 500)
	w.Logger().With("function", "web").Info("request", "status", 500)
	lines := w.lines()
	for i, want := range []int{0, 0, 2} {
		if len(lines) != 3 || len(lines[i].metrics) != want {
			t.Fatalf("line %d: got %v", i, lines)
		}
	}
	if lines[2].fields["function"] != "web" {
		t.Errorf("%v", lines[2].fields)
	}
}

// TestNothingIsCountedTwice: the sum of the metrics is right for overlapping requests.
func TestNothingIsCountedTwice(t *testing.T) {
	w := newWorld(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				w.StoreCall("memos", "List", "ok", 0)
				w.Turn("ReadMemosIntent", "ok", 0)
				w.Logger().Info("turn")
			}
		})
	}
	wg.Wait()
	sum := map[string]float64{}
	for _, l := range w.lines() {
		for name, value := range l.metrics {
			sum[name] += value
		}
	}
	want := map[string]float64{"SkillTurns": 400, "SkillFailures": 0, "StoreCalls": 400, "StoreFailures": 0}
	if !maps.Equal(sum, want) {
		t.Errorf("got %v, want %v in %v", sum, want, slices.Sorted(maps.Keys(sum)))
	}
}
