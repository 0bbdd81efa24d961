package conversation

import (
	"strconv"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

// justNow is for how long after it was said a launch does not announce a memo on the same device.
const justNow = 10 * time.Minute

// listener returns for whom it is recorded what was heard: the recognised voice, on a device. A
// person who has linked the Echo is the zero Speaker, so that the page and all their Echos know
// the same.
func listener(t *Turn, actor models.User) models.Speaker {
	by := models.Speaker{Voice: t.AskedVoice(actor), Device: t.req.Device()}
	if actor.Source == models.SourceAlexa {
		return by
	}
	if self(actor, by.Voice) {
		by.Voice = ""
	}
	return models.Speaker{Voice: by.Voice}
}

// lastHeard returns up to which time a listener has heard every memo: the voice or, if it was
// not recognised, anyone on the device. Without a device it is anyone of the account.
func lastHeard(actor models.User, by models.Speaker) time.Time {
	switch {
	case by.Voice != "":
		return actor.Skill.Heard[by.Voice.Mark(actor.ID)]
	case by.Device != "":
		return actor.Skill.Heard[by.Device.Mark(actor.ID)]
	}
	return actor.Skill.LastReadAt
}

// self reports whether a voice is that of the person who has linked the Echo: it has no name
// or that person's.
func self(actor models.User, voice models.VoiceID) bool {
	name := actor.Skill.Voices[voice]
	return voice == "" || name == "" || name == actor.Name
}

// ownMemo reports whether a memo is by the speaker, whose voice was recognised. Several people
// share an Echo: what was said by another voice, or by one that was not recognised, is new.
func ownMemo(t *Turn, actor models.User, m models.Memo) bool {
	me := t.AskedVoice(actor)
	if m.UserID != actor.ID || me == "" {
		return false
	}
	if actor.Source != models.SourceAlexa {
		return ownOfPerson(t, actor, m)
	}
	return m.SpokenBy == me.Mark(actor.ID)
}

// ownOfPerson is ownMemo for a memo of the person who has linked the Echo.
func ownOfPerson(t *Turn, actor models.User, m models.Memo) bool {
	author, _ := actor.Marked(m.SpokenBy)
	if me := listener(t, actor).Voice; me != "" {
		return author == me
	}
	return self(actor, author)
}

// justSaid reports whether the speaker may have said a memo on this device just now: it is not
// known to be by another voice or from another device.
func justSaid(t *Turn, actor models.User, m models.Memo) bool {
	if m.UserID != actor.ID || t.began.Sub(m.Timestamp) >= justNow {
		return false
	}
	if m.SpokenBy == "" || m.SpokenBy == t.req.Device().Mark(actor.ID) {
		return true
	}
	_, elsewhere := actor.Skill.Rooms[m.SpokenBy]
	return !elsewhere && t.AskedVoice(actor) == ""
}

// newsOf says how many memos are new for the speaker, apart from those just said, counted on
// the newest page; "": none. To a speaker who has never heard the list all memos are new; it
// calls them so only if the list also has others.
func newsOf(t *Turn, actor models.User, list memo.List) string {
	since := lastHeard(actor, listener(t, actor))
	count, open := 0, list.Next != ""
	for _, m := range list.Memos {
		if m.Timestamp.After(since) && !ownMemo(t, actor, m) && !justSaid(t, actor, m) {
			count++
		}
	}
	if last := len(list.Memos) - 1; last >= 0 {
		open = open && list.Memos[last].Timestamp.After(since)
	}
	if count == 0 {
		return ""
	}
	keys := words.NewMemos
	if since.IsZero() && count == len(list.Memos) {
		keys = words.AllMemos
	}
	return t.Say(keys.Key(min(count, newsLimit+1), newsLimit, open), words.Args{"count": strconv.Itoa(min(count, newsLimit))})
}
