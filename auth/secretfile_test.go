package auth_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"voicememo/auth"
	"voicememo/tools/testkit/must"
)

// TestLoadSecret: processes that start together have one secret of 32 bytes, which stays.
func TestLoadSecret(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "push-key")
	secrets := make([][]byte, 20)
	var wait sync.WaitGroup
	for i := range secrets {
		wait.Go(func() {
			var err error
			if secrets[i], err = auth.LoadSecret(path); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for _, s := range secrets {
		if len(s) != 32 || !bytes.Equal(s, secrets[0]) || bytes.Equal(s, make([]byte, 32)) {
			t.Fatalf("got %x and %x, want one secret", s, secrets[0])
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("got %v, %v; want mode 0600", info, err)
	}
	other, err := auth.LoadSecret(filepath.Join(t.TempDir(), "push-key"))
	if err != nil || bytes.Equal(other, secrets[0]) {
		t.Errorf("got %x, %v; want another secret", other, err)
	}
}

// TestWrongSecret: a file that is not one of a secret is refused, and stays as it is.
func TestWrongSecret(t *testing.T) {
	for _, content := range []string{"", "0123", string(bytes.Repeat([]byte("0"), 66)), string(bytes.Repeat([]byte("x"), 64))} {
		path := filepath.Join(t.TempDir(), "push-key")
		must.OK(t, os.WriteFile(path, []byte(content), 0o600))
		if secret, err := auth.LoadSecret(path); !errors.Is(err, auth.ErrSecretFile) {
			t.Errorf("%q: got %x, %v; want ErrSecretFile", content, secret, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("got %q, %v; want %q", got, err, content)
		}
	}
}
