package main

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
)

// question asks whether answers reveal which of its options was tried.
type question struct {
	name    string
	path    string
	kind    kind
	refused bool     // by accounts that have used up their attempts
	options []option // each is compared with the first, which never was valid
}

// option is one kind of value that is tried.
type option struct {
	name   string
	body   func(*world) string
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
			{"unknown", inviteCode((*world).unknownDigits), wrong}, {"expired", inviteCode((*world).expiredDigits), wrong}, {"used", inviteCode((*world).usedDigits), wrong},
		}},
		{name: "preview an Echo by its number", path: echosPath, kind: byNumber, options: []option{
			{"unknown", number((*world).unknownNumber), wrong}, {"expired", number((*world).deadNumber), wrong},
		}},
		{name: "join by a link, over the limit", path: joinPath, kind: byLink, refused: true, options: links(tooMany, earlierToken)},
		{name: "join by digits, over the limit", path: joinPath, kind: byDigits, refused: true, options: []option{
			{"unknown", inviteCode((*world).unknownDigits), tooMany}, {"live", inviteCode((*world).liveDigits), tooMany}, {"used", inviteCode((*world).usedDigits), tooMany},
		}},
		{name: "preview an Echo, over the limit", path: echosPath, kind: byNumber, refused: true, options: []option{
			{"unknown", number((*world).unknownNumber), tooMany}, {"live", number((*world).liveNumber), tooMany},
		}},
	}
}

// controls returns questions whose answers do reveal the option, by their content and by
// their time: a preview that succeeds reads more.
func controls() []question {
	const wrong, right = http.StatusNotFound, http.StatusOK
	return []question{
		{name: "preview a link", path: previewPath, kind: byLink, options: []option{
			{"unknown", inviteToken((*world).unknownToken), wrong}, {"right", inviteToken((*world).rightToken), right},
		}},
		{name: "preview an Echo by its number", path: echosPath, kind: byNumber, options: []option{
			{"unknown", number((*world).unknownNumber), wrong}, {"live", number((*world).liveNumber), right},
		}},
	}
}

// links returns options with wrong tokens that name digits: unknown ones, and those of a
// live invitation.
func links(status int, token func(w *world, digits string) string) []option {
	of := func(digits func(*world) string) func(*world) string {
		return inviteToken(func(w *world) string { return token(w, digits(w)) })
	}
	return []option{{"unknown", of((*world).unknownDigits), status}, {"live", of((*world).liveDigits), status}}
}

// tokenLen is how many characters a link's token has.
const tokenLen = 22

// earlierToken returns a wrong token in the form of earlier links, which named their
// digits.
func earlierToken(w *world, digits string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(digits)) + "." + w.unknownToken()
}

// plainToken returns a wrong token of the right length that begins with digits.
func plainToken(w *world, digits string) string {
	return (base64.RawURLEncoding.EncodeToString([]byte(digits)) + w.unknownToken())[:tokenLen]
}

// unknownToken returns a random token in the form of a link's.
func (w *world) unknownToken() string {
	secret := make([]byte, 16)
	for i := range secret {
		secret[i] = byte(w.random.Uint32()) //nolint:gosec // the last eight bits
	}
	return base64.RawURLEncoding.EncodeToString(secret)
}

func (w *world) unknownDigits() string { return w.unknown(4, 0, 10_000) }

func (w *world) unknownNumber() string { return w.unknown(8, 10_000_000, 90_000_000) }

// unknown returns random digits that were never valid.
func (w *world) unknown(width, first, n int) string {
	for {
		digits := fmt.Sprintf("%0*d", width, first+w.random.IntN(n))
		if !w.knows(digits) && !slices.Contains(w.digits, digits) {
			return digits
		}
	}
}

func (w *world) liveDigits() string    { return one(w.random, w.digits) }
func (w *world) expiredDigits() string { return one(w.random, w.expired) }
func (w *world) usedDigits() string    { return one(w.random, w.used) }
func (w *world) liveNumber() string    { return one(w.random, w.live) }
func (w *world) deadNumber() string    { return one(w.random, w.dead) }
func (w *world) rightToken() string    { return one(w.random, w.tokens) }

func one(random *rand.Rand, of []string) string { return of[random.IntN(len(of))] }

func inviteCode(text func(*world) string) func(*world) string { return field("inviteCode", text) }

func inviteToken(text func(*world) string) func(*world) string { return field("inviteToken", text) }

func number(text func(*world) string) func(*world) string { return field("number", text) }

// field returns a body with one property.
func field(name string, text func(*world) string) func(*world) string {
	return func(w *world) string { return fmt.Sprintf("{%q:%q}", name, text(w)) }
}
