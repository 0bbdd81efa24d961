package legacy

import "voicememo/infra/bulk"

// Why something is left behind.
const (
	Empty    = "without text"
	NoPerson = "without an author's id that can be a person's"
	Closing  = "of an account that is being deleted in the target"
)

// Count is what became of the items of one kind.
type Count struct {
	Read     int
	Imported int            // now
	Present  int            // in the target already, and left as they are there
	Left     map[string]int // left behind, by why
	Missing  int            // neither: not in the target at the end
}

func (c *Count) leave(why string) {
	if c.Left == nil {
		c.Left = map[string]int{}
	}
	c.Left[why]++
}

// Report is what an import did.
type Report struct {
	Counts   map[bulk.Kind]*Count // of memos, people and families
	Named    []string             // the memoId of each memo that is left behind
	Followed int                  // memos of authors who have left the family that they were listed in
	Undated  int                  // memos of which nothing says when they were made
	Long     int                  // memos longer than a new one may be, or of several lines
	Added    int                  // people without an item of their own
}

// Complete reports whether everything that is not left behind is in the target.
func (r Report) Complete() bool {
	for _, c := range r.Counts {
		if c.Missing > 0 {
			return false
		}
	}
	return true
}

func newReport() Report {
	r := Report{Counts: map[bulk.Kind]*Count{}}
	for _, kind := range []bulk.Kind{bulk.Memos, bulk.People, bulk.Families} {
		r.Counts[kind] = &Count{}
	}
	return r
}
