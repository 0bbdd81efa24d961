package invite

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"voicememo/models"
)

// Invitation is what the owner shares.
type Invitation struct {
	Code        string    // four digits; "": there is a link only
	CodeAgainAt time.Time // with Code "": when digits may be possible again
	Token       string    // for the link; stored nowhere, so each call returns another one
	ExpiresAt   time.Time
	AsksFirst   bool // the digits (without digits: the link) ask the owner
}

// Issue returns the invitation of the actor's family, the live one if there is one. One
// that is used up or revoked meanwhile is replaced by another. Owner only.
// Forbidden/ReasonNotAdmitted: the actor was invited and not admitted yet.
// TooMany/ReasonManyLinks. Conflict/ReasonMoved, /ReasonCodesExhausted: other requests
// kept changing the family's invitation.
func (s *Service) Issue(ctx context.Context, actor models.User) (Invitation, error) {
	for try := 1; ; try++ {
		family, err := s.owned(ctx, actor)
		if err != nil {
			return Invitation{}, err
		}
		inv, err := s.issueOnce(ctx, actor, family, try == issueTries)
		// Another request of the same owner may have made the invitation, or be about to
		// make it and have used up the limit; then this call shares that one.
		if !models.IsCode(err, models.CodeConflict) || try == issueTries {
			return inv, err
		}
		if err := pause(ctx, time.Duration(try)*20*time.Millisecond); err != nil {
			return Invitation{}, err
		}
	}
}

// issueOnce shares the invitation of a family as just read, or makes another one.
// Conflict/ReasonMoved: the family has another invitation by now, or none. Other errors
// as create's.
func (s *Service) issueOnce(ctx context.Context, actor models.User, family models.Family, last bool) (Invitation, error) {
	live, err := s.live(ctx, family)
	switch {
	case err == nil && family.InviteFor == "": // one that an account has signed up with is for no other guest
		inv, err := s.share(ctx, family, live)
		if err != nil || last {
			return inv, err
		}
		if err := s.still(ctx, actor, live); err != nil {
			return Invitation{}, err
		}
		return inv, nil
	case err != nil && !models.IsCode(err, models.CodeNotFound):
		return Invitation{}, err
	}
	return s.create(ctx, actor, family, last)
}

// still returns nil if an invitation can still be shared. Conflict/ReasonMoved: it was
// used up or revoked, or an account has signed up with it.
func (s *Service) still(ctx context.Context, actor models.User, live models.InviteCode) error {
	family, err := s.families.FamilyOf(ctx, actor)
	if err == nil && (family.InviteID != live.InviteID || family.InviteFor != "") {
		err = models.Conflict(models.ReasonMoved)
	}
	return err
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
	if err := s.store.Revoke(ctx, family.ID, code.InviteID); err != nil {
		return err
	}
	s.dead(ctx, code.InviteID)
	if s.Changed != nil {
		s.Changed(family.ID)
	}
	return nil
}

// dead takes the code of an invitation off the ledger of admitting ones. If that
// fails, the limits are stricter until the code would have expired.
func (s *Service) dead(ctx context.Context, id models.InviteID) {
	_ = s.strike(ctx, admittingLedger, string(id))
}

func (s *Service) owned(ctx context.Context, actor models.User) (models.Family, error) {
	family, err := s.families.FamilyOf(ctx, actor)
	switch {
	case err != nil:
		return models.Family{}, err
	case family.OwnerID != actor.ID:
		return models.Family{}, models.Forbidden(models.ReasonOwnerOnly)
	case family.Owner().InvitedTo != "":
		return models.Family{}, models.Forbidden(models.ReasonNotAdmitted)
	}
	return family, nil
}

// live reads the code that says how long the family's invitation lives.
// NotFound/ReasonInviteNotValid: no invitation can be redeemed now.
func (s *Service) live(ctx context.Context, family models.Family) (models.InviteCode, error) {
	if family.InviteID == "" || family.InviteKey == "" {
		return models.InviteCode{}, notValid()
	}
	code, err := s.store.Get(ctx, family.InviteKey)
	if err == nil && !code.Invites(family, s.now()) {
		return models.InviteCode{}, notValid()
	}
	return code, err
}

// share returns a live invitation again, with another link.
func (s *Service) share(ctx context.Context, family models.Family, live models.InviteCode) (Invitation, error) {
	if err := s.bookLink(ctx, family.ID); err != nil {
		return Invitation{}, err
	}
	link, secret, err := s.newLink(live)
	if err != nil {
		return Invitation{}, err
	}
	if err := s.store.AddLink(ctx, link); err != nil {
		return Invitation{}, err
	}
	if live.Admits { // unless its digits were found in the meantime
		admitting, err := s.store.Ledger(ctx, admittingLedger)
		if err != nil {
			return Invitation{}, err
		}
		live.Admits = admitting.has(string(live.InviteID))
	}
	again := time.Time{}
	if live.IsLink() {
		issued, err := s.store.Ledger(ctx, issuesLedger(family.ID))
		if err != nil {
			return Invitation{}, err
		}
		again = s.now().Add(max(issueWait(issued, s.now()), live.ExpiresAt.Sub(s.now())))
	}
	return invitation(family, live, secret, again), nil
}

// newLink makes another link of an invitation.
func (s *Service) newLink(of models.InviteCode) (link models.InviteCode, secret string, err error) {
	secret, err = s.randomText(secretBytes)
	of.Code, of.Admits = linkKey(secret), false
	return of, secret, err
}

// issueTries bounds how often Issue looks whether another request has made the
// invitation.
const issueTries = 3

// create books and stores a new invitation: with digits unless the family has made
// too many of them lately or too few are free. Conflict: unless last, it is to be tried
// again before it is made without digits.
func (s *Service) create(ctx context.Context, actor models.User, family models.Family, last bool) (Invitation, error) {
	id, err := s.randomText(8)
	if err != nil {
		return Invitation{}, err
	}
	now := s.now()
	code := models.InviteCode{
		InviteID: models.InviteID(id), FamilyID: family.ID, CreatedBy: actor.ID, CreatedAt: now,
		ExpiresAt: now.Add(models.InviteLifetime).Truncate(time.Second),
	}
	again, err := s.chooseDigits(ctx, &code)
	if err == nil && code.Code == "" && !last {
		err = models.Conflict(models.ReasonMoved)
	}
	if err != nil {
		return Invitation{}, err
	}
	if err := s.bookLink(ctx, family.ID); err != nil {
		return Invitation{}, err
	}
	link, secret, err := s.newLink(code)
	if err != nil {
		return Invitation{}, err
	}
	codes := []models.InviteCode{link}
	if code.Code != "" {
		if code.Admits, err = s.bookAdmitting(ctx, family, code.InviteID); err != nil {
			return Invitation{}, err
		}
		codes = []models.InviteCode{code, link}
	}
	if err := s.store.Issue(ctx, codes, family.InviteID); err != nil {
		s.unbook(ctx, family.ID, code, err)
		return Invitation{}, err
	}
	return invitation(family, codes[0], secret, again), nil
}

// unbook takes back what was counted for an invitation that was not made. While it
// is unknown whether it was made, it counts: the limits are stricter, not looser.
func (s *Service) unbook(ctx context.Context, family models.FamilyID, code models.InviteCode, cause error) {
	if code.Code == "" || !models.IsCode(cause, models.CodeConflict) {
		return
	}
	_ = s.strike(ctx, issuesLedger(family), string(code.InviteID))
	if code.Admits {
		s.dead(ctx, code.InviteID)
	}
}

// sampleSize is how many random keys are looked at before four digits are given out;
// fewer than half of them free means that there is a link only.
const sampleSize = 100

// chooseDigits sets the digits of a new invitation. If it may have none, again is when
// the family may get some.
func (s *Service) chooseDigits(ctx context.Context, code *models.InviteCode) (again time.Time, err error) {
	keys, err := s.randomKeys(sampleSize)
	if err != nil {
		return time.Time{}, err
	}
	now := s.now()
	free, err := s.store.Free(ctx, keys, now)
	if err != nil {
		return time.Time{}, err
	}
	if len(free) < sampleSize/2 {
		return now.Add(models.InviteLifetime), nil
	}
	wait, err := s.bookIssue(ctx, code.FamilyID, string(code.InviteID))
	if err != nil {
		return time.Time{}, err
	}
	if wait > 0 {
		return now.Add(wait), nil
	}
	code.Code = free[0]
	return time.Time{}, nil
}

// randomKeys draws n different codes, in random order.
func (s *Service) randomKeys(n int) ([]string, error) {
	var keys []string
	for len(keys) < n {
		c, err := s.randomCode()
		if err != nil {
			return nil, err
		}
		if key := fmt.Sprintf("%04d", c); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// codes is how many values four digits have.
const codes = 10_000

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

func invitation(family models.Family, c models.InviteCode, secret string, again time.Time) Invitation {
	inv := Invitation{ExpiresAt: c.ExpiresAt, Token: secret, CodeAgainAt: again, AsksFirst: family.AskBeforeJoin}
	if !c.IsLink() {
		inv.Code, inv.AsksFirst = c.Code, family.AskBeforeJoin || !c.Admits
	}
	return inv
}

// A link's secret has 128 random bits, which its token shows in base64url. The token
// identifies nothing: only its hash leads to the invitation.
const (
	secretBytes = 16
	secretLen   = 22
)

func linkKey(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return models.LinkPrefix + base64.RawURLEncoding.EncodeToString(sum[:])
}

// link reads the link of a token. A token of an earlier version is base64url of the
// invitation's digits, a dot and the secret; it opens only links of that version, whose
// InviteID begins with those digits. Anything that is not a token of the right length
// gets a key that no link has.
func (s *Service) link(ctx context.Context, token string) (models.InviteCode, error) {
	digits, secret, old := strings.Cut(token, ".")
	if !old {
		secret = token
	}
	if len(secret) != secretLen {
		secret = ""
	}
	code, err := s.store.Get(ctx, linkKey(secret))
	if err == nil && old {
		before, err := base64.RawURLEncoding.DecodeString(digits)
		if err != nil || !strings.HasPrefix(string(code.InviteID), string(before)+"-") || len(before) == 0 {
			return models.InviteCode{}, notValid()
		}
	}
	return code, err
}
