// Package health checks what the program needs besides its store: the sign-in issuer, the
// clock and its own certificate. People who are signed in reach their memos without any of
// them. /readyz reports the results, and doctor says what to do.
package health

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"voicememo/internal/outbound"
)

// MaxSkew is how far the clock may be off before it is reported. Sign-in fails with a wrong
// clock, and Alexa's requests are refused at 150 s.
const MaxSkew = time.Minute

// maxExpiring is the longest time before its expiry at which a certificate ends soon.
const maxExpiring = 14 * 24 * time.Hour

// EndsSoon reports whether the renewal of a certificate is overdue. Renewal is due when a
// third of its lifetime is left, and overdue when a sixth is, or 14 days if that is less:
// 14 days for the usual 90, one day for a lifetime of six.
func EndsSoon(leaf *x509.Certificate, now time.Time) bool {
	return leaf.NotAfter.Sub(now) < min(maxExpiring, leaf.NotAfter.Sub(leaf.NotBefore)/6)
}

// Discovery returns the address of an issuer's discovery document (OpenID Connect Discovery
// 1.0 section 4).
func Discovery(issuer string) string {
	return strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
}

// Get requests an address, and calls read, unless it is nil, with the response. An error means
// that there was none, or one with another status than 200; it does not have the address.
func Get(ctx context.Context, client *http.Client, address string, read func(*http.Response)) (err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	res, err := client.Do(req)
	if err != nil {
		return outbound.WithoutURL(err)
	}
	defer func() { err = errors.Join(err, res.Body.Close()) }()
	if read != nil {
		read(res)
	}
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("it answered %s", res.Status)
	}
	return nil
}

// AskIssuer requests an issuer's discovery document. told reports whether the answer has a
// time, and ahead is how far this machine's clock is ahead of it. An error means that the
// issuer cannot be reached.
func AskIssuer(ctx context.Context, client *http.Client, issuer string) (ahead time.Duration, told bool, err error) {
	var now time.Time
	var header http.Header
	err = Get(ctx, client, Discovery(issuer), func(res *http.Response) { now, header = time.Now(), res.Header })
	if err != nil {
		return 0, false, err
	}
	at, err := http.ParseTime(header.Get("Date"))
	if err != nil {
		return 0, false, nil //nolint:nilerr // the issuer answers, without a time
	}
	// A cache on the way keeps the Date and adds an Age (RFC 9111 section 5.1).
	if age, err := strconv.ParseUint(header.Get("Age"), 10, 31); err == nil {
		at = at.Add(time.Duration(age) * time.Second) //nolint:gosec // 31 bits
	}
	return now.Sub(at), true, nil
}
