package memotest

import (
	"time"

	"voicememo/infra/enginetest/familytest"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// say adds a memo spoken by a voice.
func say(w *familytest.World, u models.User, voice models.VoiceID, content string) models.Memo {
	w.T.Helper()
	return sayTo(w, u, models.Speaker{Voice: voice}, content)
}

// sayTo adds a memo spoken to a device.
func sayTo(w *familytest.World, u models.User, s models.Speaker, content string) models.Memo {
	w.T.Helper()
	w.Advance(time.Millisecond)
	m, _, err := w.Memos.Add(w.Ctx(), w.Again(u), memo.Draft{Content: content, Key: memo.NewKey(), Speaker: s})
	w.OK(err)
	return m
}

// shown returns the author names that a family sees, by the memo's content.
func shown(w *familytest.World, u models.User) map[string]string {
	w.T.Helper()
	names := map[string]string{}
	for _, m := range w.All(u, false) {
		names[m.Content] = m.CreatedByName
	}
	got, err := w.Memos.Get(w.Ctx(), u, refsOf(w.All(u, false)...))
	w.OK(err)
	for _, m := range got {
		if names[m.Content] != m.CreatedByName {
			w.T.Errorf("List returned the name %q, Get %q, want the same", names[m.Content], m.CreatedByName)
		}
	}
	return names
}

func spokenNames(w *familytest.World) {
	owner := w.Person("Taro")
	echo := w.Join(w.Echo("Echo"), owner)
	name := func(voice models.VoiceID, name string) {
		w.T.Helper()
		w.OK(must.Err(w.Families.NameVoice(w.Ctx(), echo, voice, name)))
	}
	name("v1", "花子")
	w.OK(must.Err(w.Families.MarkVoiceAsked(w.Ctx(), echo, "v2")))
	say(w, echo, "v1", "named")
	say(w, echo, "v2", "asked")
	say(w, echo, "v3", "unknown")
	say(w, echo, "", "unrecognised")
	w.Add(owner, "typed")
	w.Same(shown(w, owner), map[string]string{
		"named": "花子", "asked": "Echo", "unknown": "Echo", "unrecognised": "Echo", "typed": "Taro",
	})
	name("v1", "はなこ")
	w.OK(must.Err(w.Families.Rename(w.Ctx(), w.Again(echo), "台所")))
	w.Same(shown(w, owner), map[string]string{
		"named": "はなこ", "asked": "台所", "unknown": "Echo", "unrecognised": "台所", "typed": "Taro",
	})
	name("v2", "次郎")
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	w.Same(shown(w, owner), map[string]string{
		"named": "花子", "asked": "Echo", "unknown": "Echo", "unrecognised": "Echo", "typed": "Taro",
	})
}

// roomNames: what a voice without a name says is shown with the name of the device, and
// follows its present name.
func roomNames(w *familytest.World) {
	owner := w.Person("Taro")
	echo := w.Join(w.Echo("Echo"), owner)
	w.Advance(models.NewcomerFor)
	name := func(device models.DeviceID, name string) {
		w.T.Helper()
		w.OK(must.Err(w.Families.NameRoom(w.Ctx(), w.Again(echo), device, name)))
	}
	name("kitchen", "台所")
	w.OK(must.Err(w.Families.NameVoice(w.Ctx(), w.Again(echo), "v1", "花子")))
	for _, s := range []models.Speaker{{Voice: "v1", Device: "kitchen"}, {Voice: "v2", Device: "kitchen"}, {Device: "kitchen"}, {Device: "bedroom"}} {
		sayTo(w, echo, s, string(s.Voice)+" in the "+string(s.Device))
	}
	want := map[string]string{"v1 in the kitchen": "花子", "v2 in the kitchen": "台所", "in the kitchen": "台所", "in the bedroom": "Echo"}
	w.Same(shown(w, owner), want)
	name("kitchen", "居間")
	name("bedroom", "寝室") // not what was said before
	want["v2 in the kitchen"], want["in the kitchen"] = "居間", "居間"
	w.Same(shown(w, owner), want)
	name("kitchen", "")
	want["v2 in the kitchen"], want["in the kitchen"] = "台所", "台所" // as it was then
	w.Same(shown(w, owner), want)
}

// voicesFollow: a memo keeps its voice when it moves to another family, and shows the
// voice's present name.
func voicesFollow(w *familytest.World) {
	owner, echo := w.Person("Taro"), w.Echo("Echo")
	w.OK(must.Err(w.Families.NameVoice(w.Ctx(), echo, "v1", "花子")))
	m := say(w, echo, "v1", "spoken")
	if m.CreatedByName != "花子" || m.SpokenBy != models.VoiceID("v1").Mark(m.UserID) {
		w.T.Errorf("Add: got %+v, want the voice and its name", m)
	}
	check := func(u models.User, name string) {
		w.T.Helper()
		w.OK(w.Memos.Settle(w.Ctx(), w.Again(echo)))
		all := w.All(u, false)
		if len(all) != 1 || all[0].SpokenBy != models.VoiceID("v1").Mark(all[0].UserID) || all[0].CreatedByName != name {
			w.T.Errorf("got %+v, want one memo of the voice as %s", all, name)
		}
	}
	echo = w.Join(echo, owner)
	check(owner, "花子")
	w.OK(must.Err(w.Memos.Edit(w.Ctx(), owner, m.Ref(), "edited", 0)))
	trashed(w, owner, m)
	w.OK(must.Err(w.Memos.Restore(w.Ctx(), owner, m.Ref())))
	echo, err := w.Families.NameVoice(w.Ctx(), echo, "v1", "はなこ")
	w.OK(err)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), echo)))
	check(echo, "はなこ")
	w.Same(w.Contents(owner, false), []string{})
}
