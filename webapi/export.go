package webapi

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"voicememo/auth"
	"voicememo/memo"
	"voicememo/models"
)

const (
	// exportTime bounds a whole export.
	exportTime = 5 * time.Minute
	// exportPatience is how long a reader may take for one page of memos.
	exportPatience = 30 * time.Second
)

// exporter writes memos in one format.
type exporter interface {
	begin() error
	memo(models.Memo) error
	end() error
}

// exportFormat is one of the formats.
type exportFormat struct {
	kind, extension string
	exporter        func(w io.Writer, title string) exporter
}

// exportFormats are by the query parameter.
var exportFormats = map[string]exportFormat{
	"json":     {echo.MIMEApplicationJSON, "json", newJSONExport},
	"csv":      {"text/csv; charset=utf-8", "csv", newCSVExport},
	"markdown": {"text/markdown; charset=utf-8", "md", newMarkdownExport}, // RFC 7763
}

// export: GET /api/export, all live memos, newest first, as a file. It is written
// page by page as it is read, compressed if the caller takes that; one that fails in
// the middle, also because the person is in another family by then, is broken off, so
// that nobody takes a part for the whole.
func (s *server) export(c echo.Context, who auth.Identity) error {
	format, ok := exportFormats[c.QueryParam("format")]
	if !ok {
		return models.Invalid("format", models.ReasonFormat)
	}
	ctx := c.Request().Context()
	f, err := s.Families.FamilyOf(ctx, who.User)
	if err != nil {
		return err
	}
	page, err := s.Memos.List(ctx, who.User, memo.Query{Limit: memo.MaxLimit})
	if err != nil {
		return err
	}
	title := showFamily(f, who.User, wordsFor(c.Request())).Name
	h := c.Response().Header()
	h.Set("Content-Type", format.kind)
	h.Set("Content-Disposition", `attachment; filename="memos-`+s.Now().UTC().Format(time.DateOnly)+"."+format.extension+`"`)
	h.Add("Vary", "Accept-Encoding")
	compressed := accepts(c.Request().Header.Values("Accept-Encoding"), "gzip")
	if compressed {
		h.Set("Content-Encoding", "gzip")
	}
	if c.Request().Method == http.MethodHead {
		return c.NoContent(http.StatusOK)
	}
	c.Response().WriteHeader(http.StatusOK)
	w, end := exportWriter(c.Response(), compressed)
	out := format.exporter(w, title)
	err = s.exportAll(ctx, c, who.User, page, out)
	if err == nil {
		err = s.endExport(ctx, who.User, f, out)
	}
	if err == nil {
		err = end()
	}
	if err != nil {
		s.breakOff(c, err)
	}
	return nil
}

// breakOff ends an answer in the middle. Its status is out as 200; the log and the
// figures get the one of what went wrong.
func (s *server) breakOff(c echo.Context, err error) {
	ctx, answered := c.Request().Context(), c.Response()
	if answered.Status = statusGone; !errors.Is(ctx.Err(), context.Canceled) { // the reader is still there
		answered.Status = translate(err).status
		s.Logger.ErrorContext(ctx, "export broken off", "request", answered.Header().Get(echo.HeaderXRequestID), "code", models.AsError(err).Code, "error", err)
	}
	panic(http.ErrAbortHandler)
}

// exportWriter writes to w, compressed or as it is. Only end ends the compressed
// form, so that one which was broken off does not pass for whole.
func exportWriter(w io.Writer, compressed bool) (out io.Writer, end func() error) {
	if !compressed {
		return w, func() error { return nil }
	}
	packed := gzip.NewWriter(w)
	return packed, packed.Close
}

// endExport ends the export of a family that the actor is still in.
func (s *server) endExport(ctx context.Context, actor models.User, f models.Family, out exporter) error {
	now, err := s.Families.FamilyOf(ctx, actor)
	if err == nil && now.ID != f.ID {
		err = models.Conflict(models.ReasonMoved)
	}
	if err != nil {
		return err
	}
	return out.end()
}

// exportAll writes the first page, reads and writes the others, all but the end.
func (s *server) exportAll(ctx context.Context, c echo.Context, actor models.User, page memo.List, out exporter) error {
	control := http.NewResponseController(c.Response())
	if err := out.begin(); err != nil {
		return err
	}
	for {
		_ = control.SetWriteDeadline(time.Now().Add(exportPatience))
		for _, m := range page.Memos {
			if err := out.memo(m); err != nil {
				return err
			}
		}
		if page.Next == "" {
			return nil
		}
		next, err := s.Memos.List(ctx, actor, memo.Query{Limit: memo.MaxLimit, Cursor: page.Next})
		if err != nil {
			return err
		}
		page = next
	}
}
