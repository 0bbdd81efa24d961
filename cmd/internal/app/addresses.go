package app

import (
	"net"
	"strings"
)

// Addresses are what others have to be told about a server.
type Addresses struct {
	Public   string // where people reach the page
	Redirect string // to register with the issuer
	Skill    string // to register as the skill's HTTPS endpoint
}

// Addresses gives them for a configuration that Check has passed.
func (c Config) Addresses() Addresses {
	public := strings.TrimSuffix(c.PublicURL, "/")
	if public == "" {
		_, port, _ := net.SplitHostPort(c.Addr) // Check has split it before
		public = "http://localhost:" + port
	}
	return Addresses{Public: public, Redirect: public + "/auth/callback", Skill: public + alexaPath}
}
