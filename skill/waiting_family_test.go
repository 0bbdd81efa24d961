package skill_test

import (
	"context"
	"strings"
	"testing"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill"
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
		said := w.asksFor(w.kitchen(), w.word("ほかのエコーの返事を待っています。", "I'm waiting for an answer from the other Echo. "))
		if a := w.launch(w.talk(locale)); !strings.Contains(a.Speech, said) {
			t.Errorf("got %q, want %q", a.Speech, said)
		}
	})
}

// waitingAs is a family service with one open request.
type waitingAs struct {
	skill.Families
	request models.Request
	err     error
}

func (s waitingAs) Waiting(ctx context.Context, actor models.User) (models.Family, models.Request, error) {
	f, err := s.FamilyOf(ctx, actor)
	if err == nil {
		err = s.err
	}
	return f, s.request, err
}

// TestWaitingWithoutACheckNumber checks a request of an earlier version, which has no
// check number.
func TestWaitingWithoutACheckNumber(t *testing.T) {
	w := newWorld(t)
	w.asksFor(w.person("太郎"), "")
	w.skill.Families = waitingAs{Families: w.skill.Families}
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
			w.skill.Families = waitingAs{Families: w.skill.Families, err: tc.err}
			if a := w.launch(w.talk("ja-JP")); a.Speech != tc.want {
				t.Errorf("got %q, want %q", a.Speech, tc.want)
			}
		})
	}
}
