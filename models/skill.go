package models

import "time"

// SkillMemory is what the skill remembers of an account's voices and devices.
type SkillMemory struct {
	// Voices holds the names of the people whose voices this Echo recognises. A voice
	// with the name "" was asked for its name and did not answer.
	Voices map[VoiceID]string
	// Rooms holds the names of this account's devices, such as "Kitchen Echo", by mark.
	Rooms map[VoiceMark]string
	// Acts holds what each voice last did that can be undone; "" is the key of voices that
	// were not recognised.
	Acts map[VoiceMark]Act
	// LastReadAt is up to which time this account has heard or, on the page, seen every memo;
	// zero: never. Unless this is an Echo, a change of family clears it: the memos that are
	// then in the list are not announced as new.
	LastReadAt time.Time
	// Heard is up to which time each recognised voice of this account has heard every memo, and
	// each of its devices has read every memo aloud.
	Heard map[VoiceMark]time.Time
	// Greeted is how often the skill has said how to leave a memo, up to Greetings.
	Greeted int
}

// MaxVoices is how many voices of one Echo can have a name.
const MaxVoices = 30

// MaxRooms is how many devices of one account can have a name.
const MaxRooms = 20

// MaxDevices is for how many devices of one account Heard has a time.
const MaxDevices = 20

// Speaker is who spoke to an Echo: a recognised voice, on a device.
type Speaker struct {
	Voice  VoiceID  // "": not recognised
	Device DeviceID // "": unknown
}

// SpeaksAs returns the name shown for what a speaker says: the voice's name, otherwise
// the device's, otherwise the account's.
func (u User) SpeaksAs(s Speaker) string {
	if name := u.Skill.Voices[s.Voice]; s.Voice != "" && name != "" {
		return name
	}
	if name := u.Skill.Rooms[s.Device.Mark(u.ID)]; s.Device != "" && name != "" {
		return name
	}
	return u.Name
}

// MarkOf returns the mark of a speaker on the account's memos: that of a recognised
// voice, unless only the device has a name; otherwise that of a device with a name.
func (u User) MarkOf(s Speaker) VoiceMark {
	named := s.Voice != "" && u.Skill.Voices[s.Voice] != ""
	if room := s.Device.Mark(u.ID); !named && s.Device != "" && u.Skill.Rooms[room] != "" {
		return room
	}
	return s.Voice.Mark(u.ID)
}

// NameOf returns the present name of the voice or device whose mark on the account's
// memos is m. It reports false if the account no longer knows it.
func (u User) NameOf(m VoiceMark) (string, bool) {
	if m == "" {
		return u.Name, true
	}
	if name := u.Skill.Rooms[m]; name != "" {
		return name, true
	}
	voice, known := u.Marked(m)
	return u.SpeaksAs(Speaker{Voice: voice}), known
}

// Marked returns the voice whose mark on the account's memos is m. It reports false if
// the account no longer knows that voice.
func (u User) Marked(m VoiceMark) (VoiceID, bool) {
	for v := range u.Skill.Voices {
		if v.Mark(u.ID) == m {
			return v, true
		}
	}
	return "", false
}

// Greetings is how often the skill says how to leave a memo when it is opened.
const Greetings = 3

// ActKind is a kind of Act.
type ActKind string

// The kinds of acts. ActNone is no act: those before its time cannot be undone. An account
// has ActAdded only once a memo is taken back: until then the memo itself says who spoke it
// and when.
const (
	ActNone    ActKind = ""
	ActAdded   ActKind = "added"
	ActDone    ActKind = "done"
	ActTrashed ActKind = "trashed"
	ActChanged ActKind = "changed" // a memo's text
	ActNamed   ActKind = "named"
	ActJoined  ActKind = "joined"
)

// The most acts and memos of one act that an account keeps.
const (
	MaxActs    = 5
	MaxActRefs = 20
)

// Act is something that a voice did and can undo.
type Act struct {
	Kind   ActKind
	At     time.Time // zero: nothing
	Refs   []MemoRef // of ActAdded, ActDone and ActTrashed: at most MaxActRefs
	Named  VoiceMark // ActNamed: the voice or device that was named; "": the account
	Name   string    // ActNamed: its name before; "": it had none
	Family FamilyID  // ActJoined: the family that was joined
	Key    string    // identifies the request that did or undid it
	Undone bool      // it was taken back; the acts before it cannot be undone either
}
