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

// namingRooms is the topic of the names of devices.
func namingRooms() topic {
	return topic{
		intents: map[string]answer{understanding.RoomIntent: setRoom},
		questions: map[string]question{
			understanding.AskRoom:   {elicits: understanding.RoomIntent, yes: askFor(understanding.AskRoom), no: askFor(understanding.AskElse)},
			understanding.AskRoomed: {elicits: understanding.SpeakIntent, yes: asSpeaker(nameRoom), no: askFor(understanding.AskRoom)},
		},
	}
}

// setRoom names the device by its room, such as "kitchen Echo". Unless the room was asked for, it
// asks first, because a statement about a place sounds alike. A device that the request does not
// identify is the account's only one as far as the skill knows, so the name is the account's.
func setRoom(ctx context.Context, t *Turn) (alexa.Reply, error) {
	if t.Heard.Text == "" {
		return t.Ask("", understanding.AskRoom), nil
	}
	if t.state.Text = roomName(t, t.Heard.Text); !isName(t.Heard.Text) {
		return t.Ask(t.Say(words.NameFormat, nil), understanding.AskRoom), nil
	}
	if t.Heard.Unsure {
		return t.Ask("", understanding.AskRoomed), nil
	}
	actor, err := t.Actor(ctx)
	if err != nil {
		return alexa.Reply{}, err
	}
	return nameRoom(ctx, t, actor)
}

// nameRoom names the device as was said or confirmed.
func nameRoom(ctx context.Context, t *Turn, actor models.User) (alexa.Reply, error) {
	if t.state.Text == "" {
		return t.Ask("", understanding.AskRoom), nil
	}
	name := t.state.Text
	naming := models.Act{Kind: models.ActNamed, Name: actor.Name}
	apply := func() (models.User, error) { return t.Families.Rename(ctx, actor, name) }
	if device := t.req.Device(); device != "" {
		naming.Named, naming.Name = device.Mark(actor.ID), actor.Skill.Rooms[device.Mark(actor.ID)]
		apply = func() (models.User, error) { return t.Families.NameRoom(ctx, actor, device, name) }
	}
	err := recordNaming(ctx, t, actor, naming, apply)
	if models.IsCode(err, models.CodeInvalid) {
		return t.Ask(t.Say(words.NameFormat, nil), understanding.AskRoom), nil
	}
	if err != nil {
		return alexa.Reply{}, err
	}
	return t.Done(t.Say(words.RoomNamed, words.Args{"name": name})), nil
}

// roomName returns the name of an Echo in a room.
func roomName(t *Turn, room string) string {
	for _, ending := range t.Words(words.RoomEndings) {
		if strings.HasSuffix(strings.ToLower(room), strings.ToLower(ending)) {
			return room
		}
	}
	key := words.RoomName
	if slices.ContainsFunc(t.Words(words.RoomOwned), func(mark string) bool { return strings.Contains(room, mark) }) {
		key = words.RoomNameOwned
	}
	return t.Say(key, words.Args{"room": room})
}

func isName(text string) bool { return models.CheckName("name", text) == nil }
