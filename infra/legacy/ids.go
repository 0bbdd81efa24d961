package legacy

import (
	"regexp"
	"strings"
	"sync"

	"github.com/google/uuid"

	"voicememo/models"
)

// alexaPrefix begins the user ids that Alexa assigns (developer documentation,
// "Request Format": amzn1.ask.account.…).
const alexaPrefix = "amzn1."

// standInPrefix begins the ids of stand-ins. No issuer's prefix has this form.
const standInPrefix = "former#"

// namespace is the namespace of the ids of imported families and stand-ins (UUID version
// 5, RFC 9562).
var namespace = uuid.MustParse("6f0c3f52-7a0e-5e0b-9d3f-2f6f6d1b7c11")

// familyID returns the id of a family that the earlier system identified by its
// owner's id. The same family has the same id in every import.
func familyID(owner string) models.FamilyID {
	return models.FamilyID(uuid.NewSHA1(namespace, []byte(owner)).String())
}

// alone returns the id of a family of one for a person who must not be in the family
// with the person's own id.
func alone(id string) models.FamilyID { return familyID(aloneName(id)) }

// aloneName replaces the owner's id in alone. Nothing in the earlier tables has this
// name.
func aloneName(id string) string { return "alone\n" + id }

// standIn returns the id of the former member under whom an author's memos stay with
// a family that the author is not in.
func standIn(author, family string) models.UserID {
	return models.UserID(standInPrefix + uuid.NewSHA1(namespace, []byte("former\n"+author+"\n"+family)).String())
}

// isPerson reports whether an id can be a person's here. The engines store other
// things under ids with these prefixes, and a line break separates the parts of a
// memo's public id.
func isPerson(id string) bool {
	return id != "" && !strings.Contains(id, "\n") &&
		!strings.HasPrefix(id, "family#") && !strings.HasPrefix(id, "access#")
}

// signsIn matches the user ids with which a person or an Echo can sign in: Google's
// subjects, which are digits, other issuers' subjects, which have a prefix, and Alexa's.
var signsIn = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9]{1,255}|[0-9a-z]+#\S+|amzn1\.ask\.account\.\S+)$`)
})

// canSignIn reports whether an account with this id can be used.
func canSignIn(id string) bool { return isPerson(id) && signsIn().MatchString(id) }
