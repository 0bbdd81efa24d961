package app

import (
	"net"

	"voicememo/webapi"
)

// checkLimits refuses invalid limits and proxies.
func (c Config) checkLimits() error {
	if flag, problem := c.Limits.Check(); flag != "" {
		return &ConfigError{Flag: flag, Problem: problem}
	}
	_, err := c.proxies()
	return err
}

// proxies returns the networks that TrustedProxies names. The error is a *ConfigError.
func (c Config) proxies() ([]*net.IPNet, error) {
	proxies, err := webapi.TrustedProxies(c.TrustedProxies)
	if err != nil {
		return nil, &ConfigError{Flag: "trusted-proxies", Problem: err.Error()}
	}
	return proxies, nil
}
