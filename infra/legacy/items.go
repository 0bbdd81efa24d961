package legacy

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"voicememo/models"
)

// user is somebody as the earlier system knew him.
type user struct {
	id, family           string
	name, email, picture string
	owner                bool
	created, updated     time.Time
	source               models.Source
}

func readUser(it item) user {
	return user{
		id: text(it, "userId"), family: text(it, "familyId"), name: text(it, "userName", "name"),
		email: text(it, "email"), picture: text(it, "picture"), owner: flag(it, "isOwner"),
		created: instant(it, "createdAt"), updated: instant(it, "updatedAt"), source: models.Source(text(it, "source")),
	}
}

// oldMemo is a memo as the earlier system knew it.
type oldMemo struct {
	user, id, family string
	content, name    string
	at               time.Time // zero: nothing says when
	updated          time.Time
	deleted          bool
	deletedAt        time.Time
}

func readMemo(it item) oldMemo {
	m := oldMemo{
		user: text(it, "userId"), id: text(it, "memoId"), family: text(it, "familyId"),
		content: text(it, "text", "content"), name: text(it, "createdByName"),
		at: instant(it, "timestamp", "createdAt"), updated: instant(it, "updatedAt"),
		deleted: flag(it, "deleted"), deletedAt: instant(it, "deletedAt"),
	}
	if m.at.IsZero() {
		m.at = timeInID(m.id)
	}
	return m
}

// empty reports whether there is nothing to read in it.
func (m oldMemo) empty() bool { return strings.TrimSpace(m.content) == "" }

// undated is when a memo was made of which nothing says when: the first day that
// every engine can store.
var undated = time.UnixMilli(1000).UTC()

// made is when the memo was made.
func (m oldMemo) made() time.Time {
	if m.at.IsZero() {
		return undated
	}
	return m.at
}

// key gives the id under which the memo is imported, whenever that is.
func (m oldMemo) key() models.MemoID {
	sum := sha256.Sum256([]byte("import\n" + m.user + "\n" + m.id))
	return models.MemoID(fmt.Sprintf("%013d", m.made().UnixMilli()) + hex.EncodeToString(sum[:6]))
}

// memo is the memo as it is now, in the family of its author. One in the trash
// can be restored for the full time from the import on.
func (m oldMemo) memo(family models.FamilyID, now time.Time) models.Memo {
	out := models.Memo{
		UserID: models.UserID(m.user), ID: m.key(), FamilyID: family, Content: m.content, Timestamp: m.made(),
		Deleted: m.deleted, CreatedByName: m.name, Version: 1,
	}
	if m.updated.After(out.Timestamp) {
		out.UpdatedAt = m.updated
	}
	if m.deleted {
		out.DeletedAt = firstTime(m.deletedAt, m.updated, out.Timestamp)
		out.PurgeAt = now.AddDate(0, 0, models.TrashDays).Truncate(time.Second)
	}
	return out
}

func firstTime(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
