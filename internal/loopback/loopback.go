// Package loopback recognises addresses that never leave the machine.
package loopback

import (
	"net"
	"strings"
)

// Is reports whether a host, with or without a port, is localhost, a name below
// it (RFC 6761 section 6.3), or a loopback address. Names are not resolved: a
// name that merely points to 127.0.0.1 today is not loopback (DNS rebinding).
func Is(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	host = strings.ToLower(host)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
