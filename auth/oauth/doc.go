// Package oauth is the authorization server: people allow apps, the command line and Echos
// to act for them (OAuth 2.1, with PKCE for every client). Codes, tokens and the ids of
// registered clients are sealed references, so nothing of them is stored: the access that a
// person grants, and the number of its newest refresh token, are all that decides what is
// valid. The device grant (RFC 8628) also stores one short-lived request.
package oauth
