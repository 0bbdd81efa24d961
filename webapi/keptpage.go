package webapi

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"voicememo/memo"
	"voicememo/models"
)

const (
	// keptPages is how many encoded pages are kept, one for each family; a page takes 4 to 200
	// kilobytes.
	keptPages = 64
	// keptFor bounds how long a page is kept without an event: of a change whose caller has gone
	// away, and of a correction of dates, there is none.
	keptFor = 2 * time.Second
)

// listPage is a page of memos as it is sent. It is immutable.
type listPage struct {
	tag    string
	body   []byte
	packed func() []byte // body compressed with gzip

	members  []models.UserID // who may see it
	revision uint64          // of the family when it was read
	made     time.Time       // when it was read
	until    time.Time       // when it changes by the clock alone; zero: never
}

// current reports whether a member of the family may still get the page.
func (p *listPage) current(who models.UserID, revision uint64, now time.Time) bool {
	return p.revision == revision && !now.Before(p.made) && now.Sub(p.made) < keptFor && (p.until.IsZero() || now.Before(p.until)) &&
		slices.Contains(p.members, who)
}

// newPageCache returns a cache of the first pages that were encoded last.
func newPageCache() *lru.Cache[models.FamilyID, *listPage] {
	pages, err := lru.New[models.FamilyID, *listPage](keptPages)
	if err != nil {
		panic(err) // keptPages is not positive
	}
	return pages
}

// firstList returns the first page of the actor's list. It is kept until an event of the family,
// which precedes the answer to the request that made the change.
func (s *server) firstList(ctx context.Context, actor models.User) (*listPage, error) {
	now, revision := s.Memos.Now(), s.Live.Revision(actor.FamilyID)
	if page, ok := s.lists.Get(actor.FamilyID); ok && page.current(actor.ID, revision, now) {
		return page, nil
	}
	list, err := s.Memos.List(ctx, actor, memo.Query{})
	if err != nil {
		return nil, err
	}
	page, err := encodePage(showList(list))
	if err != nil || list.Family.ID != actor.FamilyID { // the actor may have joined another one
		return page, err
	}
	page.members, page.revision, page.made = list.Family.MemberIDs, revision, now
	for _, m := range list.Memos {
		page.until = models.Earliest(page.until, m.Until())
	}
	s.lists.Add(actor.FamilyID, page)
	return page, nil
}

// showList returns a page of memos as the API shows it.
func showList(list memo.List) listJSON {
	out := listJSON{Memos: make([]memoJSON, len(list.Memos)), NextCursor: list.Next}
	for i, m := range list.Memos {
		out.Memos[i] = showMemo(m)
	}
	return out
}

// encodePage returns a page of memos as it is sent.
func encodePage(out listJSON) (*listPage, error) {
	body, err := json.Marshal(out)
	if err != nil {
		return nil, models.Internalf("answer: %w", err)
	}
	return &listPage{tag: weakTag(body), body: body, packed: sync.OnceValue(func() []byte { return packed(body) })}, nil
}

// weakTag returns an ETag that is the hash of a body. It is weak, so that it holds for every
// encoding of the body.
func weakTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}
