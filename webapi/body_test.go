package webapi

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"
)

// TestBodyThatDoesNotCome: a sender that stalls is answered 400, not 500.
func TestBodyThatDoesNotCome(t *testing.T) {
	s := newSite(t)
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, home+"/api/memos", iotest.ErrReader(os.ErrDeadlineExceeded))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(person, "taro")
	s.send(req).want(http.StatusBadRequest)
}

// TestChunkedRequestsEndTheirConnection, because a proxy may use a Content-Length and see
// another end of the request.
func TestChunkedRequestsEndTheirConnection(t *testing.T) {
	s := newSite(t)
	for _, chunked := range []bool{true, false} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, home+"/api/memos", strings.NewReader("{}"))
		if chunked {
			req.TransferEncoding = []string{"chunked"}
		}
		if closes := s.send(req).header.Get("Connection") == "close"; closes != chunked {
			t.Errorf("chunked %v: got closed %v", chunked, closes)
		}
	}
}
