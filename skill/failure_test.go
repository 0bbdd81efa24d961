package skill_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
)

const (
	plainJa = "すみません、今はメモにつながりません。少し待ってから、もう一度試してください。"
	plainEn = "Sorry, I can't reach the memos right now. Please try again in a little while."
	wrongEn = "Sorry, something went wrong. Please try again in a little while."
	wrongJa = "すみません、うまくいきませんでした。少し待ってから、もう一度試してください。"
)

func TestStoreAway(t *testing.T) {
	unavailable := withMemos(func(s memo.Store) memo.Store { return away{s, models.Unavailable(errors.New("secret endpoint"))} })
	unknown := withMemos(func(s memo.Store) memo.Store { return away{s, errors.New("secret disk")} })
	for name, tc := range map[string]struct {
		change         func(*world, *skill.Options)
		locale, say    string
		want, logEntry string
	}{
		"launch":           {unavailable, "ja-JP", "家族ボイスメモを開いて", plainJa, "secret endpoint"},
		"add":              {unavailable, "ja-JP", "牛乳を買う を追加", plainJa, "unavailable"},
		"read":             {unavailable, "ja-JP", "一覧", plainJa, "unavailable"},
		"read in English":  {unavailable, "en-GB", "read the memos", plainEn, "unavailable"},
		"delete":           {unavailable, "ja-JP", "1番を削除", plainJa, "unavailable"},
		"no people":        {noPeople, "ja-JP", "一覧", plainJa, "unavailable"},
		"an unknown error": {unknown, "ja-JP", "一覧", wrongJa, "internal"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, tc.change)
			a := w.says(w.talk(tc.locale), tc.say)
			if a.Speech != tc.want || a.Open {
				t.Errorf("got speech %q, open %v", a.Speech, a.Open)
			}
			if !strings.Contains(w.log.String(), tc.logEntry) {
				t.Errorf("log does not contain %q: %s", tc.logEntry, w.log.String())
			}
		})
	}
}

// TestEveryIntentWithoutTheStore checks every intent in a session whose memos become
// unavailable: the speaker hears one sentence in time, the session ends, and the reply
// does not claim that there are no memos.
func TestEveryIntentWithoutTheStore(t *testing.T) {
	faults := map[string]struct {
		store func(memo.Store) memo.Store
		want  [2]string
	}{
		"away":    {func(s memo.Store) memo.Store { return away{s, models.Unavailable(errors.New("secret"))} }, [2]string{plainJa, plainEn}},
		"silent":  {func(s memo.Store) memo.Store { return silent{s} }, [2]string{plainJa, plainEn}},
		"unknown": {func(s memo.Store) memo.Store { return away{s, errors.New("secret")} }, [2]string{wrongJa, wrongEn}},
	}
	for intent, lines := range map[string][2][]string{
		"add":        {{"紙を買う を追加"}, {"add buy paper"}},
		"add again":  {{"紙を買う を追加", "紙を買う を追加"}, {"add buy paper", "add buy paper"}},
		"read":       {{"一覧"}, {"read the memos"}},
		"next":       {{"一覧", "次"}, {"read the memos", "next"}},
		"next again": {{"一覧", "次", "前", "次"}, {"read the memos", "next", "previous", "next"}},
		"previous":   {{"一覧", "次", "前"}, {"read the memos", "next", "previous"}},
		"repeat":     {{"一覧", "もう一度"}, {"read the memos", "repeat"}},
		"find":       {{"牛乳 を探して"}, {"find milk"}},
		"delete":     {{"一覧", "2番を削除"}, {"read the memos", "delete number 2"}},
		"unread":     {{"2番を削除"}, {"delete number 2"}},
		"undo":       {{"一覧", "2番を削除", "元に戻して"}, {"read the memos", "delete number 2", "undo"}},
		"delete all": {{"全部消して"}, {"delete everything"}},
		"all, yes":   {{"全部消して", "はい"}, {"delete everything", "yes"}},
	} {
		t.Run(intent, func(t *testing.T) {
			bilingualInBubble(t, func(t *testing.T, w *world, locale string) {
				shopping(w)
				language := map[bool]int{true: 1}[w.english]
				for kind, fault := range faults {
					w.restore()
					tk, last := w.talk(locale), len(lines[language])-1
					w.launch(tk)
					w.says(tk, lines[language][:last]...)
					w.with(withMemos(fault.store))
					if a := w.says(tk, lines[language][last]); a.Speech != fault.want[language] || a.Open {
						t.Errorf("%s: got %q, open %v, want %q", kind, a.Speech, a.Open, fault.want[language])
					}
				}
			})
		})
	}
}

// turnTime is the skill's own time limit for a turn. Alexa waits 8 seconds, including
// network time.
const turnTime = 5 * time.Second

// ownTimes restores the skill's own time limits, for tests in a bubble.
func ownTimes(_ *world, o *skill.Options) { o.TurnTime, o.NoteTime = 0, 0 }

// TestDeadline checks that the skill stops early enough for Alexa to receive the reply.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, ownTimes, withMemos(func(s memo.Store) memo.Store { return silent{s} }))
		began := time.Now()
		if a := w.says(w.talk("ja-JP"), "一覧"); a.Speech != plainJa {
			t.Errorf("got %q, want %q", a.Speech, plainJa)
		}
		if took := time.Since(began); took != turnTime {
			t.Errorf("got an answer after %v, want %v", took, turnTime)
		}
	})
}

func TestPanicIsASentence(t *testing.T) {
	w := newWorld(t, listing(func(context.Context, memo.Store, memo.Listing) (memo.Page, error) { panic("secret") }))
	if a := w.says(w.talk("ja-JP"), "一覧"); a.Speech != wrongJa || a.Open {
		t.Errorf("got speech %q, open %v", a.Speech, a.Open)
	}
}

// connectJa is the way that works without waiting.
const connectJa = "「番号を出して」と言うと、家族の人に入力してもらう番号をお伝えします。それなら、待たずに参加できます。ほかにメモすることはありますか？"

func TestRefusalsOfJoining(t *testing.T) {
	w := newWorld(t)
	for name, tc := range map[string]struct {
		err  error
		want string
		open bool
	}{
		"not valid":       {models.NotFound(models.ReasonInviteNotValid), "その招待コードは使えません。番号が違うか、もう使われたか、5分を過ぎています。4桁の招待コードを教えてもらえますか？", true},
		"wait a minute":   {models.TooMany(models.ReasonWait, 30*time.Second), "番号が合わなかったようです。1分ほど待ってから、もう一度試してください。" + connectJa, true},
		"wait an hour":    {models.TooMany(models.ReasonWait, 59*time.Minute+time.Second), "番号が合わなかったようです。60分ほど待ってから、もう一度試してください。" + connectJa, true},
		"wait a day":      {models.TooMany(models.ReasonWait, 22*time.Hour+time.Minute), "番号が合わなかったようです。23時間ほど待ってから、もう一度試してください。" + connectJa, true},
		"already member":  {models.Conflict(models.ReasonAlreadyMember), "もうその家族に入っています。", false},
		"full":            {models.Conflict(models.ReasonFamilyFull), "その家族は人数がいっぱいです。", false},
		"list full":       {models.Conflict(models.ReasonListFull), "家族のメモがいっぱいです。ウェブの画面で、いらないメモをゴミ箱からも消してください。", false},
		"hand over first": {models.Conflict(models.ReasonHandOverFirst), "今の家族の代表なので、ほかの人がいるうちは抜けられません。ほかの人が抜けてから、もう一度試してください。", false},
		"codes exhausted": {&models.Error{Code: models.CodeUnavailable, Reason: models.ReasonCodesExhausted}, plainJa, false},
		"asked before":    {models.Conflict(models.ReasonAlreadyAsked), "家族の代表に、もう聞いています。返事をお待ちください。返事がなければ、申し込みは24時間で取り消しになります。", false},
		"many requests":   {models.Conflict(models.ReasonManyRequests), "その家族への申し込みは、もういっぱいです。「番号を出して」と言うと、番号をお伝えします。家族の代表が入力すれば、このエコーをすぐに追加できます。ほかにメモすることはありますか？", true},
		"busy":            {models.TooMany(models.ReasonBusy, time.Second), "前の番号を確かめているところです。1分ほど待ってから、もう一度試してください。", false},
		"another reason":  {models.Forbidden(models.ReasonFreshSignIn), "すみません、それはできません。", false},
	} {
		w.run(name, func(t *testing.T) {
			w.with(withoutCodes(func(context.Context) error { return tc.err }))
			a := w.says(w.talk("ja-JP"), "招待コード 1234 で参加", "はい")
			if a.Speech != tc.want || a.Open != tc.open {
				t.Errorf("got speech %q, open %v", a.Speech, a.Open)
			}
		})
	}
}
