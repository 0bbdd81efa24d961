package localengine

import (
	"net/http"
	"testing"
)

func TestStart(t *testing.T) {
	t.Setenv(EndpointVariable, "")
	endpoint, stop, err := Start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !answers(t, endpoint) {
		t.Error("got no answer from the engine")
	}
	stop()
	if answers(t, endpoint) {
		t.Error("got an answer from the engine after its end")
	}
}

func TestStartElsewhere(t *testing.T) {
	t.Setenv(EndpointVariable, "http://127.0.0.1:1")
	endpoint, stop, err := Start(t.Context())
	if err != nil || endpoint != "http://127.0.0.1:1" {
		t.Errorf("got %s, %v", endpoint, err)
	}
	stop()
}

func TestLaunchFails(t *testing.T) {
	for _, binary := range []string{"/nowhere/at/all", "false"} {
		if _, _, err := launch(t.Context(), binary); err == nil {
			t.Errorf("launch %s: got no error", binary)
		}
	}
}

func answers(t *testing.T, endpoint string) bool {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, endpoint, nil)
	if err != nil {
		t.Fatal(err)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		return false
	}
	res.Body.Close()
	return true
}
