package webapi

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/memo"
	"voicememo/models"
)

// addMemo: POST /api/memos.
func (s *server) addMemo(c echo.Context, who auth.Identity) error {
	key, err := idempotencyKey(c.Request())
	if err != nil {
		return err
	}
	content, err := field(c, "content")
	if err != nil {
		return err
	}
	draft := memo.Draft{Content: content, Key: key, Via: via(who), Blind: blind(who)}
	m, created, err := s.Memos.Add(c.Request().Context(), who.User, draft)
	if err != nil {
		return err
	}
	if !created {
		return answerMemo(c, http.StatusOK, m)
	}
	c.Response().Header().Set(echo.HeaderLocation, "/api/memos/"+m.Ref().String())
	return answerMemo(c, http.StatusCreated, m)
}

// via returns the personal token or app that adds a caller's memo; "": it is neither.
func via(who auth.Identity) models.AccessID {
	if who.Program() {
		return who.Access
	}
	return ""
}

// blind reports whether the caller may read only the memos that their access added.
func blind(who auth.Identity) bool { return !who.Scope.Allows(models.NeedRead) }

// idempotencyKey reads the header of that name: 1 to 200 printable ASCII characters.
func idempotencyKey(r *http.Request) (memo.Key, error) {
	const header = "Idempotency-Key"
	given := r.Header.Values(header)
	if len(given) == 0 {
		return memo.NewKey(), nil
	}
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if len(given) > 1 || given[0] == "" || len(given[0]) > 200 || strings.ContainsFunc(given[0], unprintable) {
		return "", models.Invalid(header, models.ReasonFormat)
	}
	return memo.Key(given[0]), nil
}

// editMemo: PUT /api/memos/{id}.
func (s *server) editMemo(c echo.Context, who auth.Identity) error {
	return s.changeMemo(c, who, func(ctx context.Context, ref models.MemoRef, version int64) (models.Memo, error) {
		content, err := field(c, "content")
		if err != nil {
			return models.Memo{}, err
		}
		return s.Memos.Edit(ctx, who.User, ref, content, version)
	})
}

// readMemo: GET /api/memos/{id}. It ignores If-None-Match, because the ETag is the version,
// which stays the same when the author's name changes.
func (s *server) readMemo(c echo.Context, who auth.Identity) error {
	ref, err := models.ParseMemoRef(param(c, "id"))
	if err != nil {
		return err
	}
	m, err := s.readable(c, who, ref)
	if err != nil {
		return err
	}
	return answerMemo(c, http.StatusOK, m)
}

// readable returns a memo that the caller may read. NotFound/ReasonMemo: there is none.
func (s *server) readable(c echo.Context, who auth.Identity, ref models.MemoRef) (models.Memo, error) {
	if !who.Scope.Allows(models.NeedRead) {
		return s.Memos.ReadAdded(c.Request().Context(), who.User, ref, who.Access)
	}
	return s.Memos.Read(c.Request().Context(), who.User, ref)
}

// seenMemo: GET /api/memos/{id}/seen.
func (s *server) seenMemo(c echo.Context, who auth.Identity) error {
	ref, err := models.ParseMemoRef(param(c, "id"))
	if err != nil {
		return err
	}
	seen, err := s.Memos.SeenBy(c.Request().Context(), who.User, ref)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string][]models.UserID{"seenBy": seen})
}

// swapMemo: PUT /api/memos/{id}/before. It exchanges a memo's text with the one before.
func (s *server) swapMemo(c echo.Context, who auth.Identity) error {
	return s.changeMemo(c, who, func(ctx context.Context, ref models.MemoRef, version int64) (models.Memo, error) {
		return s.Memos.SwapBefore(ctx, who.User, ref, version)
	})
}

// changeMemo changes the memo of a request, which must have the version of If-Match, and
// answers with it.
func (s *server) changeMemo(c echo.Context, who auth.Identity, change func(ctx context.Context, ref models.MemoRef, version int64) (models.Memo, error)) error {
	ref, err := models.ParseMemoRef(param(c, "id"))
	if err != nil {
		return err
	}
	version, err := s.ifMatch(c, who, ref)
	if err != nil {
		return err
	}
	m, err := change(c.Request().Context(), ref, version)
	if err != nil {
		return err
	}
	return answerMemo(c, http.StatusOK, m)
}

func answerMemo(c echo.Context, status int, m models.Memo) error {
	c.Response().Header().Set("ETag", versionTag(m.Version))
	return answer(c, status, showMemo(m))
}

// deleteMemo: DELETE /api/memos/{id}.
func (s *server) deleteMemo(c echo.Context, who auth.Identity) error {
	ref, err := models.ParseMemoRef(param(c, "id"))
	if err != nil {
		return err
	}
	version, err := s.ifMatch(c, who, ref)
	if err != nil {
		return err
	}
	action, err := s.Memos.Delete(c.Request().Context(), who.User, ref, version)
	if err != nil {
		return err
	}
	return answer(c, http.StatusOK, map[string]memo.Outcome{"action": action})
}

// markMemo: PUT /api/memos/{id}/done. It marks a memo as done, or as not done.
func (s *server) markMemo(c echo.Context, who auth.Identity) error {
	return s.changeMemo(c, who, func(ctx context.Context, ref models.MemoRef, version int64) (models.Memo, error) {
		body := readObject(c, "done")
		done := body.Flag("done")
		if body.Err() != nil {
			return models.Memo{}, body.Err()
		}
		return s.Memos.Done(ctx, who.User, ref, done, version)
	})
}

// restoreMemo: PUT /api/memos/{id}/restore.
func (s *server) restoreMemo(c echo.Context, who auth.Identity) error {
	ref, err := models.ParseMemoRef(param(c, "id"))
	if err != nil {
		return err
	}
	m, err := s.Memos.Restore(c.Request().Context(), who.User, ref)
	if err != nil {
		return err
	}
	return answerMemo(c, http.StatusOK, m)
}

// deleteMemos: DELETE /api/memos. It moves the list to the trash; with deleted=true it
// permanently deletes the memos in the trash that the caller may delete.
func (s *server) deleteMemos(c echo.Context, who auth.Identity) error {
	given, err := parameters(c, "deleted")
	if err != nil {
		return err
	}
	trash, err := flag(given, "deleted")
	if err != nil {
		return err
	}
	if trash {
		return s.emptyTrash(c, who.User)
	}
	n, left, err := s.Memos.TrashAll(c.Request().Context(), who.User)
	if err != nil {
		return err
	}
	return answerDeleted(c, deletedJSON{Deleted: n, Left: left})
}

// deletedJSON is how many memos were deleted, how many are still to be deleted, and for the
// trash how many stay because the caller may not delete them permanently, or not yet.
type deletedJSON struct {
	Deleted int  `json:"deleted"`
	Left    int  `json:"left,omitempty"`
	Kept    *int `json:"kept,omitempty"`
}

// answerDeleted answers 202 if memos are still to be deleted.
func answerDeleted(c echo.Context, d deletedJSON) error {
	if d.Left == 0 {
		return answer(c, http.StatusOK, d)
	}
	c.Response().Header().Set(echo.HeaderLocation, workPath)
	return answer(c, http.StatusAccepted, d)
}

// workJSON is how far a change of many memos is.
type workJSON struct {
	Kind models.WorkKind `json:"kind"`
	Done int             `json:"done"`
	Left int             `json:"left"`
}

// work: GET /api/me/work, the caller's change of many memos that began first of those that
// are not finished. NotFound: all are.
func (s *server) work(c echo.Context, who auth.Identity) error {
	all := who.User.Author.Work
	kinds := slices.SortedFunc(maps.Keys(all), func(a, b models.WorkKind) int { return all[a].Began.Compare(all[b].Began) })
	if len(kinds) == 0 {
		return models.NotFound(models.ReasonWork)
	}
	w := all[kinds[0]]
	return answer(c, http.StatusOK, workJSON{kinds[0], w.Done, w.Left})
}

func (s *server) emptyTrash(c echo.Context, actor models.User) error {
	done, err := s.Memos.EmptyTrash(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	return answerDeleted(c, deletedJSON{done.Deleted, done.Left, &done.Kept})
}
