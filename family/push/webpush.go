package push

import (
	"context"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"voicememo/family/module"
	"voicememo/internal/outbound"
)

// recordSize is the size of each encrypted message, in bytes. Firefox on Android gets none
// much above 3,000. A message of that size has room for recordSize-103 bytes of payload
// (RFC 8188 section 2: header of 86, delimiter of 1, tag of 16).
const recordSize = 3072

// webPush sends messages to browsers' push services (RFC 8030, 8291 and 8292).
type webPush struct {
	client     *http.Client
	public     []byte // the uncompressed point of the application server's key
	private    string // its scalar in base64url
	subscriber string // says to a push service who sends: a URL or an e-mail address
	local      bool   // endpoints on a loopback address are allowed, with --dev
}

func newWebPush(core module.Core) (*webPush, error) {
	secret, err := core.Secret("push")
	if err != nil {
		return nil, err
	}
	key, err := vapidKey(secret)
	if err != nil {
		return nil, err
	}
	page, err := url.Parse(core.PublicURL)
	if err != nil {
		return nil, err
	}
	w := &webPush{
		public: key.PublicKey().Bytes(), private: base64.RawURLEncoding.EncodeToString(key.Bytes()),
		subscriber: core.PublicURL, local: core.Dev,
	}
	if page.Scheme != "https" { // RFC 8292 section 2.1 allows only https and mailto
		w.subscriber = "voicememo@example.com"
	}
	transport := outbound.Transport(nil, w.mayConnect)
	transport.ForceAttemptHTTP2 = true // all messages to a push service share a connection
	w.client = &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return w, nil
}

// vapidKey derives the key of the application server from the module's secret.
func vapidKey(secret []byte) (*ecdh.PrivateKey, error) {
	for i := range 10 {
		scalar, err := hkdf.Key(sha256.New, secret, nil, fmt.Sprint("vapid ", i), 32)
		if err != nil {
			return nil, err
		}
		if key, err := ecdh.P256().NewPrivateKey(scalar); err == nil { // one scalar in 2^32 is not a key
			return key, nil
		}
	}
	return nil, errors.New("no key can be derived from the secret")
}

// mayConnect reports whether a resolved address may be connected to.
func (w *webPush) mayConnect(at netip.AddrPort) bool {
	return outbound.Public(at) || w.local && at.Addr().Unmap().IsLoopback()
}

// send sends a payload. The push service may keep it until ttl has passed; a later message
// with the same topic replaces it there.
func (w *webPush) send(ctx context.Context, sub Subscription, topic BatchID, payload []byte, ttl time.Duration) (outcome, error) {
	if !w.sendsTo(sub.Endpoint) {
		return outcome{result: gone}, nil
	}
	encode := base64.RawURLEncoding.EncodeToString
	res, err := webpush.SendNotificationWithContext(ctx, payload,
		&webpush.Subscription{Endpoint: sub.Endpoint, Keys: webpush.Keys{P256dh: encode(sub.P256DH), Auth: encode(sub.Auth)}},
		&webpush.Options{
			HTTPClient: w.client, RecordSize: recordSize, Subscriber: w.subscriber, VAPIDPublicKey: encode(w.public), VAPIDPrivateKey: w.private,
			Topic: string(topic), TTL: max(int(ttl.Seconds()), 0), Urgency: webpush.UrgencyNormal,
		})
	if err != nil {
		return outcome{}, outbound.WithoutURL(err)
	}
	defer drain(res)
	switch res.StatusCode {
	case http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent:
		return outcome{result: accepted}, nil
	case http.StatusNotFound, http.StatusGone:
		return outcome{result: gone}, nil
	}
	return refusal(res)
}

// refusal returns the outcome of an answer that accepts nothing. Of the client errors only
// those that may pass are worth another try, among them those of a token, which depend on
// the machine's clock.
func refusal(res *http.Response) (outcome, error) {
	err := fmt.Errorf("status %d", res.StatusCode)
	switch code := res.StatusCode; {
	case code == http.StatusRequestTimeout, code == http.StatusTooManyRequests,
		code == http.StatusUnauthorized, code == http.StatusForbidden, code/100 != 4:
		return outcome{after: retryAfter(res.Header.Get("Retry-After"), time.Now())}, err
	}
	return outcome{result: refused}, err
}

// retryAfter parses the header of that name (RFC 9110 section 10.2.3); 0: there is none.
func retryAfter(value string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
		return time.Duration(min(max(seconds, 0), 7*24*3600)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// drain reads a short answer to its end, so that the connection can be used again.
func drain(res *http.Response) {
	_, _ = io.CopyN(io.Discard, res.Body, 4<<10)
	_ = res.Body.Close()
}
