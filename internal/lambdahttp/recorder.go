package lambdahttp

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/aws/aws-lambda-go/events"
)

// maxPayload is the largest size of an answer as JSON, in bytes ("Lambda quotas",
// synchronous invocations).
const maxPayload = 6 << 20

// recorder keeps an answer until it is complete. It is an http.ResponseWriter.
type recorder struct {
	head   bool // the request's method is HEAD
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter. The answer to HEAD has no body. Bytes over the
// limit are dropped, because a long export would use all of a function's memory.
func (w *recorder) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if w.head || w.body.Len() > maxPayload {
		return len(p), nil
	}
	return w.body.Write(p)
}

// MaxText is the length of a text, as part of a JSON string, that can be an answer beside
// its headers, as it is or compressed.
const MaxText = 4 << 20

// Fits reports whether the answer, which is complete, can be sent. If it cannot, it is
// discarded, so that another one can be written.
func (w *recorder) Fits() bool {
	if w.body.Len() < maxPayload/8 { // every byte may become six of JSON
		return true
	}
	if _, err := w.payload(); err == nil {
		return true
	}
	w.discard()
	return false
}

// about are the headers that describe the body of an answer.
var about = []string{"Content-Type", "Content-Disposition", "Content-Encoding", "Content-Language", "ETag", "Link"}

// discard makes room for another answer.
func (w *recorder) discard() {
	w.status = 0
	w.body.Reset()
	for _, name := range about {
		w.header.Del(name)
	}
}

// payload returns the answer in this format. A body that is not UTF-8, such as a
// compressed one, is encoded as base64. ErrTooLong: the answer cannot be sent.
func (w *recorder) payload() ([]byte, error) {
	w.WriteHeader(http.StatusOK)
	out := events.LambdaFunctionURLResponse{
		StatusCode: w.status, Headers: map[string]string{}, Cookies: w.header.Values("Set-Cookie"), Body: w.body.String(),
	}
	for name, values := range w.header {
		out.Headers[name] = strings.Join(values, ", ")
	}
	delete(out.Headers, "Set-Cookie")     // several cannot be joined with commas
	delete(out.Headers, "Content-Length") // the sender of the bytes sets it
	if out.IsBase64Encoded = !utf8.Valid(w.body.Bytes()); out.IsBase64Encoded {
		out.Body = base64.StdEncoding.EncodeToString(w.body.Bytes())
	}
	payload, err := json.Marshal(out)
	if err == nil && len(payload) > maxPayload {
		err = ErrTooLong
	}
	return payload, err
}
