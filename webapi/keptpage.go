package webapi

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"

	"voicememo/memo"
	"voicememo/models"
)

// keptPages is how many encoded pages are kept, one for each family; a page takes 4 to 200
// kilobytes.
const keptPages = 64

// listPage is a page of memos as it is sent. It is immutable.
type listPage struct {
	memos  []models.Memo // what it was made of
	next   string
	tag    string
	body   []byte
	packed func() []byte // body compressed with gzip
}

// newPageCache returns a cache of the first pages that were encoded last.
func newPageCache() *lru.Cache[models.FamilyID, *listPage] {
	pages, err := lru.New[models.FamilyID, *listPage](keptPages)
	if err != nil {
		panic(err) // keptPages is not positive
	}
	return pages
}

// keptPage returns the first page of a family's list as it is sent: the kept one if it was made
// of the same memos.
func (s *server) keptPage(list memo.List) (*listPage, error) {
	if kept, ok := s.lists.Get(list.Family.ID); ok && kept.next == list.Next && slices.Equal(kept.memos, list.Memos) {
		return kept, nil
	}
	page, err := encodePage(list)
	if err == nil {
		s.lists.Add(list.Family.ID, page)
	}
	return page, err
}

// encodePage returns a page of memos as it is sent.
func encodePage(list memo.List) (*listPage, error) {
	out := listJSON{Memos: make([]memoJSON, len(list.Memos)), NextCursor: list.Next}
	for i, m := range list.Memos {
		out.Memos[i] = showMemo(m)
	}
	body, err := json.Marshal(out)
	if err != nil {
		return nil, models.Internalf("answer: %w", err)
	}
	return &listPage{list.Memos, list.Next, weakTag(body), body, sync.OnceValue(func() []byte { return packed(body) })}, nil
}

// weakTag returns an ETag that is the hash of a body. It is weak, so that it holds for every
// encoding of the body.
func weakTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}
