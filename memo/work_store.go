package memo

import (
	"context"
	"time"

	"voicememo/models"
)

// Works is the part of a Store that changes many memos and keeps what is left of such
// changes with the account that asked for them.
type Works interface {
	// UpdateMany applies c to each of several memos, at most MaxWhole, for which it holds,
	// and returns how many. If it fails, the error's Done is how many.
	UpdateMany(ctx context.Context, refs []models.MemoRef, c Change) (int, error)

	// RemoveMany permanently removes each of several memos, at most MaxWhole, for which c
	// holds, keeps their keys until forget, as Store.Remove does, and returns how many. If it
	// fails, the error's Done is how many.
	RemoveMany(ctx context.Context, refs []models.MemoRef, c Change, forget time.Time) (int, error)

	// BeginWork records w as the work of a kind of an account, in place of an earlier one.
	// It returns NotFound/ReasonPerson if there is no such account.
	BeginWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error

	// SaveWork records how far the work of a kind is, and removes it if w.Left is 0. It
	// returns Conflict/ReasonChanged if the account has no work of that kind that began at
	// w.Began.
	SaveWork(ctx context.Context, person models.UserID, kind models.WorkKind, w models.Work) error

	// Working returns the accounts that have work. An engine that has to be told where to
	// look may leave out those whose work began more than a week before now.
	Working(ctx context.Context, now time.Time) ([]models.User, error)
}
