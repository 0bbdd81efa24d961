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

// export: GET /api/export, a file of the family's live memos, newest first, or with
// scope=me of everything that is stored about the caller.
func (s *server) export(c echo.Context, who auth.Identity) error {
	format, ok := exportFormats[c.QueryParam("format")]
	if !ok {
		return models.Invalid("format", models.ReasonFormat)
	}
	switch c.QueryParam("scope") {
	case "", "family":
		return s.exportFamily(c, who.User, format)
	case "me":
		if format.extension != "json" { // the other formats are lists of memos
			return models.Invalid("format", models.ReasonFormat)
		}
		return s.exportPerson(c, who, format)
	}
	return models.Invalid("scope", models.ReasonFormat)
}

// exportFamily sends all live memos of the actor's family. An export during which the
// actor comes into another family is broken off.
func (s *server) exportFamily(c echo.Context, actor models.User, format exportFormat) error {
	ctx := c.Request().Context()
	f, err := s.Families.FamilyOf(ctx, actor)
	if err != nil {
		return err
	}
	query := memo.Query{Limit: memo.MaxLimit}
	page, err := s.Memos.List(ctx, actor, query)
	if err != nil {
		return err
	}
	title := showFamily(f, actor, wordsFor(c.Request())).Name
	return s.sendFile(c, "memos", format, func(w io.Writer) error {
		out := format.exporter(w, title)
		if err := out.begin(); err != nil {
			return err
		}
		err := s.eachPage(c, actor, query, page, func(memos []models.Memo) error {
			for _, m := range memos {
				if err := out.memo(m); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		return s.endExport(ctx, actor, f, out)
	})
}

// sendFile answers with a file, which write writes page by page as it is read. It is
// compressed if the caller takes that. A file that fails in the middle is broken off,
// so that nobody takes a part for the whole.
func (s *server) sendFile(c echo.Context, name string, format exportFormat, write func(io.Writer) error) error {
	h := c.Response().Header()
	h.Set("Content-Type", format.kind)
	h.Set("Content-Disposition", `attachment; filename="`+name+"-"+s.Now().UTC().Format(time.DateOnly)+"."+format.extension+`"`)
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
	err := write(w)
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

// eachPage calls do with the memos of a page of a list and with those of every page
// after it.
func (s *server) eachPage(c echo.Context, actor models.User, q memo.Query, page memo.List, do func([]models.Memo) error) error {
	control := http.NewResponseController(c.Response())
	for {
		_ = control.SetWriteDeadline(time.Now().Add(exportPatience))
		if err := do(page.Memos); err != nil {
			return err
		}
		if page.Next == "" {
			return nil
		}
		q.Cursor = page.Next
		next, err := s.Memos.List(c.Request().Context(), actor, q)
		if err != nil {
			return err
		}
		page = next
	}
}
