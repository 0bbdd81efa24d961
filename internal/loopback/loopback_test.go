package loopback_test

import (
	"testing"

	"voicememo/internal/loopback"
	"voicememo/tools/testkit/check"
)

func TestIs(t *testing.T) {
	cases := map[string]bool{
		"localhost": true, "LOCALHOST:8080": true, "127.0.0.1": true, "127.0.0.1:80": true, "127.9.9.9:1": true,
		"[::1]:8080": true, "::1": true, "[::1]": true,
		"": false, "0.0.0.0:80": false, "192.168.1.2:8080": false, "localhost.example.com": false,
		"127.0.0.1.example.com:80": false, "example.com": false, "[2001:db8::1]:80": false,
	}
	for host, want := range cases {
		check.Equal(t, loopback.Is(host), want, host)
	}
}
