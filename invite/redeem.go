package invite

import (
	"context"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"voicememo/internal/parallel"
	"voicememo/models"
)

// RedeemCode redeems four digits, written as ParseDigits allows: the actor joins the
// family, or its owner is asked. It returns Invalid/ReasonFormat if digits is not four
// digits, NotFound/ReasonInviteNotValid if no invitation with them can be redeemed by the
// actor now, and TooMany/ReasonWait if the actor has tried too many wrong codes. Attempts
// of other people never make the actor wait; they can only make correct digits ask the
// owner. Its other errors are those of Families.MayJoin and Families.Redeem.
func (s *Service) RedeemCode(ctx context.Context, actor models.User, digits string, surface Surface) (entry models.Entry, err error) {
	defer func() { s.tried(surface, entry, err) }()
	key, err := ParseDigits(digits)
	if err != nil {
		return models.Entry{}, err
	}
	var tries Ledger
	err = parallel.Do(ctx,
		func(ctx context.Context) error { return s.families.MayJoin(ctx, actor) },
		func(ctx context.Context) (err error) {
			tries, err = s.store.Ledger(ctx, digitsLedger(actor.ID))
			return err
		},
	)
	if err != nil {
		return models.Entry{}, err
	}
	counted, err := s.countAttempt(ctx, actor, surface, tries)
	if err != nil {
		return models.Entry{}, err
	}
	done, err := s.redeemDigits(ctx, actor, key, counted)
	if !models.IsReason(err, models.ReasonInviteNotValid) {
		s.settle(ctx, counted, done, err)
	}
	return done.entry, err
}

// countedAttempt is an attempt with digits that is counted as wrong.
type countedAttempt struct {
	id       string // of its entries
	tries    Ledger // the person's
	guesses  Ledger // the surface's
	live     Ledger // the admitting codes
	mayAdmit bool   // guesses has room for it: the codes in live admit
}

// redeemedDigits is a countedAttempt that succeeded.
type redeemedDigits struct {
	entry models.Entry
	by    models.InviteID // the invitation by which the person has joined; "": none
}

// countAttempt counts an attempt as wrong, in the person's ledger, which was just read, and
// then in the surface's. It returns TooMany/ReasonWait if the person has to wait.
func (s *Service) countAttempt(ctx context.Context, actor models.User, surface Surface, tries Ledger) (countedAttempt, error) {
	a, ledgers := countedAttempt{tries: tries}, []Ledger(nil)
	err := parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			a.id, err = s.bookDigits(ctx, actor, &a.tries)
			return err
		},
		func(ctx context.Context) (err error) {
			ledgers, err = s.store.Ledgers(ctx, admittingLedger, guessLedger(surface))
			return err
		},
	)
	if err != nil {
		return countedAttempt{}, err
	}
	a.live, a.guesses = ledgers[0], ledgers[1]
	if a.mayAdmit, err = s.bookGuess(ctx, a.live, &a.guesses, a.id); err != nil {
		return countedAttempt{}, err
	}
	return a, nil
}

// settle corrects the ledgers after an attempt whose digits were not found to be wrong: it
// does not count, and the code by which the person has joined admits no more. If that fails,
// the limits are stricter for an hour or a day. err is the error of redeemDigits.
func (s *Service) settle(ctx context.Context, a countedAttempt, done redeemedDigits, err error) {
	calls := []func(){func() { s.forgive(ctx, a.tries, a.id, done.entry) }}
	if err == nil && !done.entry.Asked() || models.IsReason(err, models.ReasonAlreadyMember) {
		calls = append(calls, func() { _ = s.removeRead(ctx, &a.guesses, a.id) })
	}
	if done.by != "" {
		calls = append(calls, func() { _ = s.removeRead(ctx, &a.live, string(done.by)) })
	}
	parallel.All(calls...)
}

// redeemDigits redeems digits whose attempt has been counted. Unknown digits are checked
// like an invalid code of the actor's own family, so that the time of the answer does not
// show whether the digits are stored.
//
// If the digits are correct but the person does not join, and is not a member already,
// the code is removed from the admitting codes: from then on it only asks. If it stayed
// there, a person could find the code while the guess budget of a surface is used up, when
// attempts cost no points, and then join with it on the other surface, or on the same one
// as soon as the budget has room again.
func (s *Service) redeemDigits(ctx context.Context, actor models.User, key string, a countedAttempt) (redeemedDigits, error) {
	code, err := s.store.Get(ctx, key)
	switch {
	case models.IsCode(err, models.CodeNotFound):
		code = models.InviteCode{FamilyID: actor.FamilyID}
	case err != nil:
		return redeemedDigits{}, err
	}
	admits := code.Admits && a.mayAdmit && a.live.has(string(code.InviteID))
	entry, err := s.families.Redeem(ctx, actor, code, models.WayDigits, admits)
	if err == nil && !entry.Asked() {
		return redeemedDigits{entry, code.InviteID}, nil
	}
	if code.Admits && !models.IsReason(err, models.ReasonInviteNotValid) && !models.IsReason(err, models.ReasonAlreadyMember) {
		// If the code cannot be removed, it still admits, and the answer must not reveal that
		// the digits are correct. CodeUnavailable does not reveal it: wrong digits can cause it.
		removeErr := s.removeRead(ctx, &a.live, string(code.InviteID))
		if removeErr != nil && !models.IsCode(err, models.CodeUnavailable) {
			err = notValid()
		}
	}
	if err != nil {
		return redeemedDigits{}, err
	}
	return redeemedDigits{entry: entry}, nil
}

// RedeemLink redeems the token of an invitation's link. It returns
// NotFound/ReasonInviteNotValid if the link is unknown, expired or used, and
// TooMany/ReasonLinkAttempts if the actor has tried too many wrong links. Its other
// errors are those of Families.Redeem.
func (s *Service) RedeemLink(ctx context.Context, actor models.User, token string) (entry models.Entry, err error) {
	defer func() { s.tried(link, entry, err) }()
	err = s.attempt(ctx, linkAttempts(actor.ID), func() (bool, error) {
		code, err := s.link(ctx, token)
		if err != nil {
			return false, err
		}
		entry, err = s.families.Redeem(ctx, actor, code, models.WayLink, true)
		if err == nil && !entry.Asked() {
			s.stopAdmitting(ctx, code.InviteID)
		}
		return entry.Asked(), err
	})
	return entry, err
}

// Preview describes the invitation of a link.
type Preview struct {
	Family    models.Family
	Inviter   models.User
	ExpiresAt time.Time
	AsksFirst bool // the owner is asked first
	Brought   int  // how many live memos of the actor would come along
}

// PreviewLink describes the invitation of a link's token before the actor redeems it. It
// returns NotFound/ReasonInviteNotValid and TooMany/ReasonLinkAttempts as RedeemLink does.
func (s *Service) PreviewLink(ctx context.Context, actor models.User, token string) (p Preview, err error) {
	err = s.attempt(ctx, linkAttempts(actor.ID), func() (bool, error) {
		code, family, err := s.invited(ctx, token, actor.ID)
		if err != nil {
			return false, err
		}
		inviter, _ := family.Member(code.CreatedBy)
		p = Preview{Family: family, Inviter: inviter, ExpiresAt: code.ExpiresAt, AsksFirst: family.AskBeforeJoin}
		p.Brought, err = s.memos.CountOf(ctx, actor.ID)
		return false, err
	})
	if err != nil {
		return Preview{}, err
	}
	return p, nil
}

// invited reads the invitation of a link's token, and its family. It returns
// NotFound/ReasonInviteNotValid if the account may not use the invitation now.
func (s *Service) invited(ctx context.Context, token string, account models.UserID) (models.InviteCode, models.Family, error) {
	code, err := s.link(ctx, token)
	if err != nil {
		return models.InviteCode{}, models.Family{}, err
	}
	family, err := s.families.ByID(ctx, code.FamilyID)
	if models.IsCode(err, models.CodeNotFound) {
		err = notValid()
	}
	if err == nil && (!code.Invites(family, s.now()) || family.InviteFor != "" && family.InviteFor != account) {
		err = notValid()
	}
	if err != nil {
		return models.InviteCode{}, models.Family{}, err
	}
	return code, family, nil
}

// Bind reserves the invitation of a link's token for an account that signs up with it,
// and returns the family that invites. From then on no other account can use the
// invitation. Bind returns NotFound/ReasonInviteNotValid if the account may not use it.
func (s *Service) Bind(ctx context.Context, token string, account models.UserID) (models.FamilyID, error) {
	code, family, err := s.invited(ctx, token, account)
	if err != nil {
		return "", err
	}
	if err := s.store.Bind(ctx, family.ID, code.InviteID, account); err != nil {
		return "", err
	}
	return family.ID, nil
}

// ParseDigits parses four digits in any width or in kanji, ignoring spaces and hyphens
// between them. It returns Invalid/ReasonFormat for anything else.
func ParseDigits(s string) (string, error) {
	if s = digitsOf(s); len(s) != 4 {
		return "", models.Invalid("inviteCode", models.ReasonFormat)
	}
	return s, nil
}

// ParseNumber parses a connection number of eight digits or a recovery number of ten,
// written as ParseDigits allows. It returns Invalid/ReasonFormat for anything else.
func ParseNumber(s string) (string, error) {
	if s = digitsOf(s); len(s) != 8 && len(s) != 10 {
		return "", models.Invalid("number", models.ReasonFormat)
	}
	return s, nil
}

// digitsOf returns the digits of s, or "" if s contains anything else.
func digitsOf(s string) string {
	s = strings.Map(func(r rune) rune {
		if i := strings.IndexRune("〇一二三四五六七八九", r); i >= 0 {
			return '0' + rune(i/len("〇")) //nolint:gosec // at most 9
		}
		switch r {
		case '零':
			return '0'
		case ' ', '-':
			return -1
		}
		return r
	}, norm.NFKC.String(strings.TrimSpace(s)))
	if strings.Trim(s, "0123456789") != "" {
		return ""
	}
	return s
}
