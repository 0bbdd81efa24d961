package models

import "time"

// DevicePrefix begins the key of a request of a device; a hash of the person's code follows.
const DevicePrefix = "device#"

// DeviceState is what a person has decided about the request of a device.
type DeviceState string

// The states.
const (
	DeviceOpen    DeviceState = "" // nothing yet
	DeviceAllowed DeviceState = "allowed"
	DeviceRefused DeviceState = "refused"
)

// Device is the request of a program on a device, such as a command line, that a person
// allows or refuses in a browser on any device (RFC 8628).
type Device struct {
	Key       string // DevicePrefix and a hash of the code that the person types
	Name      string // of the program
	Scope     Scope
	Resource  string    // the address for which the tokens are valid
	ExpiresAt time.Time // whole seconds

	State    DeviceState
	Person   UserID    // who decided
	Access   AccessID  // of DeviceAllowed
	PolledAt time.Time // when the device last asked; zero: never
}
