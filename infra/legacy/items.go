package legacy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"voicememo/models"
)

// user is a person as the earlier system knew them.
type user struct {
	id                   string
	said                 string // the family, as the entry names it
	family               string // the one they are in
	name, email, picture string
	owner                bool
	former               bool // of family: its list has all of their memos, and they have no entry
	created, updated     time.Time
	source               models.Source
}

func readUser(it item) user {
	u := user{
		id: text(it, "userId"), said: text(it, "familyId"), name: text(it, "userName", "name"),
		email: text(it, "email"), picture: text(it, "picture"),
		created: instant(it, "createdAt"), updated: instant(it, "updatedAt"), source: models.Source(text(it, "source")),
	}
	u.owner, _ = flag(it, "isOwner")
	return u
}

// oldMemo is a memo as the earlier system knew it.
type oldMemo struct {
	user, id, family string // family "": of the author alone
	content, name    string
	readable         bool      // false: content is "", and there is something that is not a text
	at               time.Time // zero: nothing says when
	updated          time.Time
	deleted          bool
	deletedAt        time.Time
}

func readMemo(it item) oldMemo {
	m := oldMemo{
		user: text(it, "userId"), id: text(it, "memoId"), family: text(it, "familyId"),
		name: text(it, "createdByName"),
		at:   instant(it, "timestamp", "createdAt"), updated: instant(it, "updatedAt"),
		deleted: trashed(it), deletedAt: instant(it, "deletedAt"),
	}
	m.content, m.readable = content(it, "text", "content")
	if m.at.IsZero() {
		m.at = timeInID(m.id)
	}
	return m
}

// undated is when a memo was made of which nothing says when: the first day that
// every engine can store.
var undated = time.UnixMilli(1000).UTC()

// made is when the memo was made, as the earlier system says it.
func (m oldMemo) made() time.Time {
	if m.at.IsZero() {
		return undated
	}
	return m.at
}

// idDigits is how many digits a memo's id begins with; a hash follows.
const idDigits = 13

// hash returns the part of the memo's id that is the same in every import.
func (m oldMemo) hash() string {
	sum := sha256.Sum256([]byte("import\n" + m.user + "\n" + m.id))
	return hex.EncodeToString(sum[:6])
}

// key returns the id under which the memo is imported.
func (m oldMemo) key() models.MemoID {
	return models.MemoID(fmt.Sprintf("%0*d", idDigits, m.made().UnixMilli()) + m.hash())
}

// memo is the memo as an author of the target has it now. No time of it is in the
// future. One in the trash can be restored for the full time from the import on.
func (m oldMemo) memo(author models.User, now time.Time) models.Memo {
	out := models.Memo{
		UserID: author.ID, ID: m.key(), FamilyID: author.FamilyID, Content: m.content,
		Timestamp: earlier(m.made(), now), Deleted: m.deleted, CreatedByName: authorName(m.name), Version: 1,
	}
	if updated := earlier(m.updated, now); updated.After(out.Timestamp) {
		out.UpdatedAt = updated
	}
	if m.deleted {
		out.DeletedAt = earlier(firstTime(m.deletedAt, m.updated, out.Timestamp), now)
		out.PurgeAt = now.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
	}
	if author.Gone && out.CreatedByName == "" { // names of members come from their accounts
		out.CreatedByName = author.Name
	}
	return out
}
