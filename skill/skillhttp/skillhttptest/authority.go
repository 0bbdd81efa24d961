// Package skillhttptest replaces Amazon in tests: it makes certificates and signatures
// like those of Alexa's requests.
package skillhttptest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// Lifetime is how long certificates are valid before and after the given time.
const Lifetime = 24 * time.Hour

// Authority is a certificate authority: a root and an intermediate.
type Authority struct {
	t            testing.TB
	now          time.Time
	root, middle *x509.Certificate
	key          *ecdsa.PrivateKey // the key of the intermediate
}

// NewAuthority returns an authority whose certificates are valid around now.
func NewAuthority(t testing.TB, now time.Time) *Authority {
	t.Helper()
	a := &Authority{t: t, now: now, key: newEC(t)}
	rootKey := newEC(t)
	root := a.template("Test Root")
	a.root = parse(t, create(t, root, root, rootKey.Public(), rootKey))
	a.middle = parse(t, create(t, a.template("Test Intermediate"), a.root, a.key.Public(), rootKey))
	return a
}

func (a *Authority) template(name string) *x509.Certificate {
	return &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: a.now.Add(-10 * Lifetime), NotAfter: a.now.Add(10 * Lifetime),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
}

// Roots returns a pool that trusts this authority.
func (a *Authority) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.root)
	return pool
}

// RootPEM returns the root certificate in PEM.
func (a *Authority) RootPEM() []byte { return encode(a.root.Raw) }

// MiddlePEM returns the intermediate certificate in PEM.
func (a *Authority) MiddlePEM() []byte { return encode(a.middle.Raw) }

// Leaf returns a leaf for the owner of a key in PEM: Alexa's, unless change modifies
// it.
func (a *Authority) Leaf(owner crypto.PublicKey, change ...func(*x509.Certificate)) []byte {
	a.t.Helper()
	leaf := a.alexas(change)
	return encode(create(a.t, leaf, a.middle, owner, a.key))
}

// Chain returns a leaf followed by the intermediate, the form that Amazon publishes.
func (a *Authority) Chain(owner crypto.PublicKey, change ...func(*x509.Certificate)) []byte {
	a.t.Helper()
	return append(a.Leaf(owner, change...), a.MiddlePEM()...)
}

// SelfSigned returns a leaf signed by its own key.
func (a *Authority) SelfSigned(key crypto.Signer) []byte {
	a.t.Helper()
	leaf := a.alexas(nil)
	return encode(create(a.t, leaf, leaf, key.Public(), key))
}

// Server returns the certificate of an HTTPS server with that name.
func (a *Authority) Server(name string) tls.Certificate {
	a.t.Helper()
	key := newEC(a.t)
	leaf := a.alexas([]func(*x509.Certificate){func(c *x509.Certificate) { c.DNSNames = []string{name} }})
	return tls.Certificate{Certificate: [][]byte{create(a.t, leaf, a.middle, key.Public(), a.key), a.middle.Raw}, PrivateKey: key}
}

func (a *Authority) alexas(change []func(*x509.Certificate)) *x509.Certificate {
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "echo-api.amazon.com"},
		DNSNames:  []string{"echo-api.amazon.com"},
		NotBefore: a.now.Add(-Lifetime), NotAfter: a.now.Add(Lifetime),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, c := range change {
		c(leaf)
	}
	return leaf
}

// NewKey returns a key of the kind that Alexa signs with.
func NewKey(t testing.TB) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// Sign returns the value of the Signature-256 header for a body.
func Sign(t testing.TB, key *rsa.PrivateKey, body []byte) string {
	t.Helper()
	sum := sha256.Sum256(body)
	signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(signature)
}

func newEC(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func create(t testing.TB, template, parent *x509.Certificate, owner crypto.PublicKey, by crypto.Signer) []byte {
	t.Helper()
	der, err := x509.CreateCertificate(rand.Reader, template, parent, owner, by)
	if err != nil {
		t.Fatal(err)
	}
	return der
}

func parse(t testing.TB, der []byte) *x509.Certificate {
	t.Helper()
	c, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func encode(der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
