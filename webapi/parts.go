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
	routes []string
	says   func(catalogue) string

	foreign bool // a module's, which needs only the tag of the catalogue
}

// newParts returns what the scopes allow, except with modules. Each route that a scope opens
// is in a part that is shown for that scope.
func newParts() []part {
	named := func(name string, routes ...string) part {
		return part{routes: routes, says: func(words catalogue) string { return words.consent.parts[name] }}
	}
	const oneMemo = "GET " + memoPath
	return []part{
		named("readMemos", "GET "+memosPath, oneMemo, "GET /api/memos/:id/seen", "GET "+exportPath, "GET "+workPath, "GET /api/events", "POST "+ticketPath),
		named("readFamily", "GET /api/me", "GET /api/family/members", "GET "+facePath),
		named("addMemos", "POST "+memosPath, oneMemo),
		named(
			"changeMemos", "PUT "+memoPath, "DELETE "+memoPath, "DELETE "+memosPath, "PUT /api/memos/:id/before", "PUT /api/memos/:id/done",
			"PUT /api/memos/:id/restore", "PUT "+seenPath,
		),
		named("invite", "POST /api/family/invite-codes", "DELETE /api/family/invite-codes/current"),
		named("admit", "POST /api/family/requests/:userId", "DELETE /api/family/requests/:userId"),
		named("settings", "PUT /api/family/settings", "PATCH /api/family"),
		named("remove", "DELETE /api/family/members/:userId"),
		named("echos", "POST /api/family/echos/preview", "POST /api/family/echos", "PUT /api/family/members/:userId/name"),
		named("move", "POST /api/family/invitations/preview", "POST /api/family/join", "DELETE /api/family/join", "POST /api/family/leave"),
		named("profile", "PUT /api/user/name", "PUT /api/user/emoji"),
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

// sameReader returns an error if a page was shown to another person than the caller: the
// browser may have changed its person in another tab. person is what the page sends; pages of
// earlier versions send nothing.
func sameReader(body Object, who auth.Identity) error {
	if body.Null("person") {
		return nil
	}
	person, err := body.Text("person")
	if err == nil && models.UserID(person) != who.User.ID {
		err = &wordedError{func(c catalogue) string { return c.consent.another }, models.Forbidden("")}
	}
	return err
}
