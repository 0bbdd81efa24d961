package invite_test

import (
	"testing"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestSecretAttempts: a person can try twenty wrong links and twenty wrong numbers in an
// hour, previewed or redeemed. Correct ones do not count.
func TestSecretAttempts(t *testing.T) {
	type attempt func(w *familytest.World, u models.User, secret string) error
	links := []attempt{
		func(w *familytest.World, u models.User, s string) error {
			return must.Err(w.Invites.RedeemLink(w.Ctx(), u, s))
		},
		func(w *familytest.World, u models.User, s string) error {
			return must.Err(w.Invites.PreviewLink(w.Ctx(), u, s))
		},
	}
	numbers := []attempt{
		func(w *familytest.World, u models.User, s string) error {
			return must.Err(w.Invites.AddEcho(w.Ctx(), u, s))
		},
		func(w *familytest.World, u models.User, s string) error {
			return must.Err(w.Invites.PreviewEcho(w.Ctx(), u, s))
		},
	}
	for name, c := range map[string]struct {
		attempts []attempt
		wrong    []string
		reason   models.Reason
		right    func(w *familytest.World) string
	}{
		"links": {links, []string{"AAAAAAAAAAAAAAAAAAAAAA", "x"}, models.ReasonLinkAttempts, func(w *familytest.World) string {
			return issue(w, w.Person("Owner")).Token
		}},
		"numbers": {numbers, []string{"12345678", "1234567890"}, models.ReasonNumberAttempts, func(w *familytest.World) string {
			c, err := w.Families.ConnectionNumber(w.Ctx(), w.Echo("Echo"))
			w.OK(err)
			return c.Number
		}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			u := w.Person("Guesser")
			for range 3 { // correct ones do not count
				w.OK(c.attempts[1](w, u, c.right(w)))
			}
			for i := range 20 {
				err := c.attempts[i%2](w, u, c.wrong[i/2%2])
				w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
			}
			right := c.right(w)
			for _, attempt := range c.attempts {
				err := attempt(w, u, right)
				w.Refused(err, models.CodeTooMany, c.reason)
				if wait := models.AsError(err).RetryAfter; wait <= 0 || wait > time.Hour {
					t.Errorf("got a wait of %s, want up to an hour", wait)
				}
			}
			w.OK(c.attempts[1](w, w.Person("Other"), right))
			w.Advance(time.Hour + time.Second)
			w.OK(c.attempts[0](w, u, c.right(w)))
		})
	}
}
