package familytest

import (
	"fmt"
	"strings"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// deviceOf returns the nth device. It is as long as Alexa's ids.
func deviceOf(n int) models.DeviceID {
	return models.DeviceID(fmt.Sprintf("amzn1.ask.device.%s%d", strings.Repeat("A", 180), n))
}

// roomed names devices of an Echo, one after another.
func (w *World) roomed(echo models.User, names ...string) models.User {
	w.T.Helper()
	for i, name := range names {
		var err error
		echo, err = w.Families.NameRoom(w.Ctx(), echo, deviceOf(i), name)
		w.OK(err)
	}
	return echo
}

func roomNames(w *World) {
	owner := w.Person("Taro")
	echo := w.Connect(w.Echo("Echo"), owner)
	w.Advance(models.NewcomerFor)
	echo = w.roomed(echo, " 台所 ", "Hall")
	kitchen, hall := deviceOf(0).Mark(echo.ID), deviceOf(1).Mark(echo.ID)
	w.Same(echo.Skill.Rooms, map[models.VoiceMark]string{kitchen: "台所", hall: "Hall"})
	m, _ := w.FamilyOf(owner).Member(echo.ID)
	check.Equal(w.T, m.SpeaksAs(models.Speaker{Device: deviceOf(0)}), "台所", "in the family")
	echo = w.roomed(echo, "居間")
	w.Same(w.Again(echo).Skill.Rooms, map[models.VoiceMark]string{kitchen: "居間", hall: "Hall"})
	w.Same(w.roomed(echo, "").Skill.Rooms, map[models.VoiceMark]string{hall: "Hall"})
	echo = w.roomed(echo, "", "") // the first has no name any more
	w.Same(echo.Skill.Rooms, map[models.VoiceMark]string(nil))
	w.Same(w.Again(echo), echo)
}

func roomsRefused(w *World) {
	echo := w.Echo("Echo")
	for name, reason := range map[string]models.Reason{
		" ": models.ReasonEmpty, "a\nb": models.ReasonControlCharacter, strings.Repeat("長", models.MaxName+1): models.ReasonTooLong,
	} {
		w.Refused(must.Err(w.Families.NameRoom(w.Ctx(), echo, deviceOf(0), name)), models.CodeInvalid, reason)
	}
	w.Refused(must.Err(w.Families.NameRoom(w.Ctx(), echo, "", "Kitchen")), models.CodeInvalid, models.ReasonEmpty)
	w.Same(w.Again(echo), echo)
	names := make([]string, models.MaxRooms)
	for i := range names {
		names[i] = "Room"
	}
	echo = w.roomed(echo, names...)
	w.Refused(must.Err(w.Families.NameRoom(w.Ctx(), echo, deviceOf(models.MaxRooms), "Attic")), conflict, models.ReasonTooManyRooms)
	w.OK(must.Err(w.Families.NameRoom(w.Ctx(), echo, deviceOf(models.MaxRooms), ""))) // it has none
	echo, err := w.Families.NameRoom(w.Ctx(), echo, deviceOf(0), "Cellar")
	w.OK(err)
	if len(echo.Skill.Rooms) != models.MaxRooms || echo.Skill.Rooms[deviceOf(0).Mark(echo.ID)] != "Cellar" {
		w.T.Errorf("got the rooms %v, want %d and the new name", echo.Skill.Rooms, models.MaxRooms)
	}
}

// newcomersName: a newcomer changes no name of an Echo. A new Echo names itself and its devices
// once, and may take that back.
func newcomersName(w *World) {
	owner := w.Person("Taro")
	echo := w.Connect(w.Echo("Echo"), owner)
	w.Advance(models.NewcomerFor)
	echo = w.roomed(echo, "Kitchen")
	kitchen := deviceOf(0).Mark(echo.ID)
	guest, other := w.Join(w.Person("Guest"), owner), w.roomed(w.Connect(w.Echo("Echo"), owner), "Hall")
	w.Advance(models.NewcomerFor - time.Minute)
	refused := func(u models.User, err error) {
		w.T.Helper()
		w.Refused(must.Err(u, err), models.CodeForbidden, models.ReasonNotYet)
	}
	for _, actor := range []models.User{guest, other} {
		refused(w.Families.NameEcho(w.Ctx(), actor, echo.ID, "", "Gone"))
		refused(w.Families.NameEcho(w.Ctx(), actor, echo.ID, kitchen, "Gone"))
		refused(w.Families.NameEcho(w.Ctx(), actor, echo.ID, kitchen, ""))
	}
	w.OK(must.Err(w.Families.NameRoom(w.Ctx(), other, deviceOf(0), " Hall "))) // a repeat
	refused(w.Families.NameRoom(w.Ctx(), other, deviceOf(0), "Gone"))
	refused(w.Families.NameRoom(w.Ctx(), other, deviceOf(0), ""))
	other, err := w.Families.Rename(w.Ctx(), other, "Hall Echo")
	w.OK(err)
	refused(w.Families.Rename(w.Ctx(), other, "Gone"))
	w.OK(must.Err(w.Families.Rename(w.Ctx(), guest, "Own name")))
	other, err = w.Families.NameEcho(w.Ctx(), other, other.ID, "", "Echo")
	w.OK(err)
	w.Same([]string{w.Again(echo).Name, w.Again(echo).Skill.Rooms[kitchen], other.Name}, []string{"Echo", "Kitchen", "Echo"})
	w.Advance(time.Minute)
	w.OK(must.Err(w.Families.NameEcho(w.Ctx(), guest, echo.ID, kitchen, "New")))
	w.OK(must.Err(w.Families.NameRoom(w.Ctx(), w.Again(other), deviceOf(0), "New")))
}

// nameEcho: any member names an Echo of the family and its devices.
func nameEcho(w *World) {
	owner := w.Person("Taro")
	member, echo := w.Join(w.Person("Hanako"), owner), w.roomed(w.Connect(w.Echo("Echo"), owner), "Kitchen", "Hall")
	kitchen, hall := deviceOf(0).Mark(echo.ID), deviceOf(1).Mark(echo.ID)
	w.Advance(models.NewcomerFor)
	for _, actor := range []models.User{owner, member, echo} {
		named, err := w.Families.NameEcho(w.Ctx(), actor, echo.ID, "", " "+actor.Name+"'s ")
		w.OK(err)
		w.Same(named.Name, actor.Name+"'s")
		named, err = w.Families.NameEcho(w.Ctx(), actor, echo.ID, kitchen, actor.Name+"'s kitchen")
		w.OK(err)
		w.Same(named.Skill.Rooms, map[models.VoiceMark]string{kitchen: actor.Name + "'s kitchen", hall: "Hall"})
		w.Same(w.Again(echo), named)
	}
	named, err := w.Families.NameEcho(w.Ctx(), member, echo.ID, kitchen, "")
	w.OK(err)
	w.Same(named.Skill.Rooms, map[models.VoiceMark]string{hall: "Hall"})
}

func nameEchoRefused(w *World) {
	owner, stranger := w.Person("Taro"), w.Person("Stranger")
	member, echo := w.Join(w.Person("Hanako"), owner), w.roomed(w.Connect(w.Echo("Echo"), owner), "Kitchen")
	alone, retired := w.roomed(w.Echo("Alone"), "Kitchen"), w.Connect(w.Echo("Retired"), owner)
	w.OK(w.Families.Disable(w.Ctx(), retired.ID))
	w.Advance(models.NewcomerFor)
	kitchen := deviceOf(0).Mark(echo.ID)
	name := func(actor models.User, echo models.UserID, room models.VoiceMark, name string) func() error {
		return func() error { return must.Err(w.Families.NameEcho(w.Ctx(), actor, echo, room, name)) }
	}
	w.refusals([]models.User{owner, member, echo, alone, stranger}, map[string]refusal{
		"a person":                  {name(owner, member.ID, "", "Name"), notFound, models.ReasonPerson},
		"oneself":                   {name(owner, owner.ID, "", "Name"), notFound, models.ReasonPerson},
		"nothing":                   {name(owner, "", "", "Name"), notFound, models.ReasonPerson},
		"an unknown account":        {name(owner, "nobody", "", "Name"), notFound, models.ReasonPerson},
		"another family's":          {name(owner, alone.ID, "", "Name"), notFound, models.ReasonPerson},
		"another family's room":     {name(owner, alone.ID, deviceOf(0).Mark(alone.ID), "Name"), notFound, models.ReasonPerson},
		"by a stranger":             {name(stranger, echo.ID, "", "Name"), notFound, models.ReasonPerson},
		"a former member":           {name(owner, retired.ID, "", "Name"), notFound, models.ReasonPerson},
		"by a former member":        {name(w.Again(retired), echo.ID, "", "Name"), notFound, models.ReasonPerson},
		"a room without a name":     {name(owner, echo.ID, deviceOf(1).Mark(echo.ID), "Name"), notFound, models.ReasonRoom},
		"a voice":                   {name(owner, echo.ID, voiceOf(0).Mark(echo.ID), "Name"), notFound, models.ReasonRoom},
		"a room, too long":          {name(owner, echo.ID, kitchen, strings.Repeat("a", models.MaxName+1)), models.CodeInvalid, models.ReasonTooLong},
		"a room, only spaces":       {name(owner, echo.ID, kitchen, " "), models.CodeInvalid, models.ReasonEmpty},
		"no name":                   {name(owner, echo.ID, "", ""), models.CodeInvalid, models.ReasonEmpty},
		"with a control character":  {name(owner, echo.ID, "", "a\x00b"), models.CodeInvalid, models.ReasonControlCharacter},
		"a room, hidden characters": {name(owner, echo.ID, kitchen, "\u200b\u3164"), models.CodeInvalid, models.ReasonEmpty},
	})
}
