package function

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"strings"
	"testing"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/family/module"
)

func from(env map[string]string) func(string) string {
	return func(name string) string { return env[name] }
}

// TestCore: a module's secret, settings and metrics.
func TestCore(t *testing.T) {
	key := strings.Repeat("k", minKey)
	env := map[string]string{"VOICEMEMO_VOTES_KEY": key, "VOICEMEMO_SHORT_KEY": key[1:], "VOICEMEMO_VOTES_DAYS": "3", "VOICEMEMO_PUBLIC_URL": "https://memo.example.com"}
	var log bytes.Buffer
	sink := emf.New(&log, "dev")
	core := Services{}.Core(from(env), sink)
	want := sha256.Sum256([]byte(key))
	if got, err := core.Secret("votes"); !bytes.Equal(got, want[:]) || err != nil {
		t.Errorf("got %x, %v, want the hash of the variable", got, err)
	}
	if _, err := core.Secret("short"); err == nil || !strings.HasPrefix(err.Error(), "VOICEMEMO_SHORT_KEY must be ") {
		t.Errorf("got %v, want an error about the variable", err)
	}
	if _, err := core.Secret("none"); !errors.Is(err, module.ErrOff) {
		t.Errorf("got %v, want %v", err, module.ErrOff)
	}
	if got := core.Setting("VOTES_DAYS") + core.Setting("OTHER"); got != "3" || core.PublicURL != "https://memo.example.com" {
		t.Errorf("got setting %q and address %q", got, core.PublicURL)
	}
	core.Count("VotesCast", 2)
	core.Count("VotesCast", 1)
	core.Logger.Info("live")
	if !strings.Contains(log.String(), `"VotesCast":3`) {
		t.Errorf("got log %s, want VotesCast in it", &log)
	}
}

func TestLiveURL(t *testing.T) {
	for value, good := range map[string]bool{
		"": true, "wss://abc.execute-api.us-east-1.amazonaws.com/prod": true, "wss://live.example.com": true, "ws://127.0.0.1:8080/test": true,
		"ws://live.example.com": false, "https://live.example.com": false, "wss://": false, "live.example.com": false,
		"wss://live.example.com/?a=b": false, "wss://live.example.com/#a": false, "wss://a:b@live.example.com/": false, "wss://%zz": false,
	} {
		got, err := LiveURL(from(map[string]string{"VOICEMEMO_LIVE_URL": value}))
		if good != (err == nil) || good && got != value || !good && !strings.HasPrefix(err.Error(), "VOICEMEMO_LIVE_URL must be ") {
			t.Errorf("%q: got %q, %v, want it accepted: %v", value, got, err, good)
		}
	}
}
