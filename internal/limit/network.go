package limit

import "net/netip"

// Network returns the prefix that counts as one client: all of an IPv6 /64 is one.
func Network(from netip.Addr) netip.Prefix {
	from = from.Unmap().WithZone("")
	bits := from.BitLen()
	if from.Is6() {
		bits = 64
	}
	prefix, _ := from.Prefix(bits) // the zero Prefix for the zero Addr
	return prefix
}
