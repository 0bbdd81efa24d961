package auth

import (
	"context"
	"time"

	"voicememo/models"
)

// Store keeps what people have granted to browsers, programs and devices: their ids
// on the person's own item (models.User.Access), which every request reads, and the
// rest apart. A change of both happens whole or not at all. Every engine must pass
// authtest; this package's types are not in the contract, so that no engine depends on
// it.
//
// Any method may also return CodeUnavailable; a write that returned it may or may not
// have happened, and repeating it is safe. NotFound/ReasonPerson: there is no such
// person, or the account is closing.
type Store interface {
	// Begin adds an access to a person and ends others, those that are not there
	// without an error. If the access is there already it stays as it is.
	// NotFound/ReasonAccess: it has ended (Use.Ended), or the person as stored says that
	// it is Revoked.
	Begin(ctx context.Context, person models.UserID, a models.Access, ends []models.AccessID) error

	// Used notes the day on which an access was last used. One that is not there, has
	// ended or was used that day or later stays as it is, without an error.
	Used(ctx context.Context, person models.UserID, id models.AccessID, day time.Time) error

	// End ends an access. One whose id is Old stays on the person's item as ended.
	// NotFound/ReasonAccess: the person has no such access.
	End(ctx context.Context, person models.UserID, id models.AccessID) error

	// EndAll ends every access of a person and sets SessionsValidAfter, unless it is
	// later already.
	EndAll(ctx context.Context, person models.UserID, at time.Time) error

	// List returns a person's accesses that have not ended, by Since and then ID. An
	// account that is closing, and one that does not exist, has none.
	List(ctx context.Context, person models.UserID) ([]models.Access, error)
}
