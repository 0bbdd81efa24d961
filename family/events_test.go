package family_test

import (
	"testing"

	"voicememo/models"
)

// happening is one call and the events that it must report.
type happening struct {
	do   func(c cast) error
	want func(c cast) []models.Event
}

// event is an event of the owner's family.
func (c cast) event(kind models.EventKind, actor, who models.User) models.Event {
	return models.Event{Kind: kind, Family: c.owner.FamilyID, Actor: actor.ID, Person: who.ID}
}

var happenings = map[string]happening{
	"join": {func(c cast) error {
		_, err := c.Redeem(c.stranger, c.code)
		return err
	}, func(c cast) []models.Event {
		return []models.Event{c.event(models.EventJoined, c.stranger, c.stranger)}
	}},
	"ask": {func(c cast) error {
		_, err := c.service.Redeem(c.Ctx(), c.stranger, c.code, models.WayDigits, false)
		return err
	}, nil},
	"ask and allow": {func(c cast) error {
		c.Ask(c.stranger, c.owner)
		_, err := c.service.Allow(c.Ctx(), c.owner, c.stranger.ID)
		return err
	}, func(c cast) []models.Event { return []models.Event{c.event(models.EventJoined, c.owner, c.stranger)} }},
	"ask and refuse": {func(c cast) error {
		c.Ask(c.stranger, c.owner)
		return c.service.Refuse(c.Ctx(), c.owner, c.stranger.ID)
	}, nil},
	"connect": {func(c cast) error {
		_, err := c.service.Connect(c.Ctx(), c.member, c.number)
		return err
	}, func(c cast) []models.Event { return []models.Event{c.event(models.EventJoined, c.member, c.echo)} }},
	"recover": {func(c cast) error {
		_, err := c.service.Recover(c.Ctx(), c.member, c.lost)
		return err
	}, func(c cast) []models.Event {
		return []models.Event{c.event(models.EventJoined, c.member, models.User{ID: c.lostID})}
	}},
	"leave": {func(c cast) error {
		_, err := c.service.Leave(c.Ctx(), c.member)
		return err
	}, func(c cast) []models.Event { return []models.Event{c.event(models.EventLeft, c.member, c.member)} }},
	"leave alone": {func(c cast) error {
		_, err := c.service.Leave(c.Ctx(), c.stranger)
		if models.IsReason(err, models.ReasonAlone) {
			return nil
		}
		return err
	}, nil},
	"remove": {func(c cast) error { return c.service.Remove(c.Ctx(), c.owner, c.member.ID) }, func(c cast) []models.Event {
		return []models.Event{c.event(models.EventRemoved, c.owner, c.member)}
	}},
	"hand over": {func(c cast) error { return c.service.Transfer(c.Ctx(), c.owner, c.member.ID) }, func(c cast) []models.Event {
		return []models.Event{c.event(models.EventOwnerChanged, c.owner, c.member)}
	}},
	"the operator sets the owner": {func(c cast) error { return c.service.SetOwner(c.Ctx(), c.owner.FamilyID, c.member.ID) }, func(c cast) []models.Event {
		return []models.Event{c.event(models.EventOwnerChanged, models.User{}, c.member)}
	}},
	"close": {func(c cast) error { return c.service.Close(c.Ctx(), c.member) }, func(c cast) []models.Event {
		return []models.Event{c.event(models.EventAccountClosed, c.member, c.member)}
	}},
	"disable": {func(c cast) error { return c.service.Disable(c.Ctx(), c.device.ID) }, func(c cast) []models.Event {
		return []models.Event{c.event(models.EventLeft, c.device, c.device)}
	}},
	"disable alone": {func(c cast) error { return c.service.Disable(c.Ctx(), c.echo.ID) }, nil},
	"disable the owner": {func(c cast) error {
		first, second := c.Echo("First"), c.Echo("Second")
		second = c.Connect(second, first)
		if err := c.service.Disable(c.Ctx(), first.ID); err != nil {
			return err
		}
		entry, err := c.Redeem(c.stranger, c.Invite(c.Again(second)))
		if err == nil && entry.Family.OwnerID != c.stranger.ID {
			c.T.Errorf("got the owner %s, want the first person", entry.Family.OwnerID)
		}
		c.people["first"], c.people["second"] = first, second
		return err
	}, func(c cast) []models.Event {
		first, second, f := c.people["first"], c.people["second"], c.people["second"].FamilyID
		return []models.Event{
			{Kind: models.EventJoined, Family: f, Actor: first.ID, Person: second.ID},
			{Kind: models.EventLeft, Family: f, Actor: first.ID, Person: first.ID},
			{Kind: models.EventOwnerChanged, Family: f, Actor: first.ID, Person: second.ID},
			{Kind: models.EventJoined, Family: f, Actor: c.stranger.ID, Person: c.stranger.ID},
			{Kind: models.EventOwnerChanged, Family: f, Actor: c.stranger.ID, Person: c.stranger.ID},
		}
	}},
	"rename": {func(c cast) error {
		_, err := c.service.Rename(c.Ctx(), c.member, "Hanako")
		return err
	}, nil},
}

// TestHappened: Happened is called once for each person who joins, leaves or becomes an
// owner, with the actor, and not otherwise.
func TestHappened(t *testing.T) {
	for name, h := range happenings {
		t.Run(name, func(t *testing.T) {
			c := newCast(t)
			c.people = map[string]models.User{}
			var got []models.Event
			c.service.Happened = func(e models.Event) { got = append(got, e) }
			if err := h.do(c); err != nil {
				t.Fatal(err)
			}
			var want []models.Event
			if h.want != nil {
				want = h.want(c)
			}
			c.Same(got, want)
		})
	}
}

// TestNothingHappened: Happened is not called if the store returns an error.
func TestNothingHappened(t *testing.T) {
	for name, h := range happenings {
		if h.want == nil || name == "disable the owner" || name == "ask and allow" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := newCast(t).away()
			c.service.Happened = func(e models.Event) { t.Errorf("got %+v, want nothing", e) }
			if err := h.do(c); err == nil {
				t.Error("got nil, want the store's error")
			}
		})
	}
}
