package sqlite

import (
	"encoding/json"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// patched returns the person as changed by a patch. The row is read and written in one
// transaction, so no other request's change is lost.
func patched(u models.User, p family.Patch) models.User {
	assign(&u.Name, p.Name)
	assign(&u.Email, p.Email)
	assign(&u.Picture, p.Picture)
	assign(&u.Emoji, p.Emoji)
	if at := p.LastReadAt; at != nil && (at.IsZero() || at.After(u.Skill.LastReadAt)) {
		u.Skill.LastReadAt = *at
	}
	assign(&u.Skill.Greeted, p.Greeted)
	assign(&u.Echo.Notice, p.Notice)
	assign(&u.Echo.Link, p.Link)
	assign(&u.EraseAt, p.EraseAt)
	for voice, name := range p.Voices {
		if _, known := u.Skill.Voices[voice]; known && name == "" {
			continue
		}
		setEntry(&u.Skill.Voices, voice, name)
	}
	if p.Unnamed != "" {
		setEntry(&u.Skill.Voices, p.Unnamed, "")
	}
	patchEntries(&u.Skill.Heard, p.Heard, time.Time.IsZero)
	patchEntries(&u.Skill.Rooms, p.Rooms, func(name string) bool { return name == "" })
	patchEntries(&u.Skill.Acts, p.Acts, func(a models.Act) bool { return a.At.IsZero() })
	u.UpdatedAt = p.At
	return u
}

// patchEntries changes the entries of *m that patch has. It removes those whose new value
// is none.
func patchEntries[K comparable, V any](m *map[K]V, patch map[K]V, none func(V) bool) {
	for key, value := range patch {
		if none(value) {
			delete(*m, key)
			continue
		}
		setEntry(m, key, value)
	}
}

// setEntry sets an entry of *m, which may be nil.
func setEntry[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// assign sets *to to *from, if from is not nil.
func assign[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// storedAct is a models.Act as stored in its column.
type storedAct struct {
	Kind   models.ActKind   `json:"kind,omitempty"`
	At     int64            `json:"at"`
	Refs   [][2]string      `json:"refs,omitempty"` // author and id
	Named  models.VoiceMark `json:"named,omitempty"`
	Name   string           `json:"name,omitempty"`
	Family models.FamilyID  `json:"family,omitempty"`
	Key    string           `json:"key,omitempty"`
	Undone bool             `json:"undone,omitempty"`
}

// object returns a map as a JSON object.
func object[K ~string, V any](m map[K]V) (string, error) {
	if len(m) == 0 {
		return none, nil
	}
	b, err := json.Marshal(m)
	return string(b), err
}

func writeHeard(u *models.User) (string, error) {
	heard := map[models.VoiceMark]int64{}
	for mark, at := range u.Skill.Heard {
		heard[mark] = millis(at)
	}
	return object(heard)
}

func readHeard(u *models.User, text string) error {
	var heard map[models.VoiceMark]int64
	err := json.Unmarshal([]byte(text), &heard)
	for mark, at := range heard {
		setEntry(&u.Skill.Heard, mark, fromMillis(at))
	}
	return err
}

func writeActs(u *models.User) (string, error) {
	acts := map[models.VoiceMark]storedAct{}
	for mark, a := range u.Skill.Acts {
		acts[mark] = storedAct{Kind: a.Kind, At: millis(a.At), Refs: pairs(a.Refs), Named: a.Named, Name: a.Name, Family: a.Family, Key: a.Key, Undone: a.Undone}
	}
	return object(acts)
}

func readActs(u *models.User, text string) error {
	var acts map[models.VoiceMark]storedAct
	err := json.Unmarshal([]byte(text), &acts)
	for mark, a := range acts {
		act := models.Act{Kind: a.Kind, At: fromMillis(a.At), Named: a.Named, Name: a.Name, Family: a.Family, Key: a.Key, Undone: a.Undone}
		for _, pair := range a.Refs {
			act.Refs = append(act.Refs, models.MemoRef{UserID: models.UserID(pair[0]), ID: models.MemoID(pair[1])})
		}
		setEntry(&u.Skill.Acts, mark, act)
	}
	return err
}

// pairs returns each key as author and id, the form that queries and columns use.
func pairs(refs []models.MemoRef) [][2]string {
	out := make([][2]string, len(refs))
	for i, ref := range refs {
		out[i] = [2]string{string(ref.UserID), string(ref.ID)}
	}
	return out
}
