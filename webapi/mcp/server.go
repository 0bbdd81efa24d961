package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// Server answers messages.
type Server struct {
	memos    *memo.Service
	families *family.Service
	handlers map[string]func() http.Handler // by language, made at the first use
}

// NewServer returns a Server over the services. site is the address of the page,
// version that of the program.
func NewServer(memos *memo.Service, families *family.Service, site, version string) *Server {
	s := &Server{memos: memos, families: families, handlers: map[string]func() http.Handler{}}
	for _, tag := range languages {
		s.handlers[tag] = sync.OnceValue(func() http.Handler { return s.handler(wordsIn(tag), site, version) })
	}
	return s
}

// Caller is who sends a message, and what the web API does for the caller.
type Caller struct {
	Person models.User
	Via    models.AccessID // see memo.Draft
	Blind  bool            // see memo.Draft

	Language string                  // of titles and descriptions: "ja" or "en"
	Permit   func(models.Need) error // returns nil if the access allows a need
	Charge   func(Cost) error        // counts a call; TooMany: the person has reached a limit
	Explain  func(error) string      // returns the sentence for an error
}

// Answer is an answer of the protocol.
type Answer struct {
	Status int
	Body   []byte // JSON; empty: there is none
}

// Serve answers a message. header is that of the request. An error is one that the web API
// answers as for every other route: the scope of the access, a limit, or a fault. Errors of
// a call that the assistant can act on are results in the answer.
func (s *Server) Serve(ctx context.Context, header http.Header, m Message, who Caller) (Answer, error) {
	if !m.known() {
		return m.unknown(header), nil
	}
	c := &call{Server: s, Caller: who, ctx: ctx}
	r, err := http.NewRequestWithContext(context.WithValue(ctx, callKey{}, c), http.MethodPost, "/", bytes.NewReader(m.body))
	if err != nil {
		return Answer{}, models.Internalf("mcp: %w", err)
	}
	for name, values := range header {
		if strings.HasPrefix(name, "Mcp-") && name != "Mcp-Session-Id" {
			r.Header[name] = slices.Clone(values)
		}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream") // the answer is JSON whatever a client accepts
	w := &recorder{header: http.Header{}, status: http.StatusOK}
	s.handlers[who.Language]().ServeHTTP(w, r)
	if err := c.failure(); err != nil {
		return Answer{}, err
	}
	return w.answer(ctx)
}

// recorder keeps an answer of the SDK.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *recorder) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *recorder) WriteHeader(status int) { w.status = status }

// Write implements http.ResponseWriter.
func (w *recorder) Write(p []byte) (int, error) { return w.body.Write(p) }

// answer returns the SDK's answer. The SDK refuses in plain text what is not a message of the
// protocol.
func (w *recorder) answer(ctx context.Context) (Answer, error) {
	isJSON := w.header.Get("Content-Type") == "application/json"
	switch {
	case ctx.Err() != nil:
		return Answer{}, ctx.Err()
	case w.status == http.StatusAccepted, isJSON && w.body.Len() > 0:
		return Answer{w.status, bytes.TrimSpace(w.body.Bytes())}, nil
	case w.status >= http.StatusBadRequest && w.status < http.StatusInternalServerError:
		return Answer{}, models.Invalid("", models.ReasonFormat)
	}
	return Answer{}, models.Internalf("mcp: status %d with %d bytes", w.status, w.body.Len())
}

// streamless is the first version of the protocol in which an unknown method is 404.
const streamless = "2026-07-28"

// unknown is the answer to a message with a method that this server does not have.
func (m Message) unknown(header http.Header) Answer {
	if m.id == nil {
		return Answer{Status: http.StatusAccepted}
	}
	status := http.StatusOK
	if header.Get("Mcp-Protocol-Version") >= streamless {
		status = http.StatusNotFound
	}
	return Answer{status, fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"method not found"}}`, m.id)}
}

// handler returns the SDK's handler with the tools, in a language.
func (s *Server) handler(words words, site, version string) http.Handler {
	server := sdk.NewServer(
		&sdk.Implementation{Name: "voicememo", Title: words.title, Version: version, WebsiteURL: site},
		&sdk.ServerOptions{Instructions: words.instructions, Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}}},
	)
	add(server, words, listMemos, (*call).list)
	add(server, words, findMemos, (*call).find)
	add(server, words, addMemo, (*call).add)
	add(server, words, doneMemo, (*call).done)
	add(server, words, deleteMemo, (*call).trash)
	add(server, words, undo, (*call).undo)
	add(server, words, showFamily, (*call).family)
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true,
		DisableLocalhostProtection: true, // the web API has its own
	})
}

// call is one message with its caller.
type call struct {
	*Server
	Caller
	ctx context.Context // of the request; the SDK's has no end

	mu     sync.Mutex // a tool may still run when the request has ended
	failed error      // what ended a tool that the assistant cannot act on
}

// fail records what ended a tool.
func (c *call) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed = err
}

// failure returns what ended a tool that has run; nil: nothing.
func (c *call) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// callKey is the key of the call in a context.
type callKey struct{}

// add adds a tool to a server.
func add[In, Out any](server *sdk.Server, words words, name string, run func(*call, In) (Out, error)) {
	i := slices.IndexFunc(Tools(), func(t Tool) bool { return t.Name == name })
	t, no := Tools()[i], false
	sdk.AddTool(server, &sdk.Tool{
		Name: name, Title: words.tools[name].title, Description: words.tools[name].description,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: t.reads(), DestructiveHint: &t.Destructive, IdempotentHint: t.Idempotent, OpenWorldHint: &no},
	}, func(ctx context.Context, _ *sdk.CallToolRequest, in In) (_ *sdk.CallToolResult, out Out, err error) {
		c, _ := ctx.Value(callKey{}).(*call)
		err = c.checked(t, func() (err error) {
			out, err = run(c, in)
			return err
		})
		return nil, out, err
	})
}

// checked runs a tool for a caller who may call it. The SDK runs it in a goroutine of its
// own, in which a panic would end the program.
func (c *call) checked(t Tool, run func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = models.Internalf("panic: %v\n%s", v, debug.Stack())
		}
		err = c.told(err)
	}()
	if err := c.Permit(t.Need); err != nil {
		return err
	}
	if err := c.Charge(t.Cost); err != nil {
		return err
	}
	return run()
}

// told returns an error as the assistant is told of it: a sentence and, if the memo was
// changed in the meantime, its current state.
func (c *call) told(err error) error {
	switch {
	case err == nil:
		return nil
	case !models.IsCode(err, models.CodeInvalid) && !models.IsCode(err, models.CodeNotFound) &&
		!models.IsCode(err, models.CodeConflict) && !models.IsCode(err, models.CodePreconditionFailed):
		c.fail(err)
		return err
	}
	sentence := c.Explain(err)
	if now := models.AsError(err).Current; now != nil && !now.Deleted { // what is in the trash cannot be changed
		raw, _ := json.Marshal(shown(*now))
		sentence += "\n" + string(raw)
	}
	return toolError(sentence)
}

// toolError is a sentence for the assistant.
type toolError string

func (e toolError) Error() string { return string(e) }
