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

// Google is the issuer whose subjects are user ids as they are.
const Google = "https://accounts.google.com"

// maxSubject is the longest subject in bytes (OpenID Connect Core section 2).
const maxSubject = 255

// SubjectPrefix returns what stands before the subjects of an issuer in user ids, so
// that two issuers never name the same person: nothing for Google, otherwise a short
// hash of the issuer and "#".
func SubjectPrefix(issuer string) string {
	if issuer == Google {
		return ""
	}
	sum := sha256.Sum256([]byte(issuer))
	return hex.EncodeToString(sum[:6]) + "#"
}

// userID makes the user id of a subject. Without a prefix "#" is refused: the
// ids of families and of other issuers' people have one.
func userID(prefix, subject string) (models.UserID, error) {
	switch {
	case subject == "" || len(subject) > maxSubject || !utf8.ValidString(subject):
		return "", errors.New("subject: empty, too long or no text")
	case strings.ContainsFunc(subject, unicode.IsControl):
		return "", errors.New("subject: control character")
	case prefix == "" && strings.Contains(subject, "#"):
		return "", errors.New("subject: reserved character")
	}
	return models.UserID(prefix + subject), nil
}
