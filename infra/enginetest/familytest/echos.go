package familytest

import (
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runEchos checks the contract for the numbers of Echos.
func runEchos(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"a connection number":                 connectionNumber,
		"a connection number is one Echo's":   connectionTaken,
		"no connection number for":            connectionRefused,
		"connecting":                          connectEcho,
		"connecting is refused":               connectRefused,
		"connecting with an outdated reading": connectOutdated,
		"connecting to a family that asks":    connectAsks,
		"a recovery number":                   recoveryNumber,
		"recovering":                          recoverMemos,
		"recovering is refused":               recoverRefused,
		"recovering with former members":      recoverFormers,
	})
}

func connectionNumber(w *World) {
	echo, by := w.Echo("Echo"), w.Person("Taro")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	if len(c.Number) != 8 || c.Number[0] == '0' || c.ExpiresAt.After(w.Now().Add(models.ConnectionLifetime)) {
		w.T.Errorf("ConnectionNumber: got %+v, want eight digits and ten minutes", c)
	}
	w.Advance(models.ConnectionLifetime - 2*time.Second)
	again, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	w.Same(again, c)
	holder, err := w.FamilyStore.Holder(w.Ctx(), family.NumberKey(c.Number))
	w.OK(err)
	w.Same(holder, echo.ID)
	found, err := w.Families.ByConnection(w.Ctx(), by, c.Number)
	w.OK(err)
	w.Same(found, w.Again(echo))
	w.Same(found.Echo.Connection, c)
	w.Advance(3 * time.Second)
	w.Refused(must.Err(w.Families.ByConnection(w.Ctx(), by, c.Number)), notFound, notValid)
	next, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	w.Same(w.Again(echo).Echo.Connection, next)
	w.Refused(must.Err(w.Families.ByConnection(w.Ctx(), by, c.Number)), notFound, notValid)
	w.OK(must.Err(w.Families.ByConnection(w.Ctx(), by, next.Number)))
}

// connectionTaken: two Echos never have the same number at the same time, even if it has
// expired.
func connectionTaken(w *World) {
	first, second := w.Echo("First"), w.Echo("Second")
	c := models.Connection{Number: "87654321", ExpiresAt: w.Now().Add(time.Minute).Truncate(time.Second)}
	w.OK(w.FamilyStore.SetConnection(w.Ctx(), first.ID, c, w.Now()))
	late := models.Connection{Number: c.Number, ExpiresAt: c.ExpiresAt.Add(time.Hour)}
	another := models.Connection{Number: "11223344", ExpiresAt: late.ExpiresAt}
	w.refusals([]models.User{first, second}, map[string]refusal{
		"live":        {func() error { return w.FamilyStore.SetConnection(w.Ctx(), second.ID, c, w.Now()) }, conflict, models.ReasonCodesExhausted},
		"expired":     {func() error { return w.FamilyStore.SetConnection(w.Ctx(), second.ID, late, late.ExpiresAt) }, conflict, models.ReasonCodesExhausted},
		"over a live": {func() error { return w.FamilyStore.SetConnection(w.Ctx(), first.ID, another, w.Now()) }, conflict, moved},
	})
	w.OK(w.FamilyStore.SetConnection(w.Ctx(), first.ID, another, c.ExpiresAt.Add(time.Second)))
	w.OK(w.FamilyStore.SetConnection(w.Ctx(), second.ID, late, c.ExpiresAt.Add(time.Second))) // the number is free now
	holder, err := w.FamilyStore.Holder(w.Ctx(), family.NumberKey(c.Number))
	w.OK(err)
	w.Same(holder, second.ID)
	w.Families.Rand = &stuck{} // which leads to the same number several times
	third, fourth := w.Echo("Third"), w.Echo("Fourth")
	one, err := w.Families.ConnectionNumber(w.Ctx(), third)
	w.OK(err)
	w.Families.Rand = &stuck{}
	other, err := w.Families.ConnectionNumber(w.Ctx(), fourth)
	w.OK(err)
	if one.Number == other.Number {
		w.T.Errorf("ConnectionNumber: got %+v for two Echos, want different numbers", one)
	}
}

func connectionRefused(w *World) {
	person, echo, owner := w.Person("Taro"), w.Echo("Echo"), w.Person("Hanako")
	echo = w.Join(echo, owner)
	number := func(u models.User) func() error {
		return func() error { return must.Err(w.Families.ConnectionNumber(w.Ctx(), u)) }
	}
	w.refusals([]models.User{person, echo, owner}, map[string]refusal{
		"a person":            {number(person), conflict, models.ReasonNotAlone},
		"an Echo in a family": {number(echo), conflict, models.ReasonNotAlone},
		"an unknown account":  {number(models.User{ID: "nobody"}), notFound, models.ReasonPerson},
	})
}

func connectEcho(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member = w.Join(member, owner)
	w.Add(echo, "spoken")
	w.Add(owner, "owner's")
	code := w.Invite(owner)
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	before := w.Again(echo)
	w.Advance(time.Second)
	entry, err := w.Families.Connect(w.Ctx(), member, c.Number) // every member may
	w.OK(err)
	now := w.Again(echo)
	want := w.memberAfter(before, now, owner.FamilyID)
	want.Membership.AddedBy, want.Echo.Notice = member.ID, models.NoticeJoined
	w.Same(now, want)
	w.Same(entry.UserID, echo.ID)
	w.Same(entry.Brought, 1)
	w.Same(entry.Asked(), false)
	f := w.FamilyOf(owner)
	w.Same(members(f), []models.UserID{owner.ID, member.ID, echo.ID})
	w.Same(f.InviteID, code.InviteID) // joining in another way does not use it
	w.Same(w.Contents(owner, false), []string{"owner's", "spoken"})
	w.Refused(must.Err(w.Families.Connect(w.Ctx(), member, c.Number)), notFound, notValid)
	w.Refused(must.Err(w.FamilyStore.Holder(w.Ctx(), family.NumberKey(c.Number))), notFound, notValid)
	w.OK(w.Families.MarkTold(w.Ctx(), now))
	w.Same(w.Again(echo).Echo.Notice, models.Notice(""))
}

func connectRefused(w *World) {
	owner, echo, busy, guest := w.Person("Taro"), w.Echo("Echo"), w.Echo("Busy"), w.Person("Guest")
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	taken, err := w.Families.ConnectionNumber(w.Ctx(), busy)
	w.OK(err)
	w.Join(guest, busy) // the Echo is not alone now
	connect := func(by models.User, number string) func() error {
		return func() error { return must.Err(w.Families.Connect(w.Ctx(), by, number)) }
	}
	w.refusals([]models.User{owner, echo, busy}, map[string]refusal{
		"unknown":          {connect(owner, "00000000"), notFound, notValid},
		"not alone":        {connect(owner, taken.Number), notFound, notValid},
		"the Echo itself":  {connect(echo, c.Number), conflict, models.ReasonAlreadyMember},
		"a recovery's key": {connect(owner, c.Number+"00"), notFound, notValid},
	})
	for range models.MaxMembers - 1 {
		w.Join(w.Person("Member"), owner)
	}
	w.refusals([]models.User{owner, echo}, map[string]refusal{
		"full": {connect(owner, c.Number), conflict, models.ReasonFamilyFull},
	})
	w.Advance(models.ConnectionLifetime)
	w.refusals([]models.User{owner, echo}, map[string]refusal{"expired": {connect(owner, c.Number), notFound, notValid}})
}

func connectOutdated(w *World) {
	owner, member, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	member = w.Join(member, owner)
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	connect := func(by models.User, change func(*family.Connect)) func() error {
		m := family.Connect{Move: w.moveOf(echo, w.FamilyOf(owner)), By: by.ID}
		change(&m)
		return func() error { return must.Err(w.FamilyStore.Connect(w.Ctx(), m)) }
	}
	same := func(*family.Connect) {}
	byMember := connect(member, same)
	w.refusals([]models.User{owner, member, echo}, map[string]refusal{
		"another number":    {connect(member, func(m *family.Connect) { m.User.Echo.Connection.Number = "00000000" }), notFound, notValid},
		"no number":         {connect(member, func(m *family.Connect) { m.User.Echo.Connection.Number = "" }), notFound, notValid},
		"by a stranger":     {connect(w.Person("Goro"), same), conflict, moved},
		"another owner":     {connect(member, func(m *family.Connect) { m.To.OwnerID = member.ID }), conflict, moved},
		"another epoch":     {connect(member, func(m *family.Connect) { m.User.Membership.MoveEpoch-- }), conflict, moved},
		"full":              {connect(member, func(m *family.Connect) { m.MaxMembers = 2 }), conflict, models.ReasonFamilyFull},
		"of a family it is": {connect(member, func(m *family.Connect) { m.To = w.FamilyOf(echo) }), conflict, models.ReasonAlreadyMember},
	})
	w.OK(w.Families.SetAskBeforeJoin(w.Ctx(), owner, true))
	w.refusals([]models.User{owner, member, echo}, map[string]refusal{"it asks by then": {byMember, conflict, moved}})
	guest := w.Person("Guest")
	byOwner := connect(owner, same)
	w.Join(guest, echo)
	w.refusals([]models.User{owner, echo}, map[string]refusal{"it has company by then": {byOwner, conflict, moved}})
	w.OK(must.Err(w.Families.Leave(w.Ctx(), guest)))
	w.Same(w.Again(echo).Echo.Connection, c)
	w.OK(connect(owner, same)())
}

// connectAsks: if a member enters the number, a request is filed; if the owner does, the
// Echo joins immediately.
func connectAsks(w *World) {
	owner, member, echo, other := w.AskingOwner("Taro"), w.Person("Hanako"), w.Echo("Echo"), w.Echo("Other")
	member = w.Admit(member, owner)
	c, err := w.Families.ConnectionNumber(w.Ctx(), echo)
	w.OK(err)
	entry, err := w.Families.Connect(w.Ctx(), member, c.Number)
	w.OK(err)
	r := entry.Request
	w.Same(entry.UserID, echo.ID)
	w.Same(r, models.Request{
		UserID: echo.ID, FamilyID: owner.FamilyID, At: r.At, Check: r.Check, Way: models.WayNumber, By: member.ID,
	})
	w.Same(w.FamilyOf(owner).Requests, []models.Request{r})
	again, err := w.Families.Connect(w.Ctx(), member, c.Number) // the same check number
	w.OK(err)
	w.Same(again.Request, r)
	w.Advance(time.Second)
	w.OK(must.Err(w.Families.Allow(w.Ctx(), owner, echo.ID)))
	now := w.Again(echo)
	if now.FamilyID != owner.FamilyID || now.Membership.AddedBy != member.ID || now.Membership.JoinedWith != "" || now.Echo.Notice != models.NoticeJoined {
		w.T.Errorf("Allow: got the Echo %+v, want a member with AddedBy and NoticeJoined", now)
	}
	if now = w.Connect(other, owner); now.Membership.AddedBy != owner.ID || now.FamilyID != owner.FamilyID {
		w.T.Errorf("Connect: got the Echo %+v, want a member with AddedBy", now)
	}
}

func recoveryNumber(w *World) {
	echo, other, person := w.Echo("Echo"), w.Echo("Other"), w.Person("Taro")
	number, err := w.Families.RecoveryNumber(w.Ctx(), echo)
	w.OK(err)
	if len(number) != 10 || number[0] == '0' {
		w.T.Errorf("RecoveryNumber: got %q, want ten digits", number)
	}
	now := w.Again(echo)
	if now.Echo.Recovery == "" || now.Echo.Recovery == number || family.RecoveryKey(now.Echo.Recovery) != family.NumberKey(number) {
		w.T.Errorf("got Recovery %q, want the hash of the number", now.Echo.Recovery)
	}
	for name, u := range map[string]models.User{"as read before": echo, "as it is": now, "a person": person} {
		if again, err := w.Families.RecoveryNumber(w.Ctx(), u); err != nil || again != "" {
			w.T.Errorf("%s: RecoveryNumber: got %q, %v, want none", name, again, err)
		}
	}
	holder, err := w.FamilyStore.Holder(w.Ctx(), family.NumberKey(number))
	w.OK(err)
	w.Same(holder, echo.ID)
	w.refusals([]models.User{echo, other, person}, map[string]refusal{
		"another's":   {func() error { return w.FamilyStore.SetRecovery(w.Ctx(), other.ID, now.Echo.Recovery, w.Now()) }, conflict, models.ReasonCodesExhausted},
		"another one": {func() error { return w.FamilyStore.SetRecovery(w.Ctx(), echo.ID, "a hash", w.Now()) }, conflict, moved},
		"in use":      {func() error { return must.Err(w.Families.ByRecovery(w.Ctx(), person, number)) }, notFound, notValid},
	})
}

// suspended creates a suspended account: an Echo with a memo and a recovery number whose
// skill was disabled.
func (w *World) suspended(memo string) (echo models.User, number string) {
	w.T.Helper()
	echo = w.Echo("Echo")
	w.Add(echo, memo)
	number, err := w.Families.RecoveryNumber(w.Ctx(), echo)
	w.OK(err)
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	return w.Again(echo), number
}

func recoverMemos(w *World) {
	owner, member := w.Person("Taro"), w.Echo("New Echo")
	member = w.Connect(member, owner)
	w.Add(owner, "owner's")
	old, number := w.suspended("of before")
	found, err := w.Families.ByRecovery(w.Ctx(), owner, number)
	w.OK(err)
	w.Same(found, old)
	entry, err := w.Families.Recover(w.Ctx(), member, number)
	w.OK(err)
	w.Same(entry.UserID, old.ID)
	w.Same(entry.Brought, 1)
	w.Same(entry.Family.ID, owner.FamilyID)
	w.Same(w.Contents(owner, false), []string{"of before", "owner's"})
	f, now := w.FamilyOf(owner), w.Again(old)
	w.Same(members(f), []models.UserID{owner.ID, member.ID})
	w.Same(f.FormerIDs, []models.UserID{old.ID})
	if !now.Membership.Gone || now.IsOwner || now.FamilyID != f.ID || !now.EraseAt.IsZero() {
		w.T.Errorf("got the account %+v, want a former member", now)
	}
	w.Refused(must.Err(w.FamilyStore.Family(w.Ctx(), old.FamilyID)), notFound, models.ReasonFamily)
	w.Refused(must.Err(w.Families.Recover(w.Ctx(), member, number)), notFound, notValid)
	w.Advance(models.KeepFor + time.Hour)
	w.OK(w.Families.EraseDue(w.Ctx()))
	w.Same(w.Contents(owner, false), []string{"of before", "owner's"})
}

func recoverRefused(w *World) {
	owner, stranger := w.Person("Taro"), w.Person("Goro")
	old, number := w.suspended("of before")
	in, inUse := w.Echo("In use"), ""
	inUse, err := w.Families.RecoveryNumber(w.Ctx(), in)
	w.OK(err)
	recovery := func(number string) func() error {
		return func() error { return must.Err(w.Families.Recover(w.Ctx(), owner, number)) }
	}
	store := func(change func(r *family.Recover)) func() error {
		r := family.Recover{User: w.Again(old), From: w.FamilyOf(old), To: w.FamilyOf(owner), By: owner.ID, At: w.Now()}
		change(&r)
		return func() error { return must.Err(w.FamilyStore.Recover(w.Ctx(), r)) }
	}
	w.refusals([]models.User{owner, old, in, stranger}, map[string]refusal{
		"unknown":           {recovery("0000000000"), notFound, notValid},
		"in use":            {recovery(inUse), notFound, notValid},
		"by a stranger":     {store(func(r *family.Recover) { r.By = stranger.ID }), conflict, moved},
		"another epoch":     {store(func(r *family.Recover) { r.User.Membership.MoveEpoch += 2 }), conflict, moved},
		"not suspended":     {store(func(r *family.Recover) { r.User, r.From = w.Again(in), w.FamilyOf(in) }), conflict, moved},
		"a family that was": {store(func(r *family.Recover) { r.To = models.Family{ID: "nowhere"} }), conflict, moved},
	})
	w.Advance(models.KeepFor)
	w.refusals([]models.User{owner, old}, map[string]refusal{"too late": {recovery(number), notFound, notValid}})
}

// recoverFormers: the former members of the suspended account's family come along.
func recoverFormers(w *World) {
	owner, first := w.Person("Taro"), w.Echo("First")
	second := w.Connect(w.Echo("Second"), first)
	w.Add(first, "first's")
	w.Add(second, "second's")
	number, err := w.Families.RecoveryNumber(w.Ctx(), second)
	w.OK(err)
	w.OK(w.Families.Disable(w.Ctx(), first.ID)) // second becomes the owner
	w.OK(w.Families.Disable(w.Ctx(), second.ID))
	w.OK(must.Err(w.Families.Recover(w.Ctx(), owner, number)))
	w.Same(w.Contents(owner, false), []string{"second's", "first's"})
	f := w.FamilyOf(owner)
	w.Same(members(f), []models.UserID{owner.ID})
	w.Same(sorted(f.FormerIDs), sorted([]models.UserID{first.ID, second.ID}))
	back, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: first.ID, Name: "First", Source: models.SourceAlexa})
	w.OK(err)
	w.Same(w.Contents(back, false), []string{"first's"})
	w.Same(w.Contents(owner, false), []string{"second's"})
}
