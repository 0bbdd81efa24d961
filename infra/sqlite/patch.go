package sqlite

import (
	"encoding/json"
	"time"

	"voicememo/family"
	"voicememo/models"
)

// patched is a person as a patch makes it. The row is read and written in one
// transaction, so nothing that another request changed is lost.
func patched(u models.User, p family.Patch) models.User {
	give(&u.Name, p.Name)
	give(&u.Email, p.Email)
	give(&u.Picture, p.Picture)
	give(&u.LastReadAt, p.LastReadAt)
	give(&u.LastDeletion, p.LastDeletion)
	give(&u.Notice, p.Notice)
	give(&u.EraseAt, p.EraseAt)
	for voice, name := range p.Voices {
		if _, known := u.Voices[voice]; known && name == "" {
			continue
		}
		if u.Voices == nil {
			u.Voices = map[models.VoiceID]string{}
		}
		u.Voices[voice] = name
	}
	u.UpdatedAt = p.At
	return u
}

// give takes over a value that is given.
func give[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// storedDeletion is a models.Deletion as its column has it.
type storedDeletion struct {
	At   int64       `json:"at"`
	Refs [][2]string `json:"refs"` // author and id
}

// writePersonal gives the columns voices and last_deletion.
func writePersonal(u models.User) (voices, deletion string, err error) {
	voices = "{}"
	if len(u.Voices) > 0 {
		b, err := json.Marshal(u.Voices)
		if err != nil {
			return "", "", err
		}
		voices = string(b)
	}
	if u.LastDeletion.At.IsZero() {
		return voices, "", nil
	}
	b, err := json.Marshal(storedDeletion{At: millis(u.LastDeletion.At), Refs: pairs(u.LastDeletion.Refs)})
	return voices, string(b), err
}

// readPersonal takes over what writePersonal gave.
func readPersonal(u *models.User, voices, deletion string) error {
	if voices != "{}" {
		if err := json.Unmarshal([]byte(voices), &u.Voices); err != nil {
			return err
		}
	}
	if deletion == "" {
		return nil
	}
	var d storedDeletion
	if err := json.Unmarshal([]byte(deletion), &d); err != nil {
		return err
	}
	u.LastDeletion.At = time.UnixMilli(d.At).UTC()
	for _, pair := range d.Refs {
		ref := models.MemoRef{UserID: models.UserID(pair[0]), ID: models.MemoID(pair[1])}
		u.LastDeletion.Refs = append(u.LastDeletion.Refs, ref)
	}
	return nil
}

// pairs gives each key as author and id, the form queries and columns use.
func pairs(refs []models.MemoRef) [][2]string {
	out := make([][2]string, len(refs))
	for i, ref := range refs {
		out[i] = [2]string{string(ref.UserID), string(ref.ID)}
	}
	return out
}
