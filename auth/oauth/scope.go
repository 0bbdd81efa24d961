package oauth

import (
	"slices"
	"strings"

	"voicememo/models"
)

// scopes are the words that a client may request, in the order in which they are stored.
var scopes = []models.Scope{models.ScopeRead, models.ScopeAdd, models.ScopeMemos, models.ScopeFamily}

// parseScope returns a requested scope with its words once and in order, without those that
// memos includes; "" means otherwise. It reports false if a word is unknown.
func parseScope(text string, otherwise models.Scope) (models.Scope, bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return otherwise, true
	}
	var kept []string
	for _, word := range words {
		if !slices.Contains(scopes, models.Scope(word)) {
			return "", false
		}
	}
	for _, scope := range scopes {
		included := (scope == models.ScopeRead || scope == models.ScopeAdd) && slices.Contains(words, string(models.ScopeMemos))
		if slices.Contains(words, string(scope)) && !included {
			kept = append(kept, string(scope))
		}
	}
	return models.Scope(strings.Join(kept, " ")), true
}

// within reports whether a scope allows nothing that another one does not.
func within(narrow, wide models.Scope) bool {
	return !slices.ContainsFunc(models.Needs(), func(n models.Need) bool { return narrow.Allows(n) && !wide.Allows(n) })
}
