package family_test

import (
	"context"
	"errors"
	"testing"

	"voicememo/family"
	"voicememo/family/familytest"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/models"
)

// awayStore fails every write.
type awayStore struct{ family.Store }

var errAway = models.Unavailable(errors.New("away"))

func (awayStore) Update(context.Context, models.UserID, family.Patch) (models.User, error) {
	return models.User{}, errAway
}
func (awayStore) Join(context.Context, family.Join) (int, error)  { return 0, errAway }
func (awayStore) Leave(context.Context, family.Leave) error       { return errAway }
func (awayStore) Transfer(context.Context, family.Transfer) error { return errAway }

// cast is who is there: member is in the owner's family, stranger in his own.
type cast struct {
	*familytest.World
	service                 *family.Service
	owner, member, stranger models.User
	code                    models.InviteCode
}

func newCast(t *testing.T) cast {
	w := familytest.NewWorld(t, sqlitetest.Fresh)
	owner := w.Person("Owner")
	member := w.Join(w.Person("Member"), owner)
	return cast{w, w.Families, w.Again(owner), member, w.Person("Stranger"), w.Invite(owner)}
}

// deed is one call, and whose families hear of it: those before it, and that of
// moved afterwards, if it goes well.
type deed struct {
	name  string
	do    func(c cast) error
	heard func(c cast) []models.UserID
	moves func(c cast) models.UserID
}

func owners(c cast) []models.UserID { return []models.UserID{c.owner.ID} }

func member(c cast) models.UserID { return c.member.ID }

var writes = []deed{
	{name: "join", do: func(c cast) error {
		_, _, err := c.service.Join(c.Ctx(), c.stranger, c.code)
		return err
	}, heard: func(c cast) []models.UserID { return []models.UserID{c.owner.ID, c.stranger.ID} }},
	{name: "leave", do: func(c cast) error {
		_, err := c.service.Leave(c.Ctx(), c.member)
		return err
	}, heard: owners, moves: member},
	{name: "remove", do: func(c cast) error { return c.service.Remove(c.Ctx(), c.owner, c.member.ID) }, heard: owners, moves: member},
	{name: "hand over", do: func(c cast) error { return c.service.Transfer(c.Ctx(), c.owner, c.member.ID) }, heard: owners},
	{name: "close", do: func(c cast) error { return c.service.Close(c.Ctx(), c.member) }, heard: owners},
	{name: "rename", do: func(c cast) error {
		_, err := c.service.Rename(c.Ctx(), c.member, "Hanako")
		return err
	}, heard: owners},
	{name: "another picture", do: func(c cast) error {
		_, err := c.service.Ensure(c.Ctx(), models.Profile{ID: c.member.ID, Picture: "https://pictures.example/1", Source: models.SourceGoogle})
		return err
	}, heard: owners},
	{name: "name a voice", do: func(c cast) error {
		_, err := c.service.NameVoice(c.Ctx(), c.member, "voice", "Hanako")
		return err
	}, heard: owners},
	{name: "forget the voices", do: func(c cast) error { return c.service.Unlink(c.Ctx(), c.member.ID) }, heard: owners},
}

var refusals = []deed{
	{name: "join by a used code", do: func(c cast) error {
		_, _, err := c.service.Join(c.Ctx(), c.stranger, models.InviteCode{Code: "none", FamilyID: c.owner.FamilyID})
		return err
	}},
	{name: "join one's own family", do: func(c cast) error {
		_, _, err := c.service.Join(c.Ctx(), c.member, c.code)
		return err
	}},
	{name: "leave as the owner", do: func(c cast) error {
		_, err := c.service.Leave(c.Ctx(), c.owner)
		return err
	}},
	{name: "remove as a member", do: func(c cast) error { return c.service.Remove(c.Ctx(), c.member, c.owner.ID) }},
	{name: "remove a stranger", do: func(c cast) error { return c.service.Remove(c.Ctx(), c.owner, c.stranger.ID) }},
	{name: "hand over to a stranger", do: func(c cast) error { return c.service.Transfer(c.Ctx(), c.owner, c.stranger.ID) }},
	{name: "close as the owner", do: func(c cast) error { return c.service.Close(c.Ctx(), c.owner) }},
	{name: "rename to nothing", do: func(c cast) error {
		_, err := c.service.Rename(c.Ctx(), c.member, " ")
		return err
	}},
}

var silent = []deed{
	{name: "nothing new at sign-in", do: func(c cast) error {
		_, err := c.service.Ensure(c.Ctx(), models.Profile{ID: c.member.ID, Source: models.SourceGoogle})
		return err
	}},
	{name: "ask a voice", do: func(c cast) error {
		_, err := c.service.AskedVoice(c.Ctx(), c.member, "voice")
		return err
	}},
	{name: "listen", do: func(c cast) error { return c.service.Listened(c.Ctx(), c.member) }},
	{name: "about to delete", do: func(c cast) error { return c.service.Deleting(c.Ctx(), c.member, nil) }},
	{name: "sign out everywhere", do: func(c cast) error { return c.service.SignOutEverywhere(c.Ctx(), c.member) }},
}

// TestChanged: every family that a change touches hears of it, once, and of
// nothing else.
func TestChanged(t *testing.T) {
	for name, group := range map[string]struct {
		deeds       []deed
		fails, away bool
	}{
		"writes": {deeds: writes}, "refused": {deeds: refusals, fails: true}, "silent": {deeds: silent},
		"away": {deeds: writes, fails: true, away: true},
	} {
		for _, d := range group.deeds {
			t.Run(name+"/"+d.name, func(t *testing.T) {
				c := newCast(t)
				if group.away {
					c.service = family.NewService(awayStore{c.FamilyStore}, c.MemoStore)
				}
				ear := c.Listen()
				c.service.Changed = c.Families.Changed
				want := map[models.FamilyID]int{}
				if d.heard != nil && !group.fails {
					for _, who := range d.heard(c) {
						want[c.FamilyOf(models.User{ID: who}).ID]++
					}
				}
				if err := d.do(c); (err != nil) != group.fails {
					t.Fatalf("got %v", err)
				}
				if d.moves != nil && !group.fails {
					want[c.Again(models.User{ID: d.moves(c)}).FamilyID]++
				}
				got := map[models.FamilyID]int{}
				for _, f := range ear.Heard() {
					got[f]++
				}
				c.Same(got, want)
			})
		}
	}
}
