package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"voicememo/cmd/internal/audit"
	"voicememo/tools/testkit/functiontest"
)

// TestAudit: the log has the changes of accesses and memberships, with hashes by the
// function's key; without a key it has only the kinds of the events.
func TestAudit(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"with a key": "key", "without": ""} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, "https://"+customDomain, 1, "VOICEMEMO_AUDIT_KEY="+key)
			taro := s.signIn("太郎")
			var me struct{ User struct{ UserID string } }
			if err := json.Unmarshal([]byte(taro.Ask("GET", "/api/me", "").Want(http.StatusOK).Body), &me); err != nil || me.User.UserID == "" {
				t.Fatal(err, me)
			}
			taro.Ask("POST", "/auth/logout-everywhere", "").Want(http.StatusNoContent)
			log := functiontest.Says(t, s.instances[0], `"msg":"audit"`, 2)
			hash := audit.Hash([]byte(key), me.User.UserID)
			who := `"actor":"` + hash + `","person":"` + hash + `"`
			for _, want := range []string{`"kind":"access_began",` + who + `,"access":"`, `"kind":"signed_out_everywhere",` + who + `}`} {
				if strings.Contains(log, want) != (key != "") {
					t.Errorf("got\n%swant %s: %v", log, want, key != "")
				}
			}
			if strings.Count(log, `"msg":"audit"`) != 2 || strings.Contains(log, me.User.UserID) {
				t.Errorf("got\n%swant two lines of the audit and no id", log)
			}
		})
	}
}
