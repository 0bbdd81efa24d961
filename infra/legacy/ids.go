package legacy

import (
	"regexp"
	"strings"

	"github.com/google/uuid"

	"voicememo/models"
)

// alexaPrefix begins the user ids that Alexa gives (developer documentation,
// "Request Format": amzn1.ask.account.…).
const alexaPrefix = "amzn1."

// standInPrefix begins the ids of stand-ins. No issuer's prefix is of this form.
const standInPrefix = "former#"

// namespace makes the ids of imported families and stand-ins (UUID version 5, RFC 9562).
var namespace = uuid.MustParse("6f0c3f52-7a0e-5e0b-9d3f-2f6f6d1b7c11")

// familyID returns the id of a family that the earlier system knew by its owner's.
// The same family has the same id in every import.
func familyID(owner string) models.FamilyID {
	return models.FamilyID(uuid.NewSHA1(namespace, []byte(owner)).String())
}

// alone returns the id of a family of one for a person who is not to be in the family
// that has their own id.
func alone(id string) models.FamilyID { return familyID(aloneName(id)) }

// aloneName is what stands for the owner's id in alone; nothing in the earlier tables
// names it.
func aloneName(id string) string { return "alone\n" + id }

// standIn returns the id of the former member under whom memos of an author stay with
// a family that the author is not in.
func standIn(author, family string) models.UserID {
	return models.UserID(standInPrefix + uuid.NewSHA1(namespace, []byte("former\n"+author+"\n"+family)).String())
}

// isPerson reports whether an id can be a person's here. The engines keep other things
// under ids with these prefixes, and a line break separates the parts of a memo's
// public id.
func isPerson(id string) bool {
	return id != "" && !strings.Contains(id, "\n") &&
		!strings.HasPrefix(id, "family#") && !strings.HasPrefix(id, "access#")
}

// signsIn matches the user ids with which a person or an Echo can come: subjects of
// Google, which are digits, those of other issuers, which have a prefix, and Alexa's.
var signsIn = regexp.MustCompile(`^(?:[0-9]{1,255}|[0-9a-z]+#\S+|amzn1\.ask\.account\.\S+)$`)

// canSignIn reports whether an account with this id can be used.
func canSignIn(id string) bool { return isPerson(id) && signsIn.MatchString(id) }
