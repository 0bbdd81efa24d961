package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// moved returns the error of a change that was decided on outdated data.
func moved() error { return models.Conflict(models.ReasonMoved) }

func notValid() error { return models.NotFound(models.ReasonInviteNotValid) }

// must runs a statement; if it changes no row, the change was outdated (see moved).
func (t tx) must(query string, args ...any) { t.need(moved(), query, args...) }

// target is the present state of a family that a person wants to join.
type target struct {
	family  models.Family // without its people
	exists  bool
	members int
	inside  map[models.UserID]bool // of the people who were asked about
}

// target reads a family and reports which of the people are its members.
func (t tx) target(id models.FamilyID, people ...models.UserID) target {
	out := target{family: models.Family{ID: id}, inside: map[models.UserID]bool{}}
	err := t.row("SELECT "+familyTable.names("")+`, (SELECT count(*) FROM users WHERE users.family_id = families.family_id AND gone = 0)
		FROM families WHERE family_id = ?`, id).Scan(familyTable.into(&out.family, &out.members)...)
	if errors.Is(err, sql.ErrNoRows) {
		return out
	}
	t.fail(err)
	out.exists = true
	for _, u := range people {
		out.inside[u] = one[bool](t, "SELECT count(*) FROM users WHERE user_id = ? AND family_id = ? AND gone = 0", u, id)
	}
	return out
}

// invites reports whether id is the family's present invitation, maker is still a member,
// and u may use the invitation.
func (g target) invites(id models.InviteID, maker, u models.UserID) bool {
	f := g.family
	return g.exists && id != "" && f.InviteID == id && g.inside[maker] && (f.InviteFor == "" || f.InviteFor == u)
}

// room checks that u can join the family.
func (g target) room(u models.UserID, limit int) error {
	switch {
	case g.inside[u]:
		return models.Conflict(models.ReasonAlreadyMember)
	case g.members >= limit:
		return models.Conflict(models.ReasonFamilyFull)
	}
	return nil
}

// as reports whether the owner and Interim are still as they were read.
func (g target) as(f models.Family) bool {
	return g.exists && g.family.OwnerID == f.OwnerID && g.family.Interim == f.Interim
}

// Redeem implements family.Store.
func (s familyStore) Redeem(ctx context.Context, r family.Redeem) (int, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (int, error) {
		to := t.target(r.To.ID, r.Code.CreatedBy, r.User.ID)
		t.check(to.invites(r.Code.InviteID, r.Code.CreatedBy, r.User.ID), notValid())
		t.fail(to.room(r.User.ID, r.MaxMembers))
		t.check(!to.family.AskBeforeJoin && to.as(r.To), moved())
		t.useUp(r.To.ID, r.Code.InviteID)
		return t.comeIn(r.Move, came{with: r.Code.InviteID, actor: r.User.ID}), nil
	})
}

// useUp removes an invitation from its family, if it is still the family's present one, and
// returns from how many families it did.
func (t tx) useUp(f models.FamilyID, id models.InviteID) (ended int64) {
	return t.run("UPDATE families SET "+noInvite+" WHERE family_id = ? AND invite_id = ? AND invite_id <> ''", f, id)
}

// Admit implements family.Store.
func (s familyStore) Admit(ctx context.Context, a family.Admit) (int, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (int, error) {
		to := t.target(a.To.ID, a.User.ID)
		t.check(to.as(a.To) && to.family.OwnerID == a.By, moved())
		t.forget(a.Request)
		t.fail(to.room(a.User.ID, a.MaxMembers))
		t.useUp(a.To.ID, a.Request.InviteID)
		return t.comeIn(a.Move, came{with: a.Request.InviteID, by: a.Request.By, actor: a.By, notice: joinedNotice(a.User)}), nil
	})
}

// joinedNotice returns the notice for an account that was brought in by another member.
func joinedNotice(u models.User) models.Notice {
	if u.Source == models.SourceAlexa {
		return models.NoticeJoined
	}
	return ""
}

// Connect implements family.Store.
func (s familyStore) Connect(ctx context.Context, c family.Connect) (int, error) {
	return writeFor(ctx, s.db.writer, func(t tx) (int, error) {
		to := t.target(c.To.ID, c.By, c.User.ID)
		linked, how := c.Link.Person != "", came{by: c.By, actor: c.By}
		if !linked {
			has := one[bool](t, "SELECT count(*) FROM users WHERE user_id = ? AND connection = ? AND connection <> ''", c.User.ID, c.User.Echo.Connection.Number)
			t.check(has, notValid()) // the Echo may not have its connection number any more
			how.notice = joinedNotice(c.User)
		}
		t.fail(to.room(c.User.ID, c.MaxMembers))
		t.check(to.as(c.To) && to.inside[c.By] && (!to.family.AskBeforeJoin || to.family.OwnerID == c.By) && (linked || c.From.Alone(c.User.ID)), moved())
		if linked {
			t.run("UPDATE users SET linked_to = ?, linked_by = ?, linked_told = ? WHERE user_id = ?", c.Link.Person, c.Link.Access, c.Link.Told, c.User.ID)
		}
		return t.comeIn(c.Move, how), nil
	})
}

// came describes how a person came into a family.
type came struct {
	with   models.InviteID
	by     models.UserID
	actor  models.UserID // of the events
	notice models.Notice
}

// comeIn completes every way of joining: it moves the person and all their memos.
func (t tx) comeIn(m family.Move, how came) (brought int) {
	t.depart(m.User, m.From, m.To.ID, m.Along)
	if m.Inherits() {
		t.setOwner(m.To.ID, "", m.At)
	}
	t.enter(m.User.ID, m.To.ID, m.Inherits(), m.At)
	t.run("UPDATE users SET joined_with = ?, added_by = ?, notice = ? WHERE user_id = ?", how.with, how.by, how.notice, m.User.ID)
	if m.Inherits() {
		t.must("UPDATE families SET owner_id = ?, interim = 0 WHERE family_id = ?", m.User.ID, m.To.ID)
	}
	t.happened(m.Events(how.actor)...)
	return t.countLive(m.User.ID)
}

// setOwner marks exactly one member as the family's owner; "" marks none, temporarily
// within a transaction.
func (t tx) setOwner(f models.FamilyID, owner models.UserID, at time.Time) {
	t.run("UPDATE users SET is_owner = 0, updated_at = ? WHERE family_id = ? AND is_owner = 1", millis(at), f)
	if owner != "" {
		t.must("UPDATE users SET is_owner = 1, updated_at = ? WHERE user_id = ? AND family_id = ? AND gone = 0", millis(at), owner, f)
	}
}

// countLive counts an author's live memos.
func (t tx) countLive(author models.UserID) int {
	return one[int](t, "SELECT count(*) FROM memos WHERE user_id = ? AND deleted = 0", author)
}

// depart takes a person, and the former members in along, out of a family. If to is "", the
// accounts of these former members are closed; otherwise they move to the family with that
// id. When the last member departs, all former members go and the family is deleted. The
// owner of a family with other members cannot depart.
func (t tx) depart(u models.User, from models.Family, to models.FamilyID, along []models.UserID) {
	var here, others, formers int
	t.fail(t.row(`SELECT coalesce(sum(user_id = ?1 AND move_epoch = ?2 AND gone = ?3), 0), coalesce(sum(user_id <> ?1 AND gone = 0), 0), coalesce(sum(gone = 1), 0)
		FROM users WHERE family_id = ?4`, u.ID, u.Membership.MoveEpoch, u.Membership.Gone, from.ID).Scan(&here, &others, &formers))
	t.check(here > 0, moved())
	if others > 0 {
		t.check(one[models.UserID](t, "SELECT owner_id FROM families WHERE family_id = ?", from.ID) != u.ID, moved())
		t.takeAlong(u.ID, from.ID, to, along)
		return
	}
	t.check(!u.Membership.Gone && formers == len(from.FormerIDs), moved()) // a former member is never alone in a family
	t.takeAlong(u.ID, from.ID, to, from.FormerIDs)
	t.run("DELETE FROM families WHERE family_id = ?", from.ID)
}

// takeAlong moves former members and their memos to another family, as brought by u. With
// to "" it closes their accounts.
func (t tx) takeAlong(u models.UserID, from, to models.FamilyID, along []models.UserID) {
	for _, id := range along {
		t.must(`UPDATE users SET family_id = ?1, move_epoch = move_epoch + 1, closing = (?1 = ''), added_by = ?2
			WHERE user_id = ?3 AND family_id = ?4 AND gone = 1`, to, u, id, from)
		t.move(id, to)
	}
}

// enter puts a person and all their memos into a family; with to "" it closes the account.
// The data of the previous stay is cleared.
func (t tx) enter(u models.UserID, to models.FamilyID, owner bool, at time.Time) {
	t.run(`UPDATE users SET family_id = ?, is_owner = ?, move_epoch = move_epoch + 1,
		joined_at = ?, updated_at = ?, closing = ?, acts = '{}',
		last_read_at = CASE source WHEN '`+string(models.SourceAlexa)+`' THEN last_read_at ELSE 0 END, `+noRequest+`, `+noConnection+`,
		joined_with = '', added_by = '', removed_by = '', invited_to = '', gone = 0, erase_at = 0, notice = ''
		WHERE user_id = ?`, to, owner, millis(at), millis(at), to == "", u)
	t.move(u, to)
}

// Assignments that clear what belongs to a person, and the invitation of a family.
const (
	noInvite  = "invite_id = '', invite_key = '', invite_for = ''"
	noRequest = `requested_family = '', requested_at = 0, requested_check = '', requested_way = '',
		requested_invite = '', requested_by = ''`
	noConnection = "connection = '', connection_until = 0, connection_key = ''"
	noDevice     = "voices = '{}', last_read_at = 0, heard = '{}', rooms = '{}', greeted = 0, acts = '{}', notice = '', linked_to = '', linked_by = '', linked_told = 0, " + noConnection
)

// Leave implements family.Store.
func (s familyStore) Leave(ctx context.Context, l family.Leave) error {
	return s.db.writer.write(ctx, func(t tx) error {
		if l.By != l.User.ID {
			t.owns(l.By, l.From.ID)
		}
		t.depart(l.User, l.From, l.To, l.Along)
		t.createFamily(l.To, l.User.ID, l.At)
		t.enter(l.User.ID, l.To, true, l.At)
		if l.By != l.User.ID {
			t.run("UPDATE users SET removed_by = ? WHERE user_id = ?", l.By, l.User.ID)
		}
		if !l.User.Membership.Gone { // a former member has left before
			t.happened(l.Event())
		}
		return nil
	})
}

// Close implements family.Store.
func (s familyStore) Close(ctx context.Context, c family.Close) error {
	return s.db.writer.free(ctx, func(t tx) error {
		t.depart(c.User, c.From, "", nil)
		t.enter(c.User.ID, "", false, c.At)
		t.happened(c.Event())
		return nil
	})
}

// Transfer implements family.Store.
func (s familyStore) Transfer(ctx context.Context, h family.Transfer) error {
	return s.db.writer.write(ctx, func(t tx) error {
		t.must("UPDATE families SET owner_id = ?, interim = 0 WHERE family_id = ? AND owner_id = ?", h.To, h.Family, h.From)
		t.setOwner(h.Family, h.To, h.At)
		t.run("UPDATE users SET notice = ? WHERE user_id = ? AND ? <> ''", h.Notice, h.To, h.Notice)
		t.happened(h.Event())
		return nil
	})
}
