package legacy

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"voicememo/infra/bulk"
)

// Note describes some memos or people to the operator, in words that follow their
// number and kind.
type Note string

// Reasons why memos and people are not imported.
const (
	Empty      Note = "without text"
	Unreadable Note = "whose text is in a form that cannot be read"
	NoPerson   Note = "without an author's id that can be a person's"
	BadID      Note = "without an id that can be a person's" // people
	Closing    Note = "of an account that is being deleted in the target"
	NoList     Note = "from the list of a family that is not here, and whose author is in a family with others"
)

// Notes on memos and people that an operator may want to look at.
const (
	Stays     Note = "are in the list in which the earlier system showed them; their author is not in that family and is a former member of it"
	Unlisted  Note = "are with their author, in a list in which the earlier system did not show them"
	Elsewhere Note = "are with their author, who is in another family in the target than in the earlier system"
	Undated   Note = "are listed as of 1970, because no time that can be read says when they were made"
	Future    Note = "had a time in the future and are listed as of this import"
	Long      Note = "are longer or of another form than new ones may be; they stay as they are until they are edited"

	Former    Note = "wrote memos and had no entry of their own; they are former members of the family that lists the memos, and begin alone when they sign in"
	NoEntry   Note = "wrote memos and had no entry of their own; each has one now, in a family of one"
	Trusted   Note = "wrote memos and had no entry of their own; each is a member of the family that their newest memo names (--trust-memo-family)"
	MadeOwner Note = "own a family whose id is theirs and had no entry of their own, and have one now"
	NoFamily  Note = "named a family that cannot be a person's; each is in a family of one"
)

// Notes lists the notes on imported memos and people, in the order of a report.
func Notes() (memos, people []Note) {
	return []Note{Stays, Unlisted, Elsewhere, Undated, Future, Long}, []Note{NoEntry, Former, Trusted, MadeOwner, NoFamily}
}

// Reasons lists why memos and people are not imported, in the order of a report.
func Reasons() []Note { return []Note{Empty, Unreadable, NoPerson, Closing, NoList, BadID} }

// Count is the result for the items of one kind.
type Count struct {
	Read     int
	Imported int          // by this run
	Present  int          // already in the target, and left unchanged
	Left     map[Note]int // left behind, by reason
	Missing  int          // not left behind, but not in the target at the end
}

func (c *Count) leave(why Note) {
	if c.Left == nil {
		c.Left = map[Note]int{}
	}
	c.Left[why]++
}

// Report is the result of an import. Its ids are for the operator, not for a log.
type Report struct {
	Counts map[bulk.Kind]*Count // of memos, people and families
	// Named lists the userIds of people and the userId and memoId of memos, as shown to
	// an operator, sorted.
	Named map[Note][]string
	// Invitations is how many invitations the source has, none of them imported; -1 if
	// their table cannot be read.
	Invitations int
}

// Complete reports whether everything that was not left behind is in the target.
func (r Report) Complete() bool {
	for _, c := range r.Counts {
		if c.Missing > 0 {
			return false
		}
	}
	return true
}

func newReport() Report {
	r := Report{Counts: map[bulk.Kind]*Count{}, Named: map[Note][]string{}, Invitations: -1}
	for _, kind := range []bulk.Kind{bulk.Memos, bulk.People, bulk.Families} {
		r.Counts[kind] = &Count{}
	}
	return r
}

// name records an id under a note; "" is no note.
func (r *Report) name(n Note, id string) {
	if n != "" {
		r.Named[n] = append(r.Named[n], id)
	}
}

func (r *Report) sort() {
	for _, ids := range r.Named {
		slices.Sort(ids)
	}
}

// shown returns an id as one word for a terminal: quoted if it is empty or contains
// spaces, quotes or invisible characters.
func shown(id string) string {
	odd := strings.ContainsFunc(id, func(r rune) bool {
		return r == '"' || r == '\\' || unicode.IsSpace(r) || !unicode.IsGraphic(r)
	})
	if id == "" || odd {
		return strconv.Quote(id)
	}
	return id
}

// shown returns the memo's keys in the earlier system.
func (m oldMemo) shown() string { return shown(m.user) + " " + shown(m.id) }
