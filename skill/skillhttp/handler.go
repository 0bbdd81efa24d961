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

// maxBody is the maximum size of a request in bytes.
const maxBody = 128 << 10

// Skill answers the envelope of an Alexa request; *skill.Skill implements it.
// skill.ErrEnvelope and skill.ErrApplication mean a bad request, any other error a
// failure of the skill.
type Skill interface {
	Handle(ctx context.Context, raw []byte) ([]byte, error)
}

// Options configures a Handler. Skill is required.
type Options struct {
	Skill Skill

	// Unverified accepts every request: for a loopback address only.
	Unverified bool

	Roots     *x509.CertPool    // trusted certificate authorities; nil: the system's
	Transport http.RoundTripper // fetches certificates; nil: net/http's, with the proxy of the environment
	Now       func() time.Time  // nil: time.Now
	Logger    *slog.Logger      // nil: slog.Default
}

// Handler is the endpoint. It answers a request that is not Alexa's or not for this
// skill with 400, and a failure of the skill with 500, both without a body. It is safe
// for concurrent use.
type Handler struct {
	Options
	signers *signers
	// refusals samples the log lines about refused requests, which any client can cause.
	refusals rate.Sometimes
}

// New returns a Handler.
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
	_, _ = w.Write(reply) //nolint:gosec // JSON; an error cannot be reported to the client
}

// answer reads and verifies the request, and calls the skill.
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

// verify checks that Alexa sent the body, recently. It follows the order of the
// documentation: nothing in the body is trusted before the signature is verified.
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

// fail logs the error and returns the status. For a refused request it logs only the
// reason code, because the rest is untrusted text.
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
