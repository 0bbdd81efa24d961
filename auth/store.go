package auth

import (
	"context"
	"time"

	"voicememo/models"
)

// Store stores the accesses that people have granted to browsers, programs and devices.
// Their ids are stored on the person's item (models.User.Access), which every request
// reads; the other fields are stored separately. A write changes both atomically. Every
// engine must pass authtest. The contract uses none of this package's types, so that no
// engine imports it.
//
// Any method may also return CodeUnavailable; a write that returned it may or may not
// have happened, and repeating it is safe. NotFound/ReasonPerson: there is no such
// person, or the account is closing.
type Store interface {
	// Begin adds an access to a person and ends the given others; it ignores those that
	// the person does not have. An access that the person already has stays unchanged.
	// NotFound/ReasonAccess: the access has ended (Use.Ended), or it is Revoked according
	// to the stored person, or the stored person does not grant a.By, unless that is "".
	Begin(ctx context.Context, person models.UserID, a models.Access, ends []models.AccessID) error

	// Used records the day on which an access was last used. It does nothing, without an
	// error, if the person does not have the access, or it has ended, or its last use was
	// on that day or later.
	Used(ctx context.Context, person models.UserID, id models.AccessID, day time.Time) error

	// End ends an access. An access whose id is Old stays on the person's item as ended.
	// NotFound/ReasonAccess: the person has no such access.
	End(ctx context.Context, person models.UserID, id models.AccessID) error

	// EndAll ends every access of a person and sets SessionsValidAfter to at, unless it is
	// already later.
	EndAll(ctx context.Context, person models.UserID, at time.Time) error

	// List returns a person's accesses that have not ended, by Since and then ID. The list
	// is empty if the account is closing or does not exist.
	List(ctx context.Context, person models.UserID) ([]models.Access, error)
}
