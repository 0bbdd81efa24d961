package webapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// maxBody is the maximum length of a JSON body, in bytes.
const maxBody = 64 << 10

// fields reads a body that is exactly one JSON object with string values. Each name must
// be exactly one of the given names; a name that is absent from the body is absent from
// the result.
func fields(c echo.Context, names ...string) (map[string]string, error) {
	if err := checkContentType(c.Request()); err != nil {
		return nil, err
	}
	raw, err := readBody(c, maxBody)
	if err != nil {
		return nil, err
	}
	return parseFields(raw, names)
}

// field reads a body that is exactly one JSON object with a string under a name.
func field(c echo.Context, name string) (string, error) {
	body, err := fields(c, name)
	if err != nil {
		return "", err
	}
	text, given := body[name]
	if !given {
		return "", models.Invalid(name, models.ReasonEmpty)
	}
	return text, nil
}

// noFields accepts an empty body or {}.
func noFields(c echo.Context) error {
	raw, err := readBody(c, maxBody)
	if err != nil || len(raw) == 0 {
		return err
	}
	if err := checkContentType(c.Request()); err != nil {
		return err
	}
	_, err = parseFields(raw, nil)
	return err
}

// checkContentType accepts only JSON in UTF-8, its one encoding (RFC 8259 section 8.1).
func checkContentType(r *http.Request) error {
	kind, params, err := mime.ParseMediaType(r.Header.Get(echo.HeaderContentType))
	charset, given := params["charset"]
	if err != nil || kind != echo.MIMEApplicationJSON || (given && !strings.EqualFold(charset, "utf-8")) {
		return models.Invalid(echo.HeaderContentType, models.ReasonFormat)
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
	return raw, nil
}

// flagField reads a body that is exactly one JSON object with true or false under
// a name.
func flagField(c echo.Context, name string) (bool, error) {
	if err := checkContentType(c.Request()); err != nil {
		return false, err
	}
	raw, err := readBody(c, maxBody)
	if err != nil {
		return false, err
	}
	object, err := parseObject(raw, []string{name})
	if err != nil {
		return false, err
	}
	switch value, given := object[name]; {
	case !given:
		return false, models.Invalid(name, models.ReasonEmpty)
	case string(value) != "true" && string(value) != "false":
		return false, models.Invalid(name, models.ReasonFormat)
	default:
		return string(value) == "true", nil
	}
}

// parseObject reads one JSON object, all of whose names must be among the given names.
func parseObject(raw []byte, names []string) (map[string]json.RawMessage, error) {
	if !utf8.Valid(raw) {
		return nil, models.Invalid("", models.ReasonControlCharacter)
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil || object == nil || members(raw) != len(object) {
		return nil, models.Invalid("", models.ReasonFormat)
	}
	for name := range object {
		if !slices.Contains(names, name) {
			return nil, models.Invalid(shown(name), models.ReasonUnknownField)
		}
	}
	return object, nil
}

// members counts the members of a JSON object, including those with the same name, because
// parsers differ in which of two they use (RFC 8259 section 4).
func members(object []byte) (n int) {
	d := json.NewDecoder(bytes.NewReader(object))
	_, err := d.Token() // {
	for ; err == nil && d.More(); n++ {
		var value json.RawMessage
		if _, err = d.Token(); err == nil {
			err = d.Decode(&value)
		}
	}
	return n
}

func parseFields(raw []byte, names []string) (map[string]string, error) {
	object, err := parseObject(raw, names)
	if err != nil {
		return nil, err
	}
	texts := make(map[string]string, len(object))
	for name, value := range object {
		text, err := parseText(name, value)
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	return texts, nil
}

func parseText(name string, value json.RawMessage) (string, error) {
	var text *string
	if err := json.Unmarshal(value, &text); err != nil || text == nil {
		return "", models.Invalid(name, models.ReasonFormat)
	}
	if halfSurrogate(value) {
		return "", models.Invalid(name, models.ReasonControlCharacter)
	}
	return *text, nil
}

// halfSurrogate reports whether a JSON string has an escape that is half a
// surrogate pair; encoding/json silently reads U+FFFD there.
func halfSurrogate(value []byte) bool {
	pending := false // the first half has been seen
	for i := 0; i < len(value); i++ {
		var unit uint64
		if value[i] == '\\' {
			if i++; value[i] == 'u' {
				unit, _ = strconv.ParseUint(string(value[i+1:i+5]), 16, 16) // encoding/json has checked the digits
				i += 4
			}
		}
		low := unit >= 0xDC00 && unit <= 0xDFFF
		if pending != low {
			return true
		}
		pending = unit >= 0xD800 && unit <= 0xDBFF
	}
	return pending
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
