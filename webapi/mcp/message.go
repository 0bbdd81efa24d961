package mcp

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"voicememo/models"
)

// Message is a JSON-RPC request or notification.
type Message struct {
	Method string
	Tool   string // with the method tools/call

	id   json.RawMessage // nil: it is a notification
	body []byte
}

// ParseMessage reads the body of a request: exactly one message, without a repeated member.
// Invalid/ReasonFormat: it is something else, such as a batch. Invalid/ReasonControlCharacter:
// it is not UTF-8, or has half a surrogate pair.
func ParseMessage(body []byte) (Message, error) {
	if !utf8.Valid(body) || halfSurrogate(body) {
		return Message{}, models.Invalid("", models.ReasonControlCharacter)
	}
	m := Message{body: body}
	envelope, ok := object(body)
	if !ok || json.Unmarshal(envelope["method"], &m.Method) != nil || m.Method == "" {
		return Message{}, models.Invalid("", models.ReasonFormat)
	}
	m.id = envelope["id"]
	if m.Method == callTool {
		params, ok := object(envelope["params"])
		if !ok || json.Unmarshal(params["name"], &m.Tool) != nil {
			return Message{}, models.Invalid("params", models.ReasonFormat)
		}
	}
	return m, nil
}

// Need returns what the message needs of the access that sends it.
func (m Message) Need() models.Need {
	if i := slices.IndexFunc(Tools(), func(t Tool) bool { return t.Name == m.Tool }); i >= 0 {
		return Tools()[i].Need
	}
	return models.NeedAny
}

// callTool is the method that calls a tool.
const callTool = "tools/call"

// known reports whether the message has a method that this server has. The SDK has others,
// such as subscriptions/listen, whose answer is a stream that does not end.
func (m Message) known() bool {
	return strings.HasPrefix(m.Method, "notifications/") ||
		slices.Contains([]string{"initialize", "ping", "server/discover", "tools/list", callTool}, m.Method)
}

// object returns the members of a JSON object. It reports false for another value and for an
// object with two members of one name, of which parsers use different ones.
func object(raw []byte) (members map[string]json.RawMessage, ok bool) {
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return nil, false
	}
	d, n := json.NewDecoder(bytes.NewReader(raw)), 0
	_, err := d.Token() // {
	for ; err == nil && d.More(); n++ {
		var value json.RawMessage
		if _, err = d.Token(); err == nil {
			err = d.Decode(&value)
		}
	}
	return members, n == len(members)
}

// halfSurrogate reports whether a JSON text has an escape that is half a surrogate pair,
// which parsers read as another character.
func halfSurrogate(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			return false
		}
		if text[i+1] != 'u' {
			text = text[i+2:]
			continue
		}
		n := escapes(text[i:])
		if n == 0 {
			return true
		}
		text = text[i+n:]
	}
}

// escapes returns the length of the escape \uXXXX or of the pair of them at the start of a
// text; 0: it is half a pair. What is not an escape is not JSON either, and has length 2.
func escapes(text []byte) int {
	var r string
	switch {
	case len(text) < 6 || json.Unmarshal([]byte(`"`+string(text[:6])+`"`), &r) != nil:
		return 2
	case r != "\uFFFD" || strings.EqualFold(string(text[2:6]), "fffd"):
		return 6
	case len(text) >= 12 && json.Unmarshal([]byte(`"`+string(text[:12])+`"`), &r) == nil && utf8.RuneCountInString(r) == 1:
		return 12
	}
	return 0
}
