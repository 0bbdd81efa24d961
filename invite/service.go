package invite

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"io"
	"time"

	"voicememo/models"
)

// Families is what this package needs of families. *family.Service implements it and
// documents the errors.
type Families interface {
	// Roster reads the actor's present family. Members may be nil.
	Roster(ctx context.Context, actor models.User) (models.Family, error)
	// WithMembers returns f, which Roster returned for the actor, with its Members.
	WithMembers(ctx context.Context, actor models.User, f models.Family) (models.Family, error)
	// ByID reads any family. It is used to check an invitation.
	ByID(ctx context.Context, id models.FamilyID) (models.Family, error)
	// MayJoin returns an error if the actor could not join another family with any code.
	MayJoin(ctx context.Context, actor models.User) error
	// Redeem moves the actor, with their memos, into the family of a code, or files a
	// request with that family's owner.
	Redeem(ctx context.Context, actor models.User, code models.InviteCode, way models.Way, admit bool) (models.Entry, error)

	// ByConnection returns the Echo of a live connection number, and ByRecovery the
	// kept account of a recovery number. The actor is the person who tries the
	// number.
	ByConnection(ctx context.Context, actor models.User, number string) (models.User, error)
	ByRecovery(ctx context.Context, actor models.User, number string) (models.User, error)
	// Connect adds the Echo of a connection number to the actor's family, and Recover the
	// memos of the kept account of a recovery number.
	Connect(ctx context.Context, actor models.User, number string) (models.Entry, error)
	Recover(ctx context.Context, actor models.User, number string) (models.Entry, error)
}

// Counter counts memos. *memo.Service implements it.
type Counter interface {
	// CountOf returns how many live memos an author has.
	CountOf(ctx context.Context, author models.UserID) (int, error)
}

// Service holds the operations on invitations, connection numbers and recovery numbers.
// The actor of a method is the person who acts; the caller has established their
// identity. Every method may also return CodeUnavailable of the Store, and
// TooMany/ReasonBusy if other requests kept changing the same ledger.
type Service struct {
	store    Store
	families Families
	memos    Counter

	// Now is the clock, and Rand the source of codes and tokens, which must not fail.
	Now  func() time.Time
	Rand io.Reader
	// Happened, if not nil, is called with an EventChanged for each family whose invitation
	// was revoked. If an invitation is used, Families reports it. It must not block.
	Happened func(models.Event)
	// Tried, if not nil, is called with the surface and the outcome of each attempt. It
	// must not block.
	Tried func(Surface, Outcome)
}

// NewService returns a Service that uses store.
func NewService(store Store, families Families, memos Counter) *Service {
	return &Service{store: store, families: families, memos: memos, Now: time.Now, Rand: rand.Reader}
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Millisecond) }

func (s *Service) randomBytes(n int) []byte {
	b := make([]byte, n)
	if _, err := io.ReadFull(s.Rand, b); err != nil {
		panic("random source: " + err.Error()) // crypto/rand never fails
	}
	return b
}

func (s *Service) randomText(n int) string {
	return base64.RawURLEncoding.EncodeToString(s.randomBytes(n))
}

// notValid returns the error for everything that is not a live invitation or number. It
// is the same in every case, so that it does not say what was wrong.
func notValid() error { return models.NotFound(models.ReasonInviteNotValid) }
