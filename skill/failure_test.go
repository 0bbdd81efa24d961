package skill_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
)

// away is a memo store that cannot be reached.
type away struct {
	memo.Store
	err error
}

func (a away) Get(context.Context, []models.MemoRef) ([]models.Memo, error) { return nil, a.err }
func (a away) List(context.Context, memo.Listing) (memo.Page, error)        { return memo.Page{}, a.err }
func (a away) Add(context.Context, models.Memo, int) (models.Memo, bool, error) {
	return models.Memo{}, false, a.err
}
func (a away) Update(context.Context, models.MemoRef, memo.Change) (models.Memo, error) {
	return models.Memo{}, a.err
}

// gone is a family store that cannot be reached.
type gone struct{ family.Store }

func (gone) Person(context.Context, models.UserID) (models.User, error) {
	return models.User{}, models.Unavailable(errors.New("secret endpoint"))
}

// silent is a memo store that answers only when the caller gives up.
type silent struct{ memo.Store }

func (silent) List(ctx context.Context, _ memo.Listing) (memo.Page, error) {
	<-ctx.Done()
	return memo.Page{}, ctx.Err()
}

func (silent) Get(ctx context.Context, _ []models.MemoRef) ([]models.Memo, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func (silent) Add(ctx context.Context, _ models.Memo, _ int) (models.Memo, bool, error) {
	<-ctx.Done()
	return models.Memo{}, false, ctx.Err()
}

func (silent) Update(ctx context.Context, _ models.MemoRef, _ memo.Change) (models.Memo, error) {
	<-ctx.Done()
	return models.Memo{}, ctx.Err()
}

func withMemos(store func(memo.Store) memo.Store) func(*world, *skill.Options) {
	return func(w *world, o *skill.Options) {
		broken := memo.NewService(store(w.db.Memos()), w.families)
		broken.Now = o.Now
		o.Memos = broken
	}
}

const (
	plainJa = "すみません、今メモの保管場所につながりません。少し待ってから、もう一度試してください。"
	plainEn = "Sorry, I can't reach the memos right now. Please try again in a little while."
	wrongEn = "Sorry, something went wrong. Please try again in a little while."
	wrongJa = "すみません、うまくいきませんでした。少し待ってから、もう一度試してください。"
)

func TestStoreAway(t *testing.T) {
	unavailable := withMemos(func(s memo.Store) memo.Store { return away{s, models.Unavailable(errors.New("secret endpoint"))} })
	unknown := withMemos(func(s memo.Store) memo.Store { return away{s, errors.New("secret disk")} })
	noPeople := func(w *world, o *skill.Options) { o.People = family.NewService(gone{w.db.Families()}, w.db.Memos()) }
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
				t.Errorf("said %q, open %v", a.Speech, a.Open)
			}
			if !strings.Contains(w.log.String(), tc.logEntry) {
				t.Errorf("log lacks %q: %s", tc.logEntry, w.log.String())
			}
		})
	}
}

// TestEveryIntentWithoutTheStore: in the middle of a session the memos cannot be
// had. The speaker hears one sentence in time, the session is over, and nothing
// is said about memos that there may be.
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
		"add again":  {{"紙を買う を追加", "紙を買う を追加", "はい"}, {"add buy paper", "add buy paper", "yes"}},
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
		for kind, fault := range faults {
			t.Run(intent+" "+kind, func(t *testing.T) {
				bilingual(t, func(t *testing.T, w *world, locale string) {
					shopping(w)
					tk := w.talk(locale)
					language := map[bool]int{true: 1}[w.english]
					last := len(lines[language]) - 1
					w.launch(tk)
					w.says(tk, lines[language][:last]...)
					withMemos(fault.store)(w, &w.skill.Options)
					ctx := t.Context()
					if kind == "silent" { // only there is it what ends the turn
						brief, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
						defer cancel()
						ctx = brief
					}
					a, err := tk.Say(ctx, lines[language][last])
					w.must(err)
					if a.Speech != fault.want[language] || a.Open {
						t.Errorf("said %q, open %v", a.Speech, a.Open)
					}
				})
			})
		}
	}
}

// TestDeadline: the skill itself gives up in time for Alexa to hear it.
func TestDeadline(t *testing.T) {
	var until time.Time
	w := newWorld(t, func(_ *world, o *skill.Options) { o.Memos = watching{o.Memos, &until} })
	began := time.Now()
	w.says(w.talk("ja-JP"), "一覧")
	if left := until.Sub(began); left <= 0 || left > 6*time.Second {
		t.Errorf("a turn may take %v", left)
	}
}

// watching notes until when an answer must be there.
type watching struct {
	skill.Memos
	until *time.Time
}

func (w watching) List(ctx context.Context, actor models.User, q memo.Query) (memo.List, error) {
	*w.until, _ = ctx.Deadline()
	return w.Memos.List(ctx, actor, q)
}

type panicking struct{ skill.Memos }

func (panicking) List(context.Context, models.User, memo.Query) (memo.List, error) { panic("secret") }

func TestPanicIsASentence(t *testing.T) {
	w := newWorld(t, func(_ *world, o *skill.Options) { o.Memos = panicking{o.Memos} })
	if a := w.says(w.talk("ja-JP"), "一覧"); a.Speech != wrongJa || a.Open {
		t.Errorf("said %q, open %v", a.Speech, a.Open)
	}
}

// refusing is an invite service with one answer.
type refusing struct {
	skill.Invites
	err error
}

func (r refusing) RedeemCode(context.Context, models.User, string, invite.Surface) (models.Entry, error) {
	return models.Entry{}, r.err
}

// connectJa is the way that works without waiting.
const connectJa = "「アカウントにつなぐ」と言うと番号が出ます。それを家族の人が画面に入れれば、待たずにすみます。ほかにご用はありますか？"

func TestRefusalsOfJoining(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
		open bool
	}{
		"not valid":       {models.NotFound(models.ReasonInviteNotValid), "その招待コードは使えません。番号が違うか、5分を過ぎています。4桁の招待コードは何ですか？", true},
		"wait a minute":   {models.TooMany(models.ReasonWait, 30*time.Second), "招待コードを何度も試しました。1分ほど待ってから、もう一度試してください。" + connectJa, true},
		"wait an hour":    {models.TooMany(models.ReasonWait, 59*time.Minute+time.Second), "招待コードを何度も試しました。60分ほど待ってから、もう一度試してください。" + connectJa, true},
		"wait a day":      {models.TooMany(models.ReasonWait, 22*time.Hour+time.Minute), "招待コードを何度も試しました。23時間ほど待ってから、もう一度試してください。" + connectJa, true},
		"already member":  {models.Conflict(models.ReasonAlreadyMember), "もうその家族に入っています。", false},
		"full":            {models.Conflict(models.ReasonFamilyFull), "その家族は人数がいっぱいです。", false},
		"list full":       {models.Conflict(models.ReasonListFull), "家族のメモがいっぱいです。ウェブのページで、いらないメモをごみ箱からも消してください。", false},
		"hand over first": {models.Conflict(models.ReasonHandOverFirst), "今の家族の代表なので、ほかの人がいる間は離れられません。ほかの人が抜けてから、もう一度試してください。", false},
		"codes exhausted": {&models.Error{Code: models.CodeUnavailable, Reason: models.ReasonCodesExhausted}, plainJa, false},
		"asked before":    {models.Conflict(models.ReasonAlreadyAsked), "家族の代表に、もう聞いています。返事をお待ちください。申し込みは24時間で終わります。", false},
		"many requests":   {models.Conflict(models.ReasonManyRequests), "その家族への申し込みは、もういっぱいです。「アカウントにつなぐ」と言ってください。家族の代表が、このエコーをすぐに入れられます。ほかにご用はありますか？", true},
		"busy":            {models.TooMany(models.ReasonBusy, time.Second), "前の番号を確かめているところです。1分ほど待ってから、もう一度試してください。", false},
		"another reason":  {models.Forbidden(models.ReasonFreshSignIn), "すみません、それはできません。", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(_ *world, o *skill.Options) { o.Invites = refusing{o.Invites, tc.err} })
			a := w.says(w.talk("ja-JP"), "招待コード 1234 で参加", "はい")
			if a.Speech != tc.want || a.Open != tc.open {
				t.Errorf("said %q, open %v", a.Speech, a.Open)
			}
		})
	}
}
