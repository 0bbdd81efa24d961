package main

import (
	"context"
	"strings"
	"sync"
	"time"

	"voicememo/auth/sealed"
	"voicememo/cmd/internal/function"
	"voicememo/models"
	"voicememo/skill"
)

// ringFor is how long the keys that seal access tokens are kept after they were read, so
// that a key that is withdrawn is soon no longer accepted.
const ringFor = 5 * time.Minute

// againAfter is how long the keys are kept although a token has a key that is not among
// them, as after a rotation. So tokens that are made up cannot cause more readings.
const againAfter = 5 * time.Second

// ring has the keys that seal access tokens. It reads them when a turn needs them: most
// turns of most Echos carry no token.
type ring struct {
	read func(ctx context.Context) (*sealed.KeyRing, error)
	now  func() time.Time

	mu   sync.Mutex
	keys *sealed.KeyRing
	at   time.Time // when the keys were read
}

// get returns the keys for a token. Unavailable: they cannot be read now.
func (r *ring) get(ctx context.Context, token string) (*sealed.KeyRing, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); r.keys == nil || now.Sub(r.at) >= r.keepFor(token) {
		keys, err := r.read(ctx)
		if err != nil {
			return nil, models.Unavailable(err)
		}
		r.keys, r.at = keys, now
	}
	return r.keys, nil
}

// keepFor returns the age at which the keys are read anew for a token.
func (r *ring) keepFor(token string) time.Duration {
	if r.keys.HasKeyOf(token) {
		return ringFor
	}
	return againAfter
}

// newLinks returns the people who have linked Echos, with the keys in the secret that has
// this id; "": nil, no Echo can be linked.
func newLinks(id string, account function.Account, s function.Services) skill.Links {
	if id == "" {
		return nil
	}
	manager := function.NewSecretsManager(account)
	r := &ring{now: time.Now, read: func(ctx context.Context) (*sealed.KeyRing, error) {
		var secret struct{ SecretString string }
		if err := manager.Call(ctx, "GetSecretValue", map[string]string{"SecretId": id}, &secret); err != nil {
			return nil, err
		}
		return sealed.ParseKeyRing([]byte(strings.TrimSpace(secret.SecretString)))
	}}
	return &sealed.Echos{People: s.Families, Access: accesses{s}, Keys: r.get}
}

// accesses are the accesses of people, of whom a turn uses or ends one.
type accesses struct{ function.Services }

// Used implements an interface of sealed.Echos.
func (a accesses) Used(ctx context.Context, person models.UserID, id models.AccessID) error {
	return a.DB.Access().Used(ctx, person, id, models.Day(time.Now()))
}

// End implements an interface of sealed.Echos.
func (a accesses) End(ctx context.Context, actor, person models.UserID, id models.AccessID) error {
	err := a.DB.Access().End(ctx, person, id)
	if err == nil {
		a.Audit.Happened(models.Event{Kind: models.EventAccessEnded, Actor: actor, Person: person, Access: id})
	}
	return err
}
