package webapi

import (
	"fmt"
	"net"
	"net/netip"
	"slices"

	"github.com/labstack/echo/v4"
)

// TrustedProxies reads a list of the proxies whose X-Forwarded-For is believed: IP
// addresses, networks such as 10.0.0.0/8, and the word loopback for this machine; or
// the word none alone. The error says what is wrong with the list.
func TrustedProxies(names []string) ([]*net.IPNet, error) {
	if slices.Equal(names, []string{"none"}) {
		return nil, nil
	}
	var all []*net.IPNet
	for _, name := range names {
		networks := []string{name}
		if name == "loopback" {
			networks = []string{"127.0.0.0/8", "::1/128"}
		}
		for _, text := range networks {
			network, err := parseNetwork(text)
			if err != nil {
				return nil, err
			}
			all = append(all, network)
		}
	}
	return all, nil
}

// parseNetwork reads a network, or an address as the network of itself.
func parseNetwork(text string) (*net.IPNet, error) {
	if address, err := netip.ParseAddr(text); err == nil && address.Zone() == "" {
		address = address.Unmap()
		return &net.IPNet{IP: address.AsSlice(), Mask: net.CIDRMask(address.BitLen(), address.BitLen())}, nil
	}
	_, network, err := net.ParseCIDR(text)
	if err != nil {
		return nil, fmt.Errorf("has %q; it takes IP addresses, networks such as 10.0.0.0/8, and loopback, or none alone", text)
	}
	return network, nil
}

// extractor finds a request's address: that of the connection or, if it is one of the
// proxies', the nearest in X-Forwarded-For that is not. A header that is not a list of
// addresses is not believed.
func extractor(proxies []*net.IPNet) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, network := range proxies {
		trust = append(trust, echo.TrustIPRange(network))
	}
	return echo.ExtractIPFromXFFHeader(trust...)
}

// addressOf returns the address that a request came from; the zero Addr if it is not
// known.
func addressOf(c echo.Context) netip.Addr {
	address, err := netip.ParseAddr(c.RealIP())
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap()
}
