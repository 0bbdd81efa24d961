// Package acmeserver runs a certificate authority that speaks ACME (RFC 8555) on this
// machine, for tests: Pebble, which Let's Encrypt makes for this purpose. It is built
// once into the user's cache folder. It validates challenges with real requests, but to
// ports of this machine, whatever the domain.
package acmeserver
