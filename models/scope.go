package models

import (
	"slices"
	"strings"
)

// Scope is what an access may do: words separated by spaces (RFC 6749 section 3.3).
type Scope string

// The words of scopes.
const (
	ScopeRead   Scope = "read"   // read the memos and the family
	ScopeAdd    Scope = "add"    // add memos, and read only those that the access added
	ScopeMemos  Scope = "memos"  // everything about memos; includes read and add
	ScopeFamily Scope = "family" // the members, invitations and the person's own settings; never for personal tokens
)

// ScopeFull is the scope of a browser's session and of the issuer's ID token.
const ScopeFull Scope = "memos family"

// TokenScopes returns the scopes that a personal token can have.
func TokenScopes() []Scope { return []Scope{ScopeRead, ScopeAdd, ScopeMemos} }

// Need is what a request needs of the access that sends it.
type Need string

// The needs.
const (
	NeedPublic  Need = "public"  // nothing: it is for every caller
	NeedAny     Need = "any"     // any scope about memos: what is called has a need of its own
	NeedRead    Need = "read"    // to read
	NeedAdd     Need = "add"     // to add memos
	NeedMemo    Need = "memo"    // to read one memo, which an access with ScopeAdd alone must have added
	NeedMemos   Need = "memos"   // to change memos
	NeedFamily  Need = "family"  // to change the family or the account
	NeedBrowser Need = "browser" // a browser's session, whatever the scope
)

// Needs returns all needs.
func Needs() []Need {
	return []Need{NeedPublic, NeedAny, NeedRead, NeedAdd, NeedMemo, NeedMemos, NeedFamily, NeedBrowser}
}

// Allows reports whether a scope allows a need. No scope allows NeedBrowser, and an unknown
// word allows nothing.
func (s Scope) Allows(n Need) bool {
	if n == NeedPublic {
		return true
	}
	return slices.ContainsFunc(strings.Fields(string(s)), func(word string) bool {
		return slices.Contains(allowed(Scope(word)), n)
	})
}

// allowed returns the needs that one word of a scope allows, besides NeedPublic.
func allowed(word Scope) []Need {
	switch word {
	case ScopeRead:
		return []Need{NeedAny, NeedRead, NeedMemo}
	case ScopeAdd:
		return []Need{NeedAny, NeedAdd, NeedMemo}
	case ScopeMemos:
		return []Need{NeedAny, NeedRead, NeedAdd, NeedMemo, NeedMemos}
	case ScopeFamily:
		return []Need{NeedFamily}
	}
	return nil
}

// Scope returns the smallest scope that allows the need in every case; "": there is none.
func (n Need) Scope() Scope {
	switch n {
	case NeedAny, NeedRead, NeedMemo:
		return ScopeRead
	case NeedAdd:
		return ScopeAdd
	case NeedMemos:
		return ScopeMemos
	case NeedFamily:
		return ScopeFamily
	}
	return ""
}
