package sealed

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"voicememo/models"
)

// EchoResource is the path of the resource for which the access tokens of linked Echos are
// valid. Such a token is valid nowhere else, and the skill accepts no other.
const EchoResource = "/alexa"

// Echos identifies the people who have linked their Echos in the Alexa app.
type Echos struct {
	People interface {
		// Person returns an account. NotFound: there is none, or it is closing.
		Person(ctx context.Context, id models.UserID) (models.User, error)
	}
	// Access is the accesses of people; *auth.Accesses implements it.
	Access interface {
		// Used records that an access was used today. NotFound: it has ended.
		Used(ctx context.Context, person models.UserID, id models.AccessID) error
		// End ends an access of a person. NotFound: it has ended already.
		End(ctx context.Context, actor, person models.UserID, id models.AccessID) error
	}
	// Keys returns the ring whose keys seal the tokens, for a token: if its key is not in a
	// ring that is kept, the ring may be read anew. Unavailable: it cannot be read now.
	Keys func(ctx context.Context, token string) (*KeyRing, error)

	Now    func() time.Time // default time.Now
	Logger *slog.Logger     // default slog.Default
}

// Linked returns the person who has granted an access token to an Echo, and its access.
// Unauthenticated: the token is not valid, or the access has ended. Unavailable: the keys or
// the person cannot be read.
func (e *Echos) Linked(ctx context.Context, token string) (models.User, models.AccessID, error) {
	if !strings.HasPrefix(token, AppPrefix) { // no key needs to be read
		return models.User{}, "", unauthenticated("access token: not of this server")
	}
	keys, err := e.Keys(ctx, token)
	if err != nil {
		return models.User{}, "", err
	}
	t, ok := keys.OpenAppToken(token)
	switch {
	case !ok:
		return models.User{}, "", unauthenticated("access token: not sealed by this server")
	case !e.now().Before(time.UnixMilli(t.Ends)):
		return models.User{}, "", unauthenticated("access token: expired")
	case !strings.HasSuffix(t.Resource, EchoResource):
		return models.User{}, "", unauthenticated("access token: for another resource")
	case slices.ContainsFunc(models.Needs(), func(n models.Need) bool { return models.ScopeFull.Allows(n) && !t.Scope.Allows(n) }):
		return models.User{}, "", unauthenticated("access token: for less than an Echo may do")
	}
	u, err := e.People.Person(ctx, t.User)
	if err == nil {
		err = e.used(ctx, u, t.Access)
	}
	if models.IsCode(err, models.CodeNotFound) {
		err = ended()
	}
	return u, t.Access, err
}

// used refuses an access that has ended, and records the day on which another one was used.
func (e *Echos) used(ctx context.Context, u models.User, id models.AccessID) error {
	if !u.Grants(id) {
		return ended()
	}
	if !u.Access[id].LastUsed.Before(models.Day(e.now())) {
		return nil
	}
	err := e.Access.Used(ctx, u.ID, id)
	if err == nil || models.IsCode(err, models.CodeNotFound) {
		return err
	}
	logger := e.Logger
	if logger == nil {
		logger = slog.Default()
	}
	logger.WarnContext(ctx, "the use of an access could not be recorded; the next turn records it", "error", err)
	return nil
}

// Unlink ends the access of an Echo whose skill was disabled. It does nothing if the access
// has ended already.
func (e *Echos) Unlink(ctx context.Context, l models.Link) error {
	err := e.Access.End(ctx, l.Person, l.Person, l.Access)
	if models.IsCode(err, models.CodeNotFound) {
		return nil
	}
	return err
}

func (e *Echos) now() time.Time {
	if e.Now == nil {
		return time.Now()
	}
	return e.Now()
}

func unauthenticated(cause string) error {
	return &models.Error{Code: models.CodeUnauthenticated, Err: errors.New(cause)}
}

func ended() error { return unauthenticated("access ended") }
