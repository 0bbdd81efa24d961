package invite_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestIssueLimits: after five codes in an hour or twenty in a day an invitation has only a
// link, which works, and CodeAgainAt says when the next code is possible. Returning the
// live invitation again does not count.
func TestIssueLimits(t *testing.T) { synctest.Test(t, issueLimits) }

func issueLimits(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	codes := 0
	for hour := range 24 {
		for n := range 6 {
			inv := issue(w, owner)
			again := issue(w, owner)
			if again.Code != inv.Code || again.Token == inv.Token || !again.ExpiresAt.Equal(inv.ExpiresAt) {
				t.Fatalf("Issue again: got %+v, want the live invitation %+v", again, inv)
			}
			if inv.Code != "" {
				codes++
				if !inv.CodeAgainAt.IsZero() {
					t.Errorf("got digits and CodeAgainAt %v, want no time", inv.CodeAgainAt)
				}
			} else if wait := inv.CodeAgainAt.Sub(w.Now()); wait <= 0 || wait > 24*time.Hour || hour == 0 && wait > time.Hour {
				t.Errorf("hour %d: got CodeAgainAt in %s, want it within the limit", hour, wait)
			}
			if (inv.Code == "") != (n == 5 || codes == 20 && hour > 3) {
				t.Fatalf("hour %d, invitation %d: got %+v, want digits within the limits only", hour, n, inv)
			}
			w.OK(must.Err(w.Invites.PreviewLink(w.Ctx(), w.Person("Guest"), inv.Token)))
			w.OK(w.Invites.Revoke(w.Ctx(), owner))
		}
		w.Advance(time.Hour + time.Second)
	}
	check.Equal(t, codes, 20, "codes in a day")
	if inv := issue(w, owner); inv.Code == "" {
		t.Errorf("the next day: got %+v, want digits", inv)
	}
}

// TestCodeAgainAt: at CodeAgainAt the family gets digits.
func TestCodeAgainAt(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	for range 5 {
		issue(w, owner)
		w.OK(w.Invites.Revoke(w.Ctx(), owner))
	}
	inv := issue(w, owner)
	again := issue(w, owner) // the invitation with only a link is still live
	if inv.Code != "" || again.Code != "" || again.CodeAgainAt.Before(inv.ExpiresAt) {
		t.Fatalf("got %+v, then %+v, want links only until the first expires", inv, again)
	}
	w.Advance(again.CodeAgainAt.Sub(w.Now()) + time.Second)
	if inv = issue(w, owner); inv.Code == "" {
		t.Errorf("at CodeAgainAt: got %+v, want digits", inv)
	}
}

// fullStore is a store in which most digits are live.
type fullStore struct {
	invite.Store
	free int
}

// Free implements invite.Store.
func (s fullStore) Free(_ context.Context, keys []string, _ time.Time) ([]string, error) {
	return keys[:min(s.free*len(keys)/100, len(keys))], nil
}

// TestFewDigitsFree: if more than half of a sample is live, an invitation has only a link.
func TestFewDigitsFree(t *testing.T) {
	for free, digits := range map[int]bool{100: true, 51: true, 50: true, 49: false, 0: false} {
		w := newWorld(t)
		w.Invites = w.InvitesOver(fullStore{w.InviteStore, free})
		inv := issue(w, w.Person("Owner"))
		if (inv.Code != "") != digits || inv.CodeAgainAt.IsZero() != digits || inv.AsksFirst {
			t.Errorf("%d free: got %+v, want digits: %v", free, inv, digits)
		}
		w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), inv.Token)))
	}
}

// meddledStore is a store that calls a function just before a link is added.
type meddledStore struct {
	invite.Store
	before func()
}

// AddLink implements invite.Store.
func (s meddledStore) AddLink(ctx context.Context, c models.InviteCode) error {
	s.before()
	return s.Store.AddLink(ctx, c)
}

// TestIssueReplacesWhatIsUsedUp: if the live invitation is used, revoked or bound during
// Issue, the owner gets a new one that works.
func TestIssueReplacesWhatIsUsedUp(t *testing.T) {
	for name, use := range map[string]func(w *familytest.World, owner models.User, inv invite.Invitation){
		"used up": func(w *familytest.World, _ models.User, inv invite.Invitation) {
			w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), inv.Code, invite.Web)))
		},
		"revoked": func(w *familytest.World, owner models.User, _ invite.Invitation) {
			w.OK(w.Invites.Revoke(w.Ctx(), owner))
		},
		"bound": func(w *familytest.World, owner models.User, _ invite.Invitation) {
			f, err := w.Families.FamilyOf(w.Ctx(), owner)
			w.OK(err)
			w.OK(w.InviteStore.Bind(w.Ctx(), f.ID, f.InviteID, "new account"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			owner := w.Person("Owner")
			first, meddled := issue(w, owner), false
			over := w.InvitesOver(meddledStore{w.InviteStore, func() {
				if !meddled {
					meddled = true
					use(w, owner, first)
				}
			}})
			inv, err := over.Issue(w.Ctx(), owner)
			w.OK(err)
			if inv.Code == first.Code || !meddled {
				t.Errorf("got %+v after %+v, want another invitation", inv, first)
			}
			w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), w.Person("Another"), inv.Token)))
		})
	}
}

// TestManyLinks: a family can have sixty links in an hour.
func TestManyLinks(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	for range 60 {
		issue(w, owner)
	}
	_, err := w.Invites.Issue(w.Ctx(), owner)
	w.Refused(err, models.CodeTooMany, models.ReasonManyLinks)
	if wait := models.AsError(err).RetryAfter; wait <= 0 || wait > time.Hour {
		t.Errorf("got a wait of %s, want up to an hour", wait)
	}
	issue(w, w.Person("Other"))
	w.Advance(time.Hour + time.Second)
	issue(w, owner)
}

// TestIssueRefused: only an owner can issue, and only if a family has admitted them.
func TestIssueRefused(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	member := w.Join(w.Person("Member"), owner)
	_, err := w.Invites.Issue(w.Ctx(), member)
	w.Refused(err, models.CodeForbidden, models.ReasonOwnerOnly)
	w.Refused(w.Invites.Revoke(w.Ctx(), member), models.CodeForbidden, models.ReasonOwnerOnly)
	w.Refused(w.Invites.Revoke(w.Ctx(), owner), models.CodeNotFound, models.ReasonInviteNotValid)
	p := models.Profile{ID: "invited", Name: "Invited", Source: models.SourceOIDC}
	u, err := w.Families.EnsureInvited(w.Ctx(), p, owner.FamilyID)
	w.OK(err)
	_, err = w.Invites.Issue(w.Ctx(), u)
	w.Refused(err, models.CodeForbidden, models.ReasonNotAdmitted)
}

// TestAsksFirst: AsksFirst of an invitation agrees with its digits and its link.
func TestAsksFirst(t *testing.T) {
	w := newWorld(t)
	owner := w.AskingOwner("Owner")
	if inv := issue(w, owner); !inv.AsksFirst {
		t.Errorf("family that asks: got %+v, want AsksFirst", inv)
	}
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, false))
	inv := issue(w, owner)
	if !inv.AsksFirst { // the digits were issued while the family asked
		t.Errorf("Issue again: got %+v, want AsksFirst", inv)
	}
	entry, err := w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), inv.Code, invite.Web)
	w.OK(err)
	if !entry.Asked() {
		t.Error("got a member by digits that ask, want a request")
	}
	preview, err := w.Invites.PreviewLink(w.Ctx(), w.Person("Guest"), inv.Token)
	w.OK(err)
	entry, err = w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), inv.Token)
	w.OK(err)
	if preview.AsksFirst || entry.Asked() {
		t.Error("got a request by the link, want a member")
	}
	open := w.Person("Open")
	inv = issue(w, open)
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), open, true))
	entry, err = w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), inv.Code, invite.Web)
	w.OK(err)
	if !entry.Asked() {
		t.Error("got a member by digits issued before the family asked, want a request")
	}
}

// TestPreview: a preview shows the inviter, the family and the memos that would come along,
// and does not use the invitation.
func TestPreview(t *testing.T) {
	w := newWorld(t)
	owner, guest := w.Person("Owner"), w.Person("Guest")
	w.Add(guest, "one")
	w.Add(guest, "two")
	inv := issue(w, owner)
	for range 25 {
		preview, err := w.Invites.PreviewLink(w.Ctx(), guest, inv.Token)
		w.OK(err)
		want := invite.Preview{Family: w.FamilyOf(owner), Inviter: w.Again(owner), ExpiresAt: inv.ExpiresAt, Brought: 2}
		w.Same(preview, want)
	}
	entry, err := w.Invites.RedeemLink(w.Ctx(), guest, inv.Token)
	w.OK(err)
	if entry.Brought != 2 || entry.Asked() {
		t.Errorf("RedeemLink: got %+v, want a member with two memos", entry)
	}
	_, err = w.Invites.PreviewLink(w.Ctx(), w.Person("Late"), inv.Token)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}

// TestEveryDeadCodeIsRefusedAlike: unknown, expired, used and revoked codes lead to the
// same error.
func TestEveryDeadCodeIsRefusedAlike(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	used := issue(w, owner)
	w.OK(must.Err(w.Invites.RedeemCode(w.Ctx(), w.Person("Guest"), used.Code, invite.Web)))
	revoked := issue(w, owner)
	w.OK(w.Invites.Revoke(w.Ctx(), owner))
	expired := issue(w, owner)
	w.Advance(models.InviteLifetime)
	for name, inv := range map[string]invite.Invitation{
		"used": used, "revoked": revoked, "expired": expired, "unknown": {Code: unused(w, 3), Token: strings.Repeat("A", 22)},
	} {
		t.Run(name, func(t *testing.T) {
			u := w.Person("Guest")
			errs := []error{
				must.Err(w.Invites.RedeemCode(w.Ctx(), u, inv.Code, invite.Web)),
				must.Err(w.Invites.RedeemLink(w.Ctx(), u, inv.Token)),
				must.Err(w.Invites.PreviewLink(w.Ctx(), u, inv.Token)),
				must.Err(w.Invites.Bind(w.Ctx(), inv.Token, u.ID)),
			}
			for _, err := range errs {
				w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
				if err.Error() != errs[0].Error() {
					t.Errorf("got %v, want %v", err, errs[0])
				}
			}
		})
	}
}

// TestOldTokens: a token of an earlier version has digits and a dot before its secret.
// It opens the link that an upgrade kept for it, but not a link of this version.
func TestOldTokens(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	old := func(digits, secret string) string {
		return base64.RawURLEncoding.EncodeToString([]byte(digits)) + "." + secret
	}
	inv := issue(w, w.Person("Owner"))
	secret := strings.Repeat("s", len(inv.Token))
	sum := sha256.Sum256([]byte(secret))
	kept := w.Invitation(owner)
	kept.Code, kept.InviteID = models.LinkPrefix+base64.RawURLEncoding.EncodeToString(sum[:]), "4071-1752485415123"
	w.OK(w.InviteStore.Issue(w.Ctx(), []models.InviteCode{kept}, ""))
	for _, token := range []string{old(inv.Code, inv.Token), old("4072", secret), old("", secret), "*." + secret} {
		_, err := w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), token)
		w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	}
	w.OK(must.Err(w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), old("4071", secret))))
}

// TestFoundDigitsNeverAdmit: digits that were found while they could only ask, or by a
// person who did not join by them, only ask from then on: on both surfaces, and also after
// the hour in which guesses only asked.
func TestFoundDigitsNeverAdmit(t *testing.T) {
	for name, find := range map[string]func(w *familytest.World, owner models.User, inv invite.Invitation){
		"by asking": func(w *familytest.World, _ models.User, inv invite.Invitation) {
			finder := w.Person("Finder")
			entry, err := w.Invites.RedeemCode(w.Ctx(), finder, inv.Code, invite.Web)
			w.OK(err)
			if !entry.Asked() {
				w.T.Error("got a member by the digits, want a request")
			}
			w.OK(w.Families.Withdraw(w.Ctx(), finder))
		},
		"by a person who has asked elsewhere": func(w *familytest.World, _ models.User, inv invite.Invitation) {
			finder := w.Person("Finder")
			w.Ask(finder, w.AskingOwner("Other"))
			_, err := w.Invites.RedeemCode(w.Ctx(), finder, inv.Code, invite.Web)
			w.Refused(err, models.CodeConflict, models.ReasonAlreadyAsked)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			owner := w.Person("Owner")
			inv := issue(w, owner)
			for i := range 10 { // afterwards guesses on the web only ask
				_, _ = w.Invites.RedeemCode(w.Ctx(), w.Person("Guesser"), unused(w, i), invite.Web)
			}
			find(w, owner, inv)
			entry, err := w.Invites.RedeemCode(w.Ctx(), w.Person("Friend of the finder"), inv.Code, invite.Alexa)
			w.OK(err)
			if !entry.Asked() {
				t.Error("got a member by found digits on the other surface, want a request")
			}
			_, err = w.Invites.RedeemLink(w.Ctx(), w.Person("Guest"), inv.Token)
			w.OK(err) // the link still works
		})
	}
}

// TestUnchargedCodesAsk: an attempt that was counted before a code was issued cannot join
// by that code.
func TestUnchargedCodesAsk(t *testing.T) {
	w := newWorld(t)
	owner := w.Person("Owner")
	late := &lateIssue{Store: w.InviteStore}
	invites := w.InvitesOver(late)
	guess := "0000"
	late.then = func() {
		c := w.Invitation(owner)
		c.Code = guess
		w.OK(w.InviteStore.Issue(w.Ctx(), []models.InviteCode{c}, ""))
		l, err := w.InviteStore.Ledger(w.Ctx(), "live")
		w.OK(err)
		l.Entries = append(l.Entries, invite.Entry{ID: string(c.InviteID), At: w.Now(), Amount: 1})
		l.ExpiresAt = w.Now().Add(time.Hour).Truncate(time.Second)
		w.OK(w.InviteStore.SaveLedger(w.Ctx(), l))
	}
	entry, err := invites.RedeemCode(w.Ctx(), w.Person("Guesser"), guess, invite.Web)
	w.OK(err)
	if !entry.Asked() {
		t.Error("got a member by a code for which the attempt was not counted, want a request")
	}
}

// lateIssue is a store that calls a function after an attempt is counted and before its
// digits are compared.
type lateIssue struct {
	invite.Store
	then func()
}

func (s *lateIssue) Get(ctx context.Context, key string) (models.InviteCode, error) {
	if then := s.then; then != nil {
		s.then = nil
		then()
	}
	return s.Store.Get(ctx, key)
}

func TestParseDigits(t *testing.T) {
	for in, want := range map[string]string{
		"0042": "0042", "１２３４": "1234", " 12 34 ": "1234", "12-34": "1234", "一二三四": "1234", "〇〇四二": "0042", "零一二三": "0123",
		"": "", "123": "", "12345": "", "12a4": "", "-1234": "1234", "１２３": "", "12.4": "", "٣٣٣٣": "", "\x00123": "",
	} {
		got, err := invite.ParseDigits(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("ParseDigits(%q): got %q, %v, want %q", in, got, err, want)
		}
		if err != nil && !models.IsCode(err, models.CodeInvalid) {
			t.Errorf("ParseDigits(%q): got %v, want invalid", in, err)
		}
	}
}

func TestParseNumber(t *testing.T) {
	for in, want := range map[string]string{
		"12345678": "12345678", "1234 5678": "12345678", "１２３４-５６７８": "12345678", "一二三四五六七八": "12345678", "1234567890": "1234567890",
		"123 456 7890": "1234567890", "": "", "1234": "", "1234567": "", "123456789": "", "12345678901": "", "1234567x": "",
	} {
		got, err := invite.ParseNumber(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("ParseNumber(%q): got %q, %v, want %q", in, got, err, want)
		}
	}
	w := newWorld(t)
	for _, in := range []string{"", "1234", "hello"} {
		_, err := w.Invites.AddEcho(w.Ctx(), w.Person("Owner"), in)
		w.Refused(err, models.CodeInvalid, models.ReasonFormat)
		_, err = w.Invites.PreviewEcho(w.Ctx(), w.Person("Owner"), in)
		w.Refused(err, models.CodeInvalid, models.ReasonFormat)
	}
}

// TestRecoveryNumber: a recovery number brings back the memos of an Echo whose skill was
// disabled.
func TestRecoveryNumber(t *testing.T) {
	w := newWorld(t)
	lost, owner := w.Echo("Lost"), w.Person("Owner")
	w.Add(lost, "spoken")
	number, err := w.Families.RecoveryNumber(w.Ctx(), lost)
	w.OK(err)
	_, err = w.Invites.AddEcho(w.Ctx(), owner, number) // the Echo is in use
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
	w.OK(w.Families.Disable(w.Ctx(), lost.ID))
	found, err := w.Invites.PreviewEcho(w.Ctx(), owner, number)
	w.OK(err)
	w.Same(found, invite.Echo{User: w.Again(lost), Memos: 1, Recovery: true})
	entry, err := w.Invites.AddEcho(w.Ctx(), owner, number)
	w.OK(err)
	if entry.Brought != 1 || entry.Asked() {
		t.Errorf("AddEcho: got %+v, want one memo and no request", entry)
	}
	w.Same(w.Contents(owner, false), []string{"spoken"})
	_, err = w.Invites.AddEcho(w.Ctx(), owner, number)
	w.Refused(err, models.CodeNotFound, models.ReasonInviteNotValid)
}
