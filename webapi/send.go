package webapi

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
)

// packedFrom is the length from which the body of an answer is compressed, in bytes.
//
// Compression can reveal a secret to an attacker who measures the lengths of answers that
// have both the secret and a text of the attacker (https://breachattack.com). No answer of
// this length has both: problems repeat nothing of a request, and answers with a code or a
// token are shorter. The ticket in /api/me is another one in each answer. Another site can neither cause requests with the session's cookie,
// which is Lax, except navigations, nor read answers (Cross-Origin-Resource-Policy).
const packedFrom = 1 << 10

// packers are writers of gzip for reuse: a new one allocates most of a megabyte.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(io.Discard) }}

// send answers with a body, compressed with gzip if the caller accepts it and the body is
// long enough. An answer with a strong ETag stays as it is, because such a tag stands for
// one encoding (RFC 9110 section 8.8.3.3).
func send(c echo.Context, status int, kind string, body []byte) error {
	return sendPacked(c, status, kind, body, func() []byte { return packed(body) })
}

// sendPacked is send with a function that returns the compressed body.
func sendPacked(c echo.Context, status int, kind string, body []byte, pack func() []byte) error {
	h := c.Response().Header()
	if tag := h.Get("ETag"); tag != "" && !strings.HasPrefix(tag, "W/") {
		return c.Blob(status, kind, body)
	}
	h.Add("Vary", "Accept-Encoding")
	if len(body) < packedFrom || !accepts(c.Request().Header.Values("Accept-Encoding"), "gzip") {
		return c.Blob(status, kind, body)
	}
	h.Set("Content-Encoding", "gzip")
	return c.Blob(status, kind, pack())
}

// packed compresses a body.
func packed(body []byte) []byte {
	w := packers.Get().(*gzip.Writer) //nolint:forcetypeassert // the pool has nothing else
	defer packers.Put(w)
	var out bytes.Buffer
	w.Reset(&out)
	_, _ = w.Write(body) // a bytes.Buffer accepts everything
	_ = w.Close()
	return bytes.Clone(out.Bytes()) // without the room that is left in the buffer
}
