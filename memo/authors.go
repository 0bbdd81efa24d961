package memo

import (
	"strings"

	"voicememo/internal/alike"
	"voicememo/models"
)

// authors are people whose memos are wanted: those with certain ids, those whose account has
// a certain name now, and voices and devices that have it now or had it when they added a memo.
type authors struct {
	family models.Family
	ids    map[models.UserID]bool
	names  map[string]bool // by alike.Key
	known  map[voice]bool  // whether it is one of them
}

// voice is who added a memo, as stored with it.
type voice struct {
	author models.UserID
	mark   models.VoiceMark
	name   string
}

// newAuthors returns the authors that ids and names are meant for. family has its Members.
func newAuthors(family models.Family, by []string) *authors {
	a := &authors{family, map[models.UserID]bool{}, map[string]bool{}, map[voice]bool{}}
	for _, name := range by {
		a.ids[models.UserID(name)], a.names[alike.Key(name)] = true, true
	}
	for _, u := range family.Members {
		a.ids[u.ID] = a.ids[u.ID] || a.names[alike.Key(u.Name)]
	}
	return a
}

// wrote reports whether one of the authors added a memo. It keeps nothing of the memo.
func (a *authors) wrote(m *models.Memo) bool {
	if a.ids[m.UserID] {
		return true
	}
	v := voice{m.UserID, m.SpokenBy, m.CreatedByName}
	is, met := a.known[v]
	if !met {
		is = a.names[alike.Key(m.CreatedByName)]
		if u, ok := a.family.Member(m.UserID); ok && !is {
			name, known := u.NameOf(m.SpokenBy)
			is = known && a.names[alike.Key(name)]
		}
		a.known[voice{models.UserID(strings.Clone(string(v.author))), models.VoiceMark(strings.Clone(string(v.mark))), strings.Clone(v.name)}] = is
	}
	return is
}
