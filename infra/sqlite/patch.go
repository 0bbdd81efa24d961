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
	assign(&u.LastReadAt, p.LastReadAt)
	assign(&u.LastDeletion, p.LastDeletion)
	assign(&u.Notice, p.Notice)
	assign(&u.EraseAt, p.EraseAt)
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

// assign sets *to to *from, if from is not nil.
func assign[T any](to, from *T) {
	if from != nil {
		*to = *from
	}
}

// storedDeletion is a models.Deletion as stored in its column.
type storedDeletion struct {
	At   int64       `json:"at"`
	Refs [][2]string `json:"refs"` // author and id
}

// writePersonal returns the values of the columns voices and last_deletion.
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

// readPersonal reads what writePersonal returned.
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

// pairs returns each key as author and id, the form that queries and columns use.
func pairs(refs []models.MemoRef) [][2]string {
	out := make([][2]string, len(refs))
	for i, ref := range refs {
		out[i] = [2]string{string(ref.UserID), string(ref.ID)}
	}
	return out
}
