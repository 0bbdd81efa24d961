package skillhttp

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"slices"
	"time"
)

// alexaName must be one of the leaf's subject alternative names, literally: a wildcard
// that covers it belongs to another service.
const alexaName = "echo-api.amazon.com"

// signer is a key that signs for Alexa, and when its certificates expire.
type signer struct {
	key   *rsa.PublicKey
	until time.Time
}

// readChain returns the signer of a PEM file with the leaf first, then intermediate
// certificates. Nil roots are the system's.
func readChain(file []byte, roots *x509.CertPool, now time.Time) (signer, error) {
	certificates, err := parseChain(file)
	if err != nil {
		return signer{}, err
	}
	leaf, intermediates := certificates[0], x509.NewCertPool()
	for _, c := range certificates[1:] {
		intermediates.AddCert(c)
	}
	chains, err := leaf.Verify(x509.VerifyOptions{Roots: roots, Intermediates: intermediates, CurrentTime: now})
	if err != nil {
		return signer{}, err
	}
	if !slices.Contains(leaf.DNSNames, alexaName) {
		return signer{}, errors.New("the certificate is not Alexa's")
	}
	key, ok := leaf.PublicKey.(*rsa.PublicKey)
	if !ok {
		return signer{}, errors.New("the certificate's key is not RSA")
	}
	return signer{key, expiry(chains[0])}, nil
}

func parseChain(file []byte) ([]*x509.Certificate, error) {
	var certificates []*x509.Certificate
	for block, rest := pem.Decode(file); block != nil; block, rest = pem.Decode(rest) {
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, err
		}
		certificates = append(certificates, c)
	}
	if len(certificates) == 0 {
		return nil, errors.New("no certificates")
	}
	return certificates, nil
}

// expiry returns when the first certificate of a chain expires.
func expiry(chain []*x509.Certificate) time.Time {
	until := chain[0].NotAfter
	for _, c := range chain[1:] {
		if c.NotAfter.Before(until) {
			until = c.NotAfter
		}
	}
	return until
}
