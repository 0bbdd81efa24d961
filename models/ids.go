package models

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// UserID names a person: a Google subject, another issuer's subject with that
// issuer's prefix, or an Alexa user id.
type UserID string

// FamilyID names a family. It is a UUID, so that handing over ownership never
// touches a memo.
type FamilyID string

// MemoID is a memo's sort key among its author's memos: 13 digits followed by
// 12 hex digits. It says nothing reliable about when the memo was made.
type MemoID string

// VoiceID names a voice that an Echo recognises, as Alexa's personId does. It is
// known within one account only.
type VoiceID string

// VoiceMark stands on a memo for the voice that spoke it. It is worth nothing
// without the account's own Voices, so that forgetting those forgets the voice.
type VoiceMark string

// Mark gives the mark of a voice on the memos of an account. "" has none.
func (v VoiceID) Mark(account UserID) VoiceMark {
	if v == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(string(account) + refSeparator + string(v)))
	return VoiceMark(hex.EncodeToString(sum[:8]))
}

// MemoRef is the whole key of a memo: who wrote it and which one it is.
type MemoRef struct {
	UserID UserID
	ID     MemoID
}

// refSeparator cannot occur in a MemoID and is refused in a user id.
const refSeparator = "\n"

// Longer keys DynamoDB refuses (partition key 2048 bytes, sort key 1024).
const (
	maxUserID = 2048
	maxMemoID = 1024
)

// String is the opaque form used in URLs and JSON: base64url without padding.
func (r MemoRef) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(string(r.UserID) + refSeparator + string(r.ID)))
}

// ParseMemoRef reads what MemoRef.String wrote. Anything else is NotFound,
// exactly like a memo that does not exist.
func ParseMemoRef(s string) (MemoRef, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(s)
	if err != nil || !utf8.Valid(raw) {
		return MemoRef{}, NotFound("memo")
	}
	user, id, ok := strings.Cut(string(raw), refSeparator)
	if !ok || user == "" || id == "" || len(user) > maxUserID || len(id) > maxMemoID || strings.Contains(id, refSeparator) {
		return MemoRef{}, NotFound("memo")
	}
	return MemoRef{UserID: UserID(user), ID: MemoID(id)}, nil
}
