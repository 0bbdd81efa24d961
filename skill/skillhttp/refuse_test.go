package skillhttp_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	cryptolib "crypto"

	"voicememo/skill/skillhttp/skillhttptest"
)

// requestCase is a good request with one change.
type requestCase struct {
	name   string
	body   string // "": a good one
	change func(w *world, r *http.Request)
	status int
	reason string
}

// headers replaces the values of a header.
func headers(name string, values ...string) func(*world, *http.Request) {
	return func(_ *world, r *http.Request) { r.Header[http.CanonicalHeaderKey(name)] = values }
}

// signed replaces the signature with the result of sign for the body.
func signed(sign func(w *world, body []byte) string) func(*world, *http.Request) {
	return func(w *world, r *http.Request) { r.Header.Set("Signature-256", sign(w, []byte(good()))) }
}

// spoiled changes the good signature.
func spoiled(change func(signature string) string) func(*world, *http.Request) {
	return func(_ *world, r *http.Request) {
		r.Header["Signature-256"] = []string{change(r.Header.Get("Signature-256"))}
	}
}

func padded(size int) string { return good() + strings.Repeat(" ", size-len(good())) }

func at(kind string, when any) string { return envelope(kind, application, when) }

var transportCases = []requestCase{
	{name: "good", status: 200},
	{name: "just 128 KB", body: padded(128 << 10), status: 200},
	{name: "a byte more", body: padded(128<<10 + 1), status: 400, reason: "body"},
	{name: "a body that breaks off", change: func(_ *world, r *http.Request) {
		r.Body = io.NopCloser(io.MultiReader(strings.NewReader(good()[:20]), failing{}))
	}, status: 400, reason: "body"},
	{name: "GET", change: method(http.MethodGet), status: 405},
	{name: "PUT", change: method(http.MethodPut), status: 405},
	{name: "HEAD", change: method(http.MethodHead), status: 405},
	{name: "OPTIONS", change: method(http.MethodOptions), status: 405},
}

func method(m string) func(*world, *http.Request) {
	return func(_ *world, r *http.Request) { r.Method = m }
}

// failing is a body whose connection was lost.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New(secret) }

var headerCases = []requestCase{
	{name: "no address", change: headers("SignatureCertChainUrl"), status: 400, reason: "url"},
	{name: "empty address", change: headers("SignatureCertChainUrl", ""), status: 400, reason: "url"},
	{name: "two addresses", change: headers("SignatureCertChainUrl", certificate, certificate), status: 400, reason: "url"},
	{name: "another customer's file", change: headers("SignatureCertChainUrl", "https://s3.amazonaws.com/echo.api/../x/cert.pem"), status: 400, reason: "url"},
	{name: "another host", change: headers("SignatureCertChainUrl", "https://evil.example/echo.api/cert.pem"), status: 400, reason: "url"},
	{name: "no signature", change: headers("Signature-256"), status: 400, reason: "signature"},
	{name: "empty signature", change: headers("Signature-256", ""), status: 400, reason: "signature"},
	{name: "two signatures", change: func(_ *world, r *http.Request) { r.Header.Add("Signature-256", r.Header.Get("Signature-256")) }, status: 400, reason: "signature"},
}

var signatureCases = []requestCase{
	{name: "a byte of the body altered", change: func(_ *world, r *http.Request) {
		r.Body = io.NopCloser(strings.NewReader(strings.Replace(good(), secret, "N"+secret[1:], 1)))
	}, status: 400, reason: "signature"},
	{name: "a byte appended", change: func(_ *world, r *http.Request) { r.Body = io.NopCloser(strings.NewReader(good() + "\n")) }, status: 400, reason: "signature"},
	{name: "no body", change: func(_ *world, r *http.Request) { r.Body = http.NoBody }, status: 400, reason: "signature"},
	{name: "no base64", change: spoiled(func(string) string { return "!" + secret }), status: 400, reason: "signature"},
	{name: "base64 for addresses", change: spoiled(func(s string) string { return strings.NewReplacer("+", "-", "/", "_").Replace(s) + "_-" }), status: 400, reason: "signature"},
	{name: "a line break", change: spoiled(func(s string) string { return s[:64] + "\n" + s[64:] }), status: 400, reason: "signature"},
	{name: "a carriage return at the end", change: spoiled(func(s string) string { return s + "\r" }), status: 400, reason: "signature"},
	{name: "a space", change: spoiled(func(s string) string { return s[:64] + " " + s[64:] }), status: 400, reason: "signature"},
	{name: "no padding", change: spoiled(func(s string) string { return strings.TrimRight(s, "=") }), status: 400, reason: "signature"},
	{name: "loose bits at the end", change: spoiled(loosened), status: 400, reason: "signature"},
	{name: "cut off", change: spoiled(func(s string) string { return s[:len(s)-4] }), status: 400, reason: "signature"},
	{name: "of another key", change: signed(func(w *world, b []byte) string { return skillhttptest.Sign(w.t, w.otherKey, b) }), status: 400, reason: "signature"},
	{name: "of another body", change: signed(func(w *world, b []byte) string { return skillhttptest.Sign(w.t, w.key, b[1:]) }), status: 400, reason: "signature"},
	{name: "SHA-1", change: signed(func(w *world, b []byte) string {
		sum := sha1.Sum(b)
		return encoded(rsa.SignPKCS1v15(nil, w.key, cryptolib.SHA1, sum[:]))
	}), status: 400, reason: "signature"},
	{name: "SHA-1 in its own header only", change: func(w *world, r *http.Request) {
		sum := sha1.Sum([]byte(good()))
		r.Header.Del("Signature-256")
		r.Header.Set("Signature", encoded(rsa.SignPKCS1v15(nil, w.key, cryptolib.SHA1, sum[:])))
	}, status: 400, reason: "signature"},
	{name: "PSS", change: signed(func(w *world, b []byte) string {
		sum := sha256.Sum256(b)
		return encoded(rsa.SignPSS(rand.Reader, w.key, cryptolib.SHA256, sum[:], nil))
	}), status: 400, reason: "signature"},
}

// loosened sets bits of the last letter that decoding drops: the same bytes in another
// spelling.
func loosened(signature string) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	text := strings.TrimRight(signature, "=")
	last := strings.IndexByte(letters, text[len(text)-1])
	return text[:len(text)-1] + string(letters[last|1]) + signature[len(text):]
}

func encoded(signature []byte, err error) string {
	if err != nil {
		panic(err)
	}
	return base64.StdEncoding.EncodeToString(signature)
}

var timestampCases = []requestCase{
	{name: "150 s ago", body: at("SessionEndedRequest", now.Add(-150*time.Second)), status: 200},
	{name: "151 s ago", body: at("SessionEndedRequest", now.Add(-151*time.Second)), status: 400, reason: "timestamp"},
	{name: "150.001 s ago", body: at("SessionEndedRequest", "2026-03-10T00:57:29.999Z"), status: 400, reason: "timestamp"},
	{name: "in 150 s", body: at("SessionEndedRequest", now.Add(150*time.Second)), status: 200},
	{name: "in 151 s", body: at("SessionEndedRequest", now.Add(151*time.Second)), status: 400, reason: "timestamp"},
	{name: "in a thousand years", body: at("SessionEndedRequest", now.AddDate(1000, 0, 0)), status: 400, reason: "timestamp"},
	{name: "another zone", body: at("SessionEndedRequest", now.In(time.FixedZone("", 9*3600))), status: 200},
	{name: "the zone left out", body: at("SessionEndedRequest", "2026-03-10T01:00:00"), status: 400, reason: "timestamp"},
	{name: "words", body: at("SessionEndedRequest", "now"), status: 400, reason: "timestamp"},
	{name: "empty", body: at("SessionEndedRequest", ""), status: 400, reason: "timestamp"},
	{name: "a number", body: at("SessionEndedRequest", now.Unix()), status: 400, reason: "timestamp"},
	{name: "missing", body: `{"request":{"type":"SessionEndedRequest","requestId":"r1"}}`, status: 400, reason: "timestamp"},
	{name: "no request", body: `{}`, status: 400, reason: "timestamp"},
	{name: "no JSON", body: `timestamp`, status: 400, reason: "timestamp"},
	{name: "event of an hour ago", body: at("AlexaSkillEvent.SkillEnabled", now.Add(-time.Hour)), status: 200},
	{name: "event of longer ago", body: at("AlexaSkillEvent.SkillEnabled", now.Add(-time.Hour-time.Second)), status: 400, reason: "timestamp"},
	{name: "event in over an hour", body: at("AlexaSkillEvent.SkillEnabled", now.Add(time.Hour+time.Second)), status: 400, reason: "timestamp"},
	{name: "no event, an hour ago", body: at("LaunchRequest", now.Add(-time.Hour)), status: 400, reason: "timestamp"},
}

var skillCases = []requestCase{
	{name: "another application", body: envelope("SessionEndedRequest", "amzn1.ask.skill.theirs", now), status: 400, reason: "application"},
	{name: "no application", body: envelope("SessionEndedRequest", "", now), status: 400, reason: "application"},
	{name: "another one in the session", body: strings.Replace(good(), application, "amzn1.ask.skill.theirs", 1), status: 400, reason: "application"},
	{name: "no kind of request", body: envelope("", application, now), status: 400, reason: "envelope"},
}

func TestRequests(t *testing.T) {
	for group, cases := range map[string][]requestCase{
		"transport": transportCases, "headers": headerCases, "signature": signatureCases, "timestamp": timestampCases, "skill": skillCases,
	} {
		for _, c := range cases {
			t.Run(group+"/"+c.name, func(t *testing.T) {
				w := newWorld(t)
				if c.body == "" {
					c.body = good()
				}
				r := w.post(c.body)
				if c.change != nil {
					c.change(w, r)
				}
				w.want(r, c.status, c.reason)
			})
		}
	}
}

// TestChains checks chains that do not prove that Alexa signed, although the signature
// is valid.
func TestChains(t *testing.T) {
	amazon, ec := theAmazon(t), mustEC(t)
	key, stranger := amazon.key.Public(), skillhttptest.NewAuthority(t, now)
	leaf := func(change func(*x509.Certificate)) []byte { return amazon.Chain(key, change) }
	named := func(names ...string) []byte { return leaf(func(c *x509.Certificate) { c.DNSNames = names }) }
	for name, c := range map[string]struct {
		file []byte
		ok   bool
	}{
		"good":                   {leaf(func(*x509.Certificate) {}), true},
		"among other names":      {named("other.amazon.com", "echo-api.amazon.com"), true},
		"with the root":          {append(leaf(func(*x509.Certificate) {}), amazon.RootPEM()...), true},
		"text between":           {append([]byte("echo-api.amazon.com:\n"), amazon.Chain(key)...), true},
		"expired":                {leaf(func(c *x509.Certificate) { c.NotAfter = now.Add(-time.Second) }), false},
		"not yet valid":          {leaf(func(c *x509.Certificate) { c.NotBefore = now.Add(time.Second) }), false},
		"another name":           {named("evil.example"), false},
		"a name below":           {named("www.echo-api.amazon.com"), false},
		"a wildcard":             {named("*.amazon.com"), false},
		"the name as subject":    {named(), false},
		"for mail, not servers":  {leaf(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageEmailProtection} }), false},
		"self-signed":            {amazon.SelfSigned(amazon.key), false},
		"another root":           {stranger.Chain(key), false},
		"another root, brought":  {append(stranger.Chain(key), stranger.RootPEM()...), false},
		"another's intermediate": {append(amazon.Leaf(key), stranger.MiddlePEM()...), false},
		"no intermediate":        {amazon.Leaf(key), false},
		"intermediate first":     {append(amazon.MiddlePEM(), amazon.Leaf(key)...), false},
		"EC key":                 {amazon.Chain(ec.Public()), false},
		"another RSA key's leaf": {amazon.MiddlePEM(), false},
		"no PEM":                 {[]byte("<html>please pay</html>"), false},
		"PEM of something else":  {[]byte("-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n"), false},
		"good, then something":   {append(leaf(func(*x509.Certificate) {}), "-----BEGIN CERTIFICATE-----\nbm90aGluZw==\n-----END CERTIFICATE-----\n"...), false},
		"empty":                  {nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.files.serve(http.StatusOK, c.file)
			if c.ok {
				w.want(w.post(good()), http.StatusOK, "")
			} else {
				w.want(w.post(good()), http.StatusBadRequest, "chain")
			}
		})
	}
}

func mustEC(t *testing.T) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}
