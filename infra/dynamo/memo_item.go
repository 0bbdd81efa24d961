package dynamo

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

func memoKey(ref models.MemoRef) item {
	return item{"userId": text(ref.UserID), "id": text(ref.ID)}
}

// memoItem returns the memos table's item of a memo. The index needs familyId and
// timestamp; optional attributes are left out while they are empty.
func memoItem(m models.Memo) item {
	it := memoKey(m.Ref())
	it["familyId"] = text(m.FamilyID)
	it["content"] = text(m.Content)
	it["timestamp"] = instant(m.Timestamp)
	it["deleted"] = flag(m.Deleted)
	it["version"] = number(m.Version)
	optional(it, "createdByName", m.CreatedByName)
	optional(it, "spokenBy", m.SpokenBy)
	optionalTime(it, "updatedAt", m.UpdatedAt)
	optional(it, "updatedBy", m.UpdatedBy)
	optionalTime(it, "deletedAt", m.DeletedAt)
	optionalTime(it, "doneAt", m.DoneAt)
	optional(it, "doneBy", m.DoneBy)
	optionalTime(it, "editedAt", m.EditedAt)
	optional(it, "editedBy", m.EditedBy)
	optional(it, "via", m.Via)
	if m.HasBefore() {
		it[before] = earlierItem(m.Before)
	}
	if !m.PurgeAt.IsZero() {
		it["purgeAt"] = seconds(m.PurgeAt)
	}
	return it
}

// before is the attribute with a memo's earlier text: a map.
const before = "before"

func earlierItem(e models.Earlier) types.AttributeValue {
	it := item{"content": text(e.Content)}
	optionalTime(it, "at", e.At)
	optional(it, "by", e.By)
	if e.Kept {
		it["kept"] = flag(true)
	}
	return &types.AttributeValueMemberM{Value: it}
}

func readEarlier(r *reader) models.Earlier {
	fields := reader{item: r.fields(before)}
	e := models.Earlier{Content: fields.text("content"), At: fields.time("at"), By: models.UserID(fields.text("by")), Kept: fields.flag("kept")}
	r.check(before, fields.err)
	return e
}

// readMemo reads an item of a memo. One with only the documented attributes is not
// deleted and has version 1.
func readMemo(it item) (models.Memo, error) {
	r := reader{item: it}
	m := models.Memo{
		UserID: models.UserID(r.text("userId")), ID: models.MemoID(r.text("id")),
		FamilyID: models.FamilyID(r.text("familyId")), Content: r.text("content"),
		Timestamp: r.time("timestamp"), Deleted: r.flag("deleted"), CreatedByName: r.text("createdByName"),
		UpdatedAt: r.time("updatedAt"), UpdatedBy: models.UserID(r.text("updatedBy")),
		Version: max(r.number("version"), 1), DeletedAt: r.time("deletedAt"), SpokenBy: models.VoiceMark(r.text("spokenBy")),
		DoneAt: r.time("doneAt"), DoneBy: models.UserID(r.text("doneBy")),
		EditedAt: r.time("editedAt"), EditedBy: models.UserID(r.text("editedBy")), Before: readEarlier(&r),
		Via: models.AccessID(r.text("via")),
	}
	if m.Deleted || m.Done() {
		m.PurgeAt = r.expiry("purgeAt")
	}
	return m, r.err
}

// readMemos reads the items of memos, and skips those of memos that were removed.
func readMemos(items []item) ([]models.Memo, error) {
	memos := make([]models.Memo, 0, len(items))
	for _, it := range items {
		if isRemoved(it) {
			continue
		}
		m, err := readMemo(it)
		if err != nil {
			return nil, err
		}
		memos = append(memos, m)
	}
	return memos, nil
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
	r := reader{item: it}
	return r.flag(removed)
}
