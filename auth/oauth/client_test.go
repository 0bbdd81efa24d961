package oauth_test

import (
	"errors"
	"strings"
	"testing"

	"voicememo/auth"
	"voicememo/auth/oauth"
)

// TestAlexaSecret: the secret is long enough, and has no character that forms encode, since
// Amazon may send it with and without the encoding.
func TestAlexaSecret(t *testing.T) {
	for secret, ok := range map[string]bool{
		"0123456789abcdefABCDEF-._~": true, strings.Repeat("x", 20): true, strings.Repeat("x", 19): false, "": false,
		strings.Repeat("x", 20) + "+x": false, strings.Repeat("x", 20) + "%41": false, strings.Repeat("x", 20) + " x": false,
		strings.Repeat("x", 20) + "/": false, strings.Repeat("x", 20) + "é": false, strings.Repeat("x", 20) + ":": false,
	} {
		err := oauth.AlexaClient{Secret: secret, Redirects: []string{"https://layla.amazon.com/api/skill/link/M1"}}.Check()
		var option *auth.OptionError
		if ok != (err == nil) || err != nil && (!errors.As(err, &option) || option.Option != "Alexa.Secret") {
			t.Errorf("%q: got %v, want it accepted: %v", secret, err, ok)
		}
	}
}
