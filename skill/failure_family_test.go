package skill_test

import (
	"testing"

	"voicememo/family"
	"voicememo/skill"
)

// TestFamilyStoreAway checks that every request about people and families gets one
// plain sentence, wherever in the conversation the store fails.
func TestFamilyStoreAway(t *testing.T) {
	noFamilies := failsAt("Members", errSecret)
	noNames := unrecorded(errSecret, func(p family.Patch) bool { return p.Voices != nil })
	cases := map[string]struct {
		change         func(*world, *skill.Options)
		first, ja, en  string
		firstEn, voice string
	}{
		"launch":          {change: noPeople, ja: "家族ボイスメモを開いて", en: "open family voice memo"},
		"invite":          {change: noPeople, ja: "招待コードを作って", en: "make an invite code"},
		"who may invite":  {change: noFamilies, ja: "招待コードを作って", en: "make an invite code"},
		"join":            {change: noPeople, first: "招待コード 1234 で参加", firstEn: "join with code 1234", ja: "はい", en: "yes"},
		"leave":           {change: noPeople, ja: "家族から抜ける", en: "leave the family"},
		"whom to leave":   {change: noFamilies, ja: "家族から抜ける", en: "leave the family"},
		"leave after all": {change: noPeople, first: "家族から抜ける", firstEn: "leave the family", ja: "はい", en: "yes"},
		"members":         {change: noPeople, ja: "家族は誰", en: "who is in my family"},
		"their names":     {change: noFamilies, ja: "家族は誰", en: "who is in my family"},
		"a name":          {change: noPeople, ja: "私は太郎", en: "my name is Taro"},
		"which name":      {change: noNames, ja: "名前を変えて", en: "change my name", voice: taroVoice},
	}
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.household(w.word("太郎", "Taro"))
		for name, tc := range cases {
			w.run(name, func(t *testing.T) {
				defer w.restore()
				tk := w.spokenBy(w.talk(locale), tc.voice)
				if tc.first != "" {
					w.says(tk, w.word(tc.first, tc.firstEn))
				}
				w.with(tc.change)
				a := w.says(tk, w.word(tc.ja, tc.en))
				if a.Speech != w.word(plainJa, plainEn) || a.Open {
					t.Errorf("got speech %q, open %v", a.Speech, a.Open)
				}
			})
		}
	})
}
