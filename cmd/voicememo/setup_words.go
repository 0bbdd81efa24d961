package main

import "fmt"

// setupWords are the sentences of setup in one language.
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
	secretName, unreadable                           string
	missing, interrupted                             string
	unchanged, written, redirect, next, again, check string
	skill, failed                                    string
}

// wordsOfSetup returns the sentences in the language of the environment.
func wordsOfSetup(getenv func(string) string) setupWords {
	if wordsOfClient(getenv).language == "ja" {
		return setupInJapanese
	}
	return setupInEnglish
}

// aboutClient says what to register with the issuer.
func (w setupWords) aboutClient(a answers) string {
	redirect := a.addresses().Redirect
	if a.isGoogle() {
		return fmt.Sprintf(w.aboutGoogle, redirect)
	}
	return fmt.Sprintf(w.aboutIssuer, a.issuer, redirect)
}
