package main

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"voicememo/family/websockets"
	"voicememo/internal/strict"
	"voicememo/models"
)

// protocol is the WebSocket subprotocol of the page. Beside it the page offers the ticket,
// which is not in the answer.
const protocol = "voicememo"

// socketContext is the part of the request context of a WebSocket's event that is used.
//
// Source: "Set up data mapping: $context variables for WebSocket APIs" and "Lambda proxy
// integration" of the Amazon API Gateway Developer Guide.
type socketContext struct {
	ConnectionID websockets.ConnectionID `json:"connectionId"`
	EventType    string                  `json:"eventType"` // CONNECT, MESSAGE or DISCONNECT
}

// socketEvent is an event of a WebSocket.
type socketEvent struct {
	Headers map[string]string `json:"headers"` // of CONNECT
	Context socketContext     `json:"requestContext"`
	Body    string            `json:"body"` // of MESSAGE
	Base64  bool              `json:"isBase64Encoded"`
}

// socketAnswer is the answer to an event of a WebSocket. A status of 400 or more at CONNECT
// refuses the handshake.
type socketAnswer struct {
	Status  int               `json:"statusCode"`
	Headers map[string]string `json:"headers,omitempty"`
}

// socket answers an event of a WebSocket.
func (h handler) socket(ctx context.Context, payload []byte) (answer any, what []any) {
	var e socketEvent
	if json.Unmarshal(payload, &e) != nil {
		return socketAnswer{Status: http.StatusBadRequest}, []any{"kind", "other"}
	}
	kind, err := h.frame(ctx, e)
	status := map[models.Code]int{
		"": http.StatusOK, models.CodeUnauthenticated: http.StatusUnauthorized, models.CodeUnavailable: http.StatusServiceUnavailable,
	}[codeOf(err)]
	a := socketAnswer{Status: cmp.Or(status, http.StatusInternalServerError)}
	if a.Status >= http.StatusInternalServerError {
		h.failed(ctx, kind, err)
	}
	if kind == "connect" && err == nil {
		a.Headers = map[string]string{"Sec-WebSocket-Protocol": protocol}
	}
	return a, []any{"kind", kind, "status", a.Status}
}

// codeOf returns the code of an error; "": there is none.
func codeOf(err error) models.Code {
	if err == nil {
		return ""
	}
	return models.AsError(err).Code
}

// frame does what an event asks for, and returns what that is. Frames that it does not
// know, as of a later version of the page, are ignored.
func (h handler) frame(ctx context.Context, e socketEvent) (kind string, err error) {
	id := e.Context.ConnectionID
	switch e.Context.EventType {
	case "CONNECT":
		return "connect", h.pages.Connect(ctx, id, ticket(e.Headers))
	case "DISCONNECT":
		return "disconnect", h.pages.Disconnect(ctx, id)
	}
	switch action(e) {
	case "hello":
		return "hello", h.pages.Hello(ctx, id)
	case "ping":
		return "ping", h.pages.Ping(ctx, id)
	}
	return "other", nil
}

// ticket returns the ticket among the subprotocols that a page offers (RFC 6455 section
// 11.3.4); "": the page does not offer both.
func ticket(headers map[string]string) string {
	for name, value := range headers {
		if !strings.EqualFold(name, "Sec-WebSocket-Protocol") {
			continue
		}
		first, second, _ := strings.Cut(value, ",")
		if first, second = strings.TrimSpace(first), strings.TrimSpace(second); first == protocol {
			return second
		}
	}
	return ""
}

// action returns what a page's frame asks for; "": it is not of the page's form.
func action(e socketEvent) string {
	text := []byte(e.Body)
	if e.Base64 {
		text, _ = base64.StdEncoding.DecodeString(e.Body) // otherwise it is not JSON
	}
	var frame struct {
		Action string `json:"action"`
	}
	if !strict.Valid(text) || json.Unmarshal(text, &frame) != nil {
		return ""
	}
	return frame.Action
}
