package invite

import (
	"context"
	"strings"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// RedeemCode joins the actor to the family of four digits, in any width or in
// kanji, and says how many memos come along. Invalid: these are not four
// digits. NotFound/ReasonInviteNotValid: no live code, whatever the cause.
// TooMany/ReasonWait: too many tries. Besides, what Families.Join returns.
func (s *Service) RedeemCode(ctx context.Context, actor models.User, digits string, surface Surface) (models.Family, int, error) {
	key, err := ParseDigits(digits)
	if err != nil {
		return models.Family{}, 0, err
	}
	if err := s.families.MayJoin(ctx, actor); err != nil {
		return models.Family{}, 0, err
	}
	booked, err := s.try(ctx, actor.ID, surface)
	if err != nil {
		return models.Family{}, 0, err
	}
	family, moving, err := s.redeem(ctx, actor, key, func(models.InviteCode) bool { return true })
	s.settle(ctx, booked, key, err)
	return family, moving, err
}

// RedeemLink joins the actor by the token of an invitation's link. A token is
// too long to guess, so tries are not counted. Errors as RedeemCode's.
func (s *Service) RedeemLink(ctx context.Context, actor models.User, token string) (models.Family, int, error) {
	key, secret, ok := splitToken(token)
	if !ok {
		return models.Family{}, 0, notValid()
	}
	return s.redeem(ctx, actor, key, func(c models.InviteCode) bool { return opens(c, secret) })
}

// ValidLink reports whether a link's token belongs to a live invitation.
func (s *Service) ValidLink(ctx context.Context, token string) (bool, error) {
	key, secret, ok := splitToken(token)
	if !ok {
		return false, nil
	}
	c, err := s.store.Get(ctx, key)
	if models.IsCode(err, models.CodeNotFound) {
		return false, nil
	}
	return err == nil && c.Live(s.now()) && opens(c, secret), err
}

// redeem joins by the invitation under key if fits accepts it. The winner
// asking again is told of success again.
func (s *Service) redeem(ctx context.Context, actor models.User, key string, fits func(models.InviteCode) bool) (models.Family, int, error) {
	code, err := s.store.Get(ctx, key)
	if err != nil {
		return models.Family{}, 0, err
	}
	if !fits(code) {
		return models.Family{}, 0, notValid()
	}
	if !code.Live(s.now()) {
		return s.replay(ctx, actor, code)
	}
	family, moving, err := s.families.Join(ctx, actor, code)
	if err == nil {
		// Until its time is up the code would be counted as live for nothing; a
		// store that is away now makes the limits stricter, not looser.
		_ = s.strike(ctx, liveLedger, string(code.FamilyID))
	}
	if models.IsReason(err, models.ReasonInviteNotValid) {
		if code, err = s.store.Get(ctx, key); err != nil {
			return models.Family{}, 0, err
		}
		return s.replay(ctx, actor, code)
	}
	return family, moving, err
}

// replay answers a try of a code that is not live: success for the one who
// used it and is still there, and the one refusal for everybody else.
func (s *Service) replay(ctx context.Context, actor models.User, code models.InviteCode) (models.Family, int, error) {
	if !code.Used || code.UsedBy != actor.ID {
		return models.Family{}, 0, notValid()
	}
	family, err := s.families.FamilyOf(ctx, actor)
	if err == nil && family.ID != code.FamilyID {
		err = notValid()
	}
	return family, 0, err
}

// settle takes back what a booked try turned out not to be: a wrong guess at a
// live code. Every refused try does the same reads and writes, so that time
// tells nothing. A booking that cannot be taken back stays, to be safe.
func (s *Service) settle(ctx context.Context, b *booking, key string, outcome error) {
	if !models.IsReason(outcome, models.ReasonInviteNotValid) {
		b.right(ctx)
		return
	}
	code, err := s.store.Get(ctx, key)
	if known := err == nil; known && !code.Live(s.now()) {
		b.harmless(ctx)
	} else {
		_ = s.strike(ctx, exposure, "")
	}
}

// ParseDigits reads four digits in any width or in kanji, spaces and hyphens
// between them ignored. Anything else is Invalid.
func ParseDigits(s string) (string, error) {
	s = strings.Map(func(r rune) rune {
		if i := strings.IndexRune("〇一二三四五六七八九", r); i >= 0 {
			return rune('0' + i/len("〇"))
		}
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, norm.NFKC.String(strings.TrimSpace(s)))
	if len(s) != 4 || strings.Trim(s, "0123456789") != "" {
		return "", models.Invalid("inviteCode", models.ReasonFormat)
	}
	return s, nil
}
