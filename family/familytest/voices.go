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
	w.Same(echo.Voices, want)
	echo, err = w.Families.NameVoice(w.Ctx(), echo, voiceOf(0), "次郎")
	w.OK(err)
	_, err = w.Families.MarkVoiceAsked(w.Ctx(), before, voiceOf(1)) // with the account as read before the voice had a name
	w.OK(err)
	want[voiceOf(0)] = "次郎"
	w.Same(w.Again(echo).Voices, want)
	if m, _ := w.FamilyOf(echo).Member(echo.ID); m.SpeaksAs(voiceOf(0)) != "次郎" || m.SpeaksAs(voiceOf(3)) != echo.Name {
		w.T.Errorf("got the voices %v in the family, want 次郎", m.Voices)
	}
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	if echo = w.Again(echo); len(echo.Voices) != 0 || echo.Name != before.Name {
		w.T.Errorf("Disable: got %+v, want no voices and the same name", echo)
	}
	w.Same(w.named(echo, "三郎").Voices, map[models.VoiceID]string{voiceOf(0): "三郎"})
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
	if len(echo.Voices) != models.MaxVoices || echo.Voices[voiceOf(0)] != "Another name" {
		w.T.Errorf("got %d voices, the first %q, want %d and the new name", len(echo.Voices), echo.Voices[voiceOf(0)], models.MaxVoices)
	}
	_, err = w.FamilyStore.Update(w.Ctx(), "nobody", family.Patch{Voices: echo.Voices, At: w.Now()})
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
	_, err = w.FamilyStore.Person(w.Ctx(), "nobody")
	w.Refused(err, models.CodeNotFound, models.ReasonPerson)
}

func lastRead(w *World) {
	echo := w.named(w.Echo("Echo"), "太郎")
	if !echo.LastReadAt.IsZero() {
		w.T.Errorf("got LastReadAt %v of a new account, want zero", echo.LastReadAt)
	}
	start := w.Now()
	w.OK(w.Families.MarkListened(w.Ctx(), echo))
	heard := w.Again(echo)
	if heard.LastReadAt.Before(start) || heard.LastReadAt.After(w.Now()) {
		w.T.Errorf("got LastReadAt %v, want it after %v", heard.LastReadAt, start)
	}
	forgot, err := w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{LastReadAt: &time.Time{}, At: echo.UpdatedAt})
	w.OK(err)
	w.Same(forgot, echo)
	w.Same(w.Again(echo), echo)
}

// deletionOf returns a deletion of n memos of several authors, one of them u, in no
// order.
func deletionOf(u models.User, n int) (refs []models.MemoRef) {
	authors := []models.UserID{"0", u.ID, "https://issuer.example/#太郎 花子", models.UserID(strings.Repeat("A", 200))}
	ids := []models.MemoID{"1720789912345a1b2c3d4e5f6", "17207899123454abc", " 0 太郎 \"'", "1", "0"}
	for i := range n {
		id := ids[i%len(ids)] + models.MemoID(fmt.Sprint(i))
		refs = append(refs, models.MemoRef{UserID: authors[i*7%len(authors)], ID: id})
	}
	return refs
}

func lastDeletion(w *World) {
	echo := w.Echo("Echo")
	w.Same(echo.LastDeletion, models.Deletion{})
	for _, n := range []int{1, 2, 100, 5} {
		refs := deletionOf(echo, n)
		w.OK(w.Families.RecordDeletion(w.Ctx(), echo, refs))
		now := w.Again(echo)
		w.Same(now.LastDeletion, models.Deletion{At: now.UpdatedAt, Refs: refs})
	}
	w.OK(w.Families.RecordDeletion(w.Ctx(), echo, deletionOf(echo, 120)))
	w.Same(w.Again(echo).LastDeletion.Refs, deletionOf(echo, 100))
	w.OK(w.Families.RecordDeletion(w.Ctx(), echo, nil))
	w.Same(w.Again(echo).LastDeletion, models.Deletion{})
}

// lastDeletionEnds: a change of family clears the last deletion, because an undo would
// affect another list.
func lastDeletionEnds(w *World) {
	owner, u := w.Person("Taro"), w.Echo("Echo")
	deleting := func() {
		w.T.Helper()
		w.OK(w.Families.RecordDeletion(w.Ctx(), u, deletionOf(u, 2)))
		w.OK(w.Families.MarkListened(w.Ctx(), u))
	}
	gone := func(after string) {
		w.T.Helper()
		if u = w.Again(u); len(u.LastDeletion.Refs) > 0 || !u.LastDeletion.At.IsZero() || u.LastReadAt.IsZero() {
			w.T.Errorf("after %s: got the deletion %+v and LastReadAt %v, want no deletion and a time", after, u.LastDeletion, u.LastReadAt)
		}
	}
	deleting()
	w.OK(w.Families.RecordDeletion(w.Ctx(), owner, deletionOf(owner, 2)))
	u = w.Join(u, owner)
	gone("joining")
	deleting()
	w.OK(w.Families.Remove(w.Ctx(), owner, u.ID))
	gone("being removed")
	u = w.Join(u, owner)
	deleting()
	_, err := w.Families.Leave(w.Ctx(), u)
	w.OK(err)
	gone("leaving")
	if kept := w.Again(owner).LastDeletion; len(kept.Refs) != 2 {
		w.T.Errorf("got the deletion %+v of the member who stayed, want two memos", kept)
	}
}

func wholePatch(w *World) {
	echo := w.Echo("Echo")
	at, name := w.Now().Add(time.Second), "Kitchen"
	d := models.Deletion{At: at, Refs: deletionOf(echo, 3)}
	want := echo
	want.Name, want.Email, want.Picture, want.UpdatedAt = name, "a@example.com", "https://example.com/p", at
	want.LastReadAt, want.LastDeletion = at, d
	want.Notice, want.EraseAt = models.NoticeOwner, at.Add(time.Hour).Truncate(time.Second)
	want.Voices = map[models.VoiceID]string{voiceOf(0): "太郎", voiceOf(1): "", voiceOf(2): "花子"}
	got, err := w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{
		Name: &name, Email: &want.Email, Picture: &want.Picture, LastReadAt: &at,
		LastDeletion: &d, Voices: want.Voices, Notice: &want.Notice, EraseAt: &want.EraseAt, At: at,
	})
	w.OK(err)
	w.Same(got, want)
	renamed, err := w.Families.Rename(w.Ctx(), echo, "Hall")
	w.OK(err)
	want.Name, want.UpdatedAt = "Hall", renamed.UpdatedAt
	w.Same(w.Again(echo), want)
	var told models.Notice
	want, err = w.FamilyStore.Update(w.Ctx(), echo.ID, family.Patch{Notice: &told, EraseAt: &time.Time{}, At: at})
	w.OK(err)
	if want.Notice != "" || !want.EraseAt.IsZero() {
		w.T.Errorf("forgotten: %+v", want)
	}
	copied := want
	copied.ID, copied.FamilyID = "copy", "its own"
	w.OK(w.FamilyStore.Create(w.Ctx(), copied))
	w.Same(w.Again(copied), copied)
}
