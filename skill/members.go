package skill

import (
	"context"
	"strconv"
	"strings"

	"voicememo/models"
	"voicememo/skill/words"
)

// lastMembers in state.Last makes "repeat" say the members.
const lastMembers = "members"

// members says who is in the family, the owner first.
func members(ctx context.Context, t *turn) (Reply, error) {
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	family, err := t.Families.FamilyOf(ctx, actor)
	if err != nil {
		return Reply{}, err
	}
	t.state.Last = lastMembers
	if family.Alone(actor.ID) {
		return t.done(t.say(words.MembersAlone, nil)), nil
	}
	names, shown := t.memberNames(family, actor.ID)
	text := t.say(words.Members, words.Args{
		"count": strconv.Itoa(len(family.MemberIDs)), "owner": names[0], "others": t.enumerate(names[1:]),
	})
	return t.card(t.done(text), strings.Join(shown, "\n")), nil
}

// memberNames returns the members' names, the owner's first, as they are spoken and as
// they are shown. Spoken names share 30 seconds of speech: long names may use what
// short names leave.
func (t *turn) memberNames(family models.Family, self models.UserID) (spoken, shown []string) {
	room := t.namesRunes
	owner, _ := family.Member(family.OwnerID)
	all := []models.User{owner}
	for _, m := range family.Members {
		if m.ID != family.OwnerID {
			all = append(all, m)
		}
	}
	for i, m := range all {
		m.Name = calledName(m)
		short, _ := cut(m.Name, min(t.nameRunes, room/(len(all)-i)))
		room -= len([]rune(short))
		spoken = append(spoken, t.member(m, short, self))
		shown = append(shown, t.member(m, m.Name, self))
	}
	shown[0] = t.say(words.MembersOwner, words.Args{"who": shown[0]})
	return spoken, shown
}

// calledName returns the name of an account: its own or, for an Echo without one, that of
// its only device with a name.
func calledName(u models.User) string {
	if models.Unnamed(u.Name) && len(u.Rooms) == 1 {
		for _, room := range u.Rooms {
			return room
		}
	}
	return u.Name
}

// member returns the name of a member, given its spoken or shown form; an Echo without
// a name that is the one spoken to is "this Echo".
func (t *turn) member(m models.User, name string, self models.UserID) string {
	if m.ID == self && models.Unnamed(m.Name) {
		return t.say(words.ThisDevice, nil)
	}
	return t.polite(name)
}

// enumerate joins names into a list.
func (t *turn) enumerate(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], t.say(words.NameGap, nil)) + t.say(words.NameLast, nil) + names[last]
}
