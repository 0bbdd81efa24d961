package conversation

import (
	"context"
	"slices"
	"strings"

	"voicememo/models"
	"voicememo/skill/alexa"
	"voicememo/skill/understanding"
	"voicememo/skill/words"
)

// listingMembers is the topic of who is in the family.
func listingMembers() topic {
	return topic{
		intents: map[string]answer{understanding.MembersIntent: inFamily(members)},
		repeats: map[string]answer{lastMembers: inFamily(members)},
	}
}

// members says who is in the family, the owner first.
func members(_ context.Context, t *Turn, actor models.User, family models.Family) (alexa.Reply, error) {
	t.state.Last = lastMembers
	if family.Alone(actor.ID) {
		return t.Done(t.Say(words.MembersAlone, nil)), nil
	}
	names, shown := memberNames(t, family)
	owner, this := names[0], t.Say(words.ThisDevice, nil)
	if i := slices.Index(names, this); i >= 0 { // it is said last
		names = append(slices.Delete(names, i, i+1), this)
	}
	text := t.Say(words.Members, words.Args{"all": enumerate(t, names), "owner": owner})
	if m := family.Members; len(m) == 2 && unnamed(m[0]) && unnamed(m[1]) {
		text = t.Say(words.MembersEchos, nil)
		if family.OwnerID == actor.ID {
			text = t.Say(words.MembersEchosOwn, nil)
		}
	}
	return titled(t, t.Done(text), strings.Join(shown, "\n")), nil
}

// memberNames returns the members' names, the owner's first, as they are spoken and as
// they are shown. Spoken names share 30 seconds of speech: long names may use what
// short names leave.
func memberNames(t *Turn, family models.Family) (spoken, shown []string) {
	room := t.NamesRunes
	owner, _ := family.Member(family.OwnerID)
	all := []models.User{owner}
	for _, m := range family.Members {
		if m.ID != family.OwnerID {
			all = append(all, m)
		}
	}
	for i, m := range all {
		m.Name = calledName(m)
		short, _ := words.CutText(m.Name, min(t.NameRunes, room/(len(all)-i)))
		room -= len([]rune(short))
		spoken = append(spoken, memberName(t, m, short))
		shown = append(shown, memberName(t, m, m.Name))
	}
	shown[0] = t.Say(words.MembersOwner, words.Args{"who": shown[0]})
	return spoken, shown
}

// memberName returns the name of a member, given its spoken or shown form; an Echo without
// a name is "this Echo" if it is the one spoken to, otherwise "the other Echo".
func memberName(t *Turn, m models.User, name string) string {
	switch {
	case unnamed(m) && m.ID == t.req.User():
		return t.Say(words.ThisDevice, nil)
	case unnamed(m):
		return t.Say(words.OtherDevice, nil)
	}
	return t.Polite(name)
}

// enumerate joins names into a list.
func enumerate(t *Turn, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], t.Say(words.NameGap, nil)) + t.Say(words.NameLast, nil) + names[last]
}
