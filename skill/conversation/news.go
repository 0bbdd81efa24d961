package conversation

import (
	"strconv"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/words"
)

// lastHeard returns up to which time the speaker has heard every memo: the recognised voice
// or, for a voice that was not recognised, any voice of the account.
func lastHeard(t *Turn, actor models.User) time.Time {
	if voice := listener(t, actor); voice != "" {
		return actor.Skill.Heard[voice.Mark(actor.ID)]
	}
	return actor.Skill.LastReadAt
}

// listener returns the voice for which it is recorded what was heard. Of a person who has
// linked the Echo, it is "", so that the page and the Echo know the same.
func listener(t *Turn, actor models.User) models.VoiceID {
	voice := t.AskedVoice(actor)
	if actor.Source != models.SourceAlexa && self(actor, voice) {
		return ""
	}
	return voice
}

// self reports whether a voice is that of the person who has linked the Echo: it has no name
// or that person's.
func self(actor models.User, voice models.VoiceID) bool {
	name := actor.Skill.Voices[voice]
	return voice == "" || name == "" || name == actor.Name
}

// ownMemo reports whether a memo is by the speaker. Several people share an Echo: a
// memo by another recognised voice of the same Echo is new to this one.
func ownMemo(t *Turn, actor models.User, m models.Memo) bool {
	if m.UserID != actor.ID {
		return false
	}
	if actor.Source != models.SourceAlexa {
		return ownOfPerson(t, actor, m)
	}
	me := t.AskedVoice(actor)
	_, room := actor.Skill.Rooms[m.SpokenBy]
	return m.SpokenBy == "" || room || me == "" || m.SpokenBy == me.Mark(actor.ID)
}

// ownOfPerson is ownMemo for a memo of the person who has linked the Echo.
func ownOfPerson(t *Turn, actor models.User, m models.Memo) bool {
	author, _ := actor.Marked(m.SpokenBy)
	if me := listener(t, actor); me != "" {
		return author == me
	}
	return self(actor, author)
}

// newsOf says how many memos others have added since the speaker last heard the list,
// counted on the newest page; "": none. For a speaker who has never heard the list, it
// counts all memos of others, and calls them new only if the list also has memos of their
// own.
func newsOf(t *Turn, actor models.User, list memo.List) string {
	since := lastHeard(t, actor)
	count, open := 0, list.Next != ""
	for _, m := range list.Memos {
		if m.Timestamp.After(since) && !ownMemo(t, actor, m) {
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
