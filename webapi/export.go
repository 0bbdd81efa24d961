package webapi

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
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
	// exportPatience bounds the writing of one page of memos to a slow reader.
	exportPatience = 30 * time.Second
)

// exporter writes memos in one format.
type exporter interface {
	begin() error
	memo(models.Memo) error
	end() error
}

// exportFormat is a file format of exports.
type exportFormat struct {
	kind, extension string
	exporter        func(w io.Writer, title string) exporter
}

// exportFormats are by the query parameter format.
var exportFormats = map[string]exportFormat{
	"json":     {echo.MIMEApplicationJSON, "json", newJSONExport},
	"csv":      {"text/csv; charset=utf-8", "csv", newCSVExport},
	"markdown": {"text/markdown; charset=utf-8", "md", newMarkdownExport}, // RFC 7763
}

// export: GET /api/export, a file with the family's live memos, newest first, or, with
// scope=me, with everything that is stored about the caller.
func (s *server) export(c echo.Context, who auth.Identity) error {
	given, err := parameters(c, "format", "scope")
	if err != nil {
		return err
	}
	format, ok := exportFormats[given.Get("format")]
	if !ok {
		return models.Invalid("format", models.ReasonFormat)
	}
	switch given.Get("scope") {
	case "", "family":
		return s.exportFamily(c, who.User, format)
	case "me":
		if format.extension != "json" { // the other formats are lists of memos
			return models.Invalid("format", models.ReasonFormat)
		}
		if who.Program() { // it has the address and what is stored about the account
			return models.Forbidden(models.ReasonSessionOnly)
		}
		return s.exportPerson(c, who, format)
	}
	return models.Invalid("scope", models.ReasonFormat)
}

// exportFamily sends all live memos of the actor's family. If the actor moves to another
// family before anything is sent, it sends the memos of that family; if they move later,
// the export is aborted.
func (s *server) exportFamily(c echo.Context, actor models.User, format exportFormat) error {
	ctx, query := c.Request().Context(), memo.Query{Limit: memo.MaxLimit}
	f, page, err := s.firstPage(ctx, actor, query)
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
		if err == nil && page.Next != "" {
			err = s.stillIn(ctx, actor, f)
		}
		if err != nil {
			return err
		}
		return out.end()
	})
}

// firstPage reads the actor's family and the first page of its list. If the actor moves
// to another family in between, it reads both once more. Conflict/ReasonMoved: the actor
// moved again.
func (s *server) firstPage(ctx context.Context, actor models.User, q memo.Query) (models.Family, memo.List, error) {
	for try := 1; ; try++ {
		f, err := s.Families.FamilyOf(ctx, actor)
		if err != nil {
			return models.Family{}, memo.List{}, err
		}
		page, err := s.Memos.List(ctx, actor, q)
		if err == nil {
			err = s.stillIn(ctx, actor, f)
		}
		switch {
		case err == nil:
			return f, page, nil
		case try == 2 || !models.IsReason(err, models.ReasonMoved):
			return models.Family{}, memo.List{}, err
		}
	}
}

// stillIn returns nil if the actor is in family f. Conflict/ReasonMoved: the actor is in
// another family.
func (s *server) stillIn(ctx context.Context, actor models.User, f models.Family) error {
	now, err := s.Families.FamilyOf(ctx, actor)
	if err == nil && now.ID != f.ID {
		err = models.Conflict(models.ReasonMoved)
	}
	return err
}

// sendFile answers with a file that write writes page by page, compressed if the caller
// accepts that. If write fails, the connection is aborted, so that the caller does not
// take a part of the file for the whole.
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

// breakOff aborts an answer after its status 200 was sent. The log and the metrics record
// the status of the error instead. The log level is error only if the fault is the
// server's, not if the caller moved to another family.
func (s *server) breakOff(c echo.Context, err error) {
	ctx, answered := c.Request().Context(), c.Response()
	if answered.Status = statusGone; !errors.Is(ctx.Err(), context.Canceled) { // the caller is still connected
		level := slog.LevelError
		if answered.Status = translate(err).status; answered.Status < http.StatusInternalServerError {
			level = slog.LevelInfo
		}
		s.Logger.LogAttrs(ctx, level, "export broken off", slog.String("request", answered.Header().Get(echo.HeaderXRequestID)),
			slog.String("code", string(models.AsError(err).Code)), slog.String("error", err.Error()))
	}
	panic(http.ErrAbortHandler)
}

// exportWriter returns a writer to w, which compresses if compressed is set. end completes
// the compressed form; an aborted file is never completed, so it is not a valid file.
func exportWriter(w io.Writer, compressed bool) (out io.Writer, end func() error) {
	if !compressed {
		return w, func() error { return nil }
	}
	packed := gzip.NewWriter(w)
	return packed, packed.Close
}

// eachPage calls do with the memos of a page of a list and of each page after it.
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
