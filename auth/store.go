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

	// Renew sets the generation of an access, when that happened, its end and the day of its
	// last use. NotFound/ReasonAccess: the person has no such access, or it has ended.
	// Conflict/ReasonChanged: its generation is not r.From. A repeat of a renewal to another
	// generation can return Conflict because an earlier try has succeeded.
	Renew(ctx context.Context, person models.UserID, id models.AccessID, r models.Renewal) error

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

// Devices stores the requests of devices that a person allows on another device (RFC 8628),
// each under a key that the person's code leads to. The store may remove one after its
// ExpiresAt. Every engine must pass authtest. Any method may also return CodeUnavailable.
type Devices interface {
	// Ask stores a request. Conflict/ReasonCodesExhausted: another one that has not expired
	// at now has the key.
	Ask(ctx context.Context, d models.Device, now time.Time) error

	// Device returns a request, which may have expired. NotFound/ReasonDevice: no request has the key.
	Device(ctx context.Context, key string) (models.Device, error)

	// Decide stores what a person has decided about a request: the State, Person and Access
	// of d. NotFound/ReasonDevice: no undecided request has its key.
	Decide(ctx context.Context, d models.Device) error

	// Poll records that the device has asked at this time for what the person decided. It
	// returns the request as it was before. NotFound/ReasonDevice: no request has the key.
	Poll(ctx context.Context, key string, at time.Time) (models.Device, error)
}
