package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
)

// alexa posts a request to the skill.
func (h *house) alexa(ctx context.Context, raw []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.server.URL+"/alexa", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the skill answers %s", res.Status)
	}
	return io.ReadAll(res.Body)
}
