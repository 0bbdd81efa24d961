package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"voicememo/cmd/internal/health"
)

// Readiness is the answer of a running server at /readyz.
type Readiness struct {
	Version string            `json:"version"`
	Checks  map[string]string `json:"checks"` // by name; "ok" or what is wrong
}

// maxReadiness is more than the size of any answer, in bytes.
const maxReadiness = 64 << 10

// AskReady asks the server at url, which RunningURL has returned, whether it is ready. An
// error says that it cannot do its work.
func AskReady(ctx context.Context, url string) (Readiness, error) {
	var r Readiness
	answered, unread := false, error(nil)
	err := health.Get(ctx, http.DefaultClient, url+"/readyz", func(res *http.Response) {
		answered, unread = true, json.NewDecoder(io.LimitReader(res.Body, maxReadiness)).Decode(&r)
	})
	switch {
	case err != nil && answered:
		err = errors.New("the server is running but cannot reach what it needs; its log says why")
	case err != nil:
		err = fmt.Errorf("the server does not answer: %w", err)
	default:
		err = unread
	}
	if err != nil {
		return Readiness{}, err
	}
	return r, nil
}
