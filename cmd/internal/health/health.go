// Package health looks at what the program needs besides its store: the sign-in
// issuer, the clock and its own certificate. None of them keeps people who are
// signed in from their memos. /readyz tells what it finds, doctor what to do.
package health

import (
	"context"
	"crypto/x509"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// MaxSkew is how far the clock may be off before sign-in and Alexa's requests,
// which are refused at 150 s, fail.
const MaxSkew = time.Minute

// maxExpiring is the most time before its end at which a certificate ends soon.
const maxExpiring = 14 * 24 * time.Hour

// EndsSoon reports whether a certificate should long have been renewed. That is due
// when a third of its life is left, so that it is late when a sixth is: 14 days for
// the usual 90, one for those of six.
func EndsSoon(leaf *x509.Certificate, now time.Time) bool {
	return leaf.NotAfter.Sub(now) < min(maxExpiring, leaf.NotAfter.Sub(leaf.NotBefore)/6)
}

// Discovery is where an issuer describes itself (OpenID Connect Discovery 1.0
// section 4).
func Discovery(issuer string) string {
	return strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
}

// AskIssuer reads an issuer's discovery document. told is whether the answer says
// what time it is, and then ahead how far this machine's clock is before that. The
// error says that the issuer cannot be reached.
func AskIssuer(ctx context.Context, client *http.Client, issuer string) (ahead time.Duration, told bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, Discovery(issuer), nil)
	if err != nil {
		return 0, false, err
	}
	res, err := client.Do(req)
	if err != nil {
		return 0, false, err
	}
	now := time.Now()
	if err := res.Body.Close(); err != nil {
		return 0, false, err
	}
	if res.StatusCode != http.StatusOK {
		return 0, false, fmt.Errorf("%s answered %s", req.URL, res.Status)
	}
	at, err := http.ParseTime(res.Header.Get("Date"))
	if err != nil {
		return 0, false, nil //nolint:nilerr // it is there, and tells no time
	}
	// A cache on the way keeps the Date and adds an Age (RFC 9111 section 5.1).
	if age, err := strconv.ParseUint(res.Header.Get("Age"), 10, 31); err == nil {
		at = at.Add(time.Duration(age) * time.Second) //nolint:gosec // 31 bits
	}
	return now.Sub(at), true, nil
}
