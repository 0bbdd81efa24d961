package functiontest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/localengine"
)

// Environment is the environment that the functions use, whatever the tables' names are
// on the local engine.
const Environment = "dev"

// AWS stands in for the services that the functions call: DynamoDB is the local engine,
// with tables of the test's own and those of the modules, Secrets Manager has the secrets
// set by Keep, and API Gateway is the handler set by Manage. It is safe for concurrent use.
type AWS struct {
	URL string // of all services
	DB  *dynamo.DB

	client *dynamodb.Client
	engine string
	names  dynamo.Tables // that the tables really have
	tables string        // what these begin with
	keys   []string      // variables with the secrets of the modules

	mu      sync.Mutex
	secrets map[string]string
	instead Answer
	gateway http.Handler
	calls   map[cfn.Grant]bool
}

// Answer answers a request in place of the service if its status is not 0. The action is
// such as "PutItem".
type Answer func(action string, body []byte) (status int, answer string)

// NewAWS returns an AWS that ends with the test.
func NewAWS(t testing.TB) *AWS {
	t.Helper()
	here := checkout(t)
	modules := moduleTables(t, here)
	client, environment := localengine.Streaming(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment, modules...)
	})
	a := &AWS{
		DB: dynamo.Open(client, environment), client: client, engine: localengine.ForTest(t), names: dynamo.TablesOf(environment),
		tables: prefix + environment + "-", keys: moduleKeys(t, here), secrets: map[string]string{}, calls: map[cfn.Grant]bool{},
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(a.serve))
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // functions that are ended leave connections behind
	s.Start()
	t.Cleanup(s.Close)
	a.URL = s.URL
	return a
}

// prefix begins the names of all tables; expected begins those that the functions use.
const (
	prefix   = "alexa-voice-memo-"
	expected = prefix + Environment + "-"
)

// Environ returns the variables that direct a function to a.
func (a *AWS) Environ() []string {
	return append(append(localengine.Environ(a.URL), a.keys...), "AWS_ENDPOINT_URL="+a.URL, "VOICEMEMO_ENVIRONMENT="+Environment)
}

// Manage makes h answer the requests about connections.
func (a *AWS) Manage(h http.Handler) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.gateway = h
}

// Keep stores a secret under an id.
func (a *AWS) Keep(id, value string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.secrets[id] = value
}

// Rename also keeps a secret under another id.
func (a *AWS) Rename(id, other string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.secrets[other] = a.secrets[id]
}

// Instead makes f answer from now on; nil: only the services answer.
func (a *AWS) Instead(f Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.instead = f
}

// serve answers all requests. The header names service and action ("Making API requests"
// of either service).
func (a *AWS) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller has gone
	}
	if strings.Contains(r.URL.Path, "/@connections/") {
		a.manage(w, r, body)
		return
	}
	service, action, _ := strings.Cut(r.Header.Get("X-Amz-Target"), ".")
	instead := a.note(service, action, body)
	w.Header().Set("Content-Type", "application/x-amz-json-1.1")
	if instead != nil {
		if status, answer := instead(action, body); status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, answer)
			return
		}
	}
	switch {
	case service == "secretsmanager" && action == "BatchGetSecretValue":
		a.secretBatch(w, body)
	case service == "secretsmanager":
		a.secret(w, body)
	default:
		a.forward(w, r, body)
	}
}

// manage answers a request about a connection.
func (a *AWS) manage(w http.ResponseWriter, r *http.Request, body []byte) {
	a.mu.Lock()
	a.calls[cfn.Grant{Action: manageConnections, Resource: everyConnection}] = true
	gateway, instead := a.gateway, a.instead
	a.mu.Unlock()
	if instead != nil {
		if status, answer := instead(r.Method+" @connections", body); status != 0 {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, answer)
			return
		}
	}
	if gateway == nil {
		w.WriteHeader(http.StatusForbidden)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	gateway.ServeHTTP(w, r)
}

// note records the calls of a request and returns the Answer to ask first.
func (a *AWS) note(service, action string, body []byte) Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range calls(service, action, body) {
		a.calls[c] = true
	}
	return a.instead
}

// secret answers GetSecretValue.
func (a *AWS) secret(w http.ResponseWriter, body []byte) {
	var asked struct {
		ID string `json:"SecretId"`
	}
	_ = json.Unmarshal(body, &asked) // without an id there is no secret
	a.mu.Lock()
	value, kept := a.secrets[asked.ID]
	a.mu.Unlock()
	answer := map[string]string{"ARN": asked.ID, "SecretString": value}
	if !kept {
		w.WriteHeader(http.StatusBadRequest)
		answer = map[string]string{"__type": "ResourceNotFoundException"}
	}
	_ = json.NewEncoder(w).Encode(answer) // the caller has gone
}

// secretBatch answers BatchGetSecretValue. It leaves out secrets that do not exist, among
// other errors.
func (a *AWS) secretBatch(w http.ResponseWriter, body []byte) {
	var asked struct {
		IDs []string `json:"SecretIdList"`
	}
	_ = json.Unmarshal(body, &asked) // without ids there are no secrets
	answer := map[string][]map[string]string{"SecretValues": {}, "Errors": {}}
	a.mu.Lock()
	for _, id := range asked.IDs {
		if value, kept := a.secrets[id]; kept {
			answer["SecretValues"] = append(answer["SecretValues"], map[string]string{"ARN": id, "Name": id, "SecretString": value})
		} else {
			answer["Errors"] = append(answer["Errors"], map[string]string{"SecretId": id, "ErrorCode": "ResourceNotFoundException"})
		}
	}
	a.mu.Unlock()
	_ = json.NewEncoder(w).Encode(answer) // the caller has gone
}

// forward sends a request to the engine, with the names that the tables have there.
func (a *AWS) forward(w http.ResponseWriter, r *http.Request, body []byte) {
	there := bytes.ReplaceAll(body, []byte(expected), []byte(a.tables))
	req, err := http.NewRequestWithContext(r.Context(), r.Method, a.engine, bytes.NewReader(there))
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	req.Header = r.Header.Clone()
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	defer func() { _ = res.Body.Close() }()
	back, err := io.ReadAll(res.Body)
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
	w.WriteHeader(res.StatusCode)
	_, _ = w.Write(bytes.ReplaceAll(back, []byte(a.tables), []byte(expected)))
}
