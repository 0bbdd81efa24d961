package skill_test

import (
	"context"
	"strings"
	"testing"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/models"
)

// asksFor makes the Echo ask to join a person's family, and returns the speech of its
// launch.
func (w *world) asksFor(owner models.User, waits string) string {
	w.t.Helper()
	w.must(w.families.SetAskBeforeJoin(w.t.Context(), owner, true))
	entry, err := w.invites.RedeemCode(w.t.Context(), w.device(), w.code(owner), invite.Alexa)
	w.must(err)
	check := w.spelledOut(entry.Request.Check)
	return waits + w.word("確認番号は、"+check+"です。", "The check number is "+check+". ")
}

// TestWaitingForAnUnnamedEcho checks that an owner without a name is not named.
func TestWaitingForAnUnnamedEcho(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		said := w.asksFor(w.kitchen(), w.word("コードを作った家族の返事を待っています。", "I'm waiting for an answer from the family that made the code. "))
		if a := w.launch(w.talk(locale)); !strings.Contains(a.Speech, said) {
			t.Errorf("got %q, want %q", a.Speech, said)
		}
	})
}

// unchecked is a family store with requests of an earlier version, which have no check number.
type unchecked struct{ family.Store }

func (s unchecked) Person(ctx context.Context, id models.UserID) (models.User, error) {
	u, err := s.Store.Person(ctx, id)
	u.Membership.Request.Check = ""
	return u, err
}

func (s unchecked) Roster(ctx context.Context, id models.FamilyID) (models.Family, error) {
	f, err := s.Store.Roster(ctx, id)
	for i := range f.Requests {
		f.Requests[i].Check = ""
	}
	return f, err
}

// TestWaitingWithoutACheckNumber checks a request of an earlier version, which has no
// check number.
func TestWaitingWithoutACheckNumber(t *testing.T) {
	w := newWorld(t)
	w.asksFor(w.person("太郎"), "")
	w.with(withFamilies(func(s family.Store) family.Store { return storeOf(unchecked{s}) }))
	if a := w.launch(w.talk("ja-JP")); !strings.Contains(a.Speech, "返事を待っています。") || strings.Contains(a.Speech, "確認番号") {
		t.Errorf("got speech %q", a.Speech)
	}
}

func TestWaitingThatCannotBeRead(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"away":    {models.Unavailable(context.DeadlineExceeded), plainJa},
		"decided": {models.NotFound(models.ReasonPerson), "家族ボイスメモです。何をメモしますか？"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.introduced()
			w.asksFor(w.person("太郎"), "")
			w.with(failsAt("Members", tc.err))
			if a := w.launch(w.talk("ja-JP")); a.Speech != tc.want {
				t.Errorf("got %q, want %q", a.Speech, tc.want)
			}
		})
	}
}
