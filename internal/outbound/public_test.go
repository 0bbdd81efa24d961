package outbound_test

import (
	"net/netip"
	"testing"

	"voicememo/internal/outbound"
	"voicememo/tools/testkit/check"
)

func TestPublic(t *testing.T) {
	for at, want := range map[string]bool{
		"8.8.8.8:443": true, "172.32.0.1:443": true, "100.128.0.1:443": true, "[2607:f8b0:4004:c07::5e]:443": true,
		"[::ffff:8.8.8.8]:443": true, "8.8.8.8:80": false, "8.8.8.8:22": false, "[2607:f8b0:4004:c07::5e]:8443": false,
		"127.0.0.1:443": false, "127.9.9.9:443": false, "0.0.0.0:443": false, "10.1.2.3:443": false, "172.16.0.1:443": false,
		"172.31.255.255:443": false, "192.168.1.1:443": false, "169.254.169.254:443": false, "100.64.0.1:443": false,
		"192.0.0.8:443": false, "198.19.0.1:443": false, "224.0.0.1:443": false, "255.255.255.255:443": false,
		"[::1]:443": false, "[::]:443": false, "[fe80::1]:443": false, "[fe80::1%25eth0]:443": false, "[2001:db8::1]:443": false,
		"[fd00:ec2::254]:443": false, "[fc00::1]:443": false, "[ff02::1]:443": false, "[::ffff:127.0.0.1]:443": false,
		"[::ffff:10.0.0.1]:443": false, "[64:ff9b::7f00:1]:443": false, "[2002:7f00:1::]:443": false, "[2001::1]:443": false,
	} {
		check.Equal(t, outbound.Public(netip.MustParseAddrPort(at)), want, "Public(%s)", at)
	}
	if outbound.Public(netip.AddrPort{}) {
		t.Error("Public of the zero address: got true, want false")
	}
}
