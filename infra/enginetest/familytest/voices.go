package familytest

import (
	"fmt"
	"strings"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// voiceOf returns the nth voice. It is as long as Alexa's ids and has characters with a
// meaning in database expressions.
func voiceOf(n int) models.VoiceID {
	return models.VoiceID(fmt.Sprintf("amzn1.ask.person.%s.#:[%d] \"'", strings.Repeat("A", 180), n))
}

// by returns the speaker with a voice, on an unknown device.
func by(v models.VoiceID) models.Speaker { return models.Speaker{Voice: v} }

// named sets the names of an account's voices, one after another.
func (w *World) named(u models.User, names ...string) models.User {
	w.T.Helper()
	for i, name := range names {
		var err error
		u, err = w.Families.NameVoice(w.Ctx(), u, voiceOf(i), name)
		w.OK(err)
	}
	return u
}

func voices(w *World) {
	before := w.Echo("Echo")
	echo := w.named(before, "太郎", " 花子 ", "<b>&\"'")
	echo, err := w.Families.MarkVoiceAsked(w.Ctx(), echo, voiceOf(3))
	w.OK(err)
	want := map[models.VoiceID]string{voiceOf(0): "太郎", voiceOf(1): "花子", voiceOf(2): "<b>&\"'", voiceOf(3): ""}
	w.Same(echo.Skill.Voices, want)
	echo, err = w.Families.NameVoice(w.Ctx(), echo, voiceOf(0), "次郎")
	w.OK(err)
	_, err = w.Families.MarkVoiceAsked(w.Ctx(), before, voiceOf(1)) // with the account as read before the voice had a name
	w.OK(err)
	want[voiceOf(0)] = "次郎"
	w.Same(w.Again(echo).Skill.Voices, want)
	if m, _ := w.FamilyOf(echo).Member(echo.ID); m.SpeaksAs(by(voiceOf(0))) != "次郎" || m.SpeaksAs(by(voiceOf(3))) != echo.Name {
		w.T.Errorf("got the voices %v in the family, want 次郎", m.Skill.Voices)
	}
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	if echo = w.Again(echo); len(echo.Skill.Voices) != 0 || echo.Name != before.Name {
		w.T.Errorf("Disable: got %+v, want no voices and the same name", echo)
	}
	w.Same(w.named(echo, "三郎").Skill.Voices, map[models.VoiceID]string{voiceOf(0): "三郎"})
}

func voicesRefused(w *World) {
	echo := w.Echo("Echo")
	for name, reason := range map[string]models.Reason{
		" ": models.ReasonEmpty, "a\nb": models.ReasonControlCharacter, strings.Repeat("長", models.MaxName+1): models.ReasonTooLong,
	} {
		_, err := w.Families.NameVoice(w.Ctx(), echo, voiceOf(0), name)
		w.Refused(err, models.CodeInvalid, reason)
	}
	_, err := w.Families.NameVoice(w.Ctx(), echo, "", "Nobody")
	w.Refused(err, models.CodeInvalid, models.ReasonEmpty)
	for i := range models.MaxVoices {
		echo, err = w.Families.NameVoice(w.Ctx(), echo, voiceOf(i), "Person")
		w.OK(err)
	}
	_, err = w.Families.NameVoice(w.Ctx(), echo, voiceOf(models.MaxVoices), "Too many")
	w.Refused(err, models.CodeConflict, models.ReasonTooManyVoices)
	_, err = w.Families.MarkVoiceAsked(w.Ctx(), echo, voiceOf(models.MaxVoices))
	w.Refused(err, models.CodeConflict, models.ReasonTooManyVoices)
	echo, err = w.Families.NameVoice(w.Ctx(), echo, voiceOf(0), "Another name")
	w.OK(err)
	if len(echo.Skill.Voices) != models.MaxVoices || echo.Skill.Voices[voiceOf(0)] != "Another name" {
		w.T.Errorf("got %d voices, the first %q, want %d and the new name", len(echo.Skill.Voices), echo.Skill.Voices[voiceOf(0)], models.MaxVoices)
	}
	_, err = w.FamilyStore.Update(w.Ctx(), "nobody", family.Patch{Voices: echo.Skill.Voices, At: w.Now()})
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	_, err = w.FamilyStore.Person(w.Ctx(), "nobody")
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
}

// unnamedVoices: a voice without its name stays known, and is not asked again.
func unnamedVoices(w *World) {
	echo := w.named(w.Echo("Echo"), "太郎", "花子")
	w.OK(w.Families.UnnameVoice(w.Ctx(), echo, voiceOf(0)))
	w.OK(w.Families.UnnameVoice(w.Ctx(), echo, voiceOf(2))) // which is not known
	w.OK(w.Families.UnnameVoice(w.Ctx(), echo, ""))
	want := map[models.VoiceID]string{voiceOf(0): "", voiceOf(1): "花子"}
	echo = w.Again(echo)
	w.Same(echo.Skill.Voices, want)
	asked, err := w.Families.MarkVoiceAsked(w.Ctx(), echo, voiceOf(0))
	w.OK(err)
	w.Same(asked, echo)
	w.Same(w.named(echo, "次郎").Skill.Voices, map[models.VoiceID]string{voiceOf(0): "次郎", voiceOf(1): "花子"})
}

// listened: the account, each recognised voice and each device have their own times.
func listened(w *World) {
	echo := w.named(w.Echo("Echo"), "太郎")
	if !echo.Skill.LastReadAt.IsZero() || echo.Skill.Heard != nil {
		w.T.Errorf("got LastReadAt %v and Heard %v of a new account, want none", echo.Skill.LastReadAt, echo.Skill.Heard)
	}
	w.Freeze()
	times := []time.Time{}
	for _, s := range []models.Speaker{by(voiceOf(0)), {Voice: voiceOf(1), Device: deviceOf(0)}, {Device: deviceOf(1)}, {}} {
		w.Advance(time.Minute)
		times = append(times, w.Now())
		w.OK(w.Families.MarkListened(w.Ctx(), w.Again(echo), s, w.Now()))
	}
	heard := w.Again(echo)
	w.Same(heard.Skill.LastReadAt, times[3])
	w.Same(heard.Skill.Heard, map[models.VoiceMark]time.Time{
		voiceOf(0).Mark(echo.ID): times[0], voiceOf(1).Mark(echo.ID): times[1], deviceOf(0).Mark(echo.ID): times[1], deviceOf(1).Mark(echo.ID): times[2],
	})
	none := map[models.VoiceMark]time.Time{"unknown": {}}
	for mark := range heard.Skill.Heard {
		none[mark] = time.Time{}
	}
	forgot, err := w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{LastReadAt: &time.Time{}, At: echo.UpdatedAt, Heard: none})
	w.OK(err)
	w.Same(forgot, echo)
	w.Same(w.Again(echo), echo)
}

// listenedMany: of many devices that have read the list, and voices that the account does not
// know, the latest MaxDevices are kept, and all voices that it knows.
func listenedMany(w *World) {
	echo := w.named(w.Echo("Echo"), "太郎")
	w.Freeze()
	listen := func(s models.Speaker) {
		w.Advance(time.Second)
		w.OK(w.Families.MarkListened(w.Ctx(), w.Again(echo), s, w.Now()))
	}
	on := func(n int) models.Speaker { return models.Speaker{Device: deviceOf(n)} }
	listen(by(voiceOf(0)))
	listen(by(voiceOf(1)))
	for n := range models.MaxDevices - 1 {
		listen(on(n))
	}
	listen(on(0))
	listen(on(models.MaxDevices))
	listen(models.Speaker{Voice: voiceOf(0), Device: deviceOf(models.MaxDevices + 1)})
	heard := w.Again(echo).Skill.Heard
	want := map[models.VoiceMark]bool{voiceOf(0).Mark(echo.ID): true, voiceOf(1).Mark(echo.ID): false}
	for n := range models.MaxDevices + 2 {
		want[deviceOf(n).Mark(echo.ID)] = n != 1 && n != models.MaxDevices-1
	}
	for mark, want := range want {
		if _, kept := heard[mark]; kept != want {
			w.T.Errorf("got %s kept: %v, want %v of %v", mark, kept, want, heard)
		}
	}
}

// marks of two speakers.
const (
	oneMark   models.VoiceMark = "0123456789abcdef"
	otherMark models.VoiceMark = "fedcba9876543210"
)

// greeted: greetings are counted, up to a limit.
func greeted(w *World) {
	echo := w.Echo("Echo")
	for n := range models.Greetings + 2 {
		w.Same(w.Again(echo).Skill.Greeted, min(n, models.Greetings))
		w.OK(w.Families.MarkGreeted(w.Ctx(), w.Again(echo)))
	}
}

func wholePatch(w *World) {
	echo := w.Echo("Echo")
	at, name := w.Now().Add(time.Second), "Kitchen"
	want := echo
	want.Name, want.Email, want.Picture, want.Emoji, want.UpdatedAt, want.Skill.LastReadAt = name, "a@example.com", "https://example.com/p", "👩‍🍳", at, at
	want.Echo.Notice, want.EraseAt = models.NoticeOwner, at.Add(time.Hour).Truncate(time.Second)
	want.Skill.Greeted, want.Echo.Link = 2, models.Link{Person: "taro", Access: "0123456789abcdef", Told: true}
	want.Skill.Voices = map[models.VoiceID]string{voiceOf(0): "太郎", voiceOf(1): "", voiceOf(2): "花子"}
	want.Skill.Heard = map[models.VoiceMark]time.Time{oneMark: at, otherMark: at.Add(time.Millisecond)}
	want.Skill.Rooms = map[models.VoiceMark]string{oneMark: "台所", otherMark: "<b>&\"'"}
	want.Skill.Acts = map[models.VoiceMark]models.Act{
		"": {At: at}, oneMark: {Kind: models.ActTrashed, At: at, Refs: refsOf(echo, 3)},
		otherMark: {Kind: models.ActNamed, At: at, Named: oneMark, Name: "次郎", Family: "f", Key: "k", Undone: true},
	}
	got, err := w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{
		Name: &name, Email: &want.Email, Picture: &want.Picture, Emoji: &want.Emoji, LastReadAt: &at, Heard: want.Skill.Heard, Rooms: want.Skill.Rooms, Greeted: &want.Skill.Greeted, Link: &want.Echo.Link,
		Acts: want.Skill.Acts, Voices: want.Skill.Voices, Notice: &want.Echo.Notice, EraseAt: &want.EraseAt, At: at,
	})
	w.OK(err)
	w.Same(got, want)
	renamed, err := w.Families.Rename(w.Ctx(), echo, "Hall")
	w.OK(err)
	want.Name, want.UpdatedAt = "Hall", renamed.UpdatedAt
	w.Same(w.Again(echo), want)
	got, err = w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{ // one entry of each map
		Unnamed: voiceOf(0), Voices: map[models.VoiceID]string{voiceOf(1): "三郎", voiceOf(2): ""}, Heard: map[models.VoiceMark]time.Time{oneMark: {}},
		Rooms: map[models.VoiceMark]string{oneMark: ""}, Acts: map[models.VoiceMark]models.Act{"": {}}, At: want.UpdatedAt,
	})
	w.OK(err)
	want.Skill.Voices = map[models.VoiceID]string{voiceOf(0): "", voiceOf(1): "三郎", voiceOf(2): "花子"}
	delete(want.Skill.Heard, oneMark)
	delete(want.Skill.Rooms, oneMark)
	delete(want.Skill.Acts, "")
	w.Same(got, want)
	var told models.Notice
	want, err = w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{Notice: &told, EraseAt: &time.Time{}, At: at})
	w.OK(err)
	if want.Echo.Notice != "" || !want.EraseAt.IsZero() {
		w.T.Errorf("forgotten: %+v", want)
	}
	copied := want
	copied.ID, copied.FamilyID = "copy", "its own"
	w.OK(w.FamilyStore.Create(w.Ctx(), copied))
	w.Same(w.Again(copied), copied)
}
