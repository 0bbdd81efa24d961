package function

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"voicememo/infra/dynamo"
)

// rootsFile is the file in the function's zip with the five roots of Amazon Trust
// Services, taken from the machine that built the zip.
const rootsFile = "amazon-roots.pem"

// trust decides which certificates are trusted. Reading the 140 roots of a system takes
// several milliseconds of a start, and AWS's certificates are signed by one of five roots.
// A certificate that these do not verify is checked again with the system's roots: if AWS
// changes its chain, functions that have not been rebuilt start more slowly but work.
//
// Source of the five: https://www.amazontrust.com/repository.
type trust struct {
	bundle *x509.CertPool // instead of the system's roots; nil: none
	amazon roots          // tried before the system's roots; nil: none
	logger *slog.Logger

	outdated atomic.Bool // amazon no longer verifies AWS
}

// roots returns a pool; nil: the system's roots.
type roots func() *x509.CertPool

// system is the system's roots.
func system() *x509.CertPool { return nil }

// newTrust reads the roots. If the operator sets a bundle, it is used exclusively:
// AWS_CA_BUNDLE, or SSL_CERT_FILE and SSL_CERT_DIR, which crypto/x509 reads.
func newTrust(getenv func(string) string, logger *slog.Logger) (*trust, error) {
	t := &trust{logger: logger}
	if path := getenv("AWS_CA_BUNDLE"); path != "" {
		if t.bundle = readRoots(path); t.bundle == nil {
			return nil, fmt.Errorf("AWS_CA_BUNDLE is %q; there is no certificate in it", path)
		}
		return t, nil
	}
	if getenv("SSL_CERT_FILE") == "" && getenv("SSL_CERT_DIR") == "" {
		t.amazon = readZip(filepath.Join(getenv("LAMBDA_TASK_ROOT"), rootsFile))
	}
	return t, nil
}

// readZip parses the roots of the zip while the function makes its first connection. It
// returns nil if the zip has none.
func readZip(path string) roots {
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	parsed := sync.OnceValue(func() *x509.CertPool { return readRoots(path) })
	go parsed()
	return parsed
}

// readRoots returns nil if there is no certificate at path.
func readRoots(path string) *x509.CertPool {
	content, err := os.ReadFile(path)
	pool := x509.NewCertPool()
	if err != nil || !pool.AppendCertsFromPEM(content) {
		return nil
	}
	return pool
}

// apply makes a transport use these roots.
func (t *trust) apply(transport *http.Transport) {
	config := transport.TLSClientConfig
	switch {
	case t.bundle != nil:
		transport.TLSClientConfig = with(config, t.bundle)
	case t.amazon != nil:
		transport.DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			return t.dial(ctx, network, address, config, t.amazon, system)
		}
	}
}

func with(config *tls.Config, roots *x509.CertPool) *tls.Config {
	if config == nil {
		config = &tls.Config{MinVersion: tls.VersionTLS12}
	}
	config = config.Clone()
	config.RootCAs = roots
	return config
}

// dialTime is the timeout of a connection and its handshake, within that of an attempt.
const dialTime = dynamo.AttemptTimeout - 200*time.Millisecond

// dial connects with a TLS handshake, a second time if only Amazon's roots refuse the
// certificate.
func (t *trust) dial(ctx context.Context, network, address string, config *tls.Config, amazon, system roots) (net.Conn, error) {
	if !t.outdated.Load() {
		conn, err := connect(ctx, network, address, config, amazon)
		var refused *tls.CertificateVerificationError
		if !errors.As(err, &refused) {
			return conn, err
		}
	}
	conn, err := connect(ctx, network, address, config, system)
	if err == nil && !t.outdated.Swap(true) {
		t.logger.Warn("the roots in " + rootsFile + " do not verify AWS's certificate, the system's do: build the function anew")
	}
	return conn, err
}

// connect makes a connection, and on it a TLS handshake with the roots, which are not
// needed earlier.
func connect(ctx context.Context, network, address string, config *tls.Config, trusted roots) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	plain, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	config = with(config, trusted())
	config.ServerName = host
	conn := tls.Client(plain, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		_ = plain.Close() // no handshake was made on it
		return nil, err
	}
	return conn, nil
}
