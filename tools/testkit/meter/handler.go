package meter

import (
	"io"
	"net/http"
	"net/http/httptest"
)

// Handler returns a handler that records the requests to DynamoDB that it passes to
// next, for a program that uses the address of the handler as its endpoint.
func (m *Meter) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		res, err := m.do(r, func(r *http.Request) (*http.Response, error) {
			answer := httptest.NewRecorder()
			next.ServeHTTP(answer, r)
			return answer.Result(), nil
		})
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer func() { _ = res.Body.Close() }()
		for name, values := range res.Header {
			w.Header()[name] = values
		}
		w.WriteHeader(res.StatusCode)
		_, _ = io.Copy(w, res.Body)
	})
}
