package invite

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"io"
	"time"

	"voicememo/models"
)

// Families is what this package needs of families; *family.Service does it.
type Families interface {
	// FamilyOf reads the actor's present family.
	FamilyOf(ctx context.Context, actor models.User) (models.Family, error)
	// ByID reads any family, to compare an invitation with it.
	ByID(ctx context.Context, id models.FamilyID) (models.Family, error)
	// MayJoin refuses an actor who could not join elsewhere with any code.
	MayJoin(ctx context.Context, actor models.User) error
	// Redeem brings the actor into the family of a code, with the actor's memos, or
	// asks that family's owner.
	Redeem(ctx context.Context, actor models.User, code models.InviteCode, way models.Way, admit bool) (models.Entry, error)

	// ByConnection returns the Echo of a live connection number, ByRecovery the
	// suspended account of a recovery number. The actor is the person who tries it.
	ByConnection(ctx context.Context, actor models.User, number string) (models.User, error)
	ByRecovery(ctx context.Context, actor models.User, number string) (models.User, error)
	// Connect adds the Echo of a connection number to the actor's family, Recover the
	// memos of a suspended account.
	Connect(ctx context.Context, actor models.User, number string) (models.Entry, error)
	Recover(ctx context.Context, actor models.User, number string) (models.Entry, error)
}

// Counter counts memos.
type Counter interface {
	// Count returns how many live memos an author has.
	Count(ctx context.Context, author models.UserID) (int, error)
}

// Service is what one can do with invitations and numbers.
type Service struct {
	store    Store
	families Families
	memos    Counter

	// Now is the clock, Rand the source of codes and tokens.
	Now  func() time.Time
	Rand io.Reader
	// Changed is told the family whose invitation was revoked; that one was used
	// is told by Families. It must not block. Nil: nothing is told.
	Changed func(models.FamilyID)
	// Tried is told how each attempt ended, and on which surface. It must not block.
	// Nil: attempts are not counted.
	Tried func(Surface, Outcome)
}

// NewService makes a Service over a store.
func NewService(store Store, families Families, memos Counter) *Service {
	return &Service{store: store, families: families, memos: memos, Now: time.Now, Rand: rand.Reader}
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

// notValid is the one answer to everything that is not a live invitation or number.
func notValid() error { return models.NotFound(models.ReasonInviteNotValid) }
