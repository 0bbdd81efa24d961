package jointest

import (
	"fmt"
	"slices"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// issue returns the invitation of an account's family: the live one, or a new one.
func (r *run) issue(a *account) {
	now, h := r.Now(), a.home
	inv, err := r.Invites.Issue(r.Ctx(), a.user())
	switch {
	case h.owner != a:
		r.want(err, ownerOnly)
		return
	case a.invitedTo != "":
		r.want(err, notAdmitted)
		return
	case overMany(r.sheets[h.id], now, 60):
		r.want(err, "too_many/many_links")
		return
	}
	r.want(err, ok)
	r.sheets[h.id] = append(within(r.sheets[h.id], now, time.Hour), counted{"", now, 1})
	if h.sheet == nil || !h.sheet.live(now) || h.sheet.bound != "" {
		h.sheet = r.newSheet(a, inv)
	}
	s := h.sheet
	asksFirst := h.asks || s.digits != "" && !s.admits
	if inv.Code != s.digits || inv.AsksFirst != asksFirst || !inv.ExpiresAt.Equal(s.expires) || (inv.Code == "") == inv.CodeAgainAt.IsZero() {
		r.fail("got %+v, want %+v", inv, s)
	}
	if r.byToken[inv.Token] != nil || inv.Token == "" {
		r.fail("a token was shown twice")
	}
	r.byToken[inv.Token], s.token = s, inv.Token
	r.tokens = append(r.tokens, inv.Token)
}

// newSheet checks a new invitation and returns its sheet. The service chooses the digits.
func (r *run) newSheet(a *account, inv invite.Invitation) *sheet {
	now, h := r.Now(), a.home
	f, err := r.FamilyStore.Family(r.Ctx(), h.id)
	r.OK(err)
	s := &sheet{id: f.InviteID, home: h, maker: a, expires: now.Add(models.InviteLifetime).Truncate(time.Second)}
	if s.id == "" || h.sheet != nil && h.sheet.id == s.id {
		r.fail("the family names the invitation %q", s.id)
	}
	day := within(r.codes[h.id], now, 24*time.Hour)
	if digits := !overMany(day, now, 5) && len(day) < 20; digits {
		if holder := r.byDigits[inv.Code]; len(inv.Code) != 4 || holder != nil && holder.expires.After(now) {
			r.fail("the digits %q are not free", inv.Code)
		}
		r.codes[h.id] = append(day, counted{"", now, 1})
		s.digits = inv.Code
		r.byDigits[s.digits] = s
		r.admits(s, inv.AsksFirst)
	}
	return s
}

// revoke ends the live invitation.
func (r *run) revoke(a *account) {
	now, h := r.Now(), a.home
	err := r.Invites.Revoke(r.Ctx(), a.user())
	switch {
	case h.owner != a:
		r.want(err, ownerOnly)
	case a.invitedTo != "":
		r.want(err, notAdmitted)
	case h.sheet == nil || !h.sheet.live(now):
		r.want(err, notValid)
	default:
		r.want(err, ok)
		r.usedUp(h.sheet.id)
		h.sheet = nil
	}
}

// typeDigits tries four digits.
func (r *run) typeDigits(a *account, digits string, surface invite.Surface) {
	now := r.Now()
	tries := r.fromDay(a, now)
	waits, odds := mustWait(tries, now), r.odds(surface)
	entry, err := r.Invites.RedeemCode(r.Ctx(), r.Again(a.user()), digits, surface)
	if !mayDepart(a) {
		r.wantEntry(entry, err, handOverFirst)
		return
	}
	if waits {
		r.wantEntry(entry, err, "too_many/wait")
		if d := models.AsError(err).RetryAfter; d <= 0 || d > 24*time.Hour {
			r.fail("told to wait %s", d)
		}
		return
	}
	id := r.name("try")
	tries = append(tries, counted{id, now, 1})
	s := r.byDigits[digits]
	ways := []string{asked}
	if s != nil && s.admits {
		ways = odds.entries()
	}
	got := r.used(a, s, models.WayDigits, ways, entry, err)
	r.compared(odds, got)
	if got != notValid {
		tries = dropped(tries, id)
	}
	if got == asked {
		filed := askedWith(s.id) + models.FormatTime(entry.Request.At)
		tries = append(dropped(tries, filed), counted{filed, now, 1})
	}
	r.digits[a.id] = tries
	if s != nil && got != notValid && got != alreadyMember { // found digits do not admit any more
		s.admits = false
		r.usedUp(s.id)
	}
}

// used checks the result of using an invitation (nil: none exists) and changes the model
// accordingly. The outcome of a use that is not refused must be one of ways.
func (r *run) used(a *account, s *sheet, way models.Way, ways []string, entry models.Entry, err error) string {
	now := r.Now()
	if s == nil {
		return r.wantEntry(entry, err, notValid)
	}
	expired := []string{}
	if !s.expires.After(now) { // a store may have removed it
		expired = append(expired, notValid)
	}
	filed := !s.home.over && a.request.InviteID == s.id && a.request.Open(now)
	switch {
	case a.home == s.home && a.joinedWith == s.id: // a repeat
		got := r.wantEntry(entry, err, append(expired, joined)...)
		if got == joined && (entry.Brought != 0 || entry.Family.ID != s.home.id || entry.UserID != a.id) {
			r.fail("again: %+v", entry)
		}
		return got
	case !s.usable(a, now) && !filed:
		return r.wantEntry(entry, err, notValid)
	case a.home == s.home:
		return r.wantEntry(entry, err, append(expired, alreadyMember)...)
	case !mayDepart(a):
		return r.wantEntry(entry, err, append(expired, handOverFirst)...)
	case a.invitedTo != "" && a.invitedTo != s.home.id:
		return r.wantEntry(entry, err, append(expired, notAdmitted)...)
	case s.home.asks || filed || !slices.Contains(ways, joined):
		return r.filed(a, s.home, request{way: way, sheet: s}, entry, err, expired...)
	case slices.Contains(ways, asked) && (entry.Asked() || err != nil):
		return r.filed(a, s.home, request{way: way, sheet: s}, entry, err)
	case s.home.full():
		return r.wantEntry(entry, err, familyFull)
	}
	got := r.wantEntry(entry, err, joined)
	r.usedUp(s.id)
	r.moved(a, s.home, entry.Brought)
	a.joinedWith, s.home.sheet = s.id, nil
	return got
}

// moved moves an account into a family and checks how many memos came along.
func (r *run) moved(a *account, to *home, brought int) {
	now := r.Now()
	if want := len(r.of(a, false, now)); brought != want {
		r.fail("%d memos came along, want %d", brought, want)
	}
	r.enter(a, to, now)
}

// request is how a request was made.
type request struct {
	way   models.Way
	sheet *sheet   // nil: with a connection number
	by    *account // the member who entered the number
}

func (q request) invitation() models.InviteID {
	if q.sheet == nil {
		return ""
	}
	return q.sheet.id
}

// filed checks the result of asking a family and changes the model accordingly.
func (r *run) filed(a *account, h *home, q request, entry models.Entry, err error, also ...string) string {
	now := r.Now()
	if r.open(a, now) {
		by := models.UserID("")
		if q.by != nil {
			by = q.by.id
		}
		if a.request.FamilyID != h.id || a.request.InviteID != q.invitation() || a.request.By != by {
			return r.wantEntry(entry, err, append(also, alreadyAsked)...)
		}
		got := r.wantEntry(entry, err, append(also, asked)...)
		if got == asked && entry.Request != a.request {
			r.fail("got %+v, want %+v", entry.Request, a.request)
		}
		return got
	}
	var refusals []string
	if h.full() {
		refusals = append(refusals, familyFull)
	}
	waiting := r.askers(h, now)
	if len(waiting) >= models.MaxRequests {
		refusals = append(refusals, manyRequests)
	}
	if len(refusals) > 0 {
		return r.wantEntry(entry, err, refusals...)
	}
	got := r.wantEntry(entry, err, asked)
	want := models.Request{UserID: a.id, FamilyID: h.id, At: now, Check: entry.Request.Check, Way: q.way, InviteID: q.invitation()}
	if q.by != nil {
		want.By = q.by.id
	}
	taken := slices.ContainsFunc(waiting, func(o *account) bool { return o.request.Check == want.Check })
	if entry.Request != want || entry.UserID != a.id || taken || len(want.Check) != 2 || entry.Brought != 0 {
		r.fail("asked: %+v, want %+v", entry, want)
	}
	a.request = want
	return got
}

// useToken redeems a link, or only previews it.
func (r *run) useToken(a *account, token string, only bool) {
	now := r.Now()
	many := overMany(r.links[a.id], now, 20)
	s := r.byToken[token]
	wrong := func() { r.links[a.id] = append(within(r.links[a.id], now, time.Hour), counted{"", now, 1}) }
	if only {
		preview, err := r.Invites.PreviewLink(r.Ctx(), r.Again(a.user()), token)
		switch {
		case many:
			r.want(err, "too_many/link_attempts")
		case s == nil || !s.usable(a, now):
			r.want(err, notValid)
			wrong()
		default:
			r.want(err, ok)
			if preview.Family.ID != s.home.id || preview.Inviter.ID != s.maker.id || preview.AsksFirst != s.home.asks ||
				preview.Brought != len(r.of(a, false, now)) || !preview.ExpiresAt.Equal(s.expires) {
				r.fail("looked at %+v, want %+v", preview, s)
			}
		}
		return
	}
	entry, err := r.Invites.RedeemLink(r.Ctx(), r.Again(a.user()), token)
	if many {
		r.wantEntry(entry, err, "too_many/link_attempts")
	} else if got := r.used(a, s, models.WayLink, []string{joined}, entry, err); got == notValid || got == asked {
		wrong()
	}
}

// sayNumber asks an Echo for its connection number.
func (r *run) sayNumber(a *account) {
	now := r.Now()
	c, err := r.Families.ConnectionNumber(r.Ctx(), a.user())
	switch {
	case !a.echo || !a.home.alone(a):
		r.want(err, "conflict/not_alone")
	case a.connection.Live(now):
		r.want(err, ok)
		if c != a.connection {
			r.fail("got %+v, want %+v", c, a.connection)
		}
	default:
		r.want(err, ok)
		if until := now.Add(models.ConnectionLifetime).Truncate(time.Second); len(c.Number) != 8 || !c.ExpiresAt.Equal(until) {
			r.fail("got %+v", c)
		}
		a.connection = c
	}
}

// sayRecovery asks an Echo for its recovery number.
func (r *run) sayRecovery(a *account) {
	user, err := r.FamilyStore.Person(r.Ctx(), a.id)
	r.OK(err)
	number, err := r.Families.RecoveryNumber(r.Ctx(), user)
	r.want(err, ok)
	if first := a.echo && a.recovery == ""; first != (len(number) == 10) || !first && number != "" {
		r.fail("got %q, before it was told %q", number, a.recovery)
	}
	if number != "" {
		a.recovery = number
	}
}

// byNumber returns the account that a number leads to now; nil: none.
func (r *run) byNumber(number string) *account {
	now := r.Now()
	for _, a := range r.alive {
		if a.connection.Number == number && a.connection.Live(now) && a.home.alone(a) {
			return a
		}
		if a.recovery == number && !a.gone && a.eraseAt.After(now) {
			return a
		}
	}
	return nil
}

// addEcho enters a number as a member, or only previews it.
func (r *run) addEcho(by *account, number string, only bool) {
	now := r.Now()
	many := overMany(r.numbers[by.id], now, 20)
	found := r.byNumber(number)
	if only {
		echo, err := r.Invites.PreviewEcho(r.Ctx(), by.user(), number)
		switch {
		case many:
			r.want(err, "too_many/number_attempts")
		case found == nil:
			r.want(err, notValid)
			r.numbers[by.id] = append(within(r.numbers[by.id], now, time.Hour), counted{"", now, 1})
		default:
			r.want(err, ok)
			if echo.User.ID != found.id || echo.Memos != len(r.of(found, false, now)) {
				r.fail("looked at %+v, want %s", echo, found.id)
			}
		}
		return
	}
	entry, err := r.Invites.AddEcho(r.Ctx(), by.user(), number)
	if many {
		r.wantEntry(entry, err, "too_many/number_attempts")
		return
	}
	if got := r.added(by, found, number, entry, err); got == notValid || got == asked {
		r.numbers[by.id] = append(within(r.numbers[by.id], now, time.Hour), counted{"", now, 1})
	}
}

// added checks the result of entering a number and changes the model accordingly.
func (r *run) added(by, found *account, number string, entry models.Entry, err error) string {
	h, recovery := by.home, len(number) == 10
	switch {
	case by.invitedTo != "":
		return r.wantEntry(entry, err, notAdmitted)
	case found == nil:
		return r.wantEntry(entry, err, notValid)
	case recovery && found.home == h:
		return r.wantEntry(entry, err, notValid)
	case recovery:
		got := r.wantEntry(entry, err, joined)
		r.retrieve(found, by)
		return got
	case found.home == h:
		return r.wantEntry(entry, err, alreadyMember)
	case h.asks && h.owner != by:
		return r.filed(found, h, request{way: models.WayNumber, by: by}, entry, err)
	case h.full():
		return r.wantEntry(entry, err, familyFull)
	}
	got := r.wantEntry(entry, err, joined)
	r.moved(found, h, entry.Brought)
	found.addedBy = by.id
	return got
}

// randomNumber returns a connection number that is valid, was valid, or never existed.
func (r *run) randomNumber() string {
	var numbers []string
	for _, a := range r.alive {
		if a.connection.Number != "" {
			numbers = append(numbers, a.connection.Number)
		}
		if a.recovery != "" && (a.gone || !a.eraseAt.IsZero()) {
			numbers = append(numbers, a.recovery)
		}
	}
	if number, some := pick(r, numbers); some && r.chance(85) {
		return number
	}
	return fmt.Sprint(10_000_000 + r.rand.IntN(90_000_000))
}
