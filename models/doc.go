// Package models holds the nouns of a family's memos (Memo, User, Family,
// InviteCode), the named types of their ids, and the error codes every surface
// speaks. It imports the standard library only and is imported by everyone.
package models
