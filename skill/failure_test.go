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

func (a away) List(context.Context, memo.Listing) (memo.Page, error) { return memo.Page{}, a.err }
func (a away) Add(context.Context, models.Memo) (models.Memo, bool, error) {
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
	wrongJa = "すみません、うまくいきませんでした。少し待ってから、もう一度試してください。"
)

func TestStoreAway(t *testing.T) {
	unavailable := withMemos(func(s memo.Store) memo.Store { return away{s, models.Unavailable(errors.New("secret endpoint"))} })
	unknown := withMemos(func(s memo.Store) memo.Store { return away{s, errors.New("secret disk")} })
	noPeople := func(w *world, o *skill.Options) { o.Families = family.NewService(gone{w.db.Families()}, w.db.Memos()) }
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

func TestDeadline(t *testing.T) {
	w := newWorld(t, withMemos(func(s memo.Store) memo.Store { return silent{s} }))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	a, err := w.talk("ja-JP").Say(ctx, "一覧")
	w.must(err)
	if a.Speech != plainJa || a.Open {
		t.Errorf("said %q, open %v", a.Speech, a.Open)
	}
}

// TestDeletingAfterTheStoreWentAway: a session that has read the list meets the
// same sentence.
func TestDeletingAfterTheStoreWentAway(t *testing.T) {
	w := newWorld(t)
	lived(w)
	tk := w.talk("ja-JP")
	w.says(tk, "一覧")
	withMemos(func(s memo.Store) memo.Store { return away{s, models.Unavailable(errors.New("x"))} })(w, &w.skill.Options)
	if a := w.says(tk, "2番を削除"); a.Speech != plainJa || a.Open {
		t.Errorf("said %q, open %v", a.Speech, a.Open)
	}
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
type refusing struct{ err error }

func (r refusing) RedeemCode(context.Context, models.User, string, invite.Surface) (models.Family, int, error) {
	return models.Family{}, 0, r.err
}

func TestRefusalsOfJoining(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
		open bool
	}{
		"not valid":       {models.NotFound(models.ReasonInviteNotValid), "その招待コードは使えません。番号が違うか、5分を過ぎています。4桁の招待コードは何ですか？", true},
		"wait a minute":   {models.TooMany(models.ReasonWait, 30*time.Second), "招待コードを何度も試しました。1分ほど待ってから、もう一度試してください。", false},
		"wait an hour":    {models.TooMany(models.ReasonWait, 59*time.Minute+time.Second), "招待コードを何度も試しました。60分ほど待ってから、もう一度試してください。", false},
		"already member":  {models.Conflict(models.ReasonAlreadyMember), "もうその家族に入っています。", false},
		"full":            {models.Conflict(models.ReasonFamilyFull), "その家族は人数がいっぱいです。", false},
		"hand over first": {models.Conflict(models.ReasonHandOverFirst), "今の家族の当主なので、先に当主をほかの人に譲ってください。", false},
		"codes exhausted": {&models.Error{Code: models.CodeUnavailable, Reason: models.ReasonCodesExhausted}, plainJa, false},
		"another reason":  {models.Forbidden(models.ReasonFreshSignIn), "すみません、それはできません。", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(_ *world, o *skill.Options) { o.Invites = refusing{tc.err} })
			a := w.says(w.talk("ja-JP"), "招待コード 1234 で参加", "はい")
			if a.Speech != tc.want || a.Open != tc.open {
				t.Errorf("said %q, open %v", a.Speech, a.Open)
			}
		})
	}
}
