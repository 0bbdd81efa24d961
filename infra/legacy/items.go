package legacy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"voicememo/models"
)

// user is a person as stored by the earlier system.
type user struct {
	id                   string
	said                 string // the family that the entry names
	family               string // the family that they are in
	name, email, picture string
	owner                bool
	former               bool // a former member of family: its list has all of their memos, and they have no entry
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

// oldMemo is a memo as stored by the earlier system.
type oldMemo struct {
	user, id, family string // family "": only the author's
	content, name    string
	readable         bool      // false: content is "", and the item has something that is not a text
	at               time.Time // zero: unknown
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

// undated is the creation time of a memo without a known one: the earliest day that
// every engine can store.
var undated = time.UnixMilli(1000).UTC()

// made returns when the memo was made, according to the earlier system; undated if unknown.
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

// memo returns the memo as it is imported for an author in the target. None of its
// times is in the future. If it is in the trash, it can be restored for the full
// period, counted from the import.
func (m oldMemo) memo(author models.User, now time.Time) models.Memo {
	out := models.Memo{
		UserID: author.ID, ID: m.key(), FamilyID: author.FamilyID, Content: models.DropHidden(m.content),
		Timestamp: earlier(m.made(), now), Deleted: m.deleted, CreatedByName: authorName(m.name), Version: 1,
	}
	if updated := earlier(m.updated, now); updated.After(out.Timestamp) {
		out.UpdatedAt = updated
	}
	if m.deleted {
		out.DeletedAt = earlier(firstTime(m.deletedAt, m.updated, out.Timestamp), now)
		out.PurgeAt = now.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
	}
	if author.Membership.Gone && out.CreatedByName == "" { // names of members come from their accounts
		out.CreatedByName = author.Name
	}
	return out
}
