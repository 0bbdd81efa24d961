package skill

import (
	"context"
	"slices"
	"strings"

	"voicememo/models"
	"voicememo/skill/words"
)

// setRoom names the device by its room, such as "kitchen Echo". A device that the
// request does not identify is the account's only one as far as the skill knows, so the
// name is the account's.
func setRoom(ctx context.Context, t *turn) (Reply, error) {
	room := t.without(strings.Trim(t.req.slot(roomSlot), " 　.。、,!！"), words.RoomBefore, words.RoomAfter)
	if room == "" {
		return t.ask("", askRoom), nil
	}
	actor, err := t.actor(ctx)
	if err != nil {
		return Reply{}, err
	}
	if t.unless != "" && !t.namesDevice(t.unless) {
		return t.write(ctx, actor, t.draft(t.unless), "")
	}
	name := t.roomName(room)
	naming := models.Act{Kind: models.ActNamed, Name: actor.Name}
	apply := func() (models.User, error) { return t.Families.Rename(ctx, actor, name) }
	if device := t.req.device(); device != "" {
		naming.Named, naming.Name = device.Mark(actor.ID), actor.Rooms[device.Mark(actor.ID)]
		apply = func() (models.User, error) { return t.Families.NameRoom(ctx, actor, device, name) }
	}
	err = t.recordNaming(ctx, actor, naming, apply)
	if models.IsCode(err, models.CodeInvalid) {
		return t.ask(t.say(words.NameFormat, nil), askRoom), nil
	}
	if err != nil {
		return Reply{}, err
	}
	return t.done(t.say(words.RoomNamed, words.Args{"name": name})), nil
}

// namesDevice reports whether words that were said while a memo was awaited are certainly
// about the device: "this echo is in the kitchen", but not "we are in the park".
func (t *turn) namesDevice(heard string) bool {
	return slices.ContainsFunc(t.Words(words.RoomEndings), func(device string) bool {
		return strings.Contains(strings.ToLower(heard), strings.ToLower(device))
	})
}

// roomName returns the name of an Echo in a room.
func (t *turn) roomName(room string) string {
	for _, ending := range t.Words(words.RoomEndings) {
		if strings.HasSuffix(strings.ToLower(room), strings.ToLower(ending)) {
			return room
		}
	}
	return t.say(words.RoomName, words.Args{"room": room})
}
