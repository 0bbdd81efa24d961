// Package models defines the nouns of a family's memos (Memo, User, Family,
// InviteCode), the named types of their ids, and the error codes that every surface
// uses. It imports only the standard library; every other package may import it.
package models
