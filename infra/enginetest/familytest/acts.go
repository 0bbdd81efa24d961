package familytest

import (
	"fmt"
	"strings"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// refsOf returns n memos of several authors, one of them u, in no order.
func refsOf(u models.User, n int) (refs []models.MemoRef) {
	authors := []models.UserID{"0", u.ID, "https://issuer.example/#太郎 花子", models.UserID(strings.Repeat("A", 200))}
	ids := []models.MemoID{"1720789912345a1b2c3d4e5f6", "17207899123454abc", " 0 太郎 \"'", "1", "0"}
	for i := range n {
		id := ids[i%len(ids)] + models.MemoID(fmt.Sprint(i))
		refs = append(refs, models.MemoRef{UserID: authors[i*7%len(authors)], ID: id})
	}
	return refs
}

// record records an act of a voice, and returns it as it must be stored.
func (w *World) record(u models.User, voice models.VoiceID, a models.Act) models.Act {
	w.T.Helper()
	w.OK(w.Families.RecordAct(w.Ctx(), w.Again(u), voice, a))
	a.At = w.Now()
	return a
}

// voiceActs: each voice has one act, and an act replaces the voice's previous one.
func voiceActs(w *World) {
	echo := w.Echo("Echo")
	w.Same(echo.Skill.Acts, map[models.VoiceMark]models.Act(nil))
	w.Freeze()
	want := map[models.VoiceMark]models.Act{}
	for _, step := range []struct {
		voice models.VoiceID
		act   models.Act
	}{
		{"", models.Act{Kind: models.ActTrashed, Refs: refsOf(echo, 1)}},
		{voiceOf(0), models.Act{Kind: models.ActDone, Refs: refsOf(echo, models.MaxActRefs)}},
		{voiceOf(1), models.Act{Kind: models.ActNamed, Named: voiceOf(1).Mark(echo.ID), Name: "太郎"}},
		{voiceOf(2), models.Act{Kind: models.ActNamed}},
		{voiceOf(3), models.Act{Kind: models.ActJoined, Family: echo.FamilyID, Key: "0123456789abcdef"}},
		{voiceOf(2), models.Act{Kind: models.ActAdded, Refs: refsOf(echo, 1), Key: "fedcba9876543210", Undone: true}},
		{"", models.Act{Kind: models.ActDone, Refs: refsOf(echo, 2)}},
		{voiceOf(0), models.Act{}},
	} {
		w.Advance(time.Second)
		want[step.voice.Mark(echo.ID)] = w.record(echo, step.voice, step.act)
		w.Same(w.Again(echo).Skill.Acts, want)
	}
}

// forgottenAct: an act that did not happen gives way to the one before it, at the time of
// that, and to none if there was none. Other voices keep theirs.
func forgottenAct(w *World) {
	echo := w.Echo("Echo")
	w.Freeze()
	first := w.record(echo, "", models.Act{Kind: models.ActDone, Refs: refsOf(echo, 2)})
	before := w.Again(echo)
	w.Advance(time.Minute)
	w.record(echo, "", models.Act{Kind: models.ActTrashed, Refs: refsOf(echo, 1)})
	other := w.record(echo, voiceOf(0), models.Act{Kind: models.ActTrashed, Refs: refsOf(echo, 3)})
	w.OK(w.Families.ForgetAct(w.Ctx(), before, ""))
	w.Same(w.Again(echo).Skill.Acts, map[models.VoiceMark]models.Act{"": first, voiceOf(0).Mark(echo.ID): other})
	w.OK(w.Families.ForgetAct(w.Ctx(), before, voiceOf(0)))
	w.Same(w.Again(echo).Skill.Acts, map[models.VoiceMark]models.Act{"": first})
}

// largeActs: an act with too many memos is recorded without them, as one that cannot be
// undone.
func largeActs(w *World) {
	echo := w.Echo("Echo")
	w.Freeze()
	w.record(echo, "", models.Act{Kind: models.ActTrashed, Refs: refsOf(echo, models.MaxActRefs)})
	w.Advance(time.Second)
	w.record(echo, "", models.Act{Kind: models.ActTrashed, Refs: refsOf(echo, models.MaxActRefs+1)})
	w.Same(w.Again(echo).Skill.Acts, map[models.VoiceMark]models.Act{"": {At: w.Now()}})
}

// manyActs: an account keeps the acts of the latest MaxActs voices, and none that is too
// old to be undone.
func manyActs(w *World) {
	echo := w.Echo("Echo")
	w.Freeze()
	want := map[models.VoiceMark]models.Act{}
	act := func(n int) {
		w.Advance(time.Second)
		want[voiceOf(n).Mark(echo.ID)] = w.record(echo, voiceOf(n), models.Act{Kind: models.ActDone, Refs: refsOf(echo, 1)})
	}
	for n := range models.MaxActs {
		act(n)
	}
	act(0)
	w.Same(w.Again(echo).Skill.Acts, want)
	act(models.MaxActs)
	delete(want, voiceOf(1).Mark(echo.ID))
	w.Same(w.Again(echo).Skill.Acts, want)
	w.Advance(models.UndoFor - 2*time.Second) // the last act stays, the one before it goes
	last := voiceOf(models.MaxActs).Mark(echo.ID)
	want = map[models.VoiceMark]models.Act{last: want[last]}
	act(0)
	w.Same(w.Again(echo).Skill.Acts, want)
}

// actsEnd: a change of family clears the acts, because an undo would affect another list.
// What the devices are called and when the voices listened stays.
func actsEnd(w *World) {
	owner, u := w.Person("Taro"), w.Echo("Echo")
	trashed := models.Act{Kind: models.ActTrashed, Refs: refsOf(u, 2)}
	acting := func() {
		w.T.Helper()
		w.record(u, "", trashed)
		w.record(u, voiceOf(0), trashed)
		w.OK(must.Err(w.Families.NameRoom(w.Ctx(), u, deviceOf(0), "Kitchen")))
		w.OK(w.Families.MarkListened(w.Ctx(), u, by(voiceOf(0)), w.Now()))
	}
	ended := func(after string) {
		w.T.Helper()
		before := u
		if u = w.Again(u); u.Skill.Acts != nil || u.Skill.LastReadAt.IsZero() || len(u.Skill.Heard) != 1 || len(u.Skill.Rooms) != 1 || before.FamilyID == u.FamilyID {
			w.T.Errorf("after %s: got %+v, want no acts, and the voice's time and the room kept", after, u)
		}
	}
	acting()
	w.Join(u, owner)
	ended("joining")
	acting()
	w.OK(w.Families.Remove(w.Ctx(), owner, u.ID))
	ended("being removed")
	u = w.Join(u, owner)
	acting()
	w.record(owner, "", trashed)
	w.OK(must.Err(w.Families.Leave(w.Ctx(), u)))
	ended("leaving")
	if kept := w.Again(owner).Skill.Acts[""]; len(kept.Refs) != 2 {
		w.T.Errorf("got the act %+v of the member who stayed, want two memos", kept)
	}
}

// joinRecorded: joining can be recorded with the account as it was before it joined.
func joinRecorded(w *World) {
	owner, echo := w.Person("Taro"), w.Echo("Echo")
	w.Freeze()
	for n := range models.MaxActs {
		w.record(echo, voiceOf(n), models.Act{Kind: models.ActDone, Refs: refsOf(echo, 1)})
	}
	before := w.Again(echo)
	joined := models.Act{Kind: models.ActJoined, Family: owner.FamilyID}
	w.Join(before, owner)
	w.OK(w.Families.RecordAct(w.Ctx(), before, voiceOf(7), joined))
	joined.At = w.Now()
	w.Same(w.Again(echo).Skill.Acts, map[models.VoiceMark]models.Act{voiceOf(7).Mark(echo.ID): joined})
}

// actsAtOnce: concurrent acts, rooms and times of one account are all kept, and the next
// act leaves no more than the account may keep.
func actsAtOnce(w *World) {
	echo := w.Echo("Echo")
	const n = 20
	Together(n, func(i int) {
		for _, err := range []error{
			w.Families.RecordAct(w.Ctx(), echo, voiceOf(i), models.Act{Kind: models.ActDone, Refs: refsOf(echo, i)}),
			w.Families.MarkListened(w.Ctx(), echo, by(voiceOf(i)), w.Now()),
			must.Err(w.Families.NameRoom(w.Ctx(), echo, deviceOf(i), fmt.Sprint("Room ", i))),
		} {
			if err != nil {
				w.T.Error(err)
			}
		}
	})
	now := w.Again(echo)
	for i := range n {
		mark := voiceOf(i).Mark(echo.ID)
		if len(now.Skill.Acts[mark].Refs) != i || now.Skill.Heard[mark].IsZero() || now.Skill.Rooms[deviceOf(i).Mark(echo.ID)] != fmt.Sprint("Room ", i) {
			w.T.Errorf("voice %d: got the act %+v, the time %v and the rooms %v, want all kept", i, now.Skill.Acts[mark], now.Skill.Heard[mark], now.Skill.Rooms)
		}
	}
	w.record(echo, "", models.Act{})
	check.Equal(w.T, len(w.Again(echo).Skill.Acts), models.MaxActs, "acts after another one")
}
