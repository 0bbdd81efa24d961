package webapi

import (
	"cmp"
	"slices"

	"voicememo/models"
)

// voiceJSON is a voice that an Echo recognises.
type voiceJSON struct {
	ID   models.VoiceID   `json:"id"`
	Name string           `json:"name,omitempty"`
	Mark models.VoiceMark `json:"mark"` // stands for the voice in the other lists
}

// heardJSON is when a voice last listened to the list, or a device last read it aloud.
type heardJSON struct {
	Voice models.VoiceMark `json:"voice"`
	At    string           `json:"at"`
}

// actJSON is what a voice last did.
type actJSON struct {
	Voice      models.VoiceMark `json:"voice,omitempty"` // absent if it was not recognised
	Kind       models.ActKind   `json:"kind,omitempty"`  // absent if it cannot be undone
	At         string           `json:"at"`
	Memos      []string         `json:"memos,omitempty"`
	Named      models.VoiceMark `json:"named,omitempty"`      // the voice or device that was named
	NameBefore string           `json:"nameBefore,omitempty"` // its name before
	FamilyID   models.FamilyID  `json:"familyId,omitempty"`   // the family that was joined
	Undone     bool             `json:"undone,omitempty"`     // it was taken back
}

// exportedVoices lists the voices of an account, ordered by id.
func exportedVoices(u models.User) []voiceJSON {
	var out []voiceJSON
	for id, name := range u.Skill.Voices {
		out = append(out, voiceJSON{id, name, id.Mark(u.ID)})
	}
	slices.SortFunc(out, func(a, b voiceJSON) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// exportedHeard lists when the voices of an account last listened and its devices last read the
// list aloud, ordered by mark.
func exportedHeard(u models.User) []heardJSON {
	var out []heardJSON
	for voice, at := range u.Skill.Heard {
		out = append(out, heardJSON{voice, models.FormatTime(at)})
	}
	slices.SortFunc(out, func(a, b heardJSON) int { return cmp.Compare(a.Voice, b.Voice) })
	return out
}

// exportedActs lists what the voices of an account last did, ordered by mark.
func exportedActs(u models.User) []actJSON {
	var out []actJSON
	for voice, a := range u.Skill.Acts {
		act := actJSON{
			Voice: voice, Kind: a.Kind, At: models.FormatTime(a.At), Named: a.Named, NameBefore: a.Name, FamilyID: a.Family,
			Undone: a.Undone,
		}
		for _, ref := range a.Refs {
			act.Memos = append(act.Memos, ref.String())
		}
		out = append(out, act)
	}
	slices.SortFunc(out, func(a, b actJSON) int { return cmp.Compare(a.Voice, b.Voice) })
	return out
}
