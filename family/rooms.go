package family

import (
	"context"

	"voicememo/models"
)

// NameRoom sets the name of one of the actor's devices, usually that of its room, and
// returns the actor. The name "" removes it. NameRoom returns CodeInvalid if device is ""
// or models.CheckName refuses the name, Conflict/ReasonTooManyRooms if models.MaxRooms other
// devices have a name, and Forbidden/ReasonNotYet if the actor is a newcomer and the device has
// another name.
func (s *Service) NameRoom(ctx context.Context, actor models.User, device models.DeviceID, name string) (models.User, error) {
	if device == "" {
		return models.User{}, models.Invalid("device", models.ReasonEmpty)
	}
	room := device.Mark(actor.ID)
	if _, known := actor.Skill.Rooms[room]; !known && name != "" && len(actor.Skill.Rooms) >= models.MaxRooms {
		return models.User{}, models.Conflict(models.ReasonTooManyRooms)
	}
	if err := s.mayRename(ctx, actor, actor.Skill.Rooms[room], name); err != nil {
		return models.User{}, err
	}
	return s.setRoom(ctx, actor, room, name)
}

// mayRename returns Forbidden/ReasonNotYet if an account is a newcomer in its family and would
// replace or remove its name old, which another member may have chosen.
func (s *Service) mayRename(ctx context.Context, actor models.User, old, name string) error {
	if models.Unnamed(old) || old == tidyName(name) {
		return nil
	}
	family, err := s.Roster(ctx, actor)
	if err == nil && family.IsNewcomer(actor, s.now()) {
		err = models.Forbidden(models.ReasonNotYet)
	}
	return err
}

func (s *Service) setRoom(ctx context.Context, echo models.User, room models.VoiceMark, name string) (models.User, error) {
	if name != "" {
		var err error
		if name, err = ValidName(name); err != nil {
			return models.User{}, err
		}
	}
	return s.show(ctx, echo.ID, Patch{Rooms: map[models.VoiceMark]string{room: name}, At: s.now()})
}

// NameEcho sets a name of an Echo in the actor's family, and returns the Echo: the name of
// the account if room is "", otherwise that of one of its devices that have a name. The
// name "" removes a device's name. NameEcho returns NotFound/ReasonPerson if echo is not
// an Echo of the family, NotFound/ReasonRoom if none of its devices with a name has that
// mark, CodeInvalid for a name that models.CheckName refuses, and Forbidden/ReasonNotYet if the
// actor is a newcomer. An Echo may always take back a name of its own with it.
func (s *Service) NameEcho(ctx context.Context, actor models.User, echo models.UserID, room models.VoiceMark, name string) (models.User, error) {
	_, family, err := s.present(ctx, actor)
	if err != nil {
		return models.User{}, err
	}
	if !family.Has(actor.ID) || !family.Has(echo) {
		return models.User{}, models.NotFound(models.ReasonPerson)
	}
	u, err := s.Person(ctx, echo)
	switch {
	case err != nil:
		return models.User{}, err
	case u.FamilyID != family.ID || u.Source != models.SourceAlexa:
		return models.User{}, models.NotFound(models.ReasonPerson)
	case u.ID != actor.ID && family.IsNewcomer(actor, s.now()):
		return models.User{}, models.Forbidden(models.ReasonNotYet)
	case room == "":
		return s.rename(ctx, u, name)
	case u.Skill.Rooms[room] == "":
		return models.User{}, models.NotFound(models.ReasonRoom)
	}
	return s.setRoom(ctx, u, room, name)
}
