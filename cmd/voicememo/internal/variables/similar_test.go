package variables

import (
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
)

// TestSimilarVariables: a suggestion is the variable that was probably meant, and there is
// none without a similar one.
func TestSimilarVariables(t *testing.T) {
	t.Parallel()
	known := strings.Fields("VOICEMEMO_SIGNUP VOICEMEMO_SIGNUP_ALLOW VOICEMEMO_DATA VOICEMEMO_ADDR VOICEMEMO_ALEXA_SKILL_ID VOICEMEMO_OIDC_CLIENT_ID VOICEMEMO_OIDC_CLIENT_SECRET VOICEMEMO_TLS_DOMAIN VOICEMEMO_URL VOICEMEMO_TOKEN")
	for name, want := range map[string]string{
		"VOICEMEMO_SIGNUP_ALOW":   "VOICEMEMO_SIGNUP_ALLOW",
		"VOICEMEMO_SIGN_UP":       "VOICEMEMO_SIGNUP",
		"VOICEMEMO_DATA_DIR":      "VOICEMEMO_DATA",
		"VOICEMEMO_ADR":           "VOICEMEMO_ADDR",
		"VOICEMEMO_SKILL_ID":      "VOICEMEMO_ALEXA_SKILL_ID",
		"VOICEMEMO_CLIENT_SECRET": "VOICEMEMO_OIDC_CLIENT_SECRET",
		"VOICEMEMO_OIDC_SECRET":   "VOICEMEMO_OIDC_CLIENT_SECRET",
		"VOICEMEMO_TLS_DOMAINS":   "VOICEMEMO_TLS_DOMAIN",
		"voicememo_signup":        "VOICEMEMO_SIGNUP",
		"Voicememo_Data":          "VOICEMEMO_DATA",
		"VOICEMEMO_COLOUR":        "",
		"VOICEMEMO_":              "",
	} {
		check.Equal(t, Similar(name, known), want, name)
		if err := Check([]string{name}, known); err == nil {
			t.Errorf("%s is not refused", name)
		}
	}
}
