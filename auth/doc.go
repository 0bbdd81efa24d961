// Package auth identifies the callers of requests: it signs people in with an OpenID
// Connect issuer (code flow, PKCE, state and nonce), keeps them signed in with one
// sealed cookie, and accepts the issuer's ID tokens as bearer tokens. It has no state of
// its own: every request reads the person's account, whose Access and SessionsValidAfter
// decide what is revoked.
package auth
