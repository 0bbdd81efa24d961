package serve

import (
	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/limits"
)

// limitFlags say how much people and families may use, and which proxies are trusted.
type limitFlags struct {
	RateWrites     int      `name:"rate-writes" default:"60" placeholder:"N" help:"Changes per person in a minute, up to twice as many after a pause; 0: unlimited; default 60."`
	RateSearches   int      `name:"rate-searches" default:"20" placeholder:"N" help:"Searches per person in ten seconds, where an export counts as five; 0: unlimited; default 20."`
	MaxMemos       int      `name:"max-memos" default:"20000" placeholder:"N" help:"Memos per family, including its trash; 0: unlimited; default 20000."`
	MaxMembers     int      `name:"max-members" default:"20" placeholder:"N" help:"Members per family, 2 to 90; default 20."`
	TrustedProxies []string `name:"trusted-proxies" default:"loopback" placeholder:"WHO" help:"Proxies whose X-Forwarded-For is trusted: addresses, networks such as 10.0.0.0/8, loopback for this machine, or none. Repeatable; default loopback."`
	HSTSSubdomains string   `name:"hsts-subdomains" default:"on" enum:"on,off" help:"Make browsers use https also for subdomains of the host of --public-url: on or off; off where others share the domain."`
}

// apply puts the limits into a configuration.
func (f limitFlags) apply(c *app.Config) {
	c.Limits = limits.Limits{RateWrites: f.RateWrites, RateSearches: f.RateSearches, MaxMemos: f.MaxMemos, MaxMembers: f.MaxMembers}
	c.TrustedProxies, c.OwnHostOnly = f.TrustedProxies, f.HSTSSubdomains == "off"
}
