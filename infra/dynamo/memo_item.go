package dynamo

import (
	"slices"
	"time"

	"voicememo/models"
)

func memoKey(ref models.MemoRef) item {
	return item{"userId": text(ref.UserID), "id": text(ref.ID)}
}

// memoAttributes describes the memos table's item of a memo. The index needs familyId and
// timestamp, and its keys cannot be empty. An item with only the documented attributes is
// read as not deleted and of version 1.
func memoAttributes(c *codec, m *models.Memo) {
	required(c, "userId", &m.UserID)
	required(c, "id", &m.ID)
	optional(c, "familyId", &m.FamilyID)
	required(c, "content", &m.Content)
	c.instant("timestamp", &m.Timestamp)
	c.bool("deleted", &m.Deleted)
	integer(c, "version", &m.Version)
	optional(c, "createdByName", &m.CreatedByName)
	optional(c, "spokenBy", &m.SpokenBy)
	c.optionalInstant("updatedAt", &m.UpdatedAt)
	optional(c, "updatedBy", &m.UpdatedBy)
	c.optionalInstant("deletedAt", &m.DeletedAt)
	c.optionalInstant("doneAt", &m.DoneAt)
	optional(c, "doneBy", &m.DoneBy)
	c.optionalInstant("editedAt", &m.EditedAt)
	optional(c, "editedBy", &m.EditedBy)
	optional(c, "via", &m.Via)
	nested(c, "before", m.HasBefore(), &m.Before, earlierAttributes)
	if c.writing && !m.PurgeAt.IsZero() || !c.writing && (m.Deleted || m.Done()) {
		c.seconds("purgeAt", &m.PurgeAt)
	}
	if !c.writing {
		m.Version = max(m.Version, 1)
	}
}

// earlierAttributes describes the map with a memo's earlier text.
func earlierAttributes(c *codec, e *models.Earlier) {
	required(c, "content", &e.Content)
	c.optionalInstant("at", &e.At)
	optional(c, "by", &e.By)
	c.optionalBool("kept", &e.Kept)
}

func memoItem(m models.Memo) item { return itemOf(memoAttributes, m) }

func readMemo(it item) (models.Memo, error) { return read(memoAttributes, it) }

// readMemos reads the items of memos, and skips those of memos that were removed.
func readMemos(items []item) ([]models.Memo, error) {
	return readItems(slices.DeleteFunc(items, isRemoved), readMemo)
}

// removed is the attribute of an item that replaces a memo that was permanently removed. The
// item has only the memo's key, which a late repeat of its addition has too, and purgeAt.
const removed = "removed"

func removedItem(ref models.MemoRef, forget time.Time) item {
	it := memoKey(ref)
	it[removed], it["purgeAt"] = flag(true), seconds(forget)
	return it
}

func isRemoved(it item) bool {
	return flagOf(it[removed])
}
