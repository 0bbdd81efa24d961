package mcp

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"voicememo/internal/strict"
	"voicememo/models"
)

// Message is a JSON-RPC request or notification.
type Message struct {
	Method string
	Tool   string // with the method tools/call

	id   json.RawMessage // nil: it is a notification
	body []byte
}

// ParseMessage reads the body of a request: exactly one message, without a repeated member at
// any depth. Invalid/ReasonFormat: it is something else, such as a batch.
// Invalid/ReasonUnknownField: it has a member that JSON-RPC does not have.
// Invalid/ReasonControlCharacter: it is not UTF-8, or has half a surrogate pair.
func ParseMessage(body []byte) (Message, error) {
	m := Message{body: body}
	envelope, ok := strict.Object(body)
	switch {
	case !utf8.Valid(body) || ok && strict.HalfSurrogate(body):
		return Message{}, models.Invalid("", models.ReasonControlCharacter)
	case !ok || json.Unmarshal(envelope["method"], &m.Method) != nil || m.Method == "":
		return Message{}, models.Invalid("", models.ReasonFormat)
	}
	for name := range envelope {
		if !slices.Contains([]string{"jsonrpc", "id", "method", "params"}, name) {
			return Message{}, models.Invalid("", models.ReasonUnknownField)
		}
	}
	m.id = envelope["id"]
	if m.Method == callTool {
		params, ok := strict.Object(envelope["params"])
		if !ok || json.Unmarshal(params["name"], &m.Tool) != nil {
			return Message{}, models.Invalid("params", models.ReasonFormat)
		}
	}
	return m, nil
}

// Need returns what the message needs of the access that sends it.
func (m Message) Need() models.Need { return m.tool().Need }

// Writes reports whether the message may change something.
func (m Message) Writes() bool { return m.tool().Cost.Writes }

// tool returns the tool that the message calls; for another message, one without a cost.
func (m Message) tool() Tool {
	if i := slices.IndexFunc(Tools(), func(t Tool) bool { return t.Name == m.Tool }); i >= 0 {
		return Tools()[i]
	}
	return Tool{Need: models.NeedAny}
}

// callTool is the method that calls a tool.
const callTool = "tools/call"

// known reports whether the message has a method that this server has. The SDK has others,
// such as subscriptions/listen, whose answer is a stream that does not end.
func (m Message) known() bool {
	return strings.HasPrefix(m.Method, "notifications/") ||
		slices.Contains([]string{"initialize", "ping", "server/discover", "tools/list", callTool}, m.Method)
}
