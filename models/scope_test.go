package models

import "testing"

// TestScopeAllows is the table of every scope and need.
func TestScopeAllows(t *testing.T) {
	for scope, want := range map[Scope][]Need{
		"":             {NeedPublic},
		"unknown":      {NeedPublic},
		"browser":      {NeedPublic},
		"public":       {NeedPublic},
		"memo":         {NeedPublic},
		ScopeRead:      {NeedPublic, NeedAny, NeedRead, NeedMemo},
		ScopeAdd:       {NeedPublic, NeedAny, NeedAdd, NeedMemo},
		"read add":     {NeedPublic, NeedAny, NeedRead, NeedAdd, NeedMemo},
		ScopeMemos:     {NeedPublic, NeedAny, NeedRead, NeedAdd, NeedMemo, NeedMemos},
		ScopeFamily:    {NeedPublic, NeedFamily},
		ScopeFull:      {NeedPublic, NeedAny, NeedRead, NeedAdd, NeedMemo, NeedMemos, NeedFamily},
		"memos-family": {NeedPublic},
	} {
		allowed := map[Need]bool{}
		for _, n := range want {
			allowed[n] = true
		}
		for _, n := range append(Needs(), "", "unknown") {
			if got := scope.Allows(n); got != allowed[n] {
				t.Errorf("Scope(%q).Allows(%q): got %v, want %v", scope, n, got, allowed[n])
			}
		}
	}
}

// TestScopeOfANeed: the scope that an answer names is enough.
func TestScopeOfANeed(t *testing.T) {
	for _, n := range Needs() {
		if s := n.Scope(); (s == "") != (n == NeedPublic || n == NeedBrowser) || s != "" && !s.Allows(n) {
			t.Errorf("Need(%q).Scope(): got %q", n, s)
		}
	}
	for _, s := range TokenScopes() {
		if s.Allows(NeedFamily) || s.Allows(NeedBrowser) {
			t.Errorf("a token with the scope %q may change the family", s)
		}
	}
}
