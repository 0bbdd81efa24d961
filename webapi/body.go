package webapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"voicememo/internal/strict"
	"voicememo/models"
)

// maxBody is the maximum length of a JSON body, in bytes.
const maxBody = 64 << 10

// noFields accepts an empty body or {}.
func noFields(c echo.Context) error {
	raw, err := readBody(c, maxBody)
	if err != nil || len(raw) == 0 {
		return err
	}
	if err := checkContentType(c.Request()); err != nil {
		return err
	}
	_, err = parseObject(raw, nil)
	return err
}

// checkContentType accepts only JSON in UTF-8, its one encoding (RFC 8259 section 8.1). Another
// one has the status 415; a body without any has not the documented form.
func checkContentType(r *http.Request) error {
	said := r.Header.Get(echo.HeaderContentType)
	kind, params, err := mime.ParseMediaType(said)
	charset, given := params["charset"]
	if err != nil || kind != echo.MIMEApplicationJSON || (given && !strings.EqualFold(charset, "utf-8")) {
		refused := models.Invalid(echo.HeaderContentType, models.ReasonFormat)
		if said == "" {
			return refused
		}
		return &wordedError{
			func(words catalogue) string { return words.notJSON },
			&statusError{http.StatusUnsupportedMediaType, refused},
		}
	}
	return nil
}

// readBody reads a body of at most limit bytes.
func readBody(c echo.Context, limit int64) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(c.Response(), c.Request().Body, limit))
	var over *http.MaxBytesError
	if errors.As(err, &over) {
		return nil, models.Invalid("", models.ReasonTooLong)
	}
	if err != nil {
		return nil, models.Invalid("", models.ReasonFormat)
	}
	return bytes.TrimPrefix(raw, []byte("\ufeff")), nil // RFC 8259 section 8.1 allows to ignore it
}

// parseObject reads one JSON object, all of whose names must be among the given names.
func parseObject(raw []byte, names []string) (map[string]json.RawMessage, error) {
	if !utf8.Valid(raw) {
		return nil, models.Invalid("", models.ReasonControlCharacter)
	}
	object, ok := strict.Object(raw)
	if !ok {
		return nil, models.Invalid("", models.ReasonFormat)
	}
	for name := range object {
		if !slices.Contains(names, name) {
			return nil, models.Invalid(shown(name), models.ReasonUnknownField)
		}
	}
	return object, nil
}

// shown returns a field name of the caller if it looks like one, and "" otherwise, so that
// no arbitrary text is repeated in an answer.
func shown(name string) string {
	plain := func(r rune) bool { return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' }
	if len(name) > 40 || strings.ContainsFunc(name, func(r rune) bool { return !plain(r) }) {
		return ""
	}
	return name
}
