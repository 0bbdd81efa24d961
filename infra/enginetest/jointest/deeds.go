package jointest

import (
	"cmp"
	"slices"
	"time"

	"voicememo/invite"
	"voicememo/models"
)

// population is the number of accounts from which on a walk closes some.
const population = 40

// allDeeds lists the steps of a walk.
func (r *run) allDeeds() []deed {
	return []deed{
		{"sign up", 5, r.signUpSome},
		{"sign up by invitation", 2, r.signUpInvited},
		{"add", 14, r.addNote},
		{"edit", 3, r.editNote},
		{"trash", 6, r.trashNote},
		{"restore", 4, r.restoreNote},
		{"delete", 6, r.deleteNote},
		{"empty the trash", 2, r.emptyTrash},
		{"issue", 12, func() { r.by(r.mostlyOwner, r.issue) }},
		{"revoke", 2, func() { r.by(r.mostlyOwner, r.revoke) }},
		{"join by digits", 11, r.joinByDigits},
		{"join by link", 7, r.joinByLink},
		{"use the same again", 3, r.useAgain},
		{"guess", 9, r.guess},
		{"guess links", 2, r.guessLinks},
		{"say a number", 5, func() { r.by(r.anEcho, r.sayNumber) }},
		{"say a recovery number", 3, func() { r.by(r.anEcho, r.sayRecovery) }},
		{"enter a number", 9, r.enterNumber},
		{"guess numbers", 2, r.guessNumbers},
		{"admit", 7, func() { r.decide(r.admit) }},
		{"refuse", 2, func() { r.decide(r.refuse) }},
		{"withdraw", 2, func() { r.by(r.anyone, r.withdraw) }},
		{"leave", 3, func() { r.by(r.anyone, r.leaveHome) }},
		{"remove", 2, func() { r.byTwo(r.remove) }},
		{"hand over", 3, func() { r.byTwo(r.handOver) }},
		{"set the owner", 1, func() { r.byTwo(r.setOwner) }},
		{"ask first", 3, func() { r.by(r.mostlyOwner, r.askFirst) }},
		{"disable", 5, func() { r.by(r.anOwningEcho, r.disableSkill) }},
		{"come back", 3, r.comeBack},
		{"close", 1, func() { r.by(r.anyone, r.closeAccount) }},
		{"erase what is due", 1, r.eraseDue},
		{"a family fills", 1, r.fill},
		{"Echos without a person", 3, r.echosAlone},
		{"time passes", 8, r.timePasses},
	}
}

// anyone returns a random account that can act.
func (r *run) anyone() (*account, bool) {
	return pick(r, slices.DeleteFunc(slices.Clone(r.alive), func(a *account) bool { return !a.active() }))
}

// mostlyOwner returns a random account that owns its family, or sometimes one that does
// not.
func (r *run) mostlyOwner() (*account, bool) {
	a, some := r.anyone()
	if some && r.chance(90) && a.home.owner.active() {
		a = a.home.owner
	}
	return a, some
}

// anEcho returns a random Echo that can act.
func (r *run) anEcho() (*account, bool) {
	return pick(r, slices.DeleteFunc(slices.Clone(r.alive), func(a *account) bool { return !a.active() || !a.echo }))
}

// anOwningEcho returns a random Echo, half of the time one that owns a family with others.
func (r *run) anOwningEcho() (*account, bool) {
	a, some := pick(r, slices.DeleteFunc(slices.Clone(r.alive), func(a *account) bool { return !a.active() || !a.echo || mayDepart(a) }))
	if some && r.chance(50) {
		return a, true
	}
	return r.anEcho()
}

// by lets an account do something and checks its families from before and after.
func (r *run) by(who func() (*account, bool), do func(*account)) {
	a, some := who()
	if !some {
		return
	}
	before := a.home
	do(a)
	r.check(before, a.home)
}

// byTwo lets an account act on another one, which is mostly of the same family.
func (r *run) byTwo(do func(a, b *account)) {
	a, some := r.mostlyOwner()
	if !some {
		return
	}
	b, _ := r.anyone()
	if r.chance(80) {
		b, _ = pick(r, slices.Concat(a.home.members, a.home.formers))
	}
	if a == b && r.chance(90) {
		return
	}
	before := b.home
	do(a, b)
	r.check(a.home, before, b.home)
}

func (r *run) signUpSome() {
	if len(r.alive) >= population {
		r.by(r.anyone, r.closeAccount)
		return
	}
	r.check(r.newAccount(r.chance(35)).home)
}

// newAccount creates an account.
func (r *run) newAccount(echo bool) *account {
	name, source := "person", models.SourceOIDC
	if echo {
		name, source = "echo", models.SourceAlexa
	}
	id := models.UserID(r.name(name))
	u, err := r.Families.Ensure(r.Ctx(), models.Profile{ID: id, Name: string(id), Source: source})
	r.want(err, ok)
	return r.signUp(id, echo, u.FamilyID, r.Now())
}

// signUpInvited creates an account that may sign up only with a link.
func (r *run) signUpInvited() {
	token, some := pick(r, r.recentTokens())
	if s, live := pick(r, r.liveSheets()); live && r.chance(75) {
		token = s.token
	}
	if !some || len(r.alive) >= population {
		return
	}
	now, s, id := r.Now(), r.byToken[token], models.UserID(r.name("invited"))
	to, err := r.Invites.Bind(r.Ctx(), token, id)
	if s.usable(&account{id: id}, now) {
		r.want(err, ok)
	} else {
		r.want(err, notValid)
		return
	}
	u, err := r.Families.EnsureInvited(r.Ctx(), models.Profile{ID: id, Name: string(id), Source: models.SourceOIDC}, to)
	r.want(err, ok)
	s.bound = id
	a := r.signUp(id, false, u.FamilyID, now)
	a.invitedTo, a.eraseAt = s.home.id, now.Add(models.InviteLifetime+models.RequestLifetime)
	if to != s.home.id {
		r.fail("bound to %s, want %s", to, s.home.id)
	}
	if r.chance(70) {
		r.useToken(a, token, false)
	}
	r.check(s.home, a.home)
}

// liveSheets lists the invitations that can be used now.
func (r *run) liveSheets() (sheets []*sheet) {
	for _, h := range r.homes() {
		if h.sheet != nil && h.sheet.live(r.Now()) {
			sheets = append(sheets, h.sheet)
		}
	}
	return sheets
}

// recentTokens lists the tokens of the latest links.
func (r *run) recentTokens() []string { return r.tokens[max(0, len(r.tokens)-12):] }

// aGuest returns a random account that can act, mostly one that could join another family.
func (r *run) aGuest() (*account, bool) {
	a, some := r.anyone()
	if some && !mayDepart(a) && r.chance(80) {
		a, some = r.anyone()
	}
	return a, some
}

// joinByDigits lets a person type the digits that they received.
func (r *run) joinByDigits() {
	a, some := r.aGuest()
	s, more := pick(r, r.liveSheets())
	if !some || !more || s.digits == "" {
		return
	}
	before := a.home
	r.typeDigits(a, s.digits, r.surface())
	r.check(before, a.home, s.home)
}

// useAgain lets a person whose answer was lost repeat the call by which they joined or
// asked, perhaps much later.
func (r *run) useAgain() {
	people := slices.DeleteFunc(slices.Clone(r.alive), func(a *account) bool {
		return !a.active() || a.joinedWith == "" && a.request.InviteID == ""
	})
	r.by(func() (*account, bool) { return pick(r, people) }, func(a *account) {
		id := cmp.Or(a.request.InviteID, a.joinedWith)
		for _, token := range slices.Backward(r.tokens) {
			s := r.byToken[token]
			if s.id != id {
				continue
			}
			if s.digits != "" && r.step%2 == 0 {
				r.typeDigits(a, s.digits, r.surface())
			} else {
				r.useToken(a, token, false)
			}
			return
		}
	})
}

func (r *run) surface() invite.Surface {
	if r.chance(50) {
		return invite.Web
	}
	return invite.Alexa
}

func (r *run) joinByLink() {
	a, some := r.aGuest()
	token, more := pick(r, r.recentTokens())
	if s, live := pick(r, r.liveSheets()); live && r.chance(60) {
		token = s.token
	}
	if !some || !more {
		return
	}
	before := a.home
	r.useToken(a, token, r.chance(25))
	r.check(before, a.home)
}

// enterNumber lets a member type the number that an Echo said.
func (r *run) enterNumber() {
	if a, some := r.anEcho(); some && a.home.alone(a) {
		r.sayNumber(a)
	}
	number := r.randomNumber()
	found := r.byNumber(number)
	r.by(r.anyone, func(a *account) {
		if found != nil {
			defer func(before *home) { r.check(before, found.home) }(found.home)
		}
		r.addEcho(a, number, r.chance(20))
	})
}

// disableSkill disables an Echo's skill. The event may arrive twice.
func (r *run) disableSkill(a *account) {
	for range 1 + r.rand.IntN(2) {
		r.want(r.Families.Disable(r.Ctx(), a.id), ok)
		r.disable(a, r.Now())
	}
}

// comeBack lets a device whose skill was disabled be used again.
func (r *run) comeBack() {
	a, some := pick(r, slices.DeleteFunc(slices.Clone(r.alive), (*account).active))
	if !some {
		return
	}
	before := a.home
	u, err := r.Families.Ensure(r.Ctx(), models.Profile{ID: a.id, Name: string(a.id), Source: models.SourceAlexa})
	r.want(err, ok)
	if a.gone {
		r.leave(a, u.FamilyID, r.Now())
	} else {
		a.eraseAt = time.Time{}
	}
	r.check(before, a.home)
}

func (r *run) closeAccount(a *account) {
	err := r.Families.Close(r.Ctx(), a.user())
	if !mayDepart(a) {
		r.want(err, "forbidden/hand_over_first")
		return
	}
	r.want(err, ok)
	r.shut(a)
}

func (r *run) eraseDue() {
	r.want(r.Families.EraseDue(r.Ctx()), ok)
	for _, a := range slices.Clone(r.alive) {
		if !a.gone && !a.eraseAt.IsZero() && !a.eraseAt.After(r.Now()) {
			r.shut(a)
		}
	}
	due, err := r.FamilyStore.Due(r.Ctx(), r.Now())
	r.want(err, ok)
	if len(due) > 0 {
		r.fail("still due: %v", due)
	}
}

// timePasses advances the clock, mostly by seconds or minutes, sometimes by days.
func (r *run) timePasses() {
	spans := []time.Duration{
		10 * time.Second, time.Minute, time.Minute, 3 * time.Minute, 6 * time.Minute, 20 * time.Minute, 40 * time.Minute, 61 * time.Minute,
		5 * time.Hour, 25 * time.Hour, 4 * 24 * time.Hour,
	}
	d := spans[r.rand.IntN(len(spans))]
	if d > 6*time.Hour && !r.chance(40) {
		d = time.Minute
	}
	r.Advance(time.Duration(r.rand.Int64N(int64(d))) + time.Millisecond)
	r.Advance(-(time.Duration(r.Now().Nanosecond()) % time.Millisecond))
	r.count(ok)
}
