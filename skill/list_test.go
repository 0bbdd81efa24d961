package skill_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/skill/words"
)

// TestFindingInALongList checks that a search that reaches the limit of one turn offers
// to continue.
func TestFindingInALongList(t *testing.T) {
	found := func(id string) models.Memo {
		return models.Memo{UserID: echo, ID: models.MemoID(id), Content: "牛乳" + id, Timestamp: time.Unix(0, 0)}
	}
	w := newWorld(t, inPages(13, map[int][]models.Memo{4: {found("1"), found("2")}, 12: {found("3")}}))
	w.converse(w.talk("ja-JP"), []exchange{
		{"牛乳 を探して", []string{"「牛乳」のメモは、まだ見つかりません。続けますか？"}},
		{"はい", []string{"「牛乳」のメモです。1番、牛乳1。", "2番、牛乳2。", w.sentence(words.Ask("more"))}},
		{"はい", []string{"まだ見つかりません。続けますか？"}},
		{"はい", []string{"3番、", "牛乳3。", "以上です。"}},
	})
}

// TestListening checks that memos are no longer new once all new ones were read, and that
// a search or a jump to an older memo does not count as that.
func TestListening(t *testing.T) {
	for name, tc := range map[string]struct {
		lines []string
		noted bool
	}{
		"the list":          {[]string{"一覧", "次", "次"}, true},
		"to delete":         {[]string{"1番を削除", "次", "次"}, true},
		"the new ones":      {[]string{"家族ボイスメモを開いて", "はい", "はい", "はい"}, true},
		"one page":          {[]string{"一覧"}, false},
		"two pages":         {[]string{"一覧", "次"}, false},
		"the first, twice":  {[]string{"一覧", "前", "もう一度"}, false},
		"the last one only": {[]string{"12番を読んで"}, false},
		"back to the first": {[]string{"一覧", "次", "1番を読んで", "次"}, false},
		"a search":          {[]string{"牛乳 を探して"}, false},
		"launch":            {[]string{"家族ボイスメモを開いて"}, false},
		"an add":            {[]string{"紙を買う を追加"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			shopping(w)
			w.says(w.talk("ja-JP"), tc.lines...)
			if noted := !w.device().Skill.LastReadAt.IsZero(); noted != tc.noted {
				t.Errorf("got recordings %v", noted)
			}
		})
	}
}

func TestListeningOnceAndWithoutHarm(t *testing.T) {
	notes := 0
	w := newWorld(t, unrecorded(errSecret, func(p family.Patch) bool {
		if p.LastReadAt != nil {
			notes++
		}
		return p.LastReadAt != nil
	}))
	shopping(w)
	if a := w.says(w.talk("ja-JP"), "一覧", "次", "次"); !strings.Contains(a.Speech, "12番、") || notes != 1 {
		t.Errorf("got speech %q after %d recordings", a.Speech, notes)
	}
	w.must(w.families.MarkListened(t.Context(), w.device(), models.Speaker{Device: talkDevice}, w.now))
	w.says(w.talk("ja-JP"), "一覧", "次", "前", "次", "次")
	if notes != 1 {
		t.Errorf("%d notes of the same list", notes)
	}
	if strings.Contains(w.log.String(), "secret") {
		t.Error(w.log.String())
	}
}

// TestEndingWherePhrasesAreAwaited checks that stop ends, that no continues or, where
// only a memo is awaited, ends, and that a command is carried out, although Alexa takes
// them for the awaited phrase.
func TestEndingWherePhrasesAreAwaited(t *testing.T) {
	w := newWorld(t)
	shopping(w)
	for question, line := range map[string]string{"text": "メモを追加", "search": "メモを探して", "number": "メモを消したい"} {
		for heard, want := range map[string]string{
			"やめて": "わかりました。", "ストップ": "では、また。", "いいえ。": "わかりました。", "一覧": "1番、",
		} {
			w.run(question+" "+heard, func(t *testing.T) {
				tk := w.talk("ja-JP")
				w.says(tk, "家族ボイスメモを開いて", line)
				if a := w.meant(tk, "SpeakIntent", "speech", heard); !strings.Contains(a.Speech, want) || slices.Contains(w.contents(), heard) {
					t.Errorf("got speech %q, want %q", a.Speech, want)
				}
			})
		}
	}
}

// TestStopEndsEverywhere checks every question and the middle of a dialog.
func TestStopEndsEverywhere(t *testing.T) {
	w := newWorld(t)
	w.code(w.person("太郎"))
	for _, begin := range [][]string{
		{}, {"一覧"}, {"メモを追加"}, {"メモを探して"}, {"牛乳を買う を追加"}, {"全部消して"}, {"1番を削除"},
		{"家族に参加"}, {"招待コード %s で参加"}, {"名前を変えて"}, {"むにゃむにゃ"}, {"ヘルプ"},
	} {
		for _, stop := range []string{"ストップ", "キャンセル", "ホームに戻って"} {
			t.Run(strings.Join(begin, " ")+" "+stop, func(t *testing.T) {
				tk := w.talk("ja-JP")
				w.launch(tk)
				for _, line := range begin {
					w.says(tk, w.withCode(line))
				}
				if a := w.says(tk, stop); a.Open || a.Speech != "わかりました。では、また。" {
					t.Errorf("got speech %q, open %v", a.Speech, a.Open)
				}
			})
		}
	}
}
