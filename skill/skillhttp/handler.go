package skillhttp

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"voicememo/skill"

	"golang.org/x/time/rate"
)

// maxBody is how many bytes a request may have.
const maxBody = 128 << 10

// Skill answers the envelope of an Alexa request; *skill.Skill is one.
// skill.ErrEnvelope and skill.ErrApplication are the request's fault, any other
// error is the skill's.
type Skill interface {
	Handle(ctx context.Context, raw []byte) ([]byte, error)
}

// Options is what a Handler is made of. Skill is required.
type Options struct {
	Skill Skill

	// Unverified lets in whoever can reach the endpoint: for a loopback address only.
	Unverified bool

	Roots     *x509.CertPool    // trusted certificate authorities; nil: the system's
	Transport http.RoundTripper // fetches certificates; nil: net/http's, with the proxy that the environment names
	Now       func() time.Time  // nil: time.Now
	Logger    *slog.Logger      // nil: slog.Default
}

// Handler is the endpoint. What is not a request of Alexa's for this skill is
// answered 400 without a body, a failure of the skill 500. It is safe for
// concurrent use.
type Handler struct {
	Options
	signers *signers
	// refusals samples the lines about refused requests, which anybody can cause.
	refusals rate.Sometimes
}

// New makes a Handler.
func New(o Options) *Handler {
	if o.Transport == nil {
		o.Transport = defaultTransport()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.Default()
	}
	return &Handler{Options: o, signers: newSigners(o), refusals: rate.Sometimes{First: 200, Interval: time.Second}}
}

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	reply, err := h.answer(w, r)
	if err != nil {
		w.WriteHeader(h.fail(r.Context(), err))
		return
	}
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	_, _ = w.Write(reply) //nolint:gosec // JSON, and nobody is left to tell of an error
}

// answer reads the request, verifies it and asks the skill.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, refused("body", err)
	}
	if !h.Unverified {
		if err := h.verify(r.Context(), r.Header, raw); err != nil {
			return nil, err
		}
	}
	reply, err := h.Skill.Handle(r.Context(), raw)
	switch {
	case errors.Is(err, skill.ErrEnvelope):
		return nil, refused("envelope", err)
	case errors.Is(err, skill.ErrApplication):
		return nil, refused("application", err)
	}
	return reply, err
}

// verify makes sure that Alexa sent the body, and just now. The order is that of
// the documentation: nothing in the body is believed before its signature holds.
func (h *Handler) verify(ctx context.Context, header http.Header, raw []byte) error {
	url, err := chainURL(header)
	if err != nil {
		return err
	}
	key, err := h.signers.key(ctx, url)
	if err != nil {
		return err
	}
	if err := checkSignature(header, key, raw); err != nil {
		return err
	}
	return checkTimestamp(raw, h.Now())
}

// fail logs why there is no answer, and gives the status. Of a refused request
// nothing but the reason's code is logged: the rest may be anybody's words.
func (h *Handler) fail(ctx context.Context, err error) int {
	var r *refusal
	if errors.As(err, &r) {
		h.refusals.Do(func() {
			h.Logger.LogAttrs(ctx, slog.LevelInfo, "skill request refused", slog.String("reason", r.reason))
		})
		return http.StatusBadRequest
	}
	h.Logger.LogAttrs(ctx, slog.LevelError, "skill failed", slog.String("error", err.Error()))
	return http.StatusInternalServerError
}
