// Package accesses times the calls of an auth.Store. It is separate from package metrics
// so that a function without a sign-in does not link package auth.
package accesses

import (
	"context"
	"time"

	"voicememo/auth"
	"voicememo/cmd/internal/metrics"
	"voicememo/models"
)

type store struct {
	next auth.Store
	sink metrics.Sink
}

// Timed returns next with each call reported to s, as store "access".
func Timed(next auth.Store, s metrics.Sink) auth.Store { return store{next, s} }

// done is deferred by a method, so that it reads the error that the method returns.
func (s store) done(method string, began time.Time, err *error) {
	s.sink.StoreCall("access", method, metrics.Outcome(*err), time.Since(began))
}

// Begin implements auth.Store.
func (s store) Begin(ctx context.Context, person models.UserID, x models.Access, ends []models.AccessID) (err error) {
	defer s.done("Begin", time.Now(), &err)
	return s.next.Begin(ctx, person, x, ends)
}

// Used implements auth.Store.
func (s store) Used(ctx context.Context, person models.UserID, id models.AccessID, day time.Time) (err error) {
	defer s.done("Used", time.Now(), &err)
	return s.next.Used(ctx, person, id, day)
}

// Renew implements auth.Store.
func (s store) Renew(ctx context.Context, person models.UserID, id models.AccessID, r models.Renewal) (err error) {
	defer s.done("Renew", time.Now(), &err)
	return s.next.Renew(ctx, person, id, r)
}

// End implements auth.Store.
func (s store) End(ctx context.Context, person models.UserID, id models.AccessID) (err error) {
	defer s.done("End", time.Now(), &err)
	return s.next.End(ctx, person, id)
}

// EndAll implements auth.Store.
func (s store) EndAll(ctx context.Context, person models.UserID, at time.Time) (err error) {
	defer s.done("EndAll", time.Now(), &err)
	return s.next.EndAll(ctx, person, at)
}

// List implements auth.Store.
func (s store) List(ctx context.Context, person models.UserID) (_ []models.Access, err error) {
	defer s.done("List", time.Now(), &err)
	return s.next.List(ctx, person)
}
