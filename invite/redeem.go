package invite

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"voicememo/models"
)

// RedeemCode joins the actor to the family of four digits, in any width or in
// kanji, and says how many memos come along. A family that asks its owner first
// is joined later: it has a RequestOf the actor. Invalid: these are not four
// digits. NotFound/ReasonInviteNotValid: no live code, whatever the cause.
// TooMany/ReasonWait: too many tries. Besides, what Families.Join returns.
func (s *Service) RedeemCode(ctx context.Context, actor models.User, digits string, surface Surface) (family models.Family, moving int, err error) {
	defer func() { s.tried(surface, actor.ID, family, err) }()
	key, err := ParseDigits(digits)
	if err != nil {
		return models.Family{}, 0, err
	}
	if err := s.families.MayJoin(ctx, actor); err != nil {
		return models.Family{}, 0, err
	}
	t, err := s.bookPerson(ctx, actor.ID, surface)
	if err != nil {
		return models.Family{}, 0, err
	}
	family, moving, err = s.redeemDigits(ctx, actor, key, t)
	if !models.IsReason(err, models.ReasonInviteNotValid) {
		t.strikePerson(ctx) // the digits were right, or never compared
	}
	return family, moving, err
}

// redeemDigits answers a try only after the whole deployment's limit has let it
// pass. Digits that stand for a used or expired code pass without adding to it:
// they open nothing, so answering brings nobody closer to joining a family, and a
// family typing one code together does not use up everybody's tries.
func (s *Service) redeemDigits(ctx context.Context, actor models.User, key string, t *try) (models.Family, int, error) {
	for again := 1; ; again++ {
		code, err := s.store.Get(ctx, key)
		unknown := models.IsCode(err, models.CodeNotFound)
		if err != nil && !unknown {
			return models.Family{}, 0, err
		}
		dead := !unknown && !code.Live(s.now())
		underWay, err := s.bookExposure(ctx, t, dead)
		if underWay {
			if pause(ctx, time.Duration(rand.IntN(50*min(again, 8))+10)*time.Millisecond) == nil { //nolint:gosec // jitter, not a secret
				continue
			}
		}
		switch {
		case err != nil:
			return models.Family{}, 0, err
		case dead:
			return s.replay(ctx, actor, code)
		case unknown:
			return models.Family{}, 0, notValid()
		}
		family, moving, err := s.join(ctx, actor, code)
		t.strikeExposure(ctx)
		return family, moving, err
	}
}

// RedeemLink joins the actor by the token of an invitation's link. A token is
// too long to guess, so tries are not counted. Errors as RedeemCode's.
func (s *Service) RedeemLink(ctx context.Context, actor models.User, token string) (family models.Family, moving int, err error) {
	defer func() { s.tried(link, actor.ID, family, err) }()
	key, secret, ok := splitToken(token)
	if !ok {
		return models.Family{}, 0, notValid()
	}
	code, err := s.store.Get(ctx, key)
	if err != nil {
		return models.Family{}, 0, err
	}
	if !opens(code, secret) {
		return models.Family{}, 0, notValid()
	}
	if !code.Live(s.now()) {
		return s.replay(ctx, actor, code)
	}
	return s.join(ctx, actor, code)
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

// join joins by an invitation that was live when it was read.
func (s *Service) join(ctx context.Context, actor models.User, code models.InviteCode) (models.Family, int, error) {
	family, moving, err := s.families.Join(ctx, actor, code)
	if err == nil {
		// Until its time is up the code would be counted as live for nothing; a
		// store that is away now makes the limits stricter, not looser.
		_ = s.strike(ctx, liveLedger, string(code.FamilyID))
	}
	if !models.IsReason(err, models.ReasonInviteNotValid) {
		return family, moving, err
	}
	if code, err = s.store.Get(ctx, code.Code); err != nil { // somebody was faster
		return models.Family{}, 0, err
	}
	return s.replay(ctx, actor, code)
}

// replay answers a try of a code that is not live: as then for the one who used
// it and is still there, or still waits there, and the one refusal for everybody
// else.
func (s *Service) replay(ctx context.Context, actor models.User, code models.InviteCode) (models.Family, int, error) {
	if !code.Used || code.UsedBy != actor.ID {
		return models.Family{}, 0, notValid()
	}
	family, err := s.families.FamilyOf(ctx, actor)
	if err == nil && family.ID != code.FamilyID {
		family, err = s.waiting(ctx, actor, code)
	}
	return family, 0, err
}

// waiting gives the family of a code that the actor used to ask for it, and still
// waits for.
func (s *Service) waiting(ctx context.Context, actor models.User, code models.InviteCode) (models.Family, error) {
	family, request, err := s.families.Waiting(ctx, actor)
	if models.IsCode(err, models.CodeNotFound) || err == nil && (family.ID != code.FamilyID || !request.At.Equal(code.UsedAt)) {
		return models.Family{}, notValid()
	}
	return family, err
}

// ParseDigits reads four digits in any width or in kanji, spaces and hyphens
// between them ignored. Anything else is Invalid.
func ParseDigits(s string) (string, error) {
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
	if len(s) != 4 || strings.Trim(s, "0123456789") != "" {
		return "", models.Invalid("inviteCode", models.ReasonFormat)
	}
	return s, nil
}
