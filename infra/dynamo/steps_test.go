package dynamo

import (
	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// moveOf returns a move of u into the owner's family as the service would make it.
func moveOf(w *familytest.World, u, owner models.User) family.Move {
	w.T.Helper()
	return family.Move{
		User: w.Again(u), From: w.FamilyOf(u), To: w.FamilyOf(owner), MaxMembers: models.MaxMembers, At: w.Now(),
	}
}

// redeeming returns a Redeem of a new invitation of the owner's family.
func redeeming(w *familytest.World, u, owner models.User) family.Redeem {
	w.T.Helper()
	code := w.Invite(owner)
	return family.Redeem{Move: moveOf(w, u, owner), Code: code}
}

// connecting returns a Connect of an Echo by a new number.
func connecting(w *familytest.World, echo, owner models.User) family.Connect {
	w.T.Helper()
	w.OK(must.Err(w.Families.ConnectionNumber(w.Ctx(), echo)))
	return family.Connect{Move: moveOf(w, echo, owner), By: owner.ID}
}

// filing returns a File by a new invitation of the owner's family.
func filing(w *familytest.World, u, owner models.User, check string) family.File {
	w.T.Helper()
	code := w.Invite(owner)
	return family.File{
		User: w.Again(u), To: w.FamilyOf(owner), Maker: owner.ID,
		Request: models.Request{
			UserID: u.ID, FamilyID: code.FamilyID, At: w.Now(), Check: check, Way: models.WayDigits, InviteID: code.InviteID,
		},
		MaxMembers: models.MaxMembers, MaxRequests: models.MaxRequests,
	}
}

// admitting returns an Admit of a person who has asked.
func admitting(w *familytest.World, u, owner models.User) family.Admit {
	w.T.Helper()
	return family.Admit{Move: moveOf(w, u, owner), Request: w.Again(u).Membership.Request, By: owner.ID}
}

// dropping returns a Drop of the request of a person who has asked.
func dropping(w *familytest.World, u, owner models.User) family.Drop {
	w.T.Helper()
	return family.Drop{Request: w.Again(u).Membership.Request, By: owner.ID, At: w.Now()}
}

// leaving returns a Leave on the person's own behalf.
func leaving(w *familytest.World, u models.User, to models.FamilyID) family.Leave {
	w.T.Helper()
	return family.Leave{User: w.Again(u), From: w.FamilyOf(u), To: to, By: u.ID, At: w.Now()}
}

// closing returns a Close of an account.
func closing(w *familytest.World, u models.User) family.Close {
	w.T.Helper()
	return family.Close{User: w.Again(u), From: w.FamilyOf(u), At: w.Now()}
}

// retiring returns a Retire of a member; an owner passes the family on to heir.
func retiring(w *familytest.World, u, heir models.User) family.Retire {
	w.T.Helper()
	r := family.Retire{User: w.Again(u), From: w.FamilyOf(u), At: w.Now()}
	if heir.ID != "" {
		r.Heir = w.Again(heir)
		r.Interim = heir.Source == models.SourceAlexa
	}
	return r
}

// suspending returns a Suspend of an Echo that is alone.
func suspending(w *familytest.World, u models.User) family.Suspend {
	w.T.Helper()
	return family.Suspend{User: w.Again(u), EraseAt: w.Now().Add(models.KeepFor), At: w.Now()}
}

// recovering returns a Recover of a suspended account by a member.
func recovering(w *familytest.World, u, by models.User) family.Recover {
	w.T.Helper()
	return family.Recover{User: w.Again(u), From: w.FamilyOf(u), To: w.FamilyOf(by), By: by.ID, At: w.Now()}
}

// suspended makes an Echo with a recovery number that is suspended.
func suspended(w *familytest.World, name string) models.User {
	w.T.Helper()
	echo := w.Echo(name)
	w.OK(must.Err(w.Families.RecoveryNumber(w.Ctx(), echo)))
	w.OK(w.FamilyStore.Suspend(w.Ctx(), suspending(w, echo)))
	return w.Again(echo)
}

// former makes an Echo that is a former member of the owner's family.
func former(w *familytest.World, name string, owner models.User) models.User {
	w.T.Helper()
	echo := w.Connect(w.Echo(name), owner)
	w.OK(w.FamilyStore.Retire(w.Ctx(), retiring(w, echo, models.User{})))
	return w.Again(echo)
}

// linkOf returns a link to the same invitation.
func linkOf(c models.InviteCode, hash string) models.InviteCode {
	c.Code, c.Admits = models.LinkPrefix+hash, false
	return c
}

func third[T any](_ T, _ bool, err error) error { return err }
