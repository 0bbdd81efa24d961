package app

import (
	"cmp"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/crypto/acme/autocert"
	"golang.org/x/net/idna"
)

// NoPlain is the value of TLSHTTPAddr that leaves plain HTTP unanswered.
const NoPlain = "off"

// Complete fills in what the rest of the configuration already says.
func (c Config) Complete() Config {
	if c.TLSDomain == "" {
		c.Addr = cmp.Or(c.Addr, "127.0.0.1:8080")
		return c
	}
	if ascii, err := idna.Lookup.ToASCII(c.TLSDomain); err == nil {
		c.TLSDomain = ascii // as the authority and browsers write it
	}
	c.Addr = cmp.Or(c.Addr, ":443")
	c.PublicURL = cmp.Or(c.PublicURL, "https://"+c.TLSDomain)
	c.TLSDirectory = cmp.Or(c.TLSDirectory, autocert.DefaultACMEDirectory)
	return c
}

// plainAddr returns the address of plain HTTP, "" for none, and whether a flag named it,
// so that listening on it must not fail.
func (c Config) plainAddr() (addr string, must bool) {
	if c.TLSHTTPAddr == NoPlain {
		return "", false
	}
	host, _, _ := net.SplitHostPort(c.Addr) // Check has validated it
	return cmp.Or(c.TLSHTTPAddr, net.JoinHostPort(host, "80")), c.TLSHTTPAddr != ""
}

// checkTLS refuses a domain for which no certificate can be issued, and settings that
// contradict it.
func (c Config) checkTLS() error {
	if c.TLSDomain == "" {
		return nil
	}
	if !IsDomain(c.TLSDomain) {
		return &ConfigError{Flag: "tls-domain", Problem: "must be only this server's name, such as memo.example.com"}
	}
	if c.Dev {
		return &ConfigError{Flag: "dev", Problem: "lets anyone sign in, so it cannot be used with --tls-domain"}
	}
	if u, err := url.Parse(c.PublicURL); err != nil || u.Scheme != "https" || u.Hostname() != c.TLSDomain {
		return &ConfigError{Flag: "public-url", Problem: "must be https and the name of --tls-domain: https://" + c.TLSDomain}
	}
	if u, err := url.Parse(c.TLSDirectory); err != nil || u.Scheme != "https" || u.Host == "" {
		return &ConfigError{Flag: "tls-directory", Problem: "must be the https address of an ACME directory, such as " + autocert.DefaultACMEDirectory}
	}
	if _, _, err := splitAddress(c.TLSHTTPAddr); err != nil && c.TLSHTTPAddr != "" && c.TLSHTTPAddr != NoPlain {
		return &ConfigError{Flag: "tls-http-addr", Problem: "must be host:port, such as :80, or " + NoPlain}
	}
	return nil
}

// IsDomain reports whether autocert accepts a name: it has a dot inside, and is neither
// an address nor a pattern.
func IsDomain(name string) bool {
	ascii, err := idna.Lookup.ToASCII(name)
	_, notIP := netip.ParseAddr(name)
	return err == nil && ascii == name && notIP != nil && strings.Contains(strings.Trim(name, "."), ".") && !strings.HasSuffix(name, ".")
}
