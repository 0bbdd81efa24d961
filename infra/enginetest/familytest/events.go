package familytest

import (
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// deed is one call.
type deed struct {
	name string
	do   func(c cast) error
}

// happening is a call that changes something, and the events that it reports.
type happening struct {
	prepare func(c cast) // what happens before; nil: nothing
	do      func(c cast) error
	want    func(c cast) []models.Event
}

// event is an event of the owner's family.
func (c cast) event(kind models.EventKind, actor, who models.User) models.Event {
	return models.Event{Kind: kind, Family: c.owner.FamilyID, Actor: actor.ID, Person: who.ID}
}

// hint is a change of a family without a kind.
func hint(f models.FamilyID) models.Event { return models.Event{Kind: models.EventChanged, Family: f} }

// ended is the family of a person who was its last member and has left it.
func ended(u models.User) models.Event {
	return models.Event{Kind: models.EventChanged, Family: u.FamilyID, Person: u.ID}
}

// hinted are the events of a change of the owner's family without a kind.
func hinted(c cast) []models.Event { return []models.Event{hint(c.owner.FamilyID)} }

// happenings lists all methods that change what others see.
var happenings = map[string]happening{
	"join": {do: func(c cast) error { return must.Err(c.Redeem(c.stranger, c.code)) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventJoined, c.stranger, c.stranger), ended(c.stranger)}
	}},
	"join from a family with others": {do: func(c cast) error {
		other := c.Person("Other")
		c.people["other"] = other
		_, err := c.Redeem(c.member, c.Invite(other))
		return err
	}, want: func(c cast) []models.Event {
		return []models.Event{
			{Kind: models.EventJoined, Family: c.people["other"].FamilyID, Actor: c.member.ID, Person: c.member.ID},
			c.event(models.EventLeft, c.member, c.member),
		}
	}},
	"ask": {do: func(c cast) error {
		return must.Err(c.service.Redeem(c.Ctx(), c.stranger, c.code, models.WayDigits, false))
	}, want: func(c cast) []models.Event {
		return []models.Event{hint(c.stranger.FamilyID), c.event(models.EventAsked, c.stranger, c.stranger)}
	}},
	"ask for an Echo": {
		prepare: func(c cast) { c.OK(c.service.SetAskBeforeJoin(c.Ctx(), c.owner, true)) },
		do:      func(c cast) error { return must.Err(c.service.Connect(c.Ctx(), c.member, c.number)) }, want: func(c cast) []models.Event {
			return []models.Event{hint(c.echo.FamilyID), c.event(models.EventAsked, c.member, c.echo)}
		}},
	"allow": {
		prepare: func(c cast) { c.Ask(c.stranger, c.owner) },
		do:      func(c cast) error { return must.Err(c.service.Allow(c.Ctx(), c.owner, c.stranger.ID)) }, want: func(c cast) []models.Event {
			return []models.Event{c.event(models.EventJoined, c.owner, c.stranger), ended(c.stranger)}
		}},
	"refuse": {
		prepare: func(c cast) { c.Ask(c.stranger, c.owner) },
		do:      func(c cast) error { return c.service.Refuse(c.Ctx(), c.owner, c.stranger.ID) },
		want:    func(c cast) []models.Event { return append([]models.Event{hint(c.stranger.FamilyID)}, hinted(c)...) }},
	"withdraw": {
		prepare: func(c cast) { c.Ask(c.stranger, c.owner) },
		do:      func(c cast) error { return c.service.Withdraw(c.Ctx(), c.stranger) },
		want:    func(c cast) []models.Event { return append([]models.Event{hint(c.stranger.FamilyID)}, hinted(c)...) }},
	"link": {do: func(c cast) error {
		_, _, err := c.service.Link(c.Ctx(), c.member, c.echo, models.Link{Person: c.member.ID}, false)
		return err
	}, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventJoined, c.member, c.echo), ended(c.echo)}
	}},
	"connect": {do: func(c cast) error { return must.Err(c.service.Connect(c.Ctx(), c.member, c.number)) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventJoined, c.member, c.echo), ended(c.echo)}
	}},
	"recover": {do: func(c cast) error { return must.Err(c.service.Recover(c.Ctx(), c.member, c.lost)) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventJoined, c.member, models.User{ID: c.lostID})}
	}},
	"leave": {do: func(c cast) error { return must.Err(c.service.Leave(c.Ctx(), c.member)) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventLeft, c.member, c.member), hint(c.Again(c.member).FamilyID)}
	}},
	"remove": {do: func(c cast) error { return c.service.Remove(c.Ctx(), c.owner, c.member.ID) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventRemoved, c.owner, c.member), hint(c.Again(c.member).FamilyID)}
	}},
	"hand over": {do: func(c cast) error { return c.service.Transfer(c.Ctx(), c.owner, c.member.ID) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventOwnerChanged, c.owner, c.member)}
	}},
	"the operator sets the owner": {do: func(c cast) error {
		return c.service.SetOwner(c.Ctx(), c.owner.FamilyID, c.member.ID)
	}, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventOwnerChanged, models.User{}, c.member)}
	}},
	"close": {do: func(c cast) error { return c.service.Close(c.Ctx(), c.member) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventAccountClosed, c.member, c.member), c.event(models.EventLeft, c.member, c.member)}
	}},
	"close as the last member": {do: func(c cast) error { return c.service.Close(c.Ctx(), c.stranger) }, want: func(c cast) []models.Event {
		id, f := c.stranger.ID, c.stranger.FamilyID
		return []models.Event{{Kind: models.EventAccountClosed, Family: f, Actor: id, Person: id}, ended(c.stranger)}
	}},
	"disable": {do: func(c cast) error { return c.service.Disable(c.Ctx(), c.device.ID) }, want: func(c cast) []models.Event {
		return []models.Event{c.event(models.EventLeft, c.device, c.device)}
	}},
	"disable the owner": {prepare: func(c cast) {
		first, second := c.Echo("First"), c.Echo("Second")
		c.people["first"], c.people["second"] = first, c.Connect(second, first)
	}, do: func(c cast) error {
		first, second := c.people["first"], c.people["second"]
		if err := c.service.Disable(c.Ctx(), first.ID); err != nil {
			return err
		}
		entry, err := c.Redeem(c.stranger, c.Invite(c.Again(second)))
		if err == nil && entry.Family.OwnerID != c.stranger.ID {
			c.T.Errorf("got the owner %s, want the first person", entry.Family.OwnerID)
		}
		return err
	}, want: func(c cast) []models.Event {
		first, second, f := c.people["first"], c.people["second"], c.people["second"].FamilyID
		return []models.Event{
			{Kind: models.EventLeft, Family: f, Actor: first.ID, Person: first.ID},
			{Kind: models.EventOwnerChanged, Family: f, Actor: first.ID, Person: second.ID},
			{Kind: models.EventJoined, Family: f, Actor: c.stranger.ID, Person: c.stranger.ID},
			{Kind: models.EventOwnerChanged, Family: f, Actor: c.stranger.ID, Person: c.stranger.ID},
			ended(c.stranger),
		}
	}},
	"ask first":      {do: func(c cast) error { return c.service.SetAskBeforeJoin(c.Ctx(), c.owner, true) }, want: hinted},
	"live in a zone": {do: func(c cast) error { return must.Err(c.service.SetTimeZone(c.Ctx(), c.member, berlin, true)) }, want: hinted},
	"rename":         {do: func(c cast) error { return must.Err(c.service.Rename(c.Ctx(), c.member, "Hanako")) }, want: hinted},
	"another picture": {do: func(c cast) error {
		return must.Err(c.service.Ensure(c.Ctx(), models.Profile{ID: c.member.ID, Picture: "https://pictures.example/1", Source: models.SourceOIDC}))
	}, want: hinted},
	"choose an emoji": {do: func(c cast) error { return must.Err(c.service.ChooseEmoji(c.Ctx(), c.member, "🐈")) }, want: hinted},
	"name a device":   {do: func(c cast) error { return must.Err(c.service.NameRoom(c.Ctx(), c.device, "device", "Kitchen")) }, want: hinted},
	"name an Echo":    {do: func(c cast) error { return must.Err(c.service.NameEcho(c.Ctx(), c.owner, c.device.ID, "", "Kitchen")) }, want: hinted},
	"name a voice":    {do: func(c cast) error { return must.Err(c.service.NameVoice(c.Ctx(), c.member, "voice", "Hanako")) }, want: hinted},
	"remove the name of a voice": {do: func(c cast) error {
		c.device.Skill.Voices = map[models.VoiceID]string{"voice": "Hanako"}
		return c.service.UnnameVoice(c.Ctx(), c.device, "voice")
	}, want: hinted},
}

// RunEvents checks that each method of the service reports the events of what it did, and
// none if it did nothing.
func RunEvents(t *testing.T, mk Maker) {
	for name, h := range happenings {
		t.Run("changes/"+name, func(t *testing.T) { t.Parallel(); newCast(t, mk).reports(h, false) })
		t.Run("away/"+name, func(t *testing.T) {
			t.Parallel()
			c := newCast(t, mk)
			if h.prepare != nil {
				h.prepare(c)
			}
			c.away().reports(happening{do: h.do}, true)
		})
	}
	for _, d := range refusedCalls {
		t.Run("refused/"+d.name, func(t *testing.T) { t.Parallel(); newCast(t, mk).reports(happening{do: d.do}, true) })
	}
	for _, d := range silentCalls {
		t.Run("silent/"+d.name, func(t *testing.T) { t.Parallel(); newCast(t, mk).reports(happening{do: d.do}, false) })
	}
	runAsked(t, mk)
}

// reports makes a call, which must fail or not, and compares its events.
func (c cast) reports(h happening, fails bool) {
	c.T.Helper()
	if h.prepare != nil {
		h.prepare(c)
	}
	ear, from := c.Listen(), c.Now()
	if err := h.do(c); (err != nil) != fails {
		c.T.Fatalf("got %v, want an error: %v", err, fails)
	}
	var want []models.Event
	if h.want != nil && !fails {
		want = h.want(c)
	}
	c.Same(c.Timeless(ear.Events(), from), want)
}
