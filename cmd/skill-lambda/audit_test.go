package main

import (
	"strings"
	"testing"

	"voicememo/cmd/internal/audit"
	"voicememo/tools/testkit/functiontest"
)

// TestAudit: the log has an Echo's join and leave, with hashes by the function's key;
// without a key it has only the kinds of the events.
func TestAudit(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"with a key": "key", "without": ""} {
		t.Run(name, func(t *testing.T) {
			aws := functiontest.NewAWS(t)
			h := newHouse(t, aws, append(with(aws), "VOICEMEMO_AUDIT_KEY="+key)...)
			taro, user := h.person("太郎"), account()
			tk := conversation(t, h.process, user)
			for _, words := range []string{"招待コード " + h.code(taro) + " で参加", "はい", "家族から抜ける", "はい"} {
				say(t, tk, words, "")
			}
			log := functiontest.Says(t, h.process, `"msg":"audit"`, 2)
			echo := audit.Hash([]byte(key), user)
			who := `"actor":"` + echo + `","person":"` + echo + `","family":"` + audit.Hash([]byte(key), string(taro.FamilyID)) + `"}`
			for _, kind := range []string{"joined", "left"} {
				if strings.Contains(log, `"kind":"`+kind+`",`+who) != (key != "") || !strings.Contains(log, `"msg":"audit","kind":"`+kind+`"`) {
					t.Errorf("got\n%swant %s with a hash: %v", log, kind, key != "")
				}
			}
			if strings.Contains(log, user) || strings.Contains(log, string(taro.FamilyID)) {
				t.Errorf("an id is in the log:\n%s", log)
			}
		})
	}
}
