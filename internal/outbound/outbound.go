// Package outbound connects to hosts that strangers have named, such as that of a picture
// or of a browser's push service.
package outbound

import (
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// Transport returns a transport that connects only to addresses that allow permits,
// whatever a name or a redirect resolves to, and uses no proxy. resolver nil: the
// system's. The headers of an answer are at most 16 KiB.
func Transport(resolver *net.Resolver, allow func(netip.AddrPort) bool) *http.Transport {
	dialer := &net.Dialer{
		Resolver: resolver,
		// Called with the resolved address, just before the connection.
		Control: func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil || !allow(at) {
				return errors.New("not a public address")
			}
			return nil
		},
	}
	return &http.Transport{
		DialContext: dialer.DialContext, TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12},
		DisableCompression: true, MaxResponseHeaderBytes: 16 << 10, IdleConnTimeout: 90 * time.Second,
	}
}

// WithoutURL returns an error of package net/http without the address of the request, which
// may be secret.
func WithoutURL(err error) error {
	if of := (*url.Error)(nil); errors.As(err, &of) {
		return of.Err
	}
	return err
}

// Public reports whether an address is that of a host on the public internet, with the
// port of https. The list of excluded networks follows the registries of special-purpose
// addresses (RFC 6890).
func Public(at netip.AddrPort) bool {
	ip := at.Addr().Unmap()
	if at.Port() != 443 || !ip.IsValid() || ip.Zone() != "" {
		return false
	}
	if ip.Is6() && !unicast6.Contains(ip) {
		return false // including the prefixes that translate to IPv4 addresses
	}
	for _, special := range specials {
		if special.Contains(ip) {
			return false
		}
	}
	return true
}

// unicast6 is the global unicast range of IPv6.
var unicast6 = netip.MustParsePrefix("2000::/3")

var specials = prefixes(
	"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
	"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

func prefixes(texts ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		all[i] = netip.MustParsePrefix(text)
	}
	return all
}
