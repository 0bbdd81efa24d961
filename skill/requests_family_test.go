package skill_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/models"
)

// asking makes the family of the Echo that people speak to ask first.
func (w *world) asking() {
	w.t.Helper()
	w.must(w.families.SetAskBeforeJoin(w.t.Context(), w.device(), true))
}

// applies makes a person ask to join the Echo's family.
func (w *world) applies(name string) models.User {
	w.t.Helper()
	u := w.person(name)
	entry, err := w.invites.RedeemCode(w.t.Context(), u, w.code(w.device()), invite.Web)
	w.must(err)
	if !entry.Asked() {
		w.t.Fatalf("%s is in %+v", name, entry.Family)
	}
	w.check = w.spelledOut(entry.Request.Check)
	w.pass(time.Second)
	return u
}

func TestJoiningAFamilyThatAsksFirst(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		taro := w.person(w.word("太郎", "Taro"))
		w.must(w.families.SetAskBeforeJoin(t.Context(), taro, true))
		w.write(w.device(), w.word("牛乳", "milk"), 0)
		w.code(taro)
		tk := w.talk(locale)
		a := w.says(tk, w.withCode(w.word("招待コード %s で参加", "join with code %s")), w.word("はい", "yes"))
		check := w.spelledOut(w.device().Membership.Request.Check)
		want := w.word("太郎さんの返事を待ちます。確認番号は、"+check+"です。太郎さんに伝えてください。許可されると、次に開いたときにお知らせします。返事がなければ、24時間で取り消しになります。",
			"I'm waiting for Taro to answer. The check number is "+check+". Please tell Taro that number. "+
				"If you're let in, I'll tell you the next time you open this skill. Without an answer, the request ends after 24 hours.")
		if a.Speech != want || a.Open {
			t.Errorf("got speech %q, open %v", a.Speech, a.Open)
		}
		again, err := w.send(t.Context(), a.Request)
		w.must(err)
		if string(again) != string(a.Response) {
			t.Errorf("got a different reply to the repeat: %s", again)
		}
		if got := w.people(taro); len(got) != 1 {
			t.Errorf("got members %q", got)
		}
		if n := len(w.contents()); n != 1 {
			t.Errorf("got %d memos of the Echo", n)
		}
		brought, err := w.families.Allow(t.Context(), taro, w.device().ID)
		w.must(err)
		if brought != 1 || len(w.people(taro)) != 2 {
			t.Errorf("%d memos moved", brought)
		}
	})
}

// named makes voices known, so that a launch does not ask for their names.
func (w *world) named(voices ...models.VoiceID) {
	w.t.Helper()
	for _, v := range voices {
		_, err := w.families.NameVoice(w.t.Context(), w.device(), v, "somebody")
		w.must(err)
	}
}

// askers returns the names of the people who wait to be admitted to the Echo's family.
func (w *world) askers() (names []string) {
	w.t.Helper()
	f, err := w.families.FamilyOf(w.t.Context(), w.device())
	w.must(err)
	askers, err := w.families.Askers(w.t.Context(), f)
	w.must(err)
	for _, a := range askers {
		names = append(names, a.User.Name)
	}
	return names
}

// TestOrderOfTheQuestions checks that a launch asks about the person who waits first,
// then about new memos, then a new voice for its name, and only one of these at a time.
func TestOrderOfTheQuestions(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.asking()
		hanako := w.applies(w.word("花子", "Hanako"))
		steps := []struct {
			question string
			answered func()
		}{
			{w.word("家族に入ってもらいますか？", "Should I let them in?"), func() {
				w.write(hanako, w.word("傘", "umbrella"), time.Minute)
				_, err := w.families.Allow(t.Context(), w.device(), hanako.ID)
				w.must(err)
			}},
			{w.word("読みましょうか？", "Would you like to listen?"), func() {
				w.must(w.families.MarkListened(t.Context(), w.device(), models.Speaker{Voice: taroVoice}, w.now))
			}},
			{w.word("お名前を教えてもらえますか？", "What's your name?"), func() {}},
			{w.menu(), func() {}},
		}
		for i, step := range steps {
			a := w.launch(w.spokenBy(w.talk(locale), taroVoice))
			for j, other := range steps {
				if strings.Contains(a.Speech, other.question) != (i == j) {
					t.Errorf("launch %d: got speech %q, want only %q asked", i+1, a.Speech, step.question)
				}
			}
			step.answered()
		}
	})
}

// TestOnlyTheOwnerIsAsked checks that another member's Echo does not hear of requests.
func TestOnlyTheOwnerIsAsked(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		taro := w.household(w.word("太郎", "Taro"))
		w.must(w.families.SetAskBeforeJoin(t.Context(), taro, true))
		hanako := w.person(w.word("花子", "Hanako"))
		_, err := w.invites.RedeemCode(t.Context(), hanako, w.code(taro), invite.Web)
		w.must(err)
		if a := w.launch(w.talk(locale)); strings.Contains(a.Speech, hanako.Name) {
			t.Errorf("got speech %q", a.Speech)
		}
	})
}

// TestWhatCanHappenWhileAsking checks changes between the question and the answer.
func TestWhatCanHappenWhileAsking(t *testing.T) {
	const over, overEn = "その申し込みは、もうありません。", "That request is no longer open. "
	for name, tc := range map[string]struct {
		happens func(w *world, u models.User)
		ja, en  string
	}{
		"withdrawn": {func(w *world, u models.User) { w.must(w.families.Withdraw(w.t.Context(), u)) }, over, overEn},
		"lapsed":    {func(w *world, _ models.User) { w.pass(models.RequestLifetime) }, over, overEn},
		"refused on the web": {func(w *world, u models.User) {
			w.must(w.families.Refuse(w.t.Context(), w.device(), u.ID))
		}, over, overEn},
		"allowed on the web": {func(w *world, u models.User) {
			_, err := w.families.Allow(w.t.Context(), w.device(), u.ID)
			w.must(err)
		}, "花子さんが家族に入りました。", "Hanako is in the family now. "},
		"owner of others": {func(w *world, u models.User) {
			_, err := w.invites.RedeemCode(w.t.Context(), w.person("child"), w.code(u), invite.Web)
			w.must(err)
		}, "花子さんは今、ほかの家族の代表です。先に、代表をその家族のほかの人に引き継いでもらってください。", "Hanako is now the owner of another family and has to hand it over first. "},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				w.asking()
				u := w.applies(w.word("花子", "Hanako"))
				tk := w.talk(locale)
				w.launch(tk)
				tc.happens(w, u)
				want := w.word(tc.ja, tc.en) + w.menu()
				if a := w.says(tk, w.word("はい", "yes")); a.Speech != want {
					t.Errorf("got %q, want %q", a.Speech, want)
				}
			})
		})
	}
}

func TestDecisionsThatFail(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
		open bool
	}{
		"full":  {models.Conflict(models.ReasonFamilyFull), "家族の人数がいっぱいなので、花子さんはまだ参加できません。何をメモしますか？", true},
		"owner": {models.Forbidden(models.ReasonOwnerOnly), "すみません、それができるのは家族の代表だけです。", false},
		"away":  {models.Unavailable(context.DeadlineExceeded), plainJa, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, failsAt("Admit", tc.err))
			w.asking()
			w.applies("花子")
			tk := w.talk("ja-JP")
			w.launch(tk)
			if a := w.says(tk, "はい"); a.Speech != tc.want || a.Open != tc.open {
				t.Errorf("got speech %q, open %v", a.Speech, a.Open)
			}
		})
	}
}

// without is a family store that cannot read a person.
type without struct {
	family.Store
	id models.UserID
}

func (s without) Person(ctx context.Context, id models.UserID) (models.User, error) {
	if id == s.id {
		return models.User{}, errSecret
	}
	return s.Store.Person(ctx, id)
}

func TestLaunchWhenTheAskersAreAway(t *testing.T) {
	w := newWorld(t)
	w.asking()
	hanako := w.applies("花子")
	w.with(withFamilies(func(s family.Store) family.Store { return storeOf(without{s, hanako.ID}) }))
	if a := w.launch(w.talk("ja-JP")); a.Speech != plainJa || a.Open {
		t.Errorf("got speech %q, open %v", a.Speech, a.Open)
	}
}

// TestForgedAsker checks that a fingerprint forged by a client admits no one.
func TestForgedAsker(t *testing.T) {
	for _, forged := range []any{"", "0123456789abcdef", strings.Repeat("f", 5000), 7} {
		w := newWorld(t)
		w.asking()
		w.applies("花子")
		tk := w.talk("ja-JP")
		w.launch(tk)
		tk.Send = sendChanged(w, func(raw []byte) []byte { return changed(t, raw, "session.attributes.asker", forged) })
		w.says(tk, "はい")
		if got := w.people(w.device()); len(got) != 1 {
			t.Errorf("%v: got members %q", forged, got)
		}
	}
}
