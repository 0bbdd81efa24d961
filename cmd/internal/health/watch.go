package health

import (
	"context"
	"crypto/x509"
	"net/http"
	"sync"
	"time"
)

// The results of a check.
const (
	OK          = "ok"
	Unknown     = "unknown" // no result yet
	Unreachable = "unreachable"
	Off         = "off"
	Missing     = "missing"
	Expires     = "expires soon"
	Expired     = "expired"
)

// The checks.
const (
	issuerCheck      = "issuer"
	clockCheck       = "clock"
	certificateCheck = "certificate"
)

const (
	// every is the shortest time between two requests to the issuer.
	every = time.Minute
	// patience is how long the issuer may take to answer.
	patience = 5 * time.Second
)

// Watch makes the checks. It asks the issuer only when Checks is called, at most once a
// minute and in the background; Checks returns the previous result. It is safe for
// concurrent use.
type Watch struct {
	// Issuer is the address of the sign-in issuer; "": it is not checked.
	Issuer string
	// Certificate returns this program's certificate, nil while there is none; false: the
	// program needs none. Nil: the program needs none.
	Certificate func() (leaf *x509.Certificate, needed bool)
	// Now is the clock; nil: time.Now.
	Now func() time.Time
	// Answered is called after each answer of the issuer, or when there is none; nil: it is not.
	Answered func()

	mu     sync.Mutex
	asked  time.Time // when the issuer was last asked
	issuer string
	clock  string
	ahead  time.Duration // at the last answer with a time
	told   bool          // whether there was one
	failed error         // why the last request had no answer; nil: it had one
}

// Checks returns the results by the name of the check. It never waits. Its background work
// ends with ctx.
func (w *Watch) Checks(ctx context.Context) map[string]string {
	found := map[string]string{}
	if w.Certificate != nil {
		if leaf, needed := w.Certificate(); needed {
			found[certificateCheck] = certificate(leaf, w.now())
		}
	}
	if w.Issuer == "" {
		return found
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := w.now(); w.asked.IsZero() {
		w.issuer, w.clock, w.asked = Unknown, Unknown, now
		go w.ask(ctx)
	} else if now.Sub(w.asked) >= every {
		w.asked = now
		go w.ask(ctx)
	}
	found[issuerCheck], found[clockCheck] = w.issuer, w.clock
	return found
}

// Ahead returns how far this machine's clock was ahead of the issuer's when it was last
// compared, less than zero if it was behind. known is false if it has not been compared.
func (w *Watch) Ahead() (ahead time.Duration, known bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ahead, w.told
}

// Failed returns why the issuer did not answer the last request; nil: it did.
func (w *Watch) Failed() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}

// Skew says how far a clock is off, and in which direction.
func Skew(ahead time.Duration) string {
	direction := "ahead"
	if ahead < 0 {
		direction = "behind"
	}
	return ahead.Abs().Round(time.Second).String() + " " + direction
}

func (w *Watch) now() time.Time {
	if w.Now == nil {
		return time.Now()
	}
	return w.Now()
}

func (w *Watch) ask(ctx context.Context) {
	issuer, clock := OK, OK
	ahead, told, err := AskIssuer(ctx, &http.Client{Timeout: patience}, w.Issuer)
	switch {
	case err != nil:
		issuer, clock = Unreachable, Unknown
	case !told:
		clock = Unknown
	case ahead.Abs() > MaxSkew:
		clock = Off
	}
	w.mu.Lock()
	w.issuer, w.clock, w.failed = issuer, clock, err
	if err == nil && told {
		w.ahead, w.told = ahead, true
	}
	w.mu.Unlock()
	if w.Answered != nil {
		w.Answered()
	}
}

func certificate(leaf *x509.Certificate, now time.Time) string {
	switch {
	case leaf == nil:
		return Missing
	case !now.Before(leaf.NotAfter):
		return Expired
	case EndsSoon(leaf, now):
		return Expires
	}
	return OK
}
