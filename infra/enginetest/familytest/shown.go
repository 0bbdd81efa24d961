package familytest

import (
	"testing"
	"time"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// runShown checks the emoji of people and up to when they have seen the list.
func runShown(t *testing.T, mk Maker) {
	runCases(t, mk, map[string]func(*World){
		"people choose an emoji":              emoji,
		"an emoji is refused":                 emojiRefused,
		"an emoji goes along":                 emojiStays,
		"the time seen never goes back":       seenForward,
		"the time seen of others at once":     seenAtOnce,
		"the time seen ends with the list":    seenEnds,
		"the time seen ends with the account": seenClosed,
		"who removed a person":                removedBy,
	})
}

func emoji(w *World) {
	taro, hanako := w.Person("Taro"), w.Person("Hanako")
	w.Join(hanako, taro)
	got, err := w.Families.ChooseEmoji(w.Ctx(), taro, "🇯🇵")
	w.OK(err)
	want := taro
	want.Emoji, want.UpdatedAt = "🇯🇵", got.UpdatedAt
	w.Same(got, w.Again(taro))
	w.Same(got.Emoji, want.Emoji)
	f, err := w.FamilyStore.Family(w.Ctx(), taro.FamilyID)
	w.OK(err)
	if m, _ := f.Member(taro.ID); m.Emoji != "🇯🇵" {
		w.T.Errorf("got the emoji %q in the family, want the one chosen", m.Emoji)
	}
	renamed, err := w.Families.Rename(w.Ctx(), got, "太郎")
	w.OK(err)
	w.Same(renamed.Emoji, "🇯🇵")
	without, err := w.Families.ChooseEmoji(w.Ctx(), renamed, "")
	w.OK(err)
	w.Same(without.Emoji, "")
	w.Same(w.Again(taro), without)
}

func emojiRefused(w *World) {
	taro, echo := w.Person("Taro"), w.Echo("Echo")
	w.Refused(must.Err(w.Families.ChooseEmoji(w.Ctx(), taro, "Taro")), models.CodeInvalid, models.ReasonOneEmoji)
	w.Refused(must.Err(w.Families.ChooseEmoji(w.Ctx(), echo, "🐻")), models.CodeForbidden, "")
	w.Same(w.Again(taro), taro)
	w.Same(w.Again(echo), echo)
}

// emojiStays: a change of family keeps the emoji.
func emojiStays(w *World) {
	taro, hanako := w.Person("Taro"), w.Person("Hanako")
	hanako, err := w.Families.ChooseEmoji(w.Ctx(), hanako, "🐻")
	w.OK(err)
	hanako = w.Join(hanako, taro)
	w.Same(hanako.Emoji, "🐻")
	w.OK(w.Families.Remove(w.Ctx(), taro, hanako.ID))
	w.Same(w.Again(hanako).Emoji, "🐻")
}

// seenForward: an earlier time than the present one is ignored, but not what else a patch
// changes.
func seenForward(w *World) {
	taro := w.Person("Taro")
	now, earlier, name := w.Now(), w.Now().Add(-time.Hour), "太郎"
	for _, at := range []time.Time{earlier, now, earlier, now} {
		w.OK(must.Err(w.FamilyStore.Update(w.Ctx(), taro.ID, family.Patch{LastReadAt: &at, At: taro.UpdatedAt})))
	}
	got, err := w.FamilyStore.Update(w.Ctx(), taro.ID, family.Patch{
		LastReadAt: &earlier, Name: &name, Heard: map[models.VoiceMark]time.Time{oneMark: now}, At: taro.UpdatedAt,
	})
	w.OK(err)
	want := taro
	want.Skill.LastReadAt, want.Name, want.Skill.Heard = now, name, map[models.VoiceMark]time.Time{oneMark: now}
	w.Same(got, want)
	w.Same(w.Again(taro), want)
}

// seenAtOnce: of several pages that report at the same time, the latest time stays.
func seenAtOnce(w *World) {
	taro := w.Person("Taro")
	now := w.Now()
	const n = 10
	Together(n, func(i int) {
		if err := w.Families.MarkListened(w.Ctx(), taro, models.Speaker{}, now.Add(-time.Duration(i)*time.Minute)); err != nil {
			w.T.Error(err)
		}
	})
	w.Same(w.Again(taro).Skill.LastReadAt, now)
}

// seenEnds: a person has seen nothing of the list of another family. An Echo goes on from
// when it listened last, because it announces what is new.
func seenEnds(w *World) {
	owner, hanako, echo := w.Person("Taro"), w.Person("Hanako"), w.Echo("Echo")
	look := func(after string, seen bool) {
		w.T.Helper()
		for _, u := range []models.User{hanako, echo} {
			now := w.Again(u)
			if got, want := !now.Skill.LastReadAt.IsZero(), seen || u.ID == echo.ID; got != want {
				w.T.Errorf("%s, %s: got a time %v, want %v", after, u.Name, got, want)
			}
			w.OK(w.Families.MarkListened(w.Ctx(), now, models.Speaker{}, w.Now()))
		}
	}
	w.OK(w.Families.MarkListened(w.Ctx(), echo, models.Speaker{}, w.Now()))
	look("at first", false)
	w.Join(hanako, owner)
	w.Join(echo, owner)
	look("after joining", false)
	w.OK(w.Families.Transfer(w.Ctx(), owner, hanako.ID))
	look("in the same family", true)
	w.OK(w.Families.Transfer(w.Ctx(), hanako, owner.ID))
	for _, u := range []models.User{hanako, echo} {
		w.OK(w.Families.Remove(w.Ctx(), owner, u.ID))
	}
	look("after being removed", false)
}

// seenClosed: an account that signs in again after it was deleted has neither the emoji nor
// the time.
func seenClosed(w *World) {
	taro, err := w.Families.ChooseEmoji(w.Ctx(), w.Person("Taro"), "🐻")
	w.OK(err)
	w.OK(w.Families.MarkListened(w.Ctx(), taro, models.Speaker{}, w.Now()))
	w.OK(w.Families.Close(w.Ctx(), taro))
	again, err := w.Families.Ensure(w.Ctx(), models.Profile{ID: taro.ID, Name: "Taro", Source: taro.Source})
	w.OK(err)
	if again.Emoji != "" || !again.Skill.LastReadAt.IsZero() {
		w.T.Errorf("got %+v, want a new account", again)
	}
}

// removedBy: a person who was removed learns who did it, until the next change of family.
// One who left was not removed.
func removedBy(w *World) {
	owner, hanako := w.Person("Taro"), w.Person("Hanako")
	look := func(after string, want models.UserID) {
		w.T.Helper()
		if got := w.Again(hanako).Membership.RemovedBy; got != want {
			w.T.Errorf("after %s: got removed by %q, want %q", after, got, want)
		}
	}
	w.Join(hanako, owner)
	look("joining", "")
	w.OK(w.Families.Remove(w.Ctx(), owner, hanako.ID))
	look("being removed", owner.ID)
	copied := w.Again(hanako)
	copied.ID, copied.FamilyID = "copy", "its own"
	w.OK(w.FamilyStore.Create(w.Ctx(), copied))
	w.Same(w.Again(copied), copied)
	w.Join(w.Again(hanako), owner)
	look("joining again", "")
	w.OK(must.Err(w.Families.Leave(w.Ctx(), w.Again(hanako))))
	look("leaving", "")
}
