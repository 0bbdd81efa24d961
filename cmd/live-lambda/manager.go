package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	"voicememo/cmd/internal/function"
	"voicememo/family/websockets"
	"voicememo/internal/staleconn"
)

// manager is the API of API Gateway that manages connections. The SDK's client for it would
// make the function larger by more than its three requests need.
//
// Source: "Use @connections commands in your backend service" of the Amazon API Gateway
// Developer Guide.
type manager struct {
	account function.Account
	client  aws.HTTPClient
	base    *url.URL
}

// newManager returns the API of the stage where pages connect.
func newManager(a function.Account, live string) manager {
	base := "http" + strings.TrimPrefix(live, "ws") // ws becomes http, wss https
	base = cmp.Or(aws.ToString(a.Endpoint("APIGATEWAYMANAGEMENTAPI")), base)
	u, err := url.Parse(strings.TrimSuffix(base, "/"))
	if err != nil {
		u = &url.URL{} // no request succeeds
	}
	return manager{a, staleconn.Client(a.HTTPClient), u}
}

// Post implements websockets.Poster.
func (m manager) Post(ctx context.Context, id websockets.ConnectionID, text string) error {
	return m.send(ctx, http.MethodPost, id, text)
}

// Disconnect implements websockets.Poster.
func (m manager) Disconnect(ctx context.Context, id websockets.ConnectionID) error {
	err := m.send(ctx, http.MethodDelete, id, "")
	if errors.Is(err, websockets.ErrGone) {
		return nil
	}
	return err
}

// send sends a request about a connection.
func (m manager) send(ctx context.Context, method string, id websockets.ConnectionID, text string) error {
	r, err := http.NewRequestWithContext(ctx, method, m.base.String(), strings.NewReader(text))
	if err != nil {
		return err
	}
	// Ids have characters such as "=". The SDK's client escapes them, and the signature is of
	// the path as it is sent.
	r.URL.Path = m.base.Path + "/@connections/" + string(id)
	r.URL.RawPath = m.base.EscapedPath() + "/@connections/" + url.QueryEscape(string(id))
	if err := m.account.Sign(r, []byte(text), "execute-api", time.Now()); err != nil {
		return err
	}
	res, err := m.client.Do(r)
	if err != nil {
		return errors.New("api gateway does not answer") // the error has the connection's id
	}
	_ = res.Body.Close() // nothing of it is used
	switch {
	case res.StatusCode == http.StatusGone:
		return websockets.ErrGone
	case res.StatusCode >= http.StatusMultipleChoices:
		return fmt.Errorf("api gateway: status %d", res.StatusCode)
	}
	return nil
}
