package webapi

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
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
	exporter        func(w io.Writer, title string, begun bool) exporter // begun: parts before have memos
}

// exportFormats are by the query parameter format.
var exportFormats = map[string]exportFormat{
	"json":     {echo.MIMEApplicationJSON, "json", newJSONExport},
	"csv":      {"text/csv; charset=utf-8", "csv", newCSVExport},
	"markdown": {"text/markdown; charset=utf-8", "md", newMarkdownExport}, // RFC 7763
}

// export: GET /api/export, a file with the family's live memos, newest first, or, with
// scope=me, with everything that is stored about the caller. With a cursor it is the part
// of the file to which the part before has linked.
func (s *server) export(c echo.Context, who auth.Identity) error {
	given, err := parameters(c, "format", "scope", "cursor")
	if err != nil {
		return err
	}
	format, ok := exportFormats[given.Get("format")]
	if !ok {
		return models.Invalid("format", models.ReasonFormat)
	}
	place, err := parsePlace(given.Get("cursor"))
	if err != nil {
		return err
	}
	p := &exportPart{server: s, c: c, format: format, actor: who.User, place: place}
	switch given.Get("scope") {
	case "", "family":
		return p.family()
	case "me":
		if format.extension != "json" { // the other formats are lists of memos
			return models.Invalid("format", models.ReasonFormat)
		}
		if who.Program() { // it has the address and what is stored about the account
			return models.Forbidden(models.ReasonSessionOnly)
		}
		return p.person(who)
	}
	return models.Invalid("scope", models.ReasonFormat)
}

// family sends all live memos of the actor's family. If the actor moves to another family
// before anything is sent, it sends the memos of that family; if they move later, the
// export is aborted, or its next part refused.
func (p *exportPart) family() error {
	ctx, query := p.c.Request().Context(), memo.Query{Limit: memo.MaxLimit, Cursor: p.place.After}
	f, page, err := p.firstPage(ctx, p.actor, query)
	if err == nil && !p.first() && p.place.Family != f.ID {
		err = models.Conflict(models.ReasonMoved)
	}
	if err != nil {
		return err
	}
	title := showFamily(f, p.actor, wordsFor(p.c.Request())).Name
	return p.send("memos", func() (more bool, err error) {
		out := p.format.exporter(p, title, p.place.Begun)
		if p.first() {
			err = out.begin()
		}
		ended := false
		if err == nil {
			p.place.Family = f.ID
			ended, err = p.list(query, &page, func(m models.Memo) error {
				p.place.Begun = true
				return out.memo(m)
			})
		}
		if err == nil && p.pages > 0 {
			err = p.stillIn(ctx, p.actor, f)
		}
		if err != nil || !ended {
			return true, err
		}
		return false, out.end()
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

// send answers with what write writes to p, compressed if the caller accepts that. Without
// MaxExport this is the whole file, page by page: if write fails, the connection is aborted,
// so that the caller does not take a part of the file for the whole. With MaxExport, write
// reports whether there are more parts; an answer that is not the whole file does not have
// its type.
func (p *exportPart) send(name string, write func() (more bool, err error)) error {
	h, head := p.c.Response().Header(), p.c.Request().Method == http.MethodHead
	var part bytes.Buffer
	kind := p.format.kind
	if p.MaxExport > 0 {
		if p.to = &part; !p.first() {
			kind = echo.MIMEOctetStream
		}
		more, err := write()
		if err != nil {
			return err
		}
		if more {
			kind = echo.MIMEOctetStream
			h.Set("Link", "<"+p.next()+`>; rel="next"`) // RFC 8288
		}
	}
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", `attachment; filename="`+name+"-"+p.Now().UTC().Format(time.DateOnly)+"."+p.format.extension+`"`)
	if p.MaxExport > 0 && !head {
		return send(p.c, http.StatusOK, kind, part.Bytes())
	}
	h.Add("Vary", "Accept-Encoding")
	compressed := accepts(p.c.Request().Header.Values("Accept-Encoding"), "gzip")
	if compressed {
		h.Set("Content-Encoding", "gzip")
	}
	if head {
		return p.c.NoContent(http.StatusOK)
	}
	p.c.Response().WriteHeader(http.StatusOK)
	w, end := exportWriter(p.c.Response(), compressed)
	p.to = w
	_, err := write()
	if err == nil {
		err = end()
	}
	if err != nil {
		p.breakOff(p.c, err)
	}
	return nil
}

// next returns the address of the next part.
func (p *exportPart) next() string {
	query := url.Values{}
	for _, name := range []string{"format", "scope"} {
		if v := p.c.QueryParam(name); v != "" {
			query.Set(name, v)
		}
	}
	query.Set("cursor", p.place.cursor())
	at := p.public.JoinPath(exportPath)
	at.RawQuery = query.Encode()
	return at.String()
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
