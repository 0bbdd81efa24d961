// Package auth says who is asking: it signs people in with an OpenID Connect
// issuer (code flow, PKCE, state and nonce), keeps them signed in with one
// sealed cookie, and accepts the issuer's ID tokens as bearer tokens. It keeps
// nothing itself: a person's account is read anew with every request, and that
// account's SessionsValidAfter revokes.
package auth
