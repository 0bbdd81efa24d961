package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
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
func AskReady(ctx context.Context, url string) (r Readiness, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", nil)
	if err != nil {
		return r, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return r, fmt.Errorf("the server does not answer: %w", err)
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if res.StatusCode != http.StatusOK {
		return r, errors.New("the server is running but cannot reach what it needs; its log says why")
	}
	return r, json.NewDecoder(io.LimitReader(res.Body, maxReadiness)).Decode(&r)
}
