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

	"voicememo/internal/parallel"
	"voicememo/models"
)

// Invitation is what the owner shares with the person invited.
type Invitation struct {
	Code        string    // four digits; "": there is only a link
	CodeAgainAt time.Time // with Code "": when a call may return digits again
	Token       string    // for the link; not stored, so each call returns a new one
	ExpiresAt   time.Time
	AsksFirst   bool // the digits (without digits: the link) ask the owner first
}

// Issue returns the live invitation of the actor's family, or a new one if there is none
// or it is used or revoked during the call. It returns Forbidden/ReasonOwnerOnly if the
// actor does not own the family, /ReasonNotAdmitted if the actor was invited and not
// admitted yet, TooMany/ReasonManyLinks if the family has reached its limit, and
// Conflict/ReasonMoved or /ReasonCodesExhausted if other requests kept making invitations
// at the same time.
func (s *Service) Issue(ctx context.Context, actor models.User) (Invitation, error) {
	for try := 1; ; try++ {
		family, in, err := s.ownedWith(ctx, actor)
		if err != nil {
			return Invitation{}, err
		}
		inv, err := s.issueOnce(ctx, actor, family, &in, try == issueTries)
		// Another request of the same owner may have made the invitation, or have used up
		// the limit and be about to make it. This call then shares that invitation.
		if !models.IsCode(err, models.CodeConflict) || try == issueTries {
			return inv, err
		}
		if err := pause(ctx, time.Duration(try)*20*time.Millisecond); err != nil {
			return Invitation{}, err
		}
	}
}

// ownedWith is owned, which at the same time reads the ledgers of that family.
func (s *Service) ownedWith(ctx context.Context, actor models.User) (family models.Family, in issuing, err error) {
	err = parallel.Do(ctx,
		func(ctx context.Context) (err error) {
			family, err = s.owned(ctx, actor)
			return err
		},
		func(ctx context.Context) (err error) {
			in, err = s.readIssuing(ctx, actor.FamilyID)
			return err
		},
	)
	if err == nil && family.ID != actor.FamilyID { // the actor has changed families since
		in, err = s.readIssuing(ctx, family.ID)
	}
	if err != nil {
		return models.Family{}, issuing{}, err
	}
	return family, in, nil
}

// issueOnce shares the live invitation of a family as just read, or creates one. It
// returns Conflict/ReasonMoved if the family's invitation has changed since. Its other
// errors are those of share and create.
func (s *Service) issueOnce(ctx context.Context, actor models.User, family models.Family, in *issuing, last bool) (Invitation, error) {
	live, err := s.live(ctx, family)
	switch {
	case err == nil && family.InviteFor == "": // an invitation with InviteFor cannot be used by another person
		inv, err := s.share(ctx, family, in, live)
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
	return s.create(ctx, actor, family, in, last)
}

// still returns nil if an invitation can still be shared. It returns Conflict/ReasonMoved
// if the invitation was used or revoked, or an account has signed up with it.
func (s *Service) still(ctx context.Context, actor models.User, live models.InviteCode) error {
	family, err := s.families.Roster(ctx, actor)
	if err == nil && (family.InviteID != live.InviteID || family.InviteFor != "") {
		err = models.Conflict(models.ReasonMoved)
	}
	return err
}

// Revoke ends the live invitation of the actor's family. It returns
// Forbidden/ReasonOwnerOnly if the actor does not own the family, /ReasonNotAdmitted if
// the actor was invited and not admitted yet, and NotFound/ReasonInviteNotValid if the
// family has no live invitation.
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
	s.stopAdmitting(ctx, code.InviteID)
	if s.Happened != nil {
		s.Happened(models.Event{Kind: models.EventChanged, Family: family.ID})
	}
	return nil
}

// stopAdmitting removes an invitation from the ledger of admitting codes. If that fails, the limits
// are stricter until the code expires.
func (s *Service) stopAdmitting(ctx context.Context, id models.InviteID) {
	_ = s.removeEntry(ctx, admittingLedger, string(id))
}

func (s *Service) owned(ctx context.Context, actor models.User) (models.Family, error) {
	family, err := s.families.Roster(ctx, actor)
	if err == nil && family.ID != actor.FamilyID { // the actor has changed since it was read
		family, err = s.families.WithMembers(ctx, actor, family)
		actor.Membership.InvitedTo = family.Owner().Membership.InvitedTo
	}
	switch {
	case err != nil:
		return models.Family{}, err
	case family.OwnerID != actor.ID:
		return models.Family{}, models.Forbidden(models.ReasonOwnerOnly)
	case actor.Membership.InvitedTo != "":
		return models.Family{}, models.Forbidden(models.ReasonNotAdmitted)
	}
	return family, nil
}

// live reads the code that says when the family's invitation expires. It returns
// NotFound/ReasonInviteNotValid if the family has no invitation that can be redeemed now.
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

// share returns a live invitation with a new link.
func (s *Service) share(ctx context.Context, family models.Family, in *issuing, live models.InviteCode) (Invitation, error) {
	if err := s.bookLink(ctx, &in.links, ""); err != nil {
		return Invitation{}, err
	}
	link, secret := s.newLink(live)
	if err := s.store.AddLink(ctx, link); err != nil {
		return Invitation{}, err
	}
	if live.Admits { // until its digits are found by a person who does not join
		admitting, err := s.store.Ledger(ctx, admittingLedger)
		if err != nil {
			return Invitation{}, err
		}
		live.Admits = admitting.has(string(live.InviteID))
	}
	again := time.Time{}
	if live.IsLink() {
		again = s.now().Add(max(issueWait(in.issues, s.now()), live.ExpiresAt.Sub(s.now())))
	}
	return invitation(family, live, secret, again), nil
}

// newLink returns a new link of an invitation and its secret.
func (s *Service) newLink(of models.InviteCode) (link models.InviteCode, secret string) {
	secret = s.randomText(secretBytes)
	of.Code, of.Admits = linkKey(secret), false
	return of, secret
}

// issueTries is how often Issue tries to share or create the invitation.
const issueTries = 3

// create counts and stores a new invitation. It has digits unless the family has recently
// made too many codes or too few digits are free. In that case create returns
// Conflict/ReasonMoved unless last is true, so that the caller tries again before it makes
// an invitation without digits. Its other errors are those of bookLink and Store.Issue.
func (s *Service) create(ctx context.Context, actor models.User, family models.Family, in *issuing, last bool) (Invitation, error) {
	now := s.now()
	code := models.InviteCode{
		InviteID: models.InviteID(s.randomText(8)), FamilyID: family.ID, CreatedBy: actor.ID, CreatedAt: now,
		ExpiresAt: now.Add(models.InviteLifetime).Truncate(time.Second),
	}
	again, err := s.count(ctx, family, in, &code, last)
	if err != nil {
		return Invitation{}, err
	}
	link, secret := s.newLink(code)
	codes := []models.InviteCode{link}
	if code.Code != "" {
		codes = []models.InviteCode{code, link}
	}
	if err := s.store.Issue(ctx, codes, family.InviteID); err != nil {
		if models.IsCode(err, models.CodeConflict) { // otherwise it may have been made, and counts
			s.unbook(ctx, code.InviteID, &in.live, &in.issues)
		}
		return Invitation{}, err
	}
	return invitation(family, codes[0], secret, again), nil
}

// randomKeys returns n different random codes of four digits.
func (s *Service) randomKeys(n int) (keys []string) {
	for len(keys) < n {
		if key := fmt.Sprintf("%04d", s.randomCode()); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// codes is how many different values four digits have.
const codes = 10_000

// randomCode returns a random code. All codes are equally likely: it rejects the part of
// the 16-bit range that would favour some.
func (s *Service) randomCode() int {
	for {
		if n := int(binary.BigEndian.Uint16(s.randomBytes(2))); n < 6*codes {
			return n % codes
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

// A link's secret has 128 random bits. The token is the secret in base64url, and only its
// hash is stored.
const (
	secretBytes = 16
	secretLen   = 22
)

func linkKey(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return models.LinkPrefix + base64.RawURLEncoding.EncodeToString(sum[:])
}

// link reads the link of a token. A token of an earlier version consists of the
// invitation's digits in base64url, a dot and the secret. It is accepted only for links of
// that version, whose InviteID begins with those digits. A token with a secret of the
// wrong length is looked up by a key that no link has. link returns
// NotFound/ReasonInviteNotValid if there is no such link.
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
