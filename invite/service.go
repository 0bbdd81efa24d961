package invite

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"io"
	"time"

	"voicememo/models"
)

// Families is what this package needs of families.
type Families interface {
	// FamilyOf reads the actor's present family.
	FamilyOf(ctx context.Context, actor models.User) (models.Family, error)
	// MayJoin refuses an actor who could not join elsewhere with any code.
	MayJoin(ctx context.Context, actor models.User) error
	// Join brings the actor into the family of a live code, with the actor's
	// memos, and says how many these are; or it asks that family's owner.
	Join(ctx context.Context, actor models.User, code models.InviteCode) (f models.Family, moving int, err error)
	// Waiting gives the family that the actor has asked to come into, and when.
	// NotFound: none.
	Waiting(ctx context.Context, actor models.User) (models.Family, models.Request, error)
}

// Service is what one can do with invitations.
type Service struct {
	store    Store
	families Families

	// Now is the clock, Rand the source of codes and tokens.
	Now  func() time.Time
	Rand io.Reader
	// Changed is told the family whose invitation was revoked; that one was used
	// is told by Families. It must not block. Nil: nobody listens.
	Changed func(models.FamilyID)
	// Tried is told how each try to join ended, and on which surface: Web, Alexa,
	// or "link". It must not block. Nil: nobody counts.
	Tried func(Surface, Outcome)
}

// NewService makes a Service over a store.
func NewService(store Store, families Families) *Service {
	return &Service{store: store, families: families, Now: time.Now, Rand: rand.Reader}
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

func (s *Service) randomBytes(n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.Rand, b); err != nil {
		return nil, models.Internalf("random source: %w", err)
	}
	return b, nil
}

func (s *Service) randomText(n int) (string, error) {
	b, err := s.randomBytes(n)
	return base64.RawURLEncoding.EncodeToString(b), err
}

// notValid is the one answer to everything that is no live invitation.
func notValid() error { return models.NotFound(models.ReasonInviteNotValid) }
