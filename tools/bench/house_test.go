package bench

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"voicememo/auth"
	"voicememo/infra/dynamo"
	"voicememo/infra/sqlite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/services"
)

// house is a family with its own Echo, made anew for each turn so that turns do not
// affect each other.
type house struct {
	services services.Services
	skill    *skill.Skill
	memos    int
	linked   auth.Echos
	ring     *auth.KeyRing
	engine   services.Engine
	owner    models.UserID // of the family, once it lives
	before   func()        // called just before the measured turn; nil: nothing
	took     time.Duration
}

func newHouse(e services.Engine, number, memos int) *house {
	all := services.Over(e)
	// So many invite codes at the same time would exceed their limits: each house uses a
	// later time, when those of the previous one have expired.
	later := time.Duration(number) * 2 * models.InviteLifetime
	all.Invites.Now = func() time.Time { return time.Now().Add(later) }
	h := &house{services: all, memos: memos, engine: e}
	h.linked = auth.Echos{People: all.Families, Access: auth.NewAccesses(accessOf(e)), Keys: func(context.Context, string) (*auth.KeyRing, error) { return h.ring, nil }}
	h.skill = skill.New(skill.Options{
		Memos: all.Memos, Families: all.Families, Invites: all.Invites, Links: &h.linked,
		ApplicationIDs: []string{talk.DefaultApplicationID}, Logger: slog.New(slog.DiscardHandler),
	})
	return h
}

// accessOf returns the accesses of an engine.
func accessOf(e services.Engine) auth.Store {
	if db, ok := e.(*sqlite.DB); ok {
		return db.Access()
	}
	return e.(*dynamo.DB).Access() //nolint:forcetypeassert // there are no others
}

// link links the Echo to the family's owner and returns the token of its turns.
func (h *house) link(ctx context.Context) (token string, err error) {
	h.ring = auth.NewKeyRing(time.Now())
	owner, err := h.services.Families.Person(ctx, h.owner)
	if err != nil {
		return "", err
	}
	access, err := auth.NewAccesses(accessOf(h.engine)).Begin(ctx, owner, auth.Grant{Kind: models.AccessEcho, Scope: models.ScopeFull, Lifetime: 24 * time.Hour})
	if err != nil {
		return "", err
	}
	return h.ring.SealAppToken(auth.AppToken{
		User: h.owner, Access: access.ID, Scope: models.ScopeFull, Resource: auth.EchoResource, Ends: time.Now().Add(24 * time.Hour).UnixMilli(),
	}), nil
}

// measure sends a turn from a device and returns how long the skill took.
func (h *house) measure(ctx context.Context, t turn) (time.Duration, error) {
	echo := models.UserID("amzn1.ask.account." + rand.Text())
	code, err := h.settle(ctx, echo, t)
	if err != nil {
		return 0, err
	}
	tk, err := talk.New(talk.Options{UserID: string(echo), Send: h.send})
	if err != nil {
		return 0, err
	}
	if t.linked {
		if tk.AccessToken, err = h.link(ctx); err != nil {
			return 0, err
		}
	}
	for _, words := range t.before {
		if _, err := tk.Say(ctx, strings.Replace(words, "CODE", code, 1)); err != nil {
			return 0, err
		}
	}
	if h.before != nil {
		h.before()
	}
	answer, err := tk.Say(ctx, strings.Replace(t.says, "CODE", code, 1))
	if err != nil {
		return 0, err
	}
	if answer.Intent != t.intent || answer.Speech == "" {
		return 0, fmt.Errorf("%q was taken for %s and answered with %q", t.says, answer.Intent, answer.Speech)
	}
	return h.took, nil
}

// send sends a request to the skill and times it.
func (h *house) send(ctx context.Context, raw []byte) ([]byte, error) {
	began := time.Now()
	out, err := h.skill.Handle(ctx, raw)
	h.took = time.Since(began)
	return out, err
}

// settle makes the people: an owner, who uses the page, with an invite code and, unless
// the turn requires otherwise, the Echo as a member of that family with memos of both.
func (h *house) settle(ctx context.Context, echo models.UserID, t turn) (code string, err error) {
	owner, err := h.services.Families.Ensure(ctx, models.Profile{ID: models.UserID(rand.Text()), Name: "太郎", Source: models.SourceOIDC})
	if err != nil {
		return "", err
	}
	h.owner = owner.ID
	if !t.new {
		person, err := h.services.Families.Ensure(ctx, models.Profile{ID: echo, Name: "エコー", Source: models.SourceAlexa})
		if err != nil {
			return "", err
		}
		if !t.alone {
			return "", h.live(ctx, owner, person)
		}
	}
	if !strings.Contains(t.says+strings.Join(t.before, ""), "CODE") {
		return "", nil
	}
	invitation, err := h.services.Invites.Issue(ctx, owner)
	return invitation.Code, err
}

// live makes the Echo join the owner's family and both write memos, an hour ago.
func (h *house) live(ctx context.Context, owner, echo models.User) error {
	invitation, err := h.services.Invites.Issue(ctx, owner)
	if err != nil {
		return err
	}
	if _, err := h.services.Invites.RedeemLink(ctx, echo, invitation.Token); err != nil {
		return err
	}
	if echo, err = h.services.Families.Person(ctx, echo.ID); err != nil {
		return err
	}
	if err := h.services.Memos.Settle(ctx, echo); err != nil { // else the measured turn resumes the move
		return err
	}
	earlier := *h.services.Memos
	hourAgo, added := time.Now().Add(-time.Hour), atomic.Int64{}
	earlier.Now = func() time.Time { return hourAgo.Add(time.Duration(added.Add(1)) * time.Millisecond) }
	errs := make([]error, h.memos)
	var wg sync.WaitGroup
	for i := range h.memos {
		wg.Go(func() {
			author := []models.User{owner, echo}[i%2]
			content := fmt.Sprintf("牛乳とパンを%d個買って帰る", i+1)
			_, _, errs[i] = earlier.Add(ctx, author, memo.Draft{Content: content, Key: memo.NewKey()})
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
