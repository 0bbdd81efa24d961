package setup

import (
	"embed"
	"fmt"

	"voicememo/internal/texts"
)

// setupWords are the sentences of setup in one language. Each field has a text in
// texts/en.txt and texts/ja.txt, with formats of package fmt.
type setupWords struct {
	intro                                            string
	aboutAddress, address                            string
	aboutHTTPS, https                                string
	aboutGoogle, aboutIssuer, clientID               string
	secret, secretKept, secretNone                   string
	aboutSignup, signup, allow                       string
	notAddress, notHTTPS, notSelfOrProxy, port       string
	notIssuer, notGoogleID, notClientID              string
	noSecret, idAsSecret, notSecret                  string
	notSignup, notAllowed, everyone, noneAllowed     string
	noList                                           string
	notSkill, unwritable, noFile                     string
	secretName, unreadable, noFolder, otherSecret    string
	missing, interrupted                             string
	unchanged, written, redirect, next, again, check string
	skill, failed                                    string
}

//go:embed texts
var setupFiles embed.FS

// setupIn returns the sentences in a language, "en" or "ja".
func setupIn(language string) setupWords {
	return texts.Load[setupWords](setupFiles, "texts/"+language+".txt")
}

// aboutClient says what to register with the issuer.
func (w setupWords) aboutClient(a answers) string {
	redirect := a.addresses().Redirect
	if a.isGoogle() {
		return fmt.Sprintf(w.aboutGoogle, redirect)
	}
	return fmt.Sprintf(w.aboutIssuer, a.issuer, redirect)
}
