// Package rsakey provides RSA keys for tests. Generating a key takes long, above all with
// the race detector, so each is made once for all tests of a process.
package rsakey

import (
	"crypto/rand"
	"crypto/rsa"
	"sync"
	"testing"

	"voicememo/tools/testkit/must"
)

var (
	mu   sync.Mutex
	made = map[string]*rsa.PrivateKey{}
)

// Named returns the 2048-bit key of a name: the same one in each call of this process.
// Different names have different keys.
func Named(t testing.TB, name string) *rsa.PrivateKey {
	t.Helper()
	mu.Lock()
	defer mu.Unlock()
	if made[name] == nil {
		key, err := rsa.GenerateKey(rand.Reader, 2048)
		must.OK(t, err)
		made[name] = key
	}
	return made[name]
}
