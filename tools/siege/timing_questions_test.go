package siege

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/person"
	"voicememo/tools/testkit/services"
)

// question asks whether answers reveal which of its options was tried.
type question struct {
	name, path string
	kind       kind
	refused    bool     // by accounts that have used up their attempts
	differs    bool     // a control: the second option succeeds, which reads more
	options    []string // each is compared with the first, which never was valid
}

const (
	joinPath    = "/api/family/join"
	previewPath = "/api/family/invitations/preview"
	echosPath   = "/api/family/echos/preview"
)

var questions = []question{
	{name: "join by a link", path: joinPath, kind: byLink, options: []string{"unknown", "live"}},
	{name: "preview a link", path: previewPath, kind: byLink, options: []string{"unknown", "live"}},
	{name: "join by digits", path: joinPath, kind: byDigits, options: []string{"unknown", "expired", "used"}},
	{name: "preview an Echo by its number", path: echosPath, kind: byNumber, options: []string{"unknown", "expired"}},
	{name: "join by a link, over the limit", path: joinPath, kind: byLink, refused: true, options: []string{"unknown", "live"}},
	{name: "join by digits, over the limit", path: joinPath, kind: byDigits, refused: true, options: []string{"unknown", "live", "used"}},
	{name: "preview an Echo, over the limit", path: echosPath, kind: byNumber, refused: true, options: []string{"unknown", "live"}},
	{name: "preview a right link", path: previewPath, kind: byLink, differs: true, options: []string{"unknown", "right"}},
	{name: "preview a right Echo", path: echosPath, kind: byNumber, differs: true, options: []string{"unknown", "live"}},
}

// attempt returns an attempt of an account with an option.
func (w *timing) attempt(q question, i int, by *person.Person) attempt {
	field := map[kind]string{byLink: "inviteToken", byDigits: "inviteCode", byNumber: "number"}[q.kind]
	a := attempt{by: by, path: q.path, body: person.JSON(field, w.value(q.kind, q.options[i])), status: http.StatusNotFound}
	if q.refused {
		a.status = http.StatusTooManyRequests
	} else if q.differs && i == 1 {
		a.status = http.StatusOK
	}
	return a
}

// value returns a value of a kind for an option.
func (w *timing) value(k kind, option string) string {
	known := map[kind]map[string][]string{
		byLink:   {"right": w.tokens},
		byDigits: {"live": w.digits, "expired": w.expired, "used": w.used},
		byNumber: {"live": w.live, "expired": w.dead},
	}[k][option]
	switch {
	case known != nil:
		return known[w.random.IntN(len(known))]
	case k == byDigits:
		return w.unknown(4, 0, 10_000)
	case k == byNumber:
		return w.unknown(8, 10_000_000, 90_000_000)
	}
	// A wrong token that begins with digits.
	return (base64.RawURLEncoding.EncodeToString([]byte(w.value(byDigits, option))) + (&play{random: w.random}).token())[:22]
}

// unknown returns random digits that were never valid.
func (w *timing) unknown(width, first, n int) string {
	for {
		digits := fmt.Sprintf("%0*d", width, first+w.random.IntN(n))
		if !w.knows(digits) && !slices.Contains(w.digits, digits) {
			return digits
		}
	}
}

// past holds digits and numbers that only time produces: those that were valid once.
type past struct {
	expired, used []string // digits
	dead, live    []string // connection numbers: expired, and valid for ten minutes
	over          time.Time
}

// pastSize is the number of each.
const pastSize = 20

// prepare makes a data directory with a past. The expiring codes expire after soon, which
// is longer than the program takes to start: after the server's first sweep, which would
// remove them.
func (p *past) prepare(ctx context.Context, dir string, soon time.Duration) (err error) {
	db, err := sqlite.Open(dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	all := services.Over(db)
	p.over = time.Now().Add(soon)
	for _, step := range []func(context.Context, services.Services, int) error{p.use, p.expire, p.connect} {
		for i := range pastSize {
			if err := step(ctx, all, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// use makes an invitation and uses it.
func (p *past) use(ctx context.Context, s services.Services, i int) error {
	code, err := issue(ctx, s, fmt.Sprint("host-", i))
	if err != nil {
		return err
	}
	guest, err := someone(ctx, s, fmt.Sprint("guest-", i))
	if err != nil {
		return err
	}
	entry, err := s.Invites.RedeemCode(ctx, guest, code, invite.Web)
	if err == nil && entry.Asked() {
		err = errors.New("an owner was asked where a guest was to join")
	}
	p.used = append(p.used, code)
	return err
}

// expire makes an invitation that is about to expire.
func (p *past) expire(ctx context.Context, s services.Services, i int) error {
	s.Invites.Now = func() time.Time { return p.over.Add(-models.InviteLifetime) }
	code, err := issue(ctx, s, fmt.Sprint("late-", i))
	p.expired = append(p.expired, code)
	return err
}

// issue makes a family of one with an invitation, and returns the digits.
func issue(ctx context.Context, s services.Services, id string) (string, error) {
	owner, err := someone(ctx, s, id)
	if err != nil {
		return "", err
	}
	i, err := s.Invites.Issue(ctx, owner)
	return i.Code, err
}

// connect makes a connection number that is about to expire, and a live one.
func (p *past) connect(ctx context.Context, s services.Services, i int) error {
	for name, numbers := range map[string]*[]string{"dead": &p.dead, "live": &p.live} {
		s.Families.Now = time.Now
		if name == "dead" {
			s.Families.Now = func() time.Time { return p.over.Add(-models.ConnectionLifetime) }
		}
		echo, err := s.Families.Ensure(ctx, models.Profile{
			ID: models.UserID(fmt.Sprintf("amzn1.ask.account.%s-%d", name, i)), Name: "Echo", Source: models.SourceAlexa,
		})
		if err != nil {
			return err
		}
		c, err := s.Families.ConnectionNumber(ctx, echo)
		if err != nil {
			return err
		}
		*numbers = append(*numbers, c.Number)
	}
	return nil
}

func someone(ctx context.Context, s services.Services, id string) (models.User, error) {
	return s.Families.Ensure(ctx, models.Profile{ID: models.UserID(id), Name: id, Source: models.SourceOIDC})
}

// knows reports whether digits or a number were ever valid.
func (p *past) knows(digits string) bool {
	return slices.Contains(slices.Concat(p.expired, p.used, p.dead, p.live), digits)
}
