package dynamo

import (
	"fmt"
	"time"

	"voicememo/family"
	"voicememo/infra/enginetest/familytest"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// movedMemos is how many memos are moved when changes of family are measured.
const movedMemos = 99

// invitations measures the owner's operations on an invitation.
func (b *bill) invitations(w *familytest.World, owner models.User) {
	first := w.Invite(owner)
	b.line("invite code", 1, 0, 1, func() error { return must.Err(w.InviteStore.Get(w.Ctx(), first.Code)) })
	digits, link := first, linkOf(first, "link")
	digits.Code, digits.InviteID, link.InviteID = "9999", "with digits", "with digits"
	b.line("new invitation: digits, link and the family's pointer", 0, 3, 1, func() error {
		return w.InviteStore.Issue(w.Ctx(), []models.InviteCode{digits, link}, first.InviteID)
	})
	only := linkOf(first, "only")
	only.InviteID = "without digits"
	b.line("new invitation without digits", 0, 2, 1, func() error {
		return w.InviteStore.Issue(w.Ctx(), []models.InviteCode{only}, digits.InviteID)
	})
	another := linkOf(only, "another")
	b.line("another link", 0, 1, 1, func() error { return w.InviteStore.AddLink(w.Ctx(), another) })
	b.line("bound to an account", 0, 1, 1, func() error {
		return w.InviteStore.Bind(w.Ctx(), owner.FamilyID, only.InviteID, "guest")
	})
	b.line("invitation revoked", 0, 1, 1, func() error { return w.InviteStore.Revoke(w.Ctx(), owner.FamilyID, only.InviteID) })
}

// memberships measures joining and leaving, including the notes for the schedule.
func (b *bill) memberships(w *familytest.World, db *DB) {
	owner, joiner := billed(w, 3), billed(w, 4)
	fill(b.t, db, joiner, movedMemos, w.Now())
	redeem := redeeming(w, joiner, owner)
	b.line("join, the joiner's memos counted", open, 8, 1, func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), redeem)) })
	b.move("move, for each memo", w, owner)
	b.line("end of a move", open, 5, 1, func() error {
		done, err := w.MemoStore.Settle(w.Ctx(), w.FamilyOf(owner), movedMemos)
		if err == nil && !done {
			b.t.Error("Settle: got a move that has not ended")
		}
		return err
	})
	there := w.FamilyOf(owner)
	b.line("hand over", 0, 6, 1, func() error {
		return w.FamilyStore.Transfer(w.Ctx(), family.Transfer{Family: there.ID, From: owner.ID, To: joiner.ID, At: w.Now()})
	})
	leave := leaving(w, owner, "new home")
	b.line("leave, and the note of the move", 0, 7, 1, func() error { return w.FamilyStore.Leave(w.Ctx(), leave) })
	closes := closing(w, owner)
	b.line("account closed, and the note of the erasure", 0, 5, 1, func() error { return w.FamilyStore.Close(w.Ctx(), closes) })
	b.line("erased, without memos", 2, 4, 1, func() error { return must.Err(w.MemoStore.Erase(w.Ctx(), owner.ID, movedMemos)) })
}

// requests measures requests to join.
func (b *bill) requests(w *familytest.World) {
	owner, asker, other := billed(w, 7), billed(w, 8), billed(w, 9)
	b.line("whether the family asks first", 0, 1, 1, func() error {
		return w.FamilyStore.SetAsking(w.Ctx(), family.Asking{Family: owner.FamilyID, Owner: owner.ID, On: true, At: w.Now()})
	})
	file := filing(w, asker, owner, "47")
	b.line("request filed", 0, 4, 1, func() error { return w.FamilyStore.File(w.Ctx(), file) })
	w.Ask(other, owner)
	f := w.FamilyOf(owner)
	b.line("requests to join, each", 1, 0, 2, func() error { return must.Err(w.Families.Askers(w.Ctx(), f)) })
	drop := dropping(w, other, owner)
	b.line("request refused or withdrawn", 0, 4, 1, func() error { return w.FamilyStore.Drop(w.Ctx(), drop) })
	admit := admitting(w, asker, owner)
	b.line("request admitted, the memos counted", open, 8, 1, func() error { return must.Err(w.FamilyStore.Admit(w.Ctx(), admit)) })
}

// passing measures the changes in which ownership passes on.
func (b *bill) passing(w *familytest.World) {
	owner, heir := spokenTo(w, 10, 1), billed(w, 10)
	heir = w.Join(heir, owner)
	retire := retiring(w, owner, heir)
	b.line("owner becomes a former member, ownership passes on", 0, 6, 1, func() error { return w.FamilyStore.Retire(w.Ctx(), retire) })
	member := w.Connect(spokenTo(w, 11, 1), heir)
	retire = retiring(w, member, models.User{})
	b.line("member becomes a former member", 0, 6, 1, func() error { return w.FamilyStore.Retire(w.Ctx(), retire) })

	interim, other, person := spokenTo(w, 12, 1), spokenTo(w, 13, 1), billed(w, 11)
	other = w.Join(other, interim)
	w.OK(w.FamilyStore.Retire(w.Ctx(), retiring(w, interim, other)))
	inherits := redeeming(w, person, other)
	b.line("join, and ownership passes on", open, 10, 1, func() error { return must.Err(w.FamilyStore.Redeem(w.Ctx(), inherits)) })
}

// echos measures numbers, and the changes of Echos whose skill was disabled.
func (b *bill) echos(w *familytest.World) {
	owner, echo, lost := billed(w, 12), spokenTo(w, 14, 1), spokenTo(w, 15, 1)
	c := models.Connection{Number: "12345678", ExpiresAt: w.Now().Add(time.Minute)}
	b.line("connection number", 1, 6, 1, func() error { return w.FamilyStore.SetConnection(w.Ctx(), echo.ID, c, w.Now()) })
	b.line("account of a number", 1, 0, 1, func() error {
		return must.Err(w.FamilyStore.Holder(w.Ctx(), family.NumberKey(c.Number)))
	})
	connect := family.Connect{Move: moveOf(w, echo, owner), By: owner.ID}
	b.line("Echo connected, its memos counted", open, 11, 1, func() error { return must.Err(w.FamilyStore.Connect(w.Ctx(), connect)) })
	b.line("recovery number", 0, 4, 1, func() error { return w.FamilyStore.SetRecovery(w.Ctx(), lost.ID, "hash", w.Now()) })
	suspend := suspending(w, lost)
	b.line("account suspended, its recovery number, and the note of the erasure", 0, 7, 1, func() error { return w.FamilyStore.Suspend(w.Ctx(), suspend) })
	recovers := recovering(w, lost, owner)
	b.line("memos recovered, and counted", open, 10, 1, func() error { return must.Err(w.FamilyStore.Recover(w.Ctx(), recovers)) })
	b.line(fmt.Sprintf("due erasures of %d days", dueDays), 22, 0, 1, func() error { return must.Err(w.FamilyStore.Due(w.Ctx(), w.Now())) })
}
