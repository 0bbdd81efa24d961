package invite

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"voicememo/models"
)

// liveLedger names the ledger of codes issued in the last five minutes.
const liveLedger = "live"

// Invitation is what the owner shares.
type Invitation struct {
	Code      string // four digits; "" when so many are live that only links are given
	Token     string // for the link; kept nowhere, so each asking gives another one
	ExpiresAt time.Time
}

// Issue gives the invitation of the actor's family, the live one if there is
// one. Owner only. TooMany/ReasonWait: too many were made lately.
// Unavailable/ReasonCodesExhausted: no digits are free; try again in a minute.
func (s *Service) Issue(ctx context.Context, actor models.User) (Invitation, error) {
	for try := 1; ; try++ {
		family, err := s.owned(ctx, actor)
		if err != nil {
			return Invitation{}, err
		}
		live, err := s.live(ctx, family)
		if err == nil {
			return s.share(ctx, live)
		}
		if !models.IsCode(err, models.CodeNotFound) {
			return Invitation{}, err
		}
		inv, err := s.create(ctx, actor, family)
		// Another request of the same owner may be about to make the invitation;
		// then this one shares it, also when the other used up the last of the limit.
		again := models.IsReason(err, models.ReasonMoved) || models.IsCode(err, models.CodeTooMany)
		if !again || try == 4 {
			return inv, err
		}
		if err := pause(ctx, time.Duration(try)*20*time.Millisecond); err != nil {
			return Invitation{}, err
		}
	}
}

// Revoke makes the live invitation of the actor's family useless. Owner only.
// NotFound/ReasonInviteNotValid: there is none.
func (s *Service) Revoke(ctx context.Context, actor models.User) error {
	family, err := s.owned(ctx, actor)
	if err != nil {
		return err
	}
	code, err := s.live(ctx, family)
	if err != nil {
		return err
	}
	if err := s.store.Revoke(ctx, family.ID, code.Code); err != nil {
		return err
	}
	_ = s.strike(ctx, liveLedger, string(family.ID)) // else the limits are stricter for five minutes
	if s.Changed != nil {
		s.Changed(family.ID)
	}
	return nil
}

func (s *Service) owned(ctx context.Context, actor models.User) (models.Family, error) {
	family, err := s.families.FamilyOf(ctx, actor)
	if err == nil && family.OwnerID != actor.ID {
		err = models.Forbidden(models.ReasonOwnerOnly)
	}
	return family, err
}

// live reads the family's invitation; NotFound if it cannot be redeemed now.
func (s *Service) live(ctx context.Context, family models.Family) (models.InviteCode, error) {
	if family.InviteKey == "" {
		return models.InviteCode{}, notValid()
	}
	code, err := s.store.Get(ctx, family.InviteKey)
	if err == nil && (!code.Live(s.now()) || code.FamilyID != family.ID || !family.Has(code.CreatedBy)) {
		err = notValid()
	}
	return code, err
}

// share gives a live invitation again, with another link.
func (s *Service) share(ctx context.Context, code models.InviteCode) (Invitation, error) {
	if len(code.LinkHashes) >= maxLinks {
		return Invitation{}, models.TooMany(models.ReasonWait, code.ExpiresAt.Sub(s.now()))
	}
	secret, err := s.randomText(16)
	if err != nil {
		return Invitation{}, err
	}
	if err := s.store.AddLink(ctx, code, hashSecret(secret)); err != nil {
		return Invitation{}, err
	}
	return invitation(code, secret), nil
}

// create books and stores a new invitation.
func (s *Service) create(ctx context.Context, actor models.User, family models.Family) (Invitation, error) {
	issues, id := "issues#"+string(family.ID), fmt.Sprint(s.now().UnixNano())
	if err := s.bookIssue(ctx, issues, id); err != nil {
		return Invitation{}, err
	}
	secret, err := s.randomText(16)
	if err != nil {
		return Invitation{}, err
	}
	now := s.now()
	code := models.InviteCode{
		FamilyID: family.ID, CreatedBy: actor.ID, CreatedAt: now,
		ExpiresAt: now.Add(models.InviteLifetime).Truncate(time.Second), LinkHashes: []string{hashSecret(secret)},
	}
	digits, err := s.bookLive(ctx, family.ID)
	if err != nil {
		return Invitation{}, err
	}
	err = s.storeNew(ctx, &code, family.InviteKey, digits)
	if err != nil {
		s.unbook(ctx, issues, id, family.ID, digits, err)
		return Invitation{}, err
	}
	return invitation(code, secret), nil
}

// unbook takes back what was counted for an invitation that was not made. When
// the store went away in the middle nobody knows whether it was: then it counts,
// and the limits are stricter, not looser.
func (s *Service) unbook(ctx context.Context, issues, id string, family models.FamilyID, digits bool, cause error) {
	exhausted := models.IsReason(cause, models.ReasonCodesExhausted)
	if models.IsCode(cause, models.CodeUnavailable) && !exhausted {
		return
	}
	_ = s.strike(ctx, issues, id)
	if digits && !models.IsReason(cause, models.ReasonMoved) { // else the live code is another request's
		_ = s.strike(ctx, liveLedger, string(family))
	}
}

// storeNew stores the invitation under four free digits, or under a longer key if
// it is to have a link only.
func (s *Service) storeNew(ctx context.Context, code *models.InviteCode, previous string, digits bool) error {
	if !digits {
		key, err := s.randomText(9)
		if err != nil {
			return err
		}
		code.Code = linkKeyPrefix + key
		return s.store.Issue(ctx, *code, previous)
	}
	for range 5 {
		n, err := s.randomCode()
		if err != nil {
			return err
		}
		code.Code = formatCode(n)
		if err = s.store.Issue(ctx, *code, previous); !models.IsReason(err, models.ReasonCodesExhausted) {
			return err
		}
	}
	return s.storeInFree(ctx, code, previous)
}

// storeInFree looks for free digits where guessing did not find any: 100 at a
// time from a random start, all 10,000 if need be.
func (s *Service) storeInFree(ctx context.Context, code *models.InviteCode, previous string) error {
	start, err := s.randomCode()
	if err != nil {
		return err
	}
	for from := 0; from < codes; from += 100 {
		keys := make([]string, 100)
		for i := range keys {
			keys[i] = formatCode((start + from + i) % codes)
		}
		free, err := s.store.Free(ctx, keys, s.now())
		if err != nil {
			return err
		}
		for _, key := range free {
			code.Code = key
			if err := s.store.Issue(ctx, *code, previous); !models.IsReason(err, models.ReasonCodesExhausted) {
				return err
			}
		}
	}
	return &models.Error{Code: models.CodeUnavailable, Reason: models.ReasonCodesExhausted, RetryAfter: time.Minute}
}

func (s *Service) bookIssue(ctx context.Context, name, id string) error {
	return s.amend(ctx, name, day, func(l *Ledger, now time.Time) error {
		if wait := max(l.waitFor(now, hour, issuesPerHour-1), l.waitFor(now, day, issuesPerDay-1)); wait > 0 {
			return models.TooMany(models.ReasonWait, wait)
		}
		l.Entries = append(l.Entries, Entry{ID: id, At: now, Amount: 1})
		return nil
	})
}

// bookLive counts the family's code among the live ones. It reports false if
// there are so many that this invitation gets a link only.
func (s *Service) bookLive(ctx context.Context, family models.FamilyID) (bool, error) {
	digits := false
	err := s.amend(ctx, liveLedger, models.InviteLifetime, func(l *Ledger, now time.Time) error {
		l.Entries = slices.DeleteFunc(l.Entries, func(e Entry) bool { return e.ID == string(family) })
		if digits = len(l.Entries) < maxLiveCodes; digits {
			l.Entries = append(l.Entries, Entry{ID: string(family), At: now, Amount: 1})
		}
		return nil
	})
	return digits, err
}

// liveCodes says how many four-digit codes can be hit by a guess now, at most.
func (s *Service) liveCodes(ctx context.Context) (int64, error) {
	l, err := s.store.Ledger(ctx, liveLedger)
	return l.since(s.now(), models.InviteLifetime), err
}

// codes is how many values four digits have.
const codes = 10_000

// linkKeyPrefix begins the key of an invitation without digits.
const linkKeyPrefix = "link#"

func formatCode(n int) string { return fmt.Sprintf("%04d", n) }

// randomCode draws evenly from all codes, refusing the part of the 16-bit range
// that would favour some.
func (s *Service) randomCode() (int, error) {
	for {
		b, err := s.randomBytes(2)
		if err != nil {
			return 0, err
		}
		if n := int(binary.BigEndian.Uint16(b)); n < 6*codes {
			return n % codes, nil
		}
	}
}

func invitation(c models.InviteCode, secret string) Invitation {
	inv := Invitation{ExpiresAt: c.ExpiresAt, Token: base64.RawURLEncoding.EncodeToString([]byte(c.Code)) + "." + secret}
	if !strings.HasPrefix(c.Code, linkKeyPrefix) {
		inv.Code = c.Code
	}
	return inv
}

// splitToken parts a link's token into the invitation's key and the secret.
func splitToken(token string) (key, secret string, ok bool) {
	encoded, secret, ok := strings.Cut(token, ".")
	raw, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	return string(raw), secret, ok && err == nil && len(raw) > 0 && len(raw) <= 64 && len(secret) == 22
}

func hashSecret(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// opens reports, in constant time for each hash, whether secret is one of the
// invitation's link secrets.
func opens(c models.InviteCode, secret string) bool {
	hash, found := []byte(hashSecret(secret)), 0
	for _, h := range c.LinkHashes {
		found |= subtle.ConstantTimeCompare(hash, []byte(h))
	}
	return found == 1
}
