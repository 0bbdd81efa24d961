package webapi

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"voicememo/auth"
	"voicememo/models"
)

// part is one sentence of a consent page: what an access may do with these routes. It is
// shown for a scope that allows the first of them.
type part struct {
	name   string // in the catalogues
	routes []string
	says   func(catalogue) string

	foreign bool // a module's, which needs only the tag of the catalogue
}

// newParts returns the parts, in the order of the pages, except those of modules.
func newParts() (parts []part) {
	for _, name := range []string{
		"readMemos", "readFamily", "addMemos", "changeMemos", "invite", "admit", "settings", "remove", "echos", "move", "profile",
	} {
		parts = append(parts, part{name: name, says: func(words catalogue) string { return words.consent.parts[name] }})
	}
	return parts
}

// named adds a route to parts, by their names.
func (r *routing) named(route, parts string) {
	for i, p := range r.parts {
		if slices.Contains(strings.Fields(parts), p.name) {
			r.parts[i].routes = append(p.routes, route)
		}
	}
}

// scopeSentences returns what a scope allows, in words.
func (s *server) scopeSentences(words catalogue, scope models.Scope) []string {
	var list []string
	for _, p := range s.parts {
		if scope.Allows(s.needs[p.routes[0]]) {
			list = append(list, p.says(words))
		}
	}
	return list
}

// checkParts returns an error that names the routes that a scope opens and no part has, and
// the parts of modules without a sentence.
func (s *server) checkParts(needs map[string]models.Need) error {
	var all []error
	for route, need := range needs {
		opened := need.Scope() != "" && need != models.NeedAny && !strings.HasPrefix(route, http.MethodHead)
		if opened && !slices.ContainsFunc(s.parts, func(p part) bool { return slices.Contains(p.routes, route) }) {
			all = append(all, fmt.Errorf("webapi: %s: no sentence of the consent pages names it", route))
		}
	}
	for _, p := range s.parts {
		if p.foreign && slices.ContainsFunc(languageTags, func(tag string) bool { return p.says(catalogue{tag: tag}) == "" }) {
			all = append(all, fmt.Errorf("webapi: %s: its sentence on the consent pages is missing", p.routes[0]))
		}
	}
	return errors.Join(all...)
}

// sameReader returns the error of a body, or one if a page was shown to another person than the caller: the
// browser may have changed its person in another tab. person is what the page sends; pages of
// earlier versions send nothing.
func sameReader(body Object, who auth.Identity) error {
	if body.Null("person") || models.UserID(body.Text("person")) == who.User.ID || body.Err() != nil {
		return body.Err()
	}
	return &wordedError{func(c catalogue) string { return c.consent.another }, models.Forbidden("")}
}
