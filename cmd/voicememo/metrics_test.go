package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/must"
)

// counting is a server with metrics, run by the command itself.
type counting struct {
	*served
	metrics string // their address
}

// serveCounting starts a server inside the test and reads the address of its metrics; "":
// none.
func (h home) serveCounting(t *testing.T, flags ...string) counting {
	t.Helper()
	c := counting{served: h.serveHere(t, flags...)}
	if values := metricsAt.FindStringSubmatch(c.greeting); values != nil {
		c.metrics = values[1]
	}
	return c
}

var metricsAt = regexp.MustCompile(`metrics at +(\S+)`)

// scrape returns all metrics as a scraper reads them: counters and gauges by name and
// labels, and the number of observations of histograms.
func (c counting) scrape() (values map[string]float64, text string) {
	c.t.Helper()
	res, err := http.Get(c.metrics)
	must.OK(c.t, err)
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		c.t.Fatalf("%s: %v", res.Status, err)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(bytes.NewReader(raw))
	must.OK(c.t, err)
	values = map[string]float64{}
	for name, family := range families {
		for _, m := range family.GetMetric() {
			values[labelled(name, m)] = m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return values, string(raw)
}

func labelled(name string, m *dto.Metric) string {
	var labels []string
	for _, l := range m.GetLabel() { // in the order of their names
		labels = append(labels, l.GetName()+"="+l.GetValue())
	}
	return fmt.Sprintf("%s{%s}", name, strings.Join(labels, " "))
}

// TestFigures: the metrics count the requests that were made, on either engine.
func TestFigures(t *testing.T) {
	for engine, h := range homes(t) {
		t.Run(engine, func(t *testing.T) {
			c := h.serveCounting(t, "--metrics-addr", "127.0.0.1:0")
			taro := c.signIn("太郎")
			taro.Call(http.MethodPost, "/api/memos", `{"content":"傘を持っていく"}`, http.StatusCreated)
			code := taro.Call(http.MethodPost, "/api/family/invite-codes", "", http.StatusCreated)["code"].(string)
			hanako := c.signIn("花子")
			hanako.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
			jiro := c.signIn("次郎")
			for range 3 {
				jiro.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusNotFound)
			}
			jiro.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusTooManyRequests)
			c.alexa(alexa.AddMemo("r1", "amzn1.ask.account.TALK", "卵を買う"))
			c.alexa(alexa.AddMemo("r1", "amzn1.ask.account.TALK", "卵を買う"))
			c.alexa(strings.Replace(alexa.AddMemo("r2", "amzn1.ask.account.TALK", "卵"), "AddMemoIntent", "卵Intent", 1))
			taro.Ask(http.MethodGet, "/太郎のメモ", "")

			want := map[string]float64{
				"voicememo_requests_total{method=POST route=/api/memos status=201}":       1,
				"voicememo_requests_total{method=POST route=/api/family/join status=200}": 1,
				"voicememo_requests_total{method=POST route=/api/family/join status=404}": 3,
				"voicememo_requests_total{method=POST route=/api/family/join status=429}": 1,
				"voicememo_requests_total{method=POST route=/alexa status=200}":           3,
				"voicememo_requests_total{method=GET route= status=404}":                  1,
				"voicememo_request_seconds{route=/api/family/join}":                       5,
				"voicememo_turns_total{intent=AddMemoIntent outcome=ok}":                  2,
				"voicememo_turns_total{intent=other outcome=ok}":                          1,
				"voicememo_turn_seconds{}":                                                3,
				"voicememo_join_attempts_total{outcome=joined surface=web}":               1,
				"voicememo_join_attempts_total{outcome=wrong surface=web}":                3,
				"voicememo_join_attempts_total{outcome=refused surface=web}":              1,
				"voicememo_moves_pending{}":                                               0,
			}
			text := c.until(want)
			for _, personal := range []string{"太郎", "花子", "傘", "卵", "amzn1", `"` + code + `"`} { // a bound of a histogram may end with the digits
				if strings.Contains(text, personal) {
					t.Errorf("the metrics contain %q", personal)
				}
			}
			for _, name := range []string{"go_goroutines", "process_start_time_seconds"} {
				if !strings.Contains(text, "\n"+name+" ") {
					t.Errorf("got no metric %s", name)
				}
			}
		})
	}
}

// until scrapes until the metrics have these values, because a request is counted a moment
// after its answer. Each observed duration must also have been counted.
func (c counting) until(want map[string]float64) string {
	c.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		got, text := c.scrape()
		wrong := map[string]float64{}
		for name, value := range want {
			if is, there := got[name]; !there || is != value {
				wrong[name] = is
			}
		}
		for _, pair := range [][2]string{{"requests_total", "request_seconds"}, {"turns_total", "turn_seconds"}, {"store_calls_total", "store_call_seconds"}} {
			counted, observed := totalOf(got, "voicememo_"+pair[0]), totalOf(got, "voicememo_"+pair[1])
			if counted != observed || counted == 0 {
				wrong[pair[0]], wrong[pair[1]] = counted, observed
			}
		}
		if len(wrong) == 0 {
			return text
		}
		if time.Now().After(end) {
			c.t.Fatalf("got %v, want %v; all metrics: %v", wrong, want, got)
		}
	}
}

func totalOf(values map[string]float64, name string) (total float64) {
	for key, value := range values {
		if strings.HasPrefix(key, name+"{") {
			total += value
		}
	}
	return total
}

// tokenFile writes a file with a scraper's token.
func tokenFile(t *testing.T, token string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "token")
	write(t, path, token+"\n")
	return path
}

// TestFiguresHaveADoorOfTheirOwn: metrics are served only at their own address, and only
// to a client with the token, if there is a token.
func TestFiguresHaveADoorOfTheirOwn(t *testing.T) {
	for _, host := range []string{"0.0.0.0", "127.0.0.1"} {
		t.Run(host, func(t *testing.T) {
			const token = "0123456789abcdef"
			h := home{flags: []string{"--data", t.TempDir()}}
			c := h.serveCounting(t, "--metrics-addr", host+":0", "--metrics-token-file", tokenFile(t, token))
			values, err := url.Parse(c.metrics)
			must.OK(t, err)
			at := "http://127.0.0.1:" + values.Port()
			for _, r := range []struct {
				method, url, shown string
				status             int
			}{
				{http.MethodGet, at + "/metrics", "Bearer " + token, http.StatusOK},
				{http.MethodGet, at + "/metrics", "Bearer 0123456789abcdeF", http.StatusUnauthorized},
				{http.MethodGet, at + "/metrics", "", http.StatusUnauthorized},
				{http.MethodPost, at + "/metrics", "Bearer " + token, http.StatusMethodNotAllowed},
				{http.MethodGet, at + "/", "Bearer " + token, http.StatusNotFound},
				{http.MethodGet, at + "/api/me", "Bearer " + token, http.StatusNotFound},
				{http.MethodGet, c.url + "/metrics", "Bearer " + token, http.StatusNotFound},
			} {
				var shown []string
				if r.shown != "" {
					shown = []string{"Authorization: " + r.shown}
				}
				check.Equal(t, devsignin.Stranger(t, c.through, c.url).Ask(r.method, r.url, "", shown...).Status, r.status, "%s %s with %q", r.method, r.url, r.shown)
			}
		})
	}
}

// TestNoFigures: without the flag there is no listener for metrics.
func TestNoFigures(t *testing.T) {
	if c := (home{flags: []string{"--data", t.TempDir()}}).serveCounting(t); c.metrics != "" || c.url == "" {
		t.Errorf("got metrics at %q, page at %q", c.metrics, c.url)
	}
}
