package authtest

import (
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// close marks an account as closing.
func (w world) close(u models.User) {
	w.T.Helper()
	w.OK(w.FamilyStore.Close(w.Ctx(), family.Close{User: w.Again(u), From: w.FamilyOf(u), At: w.Now()}))
}

func closing(w world) {
	u, none := w.Person("Taro"), w.Person("Hanako")
	w.begin(u, idOf(1))
	for _, u := range []models.User{u, none} {
		w.close(u)
		before := w.Again(u)
		w.absent(u.ID)
		w.Same(w.Again(u), before)
	}
}

// erased: a person who returns after their account was erased has none of its accesses.
func erased(w world) {
	u, none := w.Person("Taro"), w.Person("Hanako")
	w.Add(u, "spoken")
	w.begin(u, idOf(1))
	w.begin(u, oldID(1))
	w.OK(w.access.End(w.Ctx(), u.ID, oldID(1)))
	for _, u := range []models.User{u, none} {
		w.close(u)
		for done := false; !done; {
			var err error
			done, err = w.MemoStore.Erase(w.Ctx(), u.ID, 100)
			w.OK(err)
		}
		w.absent(u.ID)
		_, err := w.FamilyStore.Person(w.Ctx(), u.ID)
		w.refused(err, noPerson)
		back, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: u.ID, Name: u.Name, Source: u.Source})
		w.OK(err)
		w.has(back)
		w.has(back, w.begin(back, idOf(2)))
	}
}

// keptByOthers: other writes to a person do not change their accesses.
func keptByOthers(w world) {
	u, owner := w.Person("Taro"), w.Person("Hanako")
	old := w.begin(u, oldID(1))
	w.OK(w.access.End(w.Ctx(), u.ID, oldID(1)))
	a := w.begin(u, idOf(1))
	for _, step := range []struct {
		name string
		do   func() error
	}{
		{"rename", func() error { return must.Err(w.Families.Rename(w.Ctx(), u, "次郎")) }},
		{"sign in again", func() error {
			return must.Err(w.Families.Ensure(w.Ctx(), models.Profile{ID: u.ID, Name: "Taro", Email: "new@example.com", Source: u.Source}))
		}},
		{"add a memo", func() error { w.Add(w.Again(u), "spoken"); return nil }},
		{"ask first", func() error { return w.Families.SetAskBeforeJoin(w.Ctx(), w.Again(u), true) }},
		{"join", func() error { w.Join(w.Again(u), owner); return nil }},
		{"become the owner", func() error { return w.Families.Transfer(w.Ctx(), w.Again(owner), u.ID) }},
		{"hand over", func() error { return w.Families.Transfer(w.Ctx(), w.Again(u), owner.ID) }},
		{"leave", func() error { return must.Err(w.Families.Leave(w.Ctx(), w.Again(u))) }},
		{"be admitted", func() error { w.Admit(w.Again(u), owner); return nil }},
		{"be removed", func() error { return w.Families.Remove(w.Ctx(), w.Again(owner), u.ID) }},
	} {
		if err := step.do(); err != nil {
			w.T.Fatalf("%s: %v", step.name, err)
		}
		w.hasEnded(u, map[models.AccessID]time.Time{oldID(1): old.LastUsed}, a)
		if w.T.Failed() {
			w.T.Fatalf("after %s", step.name)
		}
	}
}

// keptByEcho: an Echo whose skill is disabled becomes a former member and keeps its
// accesses; the services decide what these may still do.
func keptByEcho(w world) {
	echo, owner := w.Echo("Echo"), w.Person("Owner")
	a := w.begin(echo, idOf(1))
	w.OK(must.Err(w.Families.NameVoice(w.Ctx(), echo, "amzn1.ask.person.A", "花子")))
	w.OK(w.Families.MarkListened(w.Ctx(), echo, models.Speaker{Voice: "amzn1.ask.person.A"}, w.Now()))
	w.has(echo, a)
	echo = w.Connect(echo, owner)
	w.has(echo, a)
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	if !w.Again(echo).Membership.Gone {
		w.T.Fatal("the Echo is still a member")
	}
	w.has(echo, a)
}

// keepOthers: changes of a person's accesses change nothing else about the person.
func keepOthers(w world) {
	echo, owner := w.Echo("Echo"), w.Person("Owner")
	w.OK(must.Err(w.Families.NameVoice(w.Ctx(), echo, "amzn1.ask.person.A", "花子")))
	w.OK(w.Families.MarkListened(w.Ctx(), echo, models.Speaker{Voice: "amzn1.ask.person.A"}, w.Now()))
	w.OK(must.Err(w.Families.RecoveryNumber(w.Ctx(), echo)))
	echo = w.Connect(echo, owner)
	m := w.Add(echo, "spoken")
	w.OK(w.Families.RecordAct(w.Ctx(), echo, "", models.Act{Kind: models.ActTrashed, Refs: []models.MemoRef{m.Ref()}}))
	before, at := w.Again(echo), w.Now()
	w.Advance(time.Millisecond) // accesses that begin from now on are not revoked by EndAll
	for name, do := range map[string]func() error{
		"begin": func() error { w.begin(echo, idOf(1)); w.begin(echo, oldID(1), idOf(9)); return nil },
		"used":  func() error { return w.access.Used(w.Ctx(), echo.ID, idOf(1), at.Add(72*time.Hour)) },
		"end": func() error {
			w.begin(echo, idOf(2))
			w.begin(echo, oldID(2))
			w.OK(w.access.End(w.Ctx(), echo.ID, oldID(2)))
			return w.access.End(w.Ctx(), echo.ID, idOf(2))
		},
		"end all": func() error { return w.access.EndAll(w.Ctx(), echo.ID, at) },
	} {
		if err := do(); err != nil {
			w.T.Fatalf("%s: %v", name, err)
		}
		after := w.Again(echo)
		if name == "end all" {
			w.Same(after.SessionsValidAfter, at)
		}
		after.Access, after.SessionsValidAfter = before.Access, before.SessionsValidAfter
		w.Same(after, before)
	}
}
