package auth

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"slices"
	"time"

	"voicememo/models"
)

// Accesses begins, lists and ends people's accesses.
type Accesses struct {
	store Store

	// Now is the clock.
	Now func() time.Time
	// Happened is called for each access that began or ended. It must not block. It may
	// be nil. It is not called for the first use of a session from before sessions had
	// ids, because the session began earlier.
	Happened func(models.Event)
}

// NewAccesses returns an Accesses that uses a store.
func NewAccesses(store Store) *Accesses {
	return &Accesses{store: store, Now: time.Now}
}

// Grant describes an access to begin.
type Grant struct {
	ID       models.AccessID // "": a new id
	Kind     models.AccessKind
	Name     string
	Host     string // see models.Access
	Scope    models.Scope
	Since    time.Time // zero: now
	Lifetime time.Duration
	Ends     []models.AccessID // the accesses that it replaces
	By       models.AccessID   // the access whose request begins it, which stays; "": none
}

// Begin adds an access to a person, who must have just been read. If the person has
// models.MaxAccess already, those that have expired end, and if there are none, the least
// recently used one. NotFound/ReasonPerson: the account is closing. NotFound/ReasonAccess:
// the access of g.ID or g.By has ended.
func (a *Accesses) Begin(ctx context.Context, u models.User, g Grant) (models.Access, error) {
	if g.ID == "" {
		raw := make([]byte, 8)
		_, _ = rand.Read(raw) // it never fails
		g.ID = models.AccessID(hex.EncodeToString(raw))
	}
	now := a.now()
	if g.Since.IsZero() {
		g.Since = now
	}
	access := models.Access{
		ID: g.ID, Kind: g.Kind, Name: g.Name, Host: g.Host, Scope: g.Scope, Since: g.Since, Until: now.Add(g.Lifetime), LastUsed: models.Day(now), By: g.By,
	}
	ends, err := a.replaced(ctx, u, g)
	if err != nil {
		return models.Access{}, err
	}
	if err := a.store.Begin(ctx, u.ID, access, ends); err != nil {
		return models.Access{}, err
	}
	if !access.ID.Old() {
		a.happened(models.Event{Kind: models.EventAccessBegan, Actor: u.ID, Person: u.ID, Access: access.ID})
	}
	for _, id := range ends {
		a.happened(models.Event{Kind: models.EventAccessEnded, Actor: u.ID, Person: u.ID, Access: id})
	}
	return access, nil
}

// replaced returns the accesses of g.Ends that u has, and the ones that must also end so
// that u can have another one. Only then does it read which of them have expired.
func (a *Accesses) replaced(ctx context.Context, u models.User, g Grant) ([]models.AccessID, error) {
	var ends []models.AccessID
	for _, id := range g.Ends {
		if u.Grants(id) && !slices.Contains(ends, id) {
			ends = append(ends, id)
		}
	}
	if len(u.UnusedAccess(ends, g.By, nil)) == 0 {
		return ends, nil
	}
	all, err := a.store.List(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	now, since := a.now(), make(map[models.AccessID]time.Time, len(all))
	for _, x := range all {
		since[x.ID] = x.Since
		if expired(x, now) && u.Grants(x.ID) && !slices.Contains(ends, x.ID) {
			ends = append(ends, x.ID)
		}
	}
	return append(ends, u.UnusedAccess(ends, g.By, since)...), nil
}

// expired reports whether an access can no longer be used although it has not ended.
func expired(x models.Access, now time.Time) bool {
	// LastUsed is the beginning of a day; the session may have been used until its end.
	idle := x.Kind == models.AccessSession && now.Sub(x.LastUsed) >= SessionIdle+24*time.Hour
	return idle || !x.Until.After(now)
}

// List returns a person's accesses that can be used now, oldest first. It leaves out a
// browser's session that has not been used for SessionIdle.
func (a *Accesses) List(ctx context.Context, person models.UserID) ([]models.Access, error) {
	all, err := a.store.List(ctx, person)
	if err != nil {
		return nil, err
	}
	now := a.now()
	return slices.DeleteFunc(all, func(x models.Access) bool { return expired(x, now) }), nil
}

// Used records that an access was used today.
func (a *Accesses) Used(ctx context.Context, person models.UserID, id models.AccessID) error {
	return a.store.Used(ctx, person, id, models.Day(a.now()))
}

// Renew makes a new generation of the refresh tokens of an access valid, or extends it. Its
// errors are those of Store.Renew.
func (a *Accesses) Renew(ctx context.Context, person models.UserID, id models.AccessID, r models.Renewal) error {
	return a.store.Renew(ctx, person, id, r)
}

// End ends an access of a person; actor "" is an operator. NotFound/ReasonAccess: the
// person has no such access.
func (a *Accesses) End(ctx context.Context, actor, person models.UserID, id models.AccessID) error {
	if err := a.store.End(ctx, person, id); err != nil {
		return err
	}
	a.happened(models.Event{Kind: models.EventAccessEnded, Actor: actor, Person: person, Access: id})
	return nil
}

// EndAll ends every access of a person and revokes the ID tokens issued until now;
// actor "" is an operator. NotFound/ReasonPerson: there is no such person.
func (a *Accesses) EndAll(ctx context.Context, actor, person models.UserID) error {
	if err := a.store.EndAll(ctx, person, a.now()); err != nil {
		return err
	}
	a.happened(models.Event{Kind: models.EventSignedOutEverywhere, Actor: actor, Person: person})
	return nil
}

func (a *Accesses) now() time.Time { return a.Now().UTC().Truncate(time.Millisecond) }

func (a *Accesses) happened(e models.Event) {
	if a.Happened != nil {
		a.Happened(e)
	}
}
