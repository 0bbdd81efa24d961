package dynamo

import (
	"cmp"
	"context"
	"slices"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/models"
)

// entering builds the transaction that moves a person into a family.
type entering struct {
	family.Move
	target *edit // the family that the person joins
	person *edit
	rest   []types.TransactWriteItem
}

// enter begins that transaction with the steps that Redeem, Admit and Connect share. by is
// who lets the person in: the person, the owner, or the member who entered the number.
func (s familyStore) enter(m family.Move, by models.UserID) *entering {
	formers := going(m.User.ID, m.From, m.Along...)
	in := &entering{
		Move: m, target: s.editFamily(m.To.ID),
		person: s.movePerson(m.User, m.From.ID, m.To.ID, m.Inherits(), m.At),
		rest:   append(s.takeAlong(formers, m.User.ID, m.From.ID, m.To.ID), s.dropConnection(m.User)...),
	}
	in.rest = append(in.rest, s.letGo(m.User, m.From, m.User.ID, m.At, formers...))
	in.target.hasRoom(m.User.ID, m.MaxMembers)
	in.target.equals("ownerId", text(m.To.OwnerID))
	in.target.isInterim(m.To.Interim)
	in.target.add("memberIds", set(m.User.ID))
	in.target.changedBy(by, m.At)
	in.target.expect(m.From, m.To.ID, m.User.ID)
	if len(formers) > 0 {
		in.target.add("formerIds", set(formers...))
		in.target.expect(m.From, m.To.ID, formers...)
	}
	if m.Inherits() {
		in.target.set("ownerId", text(m.User.ID))
		in.target.remove("interim")
		in.rest = append(in.rest, s.editOwner(m.To.OwnerID, m.To.ID, false, m.At).asUpdate())
	}
	return in
}

// expect marks people on the family with the id to: their memos still have to be moved there.
func (e *edit) expect(from models.Family, to models.FamilyID, people ...models.UserID) {
	for _, id := range people {
		e.set(e.at("moving", string(id)), set(marked(id, from, to)...))
	}
}

// hasRoom adds the conditions that u is not a member of the family and that it has room
// for one more.
func (e *edit) hasRoom(u models.UserID, limit int) {
	e.lacks("memberIds", string(u))
	e.when("size(#memberIds) < " + e.value(number(int64(limit))))
}

func (e *edit) isInterim(interim bool) {
	if interim {
		e.equals("interim", flag(true))
		return
	}
	e.when("attribute_not_exists(#interim) OR #interim = " + e.value(flag(false)))
}

// asksNot returns the condition that the family does not ask first.
func (e *edit) asksNot() string {
	return "attribute_not_exists(#askBeforeJoin) OR #askBeforeJoin = " + e.value(flag(false))
}

// invites adds the condition that the family names an invitation that u may use.
func (e *edit) invites(id models.InviteID, maker, u models.UserID) {
	e.equals("inviteId", text(id))
	e.contains("memberIds", string(maker))
	e.when("attribute_not_exists(#inviteFor) OR #inviteFor = " + e.value(text(u)))
}

// dropInvite removes the invitation from the family.
func (e *edit) dropInvite() { e.remove("inviteId", "inviteCode", "inviteFor") }

// refusal holds the stored items that did not meet a transaction's conditions.
type refusal struct {
	target bool          // a condition on the family joined was not met
	family models.Family // as found, if target
	person item          // as found, if a condition on the person was not met; otherwise nil
}

// comeIn runs the transaction that enter began. The memos are counted before anything is
// changed, so that a failed count never reports a completed change as failed. why returns
// the contract's error for a refusal; nil stands for moved.
func (s familyStore) comeIn(ctx context.Context, in *entering, why func(refusal) error) (int, error) {
	if in.To.ID == in.From.ID { // no transaction takes the same item twice
		f, err := s.marksOf(ctx, in.To.ID)
		if err != nil {
			return 0, err
		}
		return 0, cmp.Or(why(refusal{target: true, family: f}), moved())
	}
	brought, err := s.countLive(ctx, in.User.ID)
	if err != nil {
		return 0, err
	}
	refused, err := s.transact(ctx, append([]types.TransactWriteItem{in.target.asUpdate(), in.person.asUpdate()}, in.rest...)...)
	if err != nil {
		return 0, err
	}
	if refused != nil {
		found, err := readRefusal(refused)
		if err != nil {
			return 0, err
		}
		return 0, cmp.Or(why(found), moved())
	}
	s.noteMove(ctx, in.To.ID)
	return brought, nil
}

// readRefusal reads what the first two steps, the target and the person, found.
func readRefusal(refused refusals) (found refusal, err error) {
	if refused.at(0) {
		found.target = true
		if found.family, err = readFamily(refused.item(0)); err != nil {
			return refusal{}, err
		}
	}
	if refused.at(1) {
		found.person = refused.item(1)
		if found.person == nil {
			found.person = item{}
		}
	}
	return found, nil
}

// full returns the error if u is a member of the family as found or the family is full. It
// returns nil if neither, or if no condition on the family failed.
func (r refusal) full(u models.UserID, limit int) error {
	switch {
	case !r.target:
	case r.family.Has(u):
		return models.Conflict(models.ReasonAlreadyMember)
	case len(r.family.MemberIDs) >= limit:
		return models.Conflict(models.ReasonFamilyFull)
	}
	return nil
}

// invites reports whether the family as found names an invitation that u may use. It is
// true if no condition on the family failed.
func (r refusal) invites(id models.InviteID, maker, u models.UserID) bool {
	f := r.family
	return !r.target || id != "" && f.InviteID == id && f.Has(maker) && (f.InviteFor == "" || f.InviteFor == u)
}

// Redeem moves a person by an invitation and removes the invitation from the family.
func (s familyStore) Redeem(ctx context.Context, r family.Redeem) (int, error) {
	in := s.enter(r.Move, r.User.ID)
	in.target.invites(r.Code.InviteID, r.Code.CreatedBy, r.User.ID)
	in.target.when(in.target.asksNot())
	in.target.dropInvite()
	in.endOwnRequest()
	in.person.setText("joinedWith", string(r.Code.InviteID))
	return s.comeIn(ctx, in, func(found refusal) error {
		if !found.invites(r.Code.InviteID, r.Code.CreatedBy, r.User.ID) {
			return notValid()
		}
		return found.full(r.User.ID, r.MaxMembers)
	})
}

// Admit moves the person who made a request into the family, and ends the request.
func (s familyStore) Admit(ctx context.Context, a family.Admit) (int, error) {
	in := s.enter(a.Move, a.By)
	in.target.equals("ownerId", text(a.By))
	in.target.isFiled(a.Request)
	in.target.remove(in.target.at(requestsOf, a.Request.Check))
	if id := a.Request.InviteID; id != "" && id == a.To.InviteID {
		in.target.equals("inviteId", text(id))
		in.target.dropInvite()
	} else if id != "" {
		in.target.when("attribute_not_exists(#inviteId) OR #inviteId <> " + in.target.value(text(id)))
	}
	in.person.isAsked(a.Request)
	in.person.setText("joinedWith", string(a.Request.InviteID))
	in.person.setText("addedBy", string(a.Request.By))
	in.tellJoined()
	return s.comeIn(ctx, in, func(found refusal) error {
		filed, _ := found.family.RequestOf(a.User.ID)
		if found.person != nil || found.family.OwnerID != a.By || !filed.Is(a.Request) {
			return moved()
		}
		return found.full(a.User.ID, a.MaxMembers)
	})
}

// endOwnRequest ends a request of the person to the same family, which they now join by
// another way.
func (in *entering) endOwnRequest() {
	r := in.User.Membership.Request
	if r.FamilyID == in.To.ID && slices.ContainsFunc(in.To.Requests, r.Is) {
		in.target.isFiled(r)
		in.target.remove(in.target.at(requestsOf, r.Check))
	}
}

// tellJoined leaves a notice for an Echo that another person brought into the family.
func (in *entering) tellJoined() {
	if in.User.Source == models.SourceAlexa {
		in.person.set("notice", text(models.NoticeJoined))
	}
}

// Connect moves an Echo by its connection number, or because a person has linked it.
func (s familyStore) Connect(ctx context.Context, c family.Connect) (int, error) {
	in := s.enter(c.Move, c.By)
	in.target.contains("memberIds", string(c.By))
	in.target.when(in.target.asksNot() + " OR #ownerId = " + in.target.value(text(c.By)))
	in.endOwnRequest()
	in.person.set("addedBy", text(c.By))
	linked := c.Link.Person != ""
	if linked {
		in.person.set(link, mapOf(linkAttributes, c.Link))
	} else {
		in.person.equals("#"+connection+".#number", text(c.User.Echo.Connection.Number))
		in.tellJoined()
	}
	if !linked && !c.From.Alone(c.User.ID) {
		return 0, moved()
	}
	return s.comeIn(ctx, in, func(found refusal) error {
		if found.person != nil && !linked {
			now, err := readPerson(found.person)
			if err != nil {
				return err
			}
			if now.Echo.Connection.Number == "" || now.Echo.Connection.Number != c.User.Echo.Connection.Number {
				return notValid()
			}
		}
		return found.full(c.User.ID, c.MaxMembers)
	})
}
