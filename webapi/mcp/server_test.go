package mcp

import (
	"context"
	"errors"
	"net/http"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// TestRequestEndsBeforeItsTool: a request that ends while its tool still runs is answered
// with an error, and the tool may fail at the same time.
func TestRequestEndsBeforeItsTool(t *testing.T) {
	s := NewServer(nil, nil, "https://memo.example.com", "1.2.3")
	m, err := ParseMessage([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_memos","arguments":{}}}`))
	must.OK(t, err)
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		who := Caller{Language: "en", Permit: func(models.Need) error {
			defer close(ended)
			cancel()
			return models.Forbidden("")
		}}
		a, err := s.Serve(ctx, http.Header{}, m, who)
		if !errors.Is(err, context.Canceled) && !models.IsCode(err, models.CodeForbidden) {
			t.Errorf("got %s, %v; want that it was canceled or forbidden", a.Body, err)
		}
		cancel()
		<-ended
	}
}
