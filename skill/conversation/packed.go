package conversation

import (
	"slices"
	"strconv"
	"strings"

	"voicememo/models"
	"voicememo/skill/understanding"
)

// packed is the state as it is sent. It holds every author's id, which is long, only
// once.
type packed struct {
	state
	Authors []string       `json:"authors,omitempty"`
	Reading *packedReading `json:"reading,omitempty"`
	All     []string       `json:"all,omitempty"`
	Acts    []packedAct    `json:"acts,omitempty"`
}

// packedAct is an act as it is sent.
type packedAct struct {
	act
	Refs []string `json:"refs,omitempty"`
}

// packedReading is a reading as it is sent. A memo is an index into the authors, "/",
// and its id.
type packedReading struct {
	Items   []string `json:"items"`
	From    int      `json:"from,omitempty"`
	To      int      `json:"to,omitempty"`
	Part    int      `json:"part,omitempty"`
	Pages   []int    `json:"pages,omitempty"`
	Next    string   `json:"next,omitempty"`
	Text    string   `json:"text,omitempty"`
	Until   int64    `json:"until,omitempty"`
	Since   int64    `json:"since,omitempty"`
	OnlyNew bool     `json:"new,omitempty"`
}

func (s state) pack() packed {
	p := packed{state: s}
	if r := s.Reading; r != nil {
		p.Reading = &packedReading{
			Items: p.shorten(r.Items), From: r.From, To: r.To, Part: r.Part, Pages: r.Pages,
			Next: r.Next, Text: r.Text, Until: r.Until, Since: r.Since, OnlyNew: r.OnlyNew,
		}
	}
	p.All = p.shorten(s.All)
	for _, a := range s.Acts {
		p.Acts = append(p.Acts, packedAct{act: a, Refs: p.shorten(a.Refs)})
	}
	return p
}

func (p *packed) shorten(refs []models.MemoRef) []string {
	short := make([]string, 0, len(refs))
	for _, ref := range refs {
		i := slices.Index(p.Authors, string(ref.UserID))
		if i < 0 {
			i = len(p.Authors)
			p.Authors = append(p.Authors, string(ref.UserID))
		}
		short = append(short, strconv.Itoa(i)+"/"+string(ref.ID))
	}
	return short
}

// unpack returns the state. It drops a list with an invalid reference.
func (p *packed) unpack() state {
	s := p.state
	s.All, _ = p.lengthen(p.All)
	for _, a := range p.Acts {
		if refs, ok := p.lengthen(a.Refs); ok && a.valid(refs) {
			if len(refs) > 0 {
				a.act.Refs = refs
			}
			s.push(a.act)
		}
	}
	if r := p.Reading; r != nil {
		if items, ok := p.lengthen(r.Items); ok {
			s.Reading = &reading{
				Items: items, From: r.From, To: r.To, Part: r.Part, Pages: r.Pages,
				Next: r.Next, Text: r.Text, Until: r.Until, Since: r.Since, OnlyNew: r.OnlyNew,
			}
		}
	}
	return s
}

func (p *packed) lengthen(short []string) ([]models.MemoRef, bool) {
	if len(short) > understanding.MaxNumber {
		return nil, false
	}
	refs := make([]models.MemoRef, 0, len(short))
	for _, item := range short {
		index, id, _ := strings.Cut(item, "/")
		i, err := strconv.Atoi(index)
		if err != nil || i < 0 || i >= len(p.Authors) || id == "" || len(id) > maxMemoID {
			return nil, false
		}
		refs = append(refs, models.MemoRef{UserID: models.UserID(p.Authors[i]), ID: models.MemoID(id)})
	}
	return refs, true
}
