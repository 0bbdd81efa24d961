package connect_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/infra/dynamo/connect"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// at points the SDK's own variables at an endpoint.
func at(t *testing.T, endpoint string) {
	t.Helper()
	for _, assignment := range localengine.Environ(endpoint) {
		name, value, _ := strings.Cut(assignment, "=")
		t.Setenv(name, value)
	}
}

// tables makes tables and returns their environment.
func tables(t *testing.T) string {
	t.Helper()
	_, environment := localengine.Environment(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment)
	})
	return environment
}

// TestOpen: the SDK's own variables lead to the engine.
func TestOpen(t *testing.T) {
	environment := tables(t)
	at(t, localengine.ForTest(t))
	db, err := connect.Connector{}.Open(t.Context(), environment)
	must.OK(t, err)
	check.Equal(t, db.Ping(t.Context()), nil)
	check.Equal(t, db.Close(), nil)
}

// TestSilentConnections: after the network has dropped its connections, a server reads on
// after waiting for only one of them.
func TestSilentConnections(t *testing.T) {
	environment := tables(t)
	relay := localengine.NewRelay(t, localengine.ForTest(t))
	at(t, relay.URL)
	db, err := connect.Connector{}.Open(t.Context(), environment)
	must.OK(t, err)
	for relay.Open() < 4 { // one more than the tries of an SDK request
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				check.Equal(t, db.Ping(t.Context()), nil)
			})
		}
		wg.Wait()
	}
	relay.Silence()
	check.Equal(t, db.Ping(t.Context()), nil)
	check.Equal(t, relay.Unheard(), 1, "requests on silent connections")
}

// TestWarnings: the SDK's warnings are lines of the program's own log.
func TestWarnings(t *testing.T) {
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", "yesterday")
	}))
	t.Cleanup(endpoint.Close)
	at(t, endpoint.URL)
	var out bytes.Buffer
	db, err := connect.Connector{Logger: slog.New(slog.NewJSONHandler(&out, nil))}.Open(t.Context(), "dev")
	must.OK(t, err)
	_ = db.Ping(t.Context()) // the result for the empty answer does not matter
	var line struct{ Level, Msg, Warning string }
	if err := json.NewDecoder(&out).Decode(&line); err != nil || line.Level != "WARN" || line.Msg != "aws sdk" || !strings.Contains(line.Warning, "Date") {
		t.Errorf("got %+v, %v, want a warning of the Date header", line, err)
	}
}
