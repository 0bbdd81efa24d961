package main

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"os"
	"slices"
	"time"
)

// rootsFile is the name under which cmd/internal/function reads the roots.
const rootsFile = "amazon-roots.pem"

// rootNames are the roots that Amazon Trust Services requires of every private trust
// store: four with different algorithms, and the older one that also signs its
// certificates. Source: https://www.amazontrust.com/repository, "Trust store and pinning
// recommendations".
var rootNames = []string{
	"Amazon Root CA 1", "Amazon Root CA 2", "Amazon Root CA 3", "Amazon Root CA 4",
	"Starfield Services Root Certificate Authority - G2",
}

// stores are the paths of operating systems' trust stores.
var stores = []string{
	"/etc/ssl/certs/ca-certificates.crt",                // Debian and its kin
	"/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", // Fedora and its kin
	"/etc/ssl/cert.pem",                                 // Alpine, macOS
	"/etc/ssl/ca-bundle.pem",                            // SUSE
}

// certificates returns this machine's trust store as PEM; nil: none is known. The build
// relies on it already: every module was downloaded with it.
func certificates() []byte {
	for _, path := range append([]string{os.Getenv("SSL_CERT_FILE")}, stores...) {
		if content, err := os.ReadFile(path); err == nil { //nolint:gosec // the developer's own trust store
			return content
		}
	}
	return nil
}

// amazonRoots returns Amazon's roots from a trust store in a fixed order and form.
// missing names those that are absent or have expired.
func amazonRoots(store []byte) (picked []byte, missing []string) {
	found := map[string]*x509.Certificate{}
	for block, rest := pem.Decode(store); block != nil; block, rest = pem.Decode(rest) {
		c, err := x509.ParseCertificate(block.Bytes)
		if err != nil || !slices.Contains(rootNames, c.Subject.CommonName) || !trustworthy(c) {
			continue
		}
		found[c.Subject.CommonName] = c
	}
	var b bytes.Buffer
	for _, name := range rootNames {
		c := found[name]
		if c == nil {
			missing = append(missing, name)
			continue
		}
		b.Write(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}))
	}
	return b.Bytes(), missing
}

// trustworthy reports whether c is a self-signed root that is valid today.
func trustworthy(c *x509.Certificate) bool {
	return c.IsCA && bytes.Equal(c.RawIssuer, c.RawSubject) && c.CheckSignatureFrom(c) == nil && time.Now().Before(c.NotAfter)
}
