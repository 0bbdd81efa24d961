package skilltest

import (
	"bytes"
	"encoding/json"
	"testing"
)

// CheckSecrets checks that a reply neither says nor shows internal data.
func CheckSecrets(t testing.TB, reply []byte) {
	t.Helper()
	var e Envelope
	if err := json.Unmarshal(reply, &e); err != nil {
		t.Fatal(err)
	}
	shown, err := json.Marshal(e.Response)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"amzn1", "google-", "00000000-0000-4000", "sql", "context", "panic"} {
		if bytes.Contains(shown, []byte(secret)) {
			t.Errorf("reply shows %q: %s", secret, shown)
		}
	}
}
