package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"voicememo/models"
)

// Google is the issuer whose subjects are used as user ids without a prefix.
const Google = "https://accounts.google.com"

// maxSubject is the maximum length of a subject, in bytes (OpenID Connect Core section 2).
const maxSubject = 255

// SubjectPrefix returns the prefix of an issuer's subjects in user ids, so that the
// subjects of two issuers never make the same user id: "" for Google, otherwise a short
// hash of the issuer and "#".
func SubjectPrefix(issuer string) string {
	if issuer == Google {
		return ""
	}
	sum := sha256.Sum256([]byte(issuer))
	return hex.EncodeToString(sum[:6]) + "#"
}

// userID returns the user id of a subject. Without a prefix it refuses "#", which occurs in
// the ids of families and of other issuers' people.
func userID(prefix, subject string) (models.UserID, error) {
	switch {
	case subject == "" || len(subject) > maxSubject || !utf8.ValidString(subject):
		return "", errors.New("subject: empty, too long or not UTF-8")
	case strings.ContainsFunc(subject, unicode.IsControl):
		return "", errors.New("subject: control character")
	case prefix == "" && strings.Contains(subject, "#"):
		return "", errors.New("subject: reserved character")
	}
	return models.UserID(prefix + subject), nil
}
