package app

import (
	"net"
	"strings"
)

// Addresses are the addresses of a server that must be registered elsewhere.
type Addresses struct {
	Public   string // where people reach the page
	Redirect string // to register with the issuer
	Skill    string // to register as the skill's HTTPS endpoint
}

// Addresses returns the addresses for a configuration that has passed Check.
func (c Config) Addresses() Addresses {
	public := strings.TrimSuffix(c.PublicURL, "/")
	if public == "" {
		_, port, _ := net.SplitHostPort(c.Addr) // Check has validated it
		public = "http://localhost:" + port
	}
	return Addresses{Public: public, Redirect: public + "/auth/callback", Skill: public + alexaPath}
}
