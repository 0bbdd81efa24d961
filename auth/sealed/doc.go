// Package sealed has the keys that seal credentials, the access tokens that are sealed with
// them, and the people for whom such a token stands when an Echo sends it. It is all of the
// sign-in that the skill's function needs, so it links no issuer and no browser.
package sealed
