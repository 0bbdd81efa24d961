package siege

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
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
	name    string
	path    string
	kind    kind
	refused bool     // by accounts that have used up their attempts
	differs bool     // a control: it is known that the answers differ
	options []option // each is compared with the first, which never was valid
}

// option is one kind of value that is tried.
type option struct {
	name   string
	body   func(*timing) string
	status int // of the answer
}

const (
	joinPath    = "/api/family/join"
	previewPath = "/api/family/invitations/preview"
	echosPath   = "/api/family/echos/preview"
)

// questions returns the questions whose answers must not reveal anything.
func questions() []question {
	const wrong, tooMany = http.StatusNotFound, http.StatusTooManyRequests
	return []question{
		{name: "join by a link of the earlier form", path: joinPath, kind: byLink, options: links(wrong, earlierToken)},
		{name: "join by a link", path: joinPath, kind: byLink, options: links(wrong, plainToken)},
		{name: "preview a link of the earlier form", path: previewPath, kind: byLink, options: links(wrong, earlierToken)},
		{name: "preview a link", path: previewPath, kind: byLink, options: links(wrong, plainToken)},
		{name: "join by digits", path: joinPath, kind: byDigits, options: []option{
			{"unknown", inviteCode((*timing).unknownDigits), wrong}, {"expired", inviteCode((*timing).expiredDigits), wrong}, {"used", inviteCode((*timing).usedDigits), wrong},
		}},
		{name: "preview an Echo by its number", path: echosPath, kind: byNumber, options: []option{
			{"unknown", connection((*timing).unknownNumber), wrong}, {"expired", connection((*timing).deadNumber), wrong},
		}},
		{name: "join by a link, over the limit", path: joinPath, kind: byLink, refused: true, options: links(tooMany, earlierToken)},
		{name: "join by digits, over the limit", path: joinPath, kind: byDigits, refused: true, options: []option{
			{"unknown", inviteCode((*timing).unknownDigits), tooMany}, {"live", inviteCode((*timing).liveDigits), tooMany}, {"used", inviteCode((*timing).usedDigits), tooMany},
		}},
		{name: "preview an Echo, over the limit", path: echosPath, kind: byNumber, refused: true, options: []option{
			{"unknown", connection((*timing).unknownNumber), tooMany}, {"live", connection((*timing).liveNumber), tooMany},
		}},
	}
}

// controls returns questions whose answers do reveal the option, by their content and by
// their time: a preview that succeeds reads more.
func controls() []question {
	const wrong, right = http.StatusNotFound, http.StatusOK
	return []question{
		{name: "preview a right link", differs: true, path: previewPath, kind: byLink, options: []option{
			{"unknown", inviteToken((*timing).token), wrong}, {"right", inviteToken((*timing).rightToken), right},
		}},
		{name: "preview a right Echo", differs: true, path: echosPath, kind: byNumber, options: []option{
			{"unknown", connection((*timing).unknownNumber), wrong}, {"live", connection((*timing).liveNumber), right},
		}},
	}
}

// links returns options with wrong tokens that name digits: unknown ones, and those of a
// live invitation.
func links(status int, token func(w *timing, digits string) string) []option {
	of := func(digits func(*timing) string) func(*timing) string {
		return inviteToken(func(w *timing) string { return token(w, digits(w)) })
	}
	return []option{{"unknown", of((*timing).unknownDigits), status}, {"live", of((*timing).liveDigits), status}}
}

// tokenLen is how many characters a link's token has.
const tokenLen = 22

// earlierToken returns a wrong token in the form of earlier links, which named their
// digits.
func earlierToken(w *timing, digits string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(digits)) + "." + w.token()
}

// plainToken returns a wrong token of the right length that begins with digits.
func plainToken(w *timing, digits string) string {
	return (base64.RawURLEncoding.EncodeToString([]byte(digits)) + w.token())[:tokenLen]
}

// token returns a random token in the form of a link's.
func (w *timing) token() string { return (&play{random: w.random}).token() }

func (w *timing) unknownDigits() string { return w.unknown(4, 0, 10_000) }

func (w *timing) unknownNumber() string { return w.unknown(8, 10_000_000, 90_000_000) }

// unknown returns random digits that were never valid.
func (w *timing) unknown(width, first, n int) string {
	for {
		digits := fmt.Sprintf("%0*d", width, first+w.random.IntN(n))
		if !w.knows(digits) && !slices.Contains(w.digits, digits) {
			return digits
		}
	}
}

func (w *timing) liveDigits() string    { return one(w.random, w.digits) }
func (w *timing) expiredDigits() string { return one(w.random, w.expired) }
func (w *timing) usedDigits() string    { return one(w.random, w.used) }
func (w *timing) liveNumber() string    { return one(w.random, w.live) }
func (w *timing) deadNumber() string    { return one(w.random, w.dead) }
func (w *timing) rightToken() string    { return one(w.random, w.tokens) }

func one(random *rand.Rand, of []string) string { return of[random.IntN(len(of))] }

func inviteCode(text func(*timing) string) func(*timing) string { return field("inviteCode", text) }

func inviteToken(text func(*timing) string) func(*timing) string { return field("inviteToken", text) }

func connection(text func(*timing) string) func(*timing) string { return field("number", text) }

// field returns a body with one property.
func field(name string, text func(*timing) string) func(*timing) string {
	return func(w *timing) string { return person.JSON(name, text(w)) }
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
