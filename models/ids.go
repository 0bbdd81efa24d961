package models

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// UserID identifies a person: a Google subject, another issuer's subject with that
// issuer's prefix, or an Alexa user id.
type UserID string

// FamilyID identifies a family. It is a UUID and independent of the owner, so that
// handing over ownership does not change any memo.
type FamilyID string

// MemoID is a memo's sort key among its author's memos: 13 digits followed by
// 12 hex digits. It does not reliably say when the memo was created.
type MemoID string

// VoiceID identifies a voice that an Echo recognises: Alexa's personId. It is known
// within one account only.
type VoiceID string

// DeviceID identifies a device: Alexa's deviceId. It is known within one account only.
type DeviceID string

// VoiceMark identifies, on a memo, the voice that spoke it or the device that heard it.
// It can be resolved only with the account's Voices and Rooms; once they are forgotten,
// the mark leads to nothing.
type VoiceMark string

// Mark returns the mark of the voice on the memos of an account: 16 hex digits of a
// SHA-256. The voice "" has the mark "".
func (v VoiceID) Mark(account UserID) VoiceMark { return mark(account, string(v)) }

// Mark returns the mark of the device on the memos of an account, in the form of
// VoiceID.Mark. The device "" has the mark "".
func (d DeviceID) Mark(account UserID) VoiceMark { return mark(account, string(d)) }

func mark(account UserID, id string) VoiceMark {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(string(account) + refSeparator + id))
	return VoiceMark(hex.EncodeToString(sum[:8]))
}

// MemoRef is the complete key of a memo: its author and its id among the author's memos.
type MemoRef struct {
	UserID UserID
	ID     MemoID
}

// refSeparator cannot occur in a MemoID. ParseMemoRef cuts at the first one.
const refSeparator = "\n"

// The longest keys that DynamoDB accepts, in bytes (partition key 2048, sort key 1024).
const (
	maxUserID = 2048
	maxMemoID = 1024
)

// String returns the opaque form used in URLs and JSON: base64url without padding.
func (r MemoRef) String() string {
	return base64.RawURLEncoding.EncodeToString([]byte(string(r.UserID) + refSeparator + string(r.ID)))
}

// ParseMemoRef parses the form that MemoRef.String returns. For any other text it
// returns CodeNotFound, as for a memo that does not exist.
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
