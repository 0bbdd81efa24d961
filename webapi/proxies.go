package webapi

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"voicememo/internal/limit"
)

// TrustedProxies parses a list of the proxies whose X-Forwarded-For is trusted: IP
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

// parseNetwork parses a network, or an address as the network with only that address.
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

// extractor returns a function that finds a request's address: the connection's or, if that
// is a proxy's, the last address in X-Forwarded-For that is not a proxy's. It ignores a
// header that is not a list of addresses, with or without ports.
func extractor(proxies []*net.IPNet) echo.IPExtractor {
	if len(proxies) == 0 {
		return echo.ExtractIPDirect()
	}
	trust := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, network := range proxies {
		trust = append(trust, echo.TrustIPRange(network))
	}
	extract := echo.ExtractIPFromXFFHeader(trust...)
	return func(r *http.Request) string {
		list := withoutPorts(r.Header[echo.HeaderXForwardedFor])
		return extract(&http.Request{RemoteAddr: r.RemoteAddr, Header: http.Header{echo.HeaderXForwardedFor: {list}}})
	}
}

// withoutPorts joins the lines of X-Forwarded-For and removes the ports that some proxies
// write after the addresses, such as Azure's Application Gateway
// (https://learn.microsoft.com/azure/application-gateway/rewrite-http-headers-url).
func withoutPorts(lines []string) string {
	list := strings.Split(strings.Join(lines, ","), ",")
	for i, item := range list {
		if with, err := netip.ParseAddrPort(strings.TrimSpace(item)); err == nil {
			list[i] = with.Addr().String()
		}
	}
	return strings.Join(list, ",")
}

// addressOf returns the address that a request came from, or the zero Addr if it is
// unknown.
func addressOf(c echo.Context) netip.Addr { return parseAddress(c.RealIP()) }

func parseAddress(text string) netip.Addr {
	address, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap()
}

// ClientOf returns a function that finds the address that a request came from, as the web
// API does with these Options.Proxies; the zero Addr: it is unknown.
func ClientOf(proxies []*net.IPNet) func(*http.Request) netip.Addr {
	extract := extractor(proxies)
	return func(r *http.Request) netip.Addr { return parseAddress(extract(r)) }
}

// networkOf returns what a limit counts a request's address as:
// all of an IPv6 /64 is one address, as for streams.
func networkOf(c echo.Context) netip.Prefix { return limit.Network(addressOf(c)) }
