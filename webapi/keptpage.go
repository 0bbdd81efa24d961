package webapi

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"

	"github.com/labstack/echo/v4"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/webapi/listcache"
)

// Generations reports whether what was read of a family is still current. *sqlite.DB
// implements it.
type Generations interface {
	// Generation returns a number that every change of a family's memos or members raises
	// before the call that made the change returns. ok is false if nothing that was read of
	// the family may be kept now.
	Generation(models.FamilyID) (n uint64, ok bool)
}

// keptPage answers with the first page of the actor's list, which is kept until it
// changes.
func (s *server) keptPage(c echo.Context, actor models.User) error {
	n, keeps := s.Generations.Generation(actor.FamilyID)
	page, known := s.lists.Get(actor.FamilyID, n, actor.ID, s.Memos.Now())
	if keeps && known {
		return s.sendPage(c, page, func(p listcache.Page) { s.lists.Put(actor.FamilyID, n, p) })
	}
	list, err := s.Memos.List(c.Request().Context(), actor, memo.Query{})
	if err != nil {
		return err
	}
	if page, err = encodePage(list); err != nil {
		return err
	}
	keep := func(p listcache.Page) {
		if keeps && list.Family.ID == actor.FamilyID { // the actor may have joined another one
			s.lists.Put(actor.FamilyID, n, p)
		}
	}
	keep(page)
	return s.sendPage(c, page, keep)
}

// sendPage answers with a page, or 304 if the caller has it. It calls keep with the page's
// compressed form when that is made.
func (s *server) sendPage(c echo.Context, p listcache.Page, keep func(listcache.Page)) error {
	return answerPacked(c, p.Tag, echo.MIMEApplicationJSON, p.Body, func() []byte {
		if p.Packed == nil {
			p.Packed = packed(p.Body)
			keep(p)
		}
		return p.Packed
	})
}

// encodePage returns a page of memos as it is sent.
func encodePage(list memo.List) (listcache.Page, error) {
	out := listJSON{Memos: make([]memoJSON, len(list.Memos)), NextCursor: list.Next}
	for i, m := range list.Memos {
		out.Memos[i] = showMemo(m)
	}
	body, err := json.Marshal(out)
	if err != nil {
		return listcache.Page{}, models.Internalf("answer: %w", err)
	}
	return listcache.Page{Members: list.Family.MemberIDs, Tag: weakTag(body), Body: body, Made: list.At, Until: list.Until}, nil
}

// weakTag returns an ETag that is the hash of a body. It is weak, so that it holds for every
// encoding of the body.
func weakTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}
