package function

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/family/module"
	"voicememo/internal/loopback"
)

// minKey is the shortest secret that keeps a key, in characters.
const minKey = 32

// Core returns what modules may use of a function. The secret of a module is the SHA-256 of
// the variable with its name, such as VOICEMEMO_PUSH_KEY of the module push. Without the
// variable the module is off. A function whose public address is of its own machine is run
// by its developer.
func (s Services) Core(getenv func(string) string, sink *emf.Sink) module.Core {
	public := getenv("VOICEMEMO_PUBLIC_URL")
	at, err := url.Parse(public)
	return module.Core{
		Memos: s.Memos, Families: s.Families, PublicURL: public, Dev: err == nil && loopback.Is(at.Host),
		Secret: func(name string) ([]byte, error) {
			variable := "VOICEMEMO_" + strings.ToUpper(name) + "_KEY"
			if getenv(variable) == "" {
				return nil, module.ErrOff
			}
			key, err := Key(getenv, variable)
			sum := sha256.Sum256([]byte(key))
			return sum[:], err
		},
		Setting: func(name string) string { return getenv("VOICEMEMO_" + name) },
		Count:   sink.Count, Logger: sink.Logger(), Now: time.Now,
	}
}

// Key returns the secret text in a variable. The error names the variable if the text is
// too short to be a secret.
func Key(getenv func(string) string, variable string) (string, error) {
	key := getenv(variable)
	if len(key) < minKey {
		return "", fmt.Errorf("%s must be a secret of at least %d characters", variable, minKey)
	}
	return key, nil
}

// LiveURL returns the address at which pages open WebSockets: that of the variable
// VOICEMEMO_LIVE_URL. "": there is none. The error is a sentence about the variable.
func LiveURL(getenv func(string) string) (string, error) {
	live := getenv(liveURL)
	u, err := url.Parse(live)
	switch {
	case live == "":
		return "", nil
	case err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
	case u.Scheme == "wss" || u.Scheme == "ws" && loopback.Is(u.Host):
		return live, nil
	}
	return "", errors.New(liveURL + " must be an address such as wss://example.com/prod")
}

const liveURL = "VOICEMEMO_LIVE_URL"
