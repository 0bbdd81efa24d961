package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/cmd/internal/function"
	"voicememo/tools/testkit/must"
)

// secretsOf returns a vault whose requests a handler answers.
func secretsOf(t *testing.T, h http.HandlerFunc) vault {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	env := map[string]string{
		"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_ENDPOINT_URL": s.URL,
	}
	a, err := function.NewAccount(func(name string) string { return env[name] }, slog.New(slog.DiscardHandler))
	must.OK(t, err)
	return newVault(a)
}

// ring returns new session keys as they are stored.
func ring(t *testing.T) string {
	t.Helper()
	keys := auth.NewKeyRing(time.Now())
	text, err := keys.JSON()
	must.OK(t, err)
	return string(text)
}

// both answers with both secrets, for either request.
func both(t *testing.T, w http.ResponseWriter, r *http.Request, keys string) {
	t.Helper()
	entries := map[string]entry{"client": {Name: "client", SecretString: "c"}, "keys": {Name: "keys", SecretString: keys}}
	var asked struct{ SecretID string }
	if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
		t.Error(err)
	}
	out := any(map[string][]entry{"SecretValues": {entries["client"], entries["keys"]}})
	if strings.HasSuffix(r.Header.Get("X-Amz-Target"), ".GetSecretValue") {
		out = entries[asked.SecretID]
	}
	if err := json.NewEncoder(w).Encode(out); err != nil {
		t.Error(err)
	}
}

// TestSecretsWithAnotherClock: a request is signed again by the service's clock.
func TestSecretsWithAnotherClock(t *testing.T) {
	keys := ring(t)
	v := secretsOf(t, func(w http.ResponseWriter, r *http.Request) {
		there := time.Now().Add(time.Hour)
		w.Header().Set("Date", there.UTC().Format(http.TimeFormat))
		signed, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
		if d := there.Sub(signed).Abs(); err != nil || d > 5*time.Minute {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = fmt.Fprint(w, `{"__type":"InvalidSignatureException"}`)
			return
		}
		both(t, w, r, keys)
	})
	if got, err := v.read(t.Context(), config{clientSecretID: "client", sessionKeysID: "keys"}); err != nil || got.clientSecret != "c" {
		t.Errorf("got %q (%v), want the secrets", got.clientSecret, err)
	}
}

// TestSecretsWithoutBatch: where the request for both is refused, for whatever cause, each
// secret is read alone.
func TestSecretsWithoutBatch(t *testing.T) {
	keys := ring(t)
	for _, status := range []int{http.StatusBadRequest, http.StatusForbidden, http.StatusInternalServerError, http.StatusNotImplemented} {
		v := secretsOf(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.Header.Get("X-Amz-Target"), ".BatchGetSecretValue") {
				w.WriteHeader(status)
				return
			}
			both(t, w, r, keys)
		})
		if got, err := v.read(t.Context(), config{clientSecretID: "client", sessionKeysID: "keys"}); err != nil || got.clientSecret != "c" {
			t.Errorf("status %d: got %q (%v), want the secrets", status, got.clientSecret, err)
		}
	}
}
