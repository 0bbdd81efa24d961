package push

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"voicememo/models"
)

const (
	maxPayload = 2900 // bytes; see recordSize
	maxText    = 200  // code points of a memo
	maxNews    = 3    // sentences about the family
)

// notice is what a person is told, read with their rights.
type notice struct {
	batch BatchID
	at    time.Time // of its first event
	until time.Time // when it is given up
	// A device that is reached late, from quietFrom until quietTo, shows it without a sound.
	// Zero: that cannot be.
	quietFrom, quietTo time.Time

	reader models.User
	memos  []models.Memo // oldest event first
	news   []models.Event
	names  map[models.UserID]string // of the people in news
}

func (n notice) empty() bool { return len(n.memos)+len(n.news) == 0 }

// read reads what a delivery says. It leaves out what does not hold any more: memos in the
// trash, those that the person has seen, and events of a family that the person has left.
func (s *Service) read(ctx context.Context, d delivery) (notice, error) {
	n := notice{batch: d.ID, at: s.now(), until: d.deadline(), reader: d.reader, names: map[models.UserID]string{}}
	n.hush(d.settings, n.at)
	f, err := s.core.Families.FamilyOf(ctx, d.reader)
	if models.IsCode(err, models.CodeNotFound) {
		return n, nil // the account is gone
	}
	if err != nil {
		return notice{}, err
	}
	var refs []models.MemoRef
	for _, e := range d.Events {
		if !e.At.IsZero() && e.At.Before(n.at) {
			n.at = e.At
		}
		switch {
		case !d.settings.wants(e.Kind):
		case e.Kind == models.EventAdded:
			refs = append(refs, e.Memo)
		case holds(e, d.reader, f):
			n.news = append(n.news, e)
		}
	}
	if n.memos, err = s.unseen(ctx, d.reader, refs); err != nil {
		return notice{}, err
	}
	return n, s.name(ctx, &n, f)
}

// hush sets the quiet hours that begin after now and before n is given up. It gives n up
// before the next ones, because a message names one time.
func (n *notice) hush(settings Settings, now time.Time) {
	n.quietFrom, n.quietTo = settings.next(now, n.until)
	if n.quietTo.IsZero() {
		return
	}
	if again, _ := settings.next(n.quietTo, n.until); !again.IsZero() {
		n.until = again
	}
}

// unseen returns those of the memos that are in the list of the reader's family and newer
// than what the reader has seen.
func (s *Service) unseen(ctx context.Context, reader models.User, refs []models.MemoRef) ([]models.Memo, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	memos, err := s.core.Memos.Get(ctx, reader, refs)
	return slices.DeleteFunc(memos, func(m models.Memo) bool {
		return m.Deleted || !m.Timestamp.After(reader.Skill.LastReadAt)
	}), err
}

// holds reports whether an event about people still says how things are in the reader's
// family, or that the reader was removed from another one.
func holds(e models.Event, reader models.User, f models.Family) bool {
	if e.Kind == models.EventRemoved && e.Person == reader.ID {
		return e.Family != f.ID
	}
	if e.Family != f.ID {
		return false
	}
	switch e.Kind {
	case models.EventAsked:
		_, asks := f.RequestOf(e.Person)
		return asks && f.OwnerID == reader.ID
	case models.EventJoined:
		return f.Has(e.Person)
	case models.EventLeft, models.EventRemoved:
		return !f.Has(e.Person)
	case models.EventOwnerChanged:
		return f.OwnerID == e.Person
	}
	return false
}

// name reads the names of the people in n.news. A person whose account is gone has none.
func (s *Service) name(ctx context.Context, n *notice, f models.Family) error {
	for _, e := range n.news {
		person, member := f.Member(e.Person)
		if !member {
			var err error
			person, err = s.core.Families.Person(ctx, e.Person)
			if err != nil && !models.IsCode(err, models.CodeNotFound) {
				return err
			}
		}
		n.names[e.Person] = person.Name
	}
	return nil
}

// payload is a message to the page's service worker.
type payload struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Tag   string `json:"tag"`
	URL   string `json:"url"` // a path of the page
	Lang  string `json:"lang"`
	At    string `json:"at"`
	// Between these times it is shown without a sound; absent: there are none.
	QuietFrom string `json:"quietFrom,omitempty"`
	QuietTo   string `json:"quietTo,omitempty"`
}

// payload returns the message to a browser in a language: JSON of at most maxPayload bytes.
func (n notice) payload(language string) []byte {
	w := wordsOf(language)
	p := payload{Title: w.news, Tag: string(n.batch), URL: n.url(), Lang: language, At: models.FormatTime(n.at)}
	p.QuietFrom, p.QuietTo = models.FormatTime(n.quietFrom), models.FormatTime(n.quietTo)
	var lines []string
	if len(n.memos) > 0 {
		p.Title = w.authors(n.authors())
		line := cut(models.OneLine(n.memos[0].Content), maxText)
		if more := len(n.memos) - 1; more > 0 {
			line = fmt.Sprintf(w.memos, line, more)
		}
		lines = append(lines, line)
	}
	for _, e := range n.news[:min(len(n.news), maxNews)] {
		line := w.yours[e.Kind]
		if e.Person != n.reader.ID {
			line = fmt.Sprintf(w.sentences[e.Kind], w.called(n.names[e.Person]))
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	p.Body = strings.Join(lines, "\n")
	return p.marshal()
}

// marshal returns the payload as JSON. If that is longer than maxPayload, it first replaces
// the address by that of the list, and then shortens the body.
func (p payload) marshal() []byte {
	for {
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(p) // strings can be encoded
		if out.Len() <= maxPayload {
			return out.Bytes()
		}
		if p.URL != "/" {
			p.URL = "/"
			continue
		}
		p.Body = cut(p.Body, len([]rune(p.Body))*3/4)
	}
}

// authors returns the names of those who wrote the memos, each once.
func (n notice) authors() (names []string) {
	for _, m := range n.memos {
		if !slices.Contains(names, m.CreatedByName) {
			names = append(names, m.CreatedByName)
		}
	}
	return names
}

// url returns the page's address of what the person is told: one memo, the family, or the
// list.
func (n notice) url() string {
	own := func(e models.Event) bool { return e.Kind == models.EventRemoved && e.Person == n.reader.ID }
	switch {
	case len(n.memos) == 1 && len(n.news) == 0:
		return "/memos/" + n.memos[0].Ref().String()
	case len(n.memos) == 0 && !slices.ContainsFunc(n.news, own):
		return "/family"
	}
	return "/"
}

// alert is what an Echo is told.
type alert struct {
	account models.UserID
	batch   BatchID
	creator string // such as 花子さん
	locale  string // of creator
	count   int    // new memos, at most MaxEvents
	now     time.Time
	until   time.Time // when it is given up
}

// alert returns what the reader's Echos are told. Amazon puts the name and the number into
// a sentence in the language of each device, so the name is in the language that the
// account's own name is in.
func (n notice) alert(now time.Time) alert {
	a := alert{account: n.reader.ID, batch: n.batch, count: len(n.memos), locale: "en-US", now: now, until: n.until}
	language := "en"
	if japanese(n.reader.Name) {
		language, a.locale = "ja", "ja-JP"
	}
	w := wordsOf(language)
	a.creator = w.anyone
	if names := n.authors(); len(names) == 1 {
		a.creator = w.called(names[0])
	}
	return a
}
