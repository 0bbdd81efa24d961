package skillpackage

import (
	"os"
	"path/filepath"
	"regexp"
	"sync"

	"voicememo/auth/oauth"
	"voicememo/cmd/internal/app"
	"voicememo/models"
	"voicememo/skill"
)

// linkingFile is the file beside the package with the settings of account linking.
const linkingFile = "account-linking.json"

// linking is what skill-package needs to know for account linking.
type linking struct {
	vendor string // the id of the developer account
	secret string
	file   string // the secret's file, as given
}

// redirectBases are where the Alexa app sends codes: Europe, North America, and Japan and
// Australia. The vendor's id follows. Source: "Configure an Authorization Code Grant", Alexa
// Skills Kit; the console shows the addresses as Alexa Redirect URLs.
var redirectBases = []string{
	"https://layla.amazon.com/api/skill/link/", "https://pitangui.amazon.com/api/skill/link/", "https://alexa.amazon.co.jp/api/skill/link/",
}

// vendorID is the form of the id of a developer account.
var vendorID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z0-9]{5,32}$`) })

// linking checks the flags of account linking; nil: there is none.
func (c *Command) linking() (*linking, error) {
	switch {
	case c.LinkSecretFile == "" && c.VendorID == "":
		return nil, nil //nolint:nilnil // no account linking is a valid choice
	case c.LinkSecretFile == "":
		return nil, &app.ConfigError{Flag: "link-secret-file", Problem: "is needed beside --vendor-id"}
	case !vendorID().MatchString(c.VendorID):
		return nil, &app.ConfigError{Flag: "vendor-id", Problem: "must be the id of your developer account, such as M1ABCDEFGHIJKL; the console shows it at the end of the Alexa Redirect URLs"}
	}
	secret, err := app.Secret("link-secret-file", "", c.LinkSecretFile)
	if err != nil {
		return nil, err
	}
	l := &linking{c.VendorID, secret, c.LinkSecretFile}
	if err := (oauth.AlexaClient{Secret: secret, Redirects: l.redirects()}).Check(); err != nil {
		return nil, &app.ConfigError{Flag: "link-secret-file", Problem: "must have a secret of at least 20 of the characters A-Z a-z 0-9 - . _ ~"}
	}
	return l, nil
}

// linkedPart subscribes to the event that a person has linked the skill.
func linkedPart() skill.ManifestPart {
	return skill.ManifestPart{Subscriptions: []string{"SKILL_ACCOUNT_LINKED"}}
}

// redirects returns the redirect URLs of the vendor.
func (l linking) redirects() []string {
	var all []string
	for _, base := range redirectBases {
		all = append(all, base+l.vendor)
	}
	return all
}

// write writes the settings of account linking for a page, which contain the secret.
// Source of the format: "Account Linking Schemas", Alexa Skill Management API.
func (l linking) write(to, public string) error {
	request := object{
		"type": "AUTH_CODE", "authorizationUrl": public + "/oauth/authorize", "accessTokenUrl": public + "/oauth/token",
		"accessTokenScheme": "HTTP_BASIC", "clientId": oauth.Alexa, "clientSecret": l.secret,
		"scopes": []string{string(models.ScopeMemos), string(models.ScopeFamily)}, "skipOnEnablement": true,
	}
	text, err := indented(object{"accountLinkingRequest": request})
	if err != nil {
		return err
	}
	name := filepath.Join(to, linkingFile)
	if err := os.WriteFile(name, text, 0o600); err != nil {
		return err
	}
	return os.Chmod(name, 0o600) // an earlier file keeps its mode otherwise
}

// next returns the lines that say what to do with the settings.
func (l linking) next(to string) []string {
	lines := []string{
		"Account linking is in " + filepath.Join(to, linkingFile) + ", which has the secret in it. After ask deploy:",
		"  ask smapi update-account-linking-info -s SKILL-ID -g development --account-linking-request file:" + filepath.Join(to, linkingFile),
		"and turn PKCE on in the console, under Account Linking. Start the server with these flags too:",
		"  --alexa-link-secret-file " + l.file,
	}
	for _, redirect := range l.redirects() {
		lines = append(lines, "  --alexa-link-redirect "+redirect)
	}
	return append(lines, "Amazon accepts no certificate of Let's Encrypt for account linking, so --tls-domain does not", "suffice: put a proxy with a certificate of another authority in front of the server.")
}
