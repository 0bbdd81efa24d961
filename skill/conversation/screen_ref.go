package conversation

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"unicode/utf8"

	"voicememo/models"
)

// authorSize is the length in bytes of an author's mark in a reference.
const authorSize = 8

// screenRef returns the reference to a memo that a screen holds: base64url of the mark of
// its author within the family, and the memo's id. It has no account's id, because a
// screen is in everyone's sight and its document stays on the device.
func screenRef(m models.Memo) string {
	return base64.RawURLEncoding.EncodeToString(append(authorMark(m.FamilyID, m.UserID), m.ID...))
}

// authorMark returns the keyed hash that stands for an author on the screens of a family.
func authorMark(family models.FamilyID, author models.UserID) []byte {
	h := hmac.New(sha256.New, []byte(family))
	h.Write([]byte(author))
	return h.Sum(nil)[:authorSize]
}

// parseScreenRef splits a reference. ok is false for a text that screenRef does not
// return.
func parseScreenRef(s string) (mark []byte, id models.MemoID, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || len(raw) <= authorSize || len(raw) > authorSize+maxMemoID || !utf8.Valid(raw[authorSize:]) {
		return nil, "", false
	}
	return raw[:authorSize], models.MemoID(raw[authorSize:]), true
}

// findAuthor returns the author with a mark, who is a member or a former member of the
// family. It compares all of them in constant time.
func findAuthor(f models.Family, mark []byte) (author models.UserID, ok bool) {
	for _, u := range slices.Concat(f.MemberIDs, f.FormerIDs) {
		if hmac.Equal(authorMark(f.ID, u), mark) {
			author, ok = u, true
		}
	}
	return author, ok
}
