package jointest

import (
	"fmt"

	"voicememo/invite"
)

// guess lets new accounts try digits: mostly wrong ones, and a few that are or were right.
func (r *run) guess() {
	surface := r.surface()
	tries := 1 + r.rand.IntN(4)
	if r.chance(15) {
		tries += 8
	}
	for range tries {
		a, some := r.anyone()
		throwAway := !some || r.chance(60)
		if throwAway {
			a = r.newAccount(surface == invite.Alexa)
		}
		before := a.home
		r.typeDigits(a, r.guessed(), surface)
		r.check(a.home)
		if throwAway && a.home == before && a.request.At.IsZero() && r.chance(90) {
			r.closeAccount(a)
		}
	}
}

// guessed returns the digits that a guesser types.
func (r *run) guessed() string {
	n := r.rand.IntN(100)
	if s, some := pick(r, r.liveSheets()); some && s.digits != "" && n < 12 {
		return s.digits
	}
	if s := r.byToken[r.lastToken()]; s != nil && s.digits != "" && n < 30 {
		return s.digits // they may be used
	}
	return fmt.Sprintf("%04d", r.rand.IntN(10_000))
}

func (r *run) lastToken() string {
	token, _ := pick(r, r.recentTokens())
	return token
}

// guessLinks lets a person try many links that do not exist.
func (r *run) guessLinks() {
	r.by(r.anyone, func(a *account) {
		for range 1 + r.rand.IntN(15) {
			token := fmt.Sprintf("%022d", r.rand.IntN(1_000_000))
			if r.chance(20) {
				token = "MTIzNA." + token
			}
			r.useToken(a, token, r.chance(50))
		}
	})
}

func (r *run) guessNumbers() {
	r.by(r.anyone, func(a *account) {
		for range 1 + r.rand.IntN(15) {
			r.addEcho(a, fmt.Sprint(10_000_000+r.rand.IntN(90_000_000)), r.chance(50))
		}
	})
}
