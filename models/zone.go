package models

import (
	"time"
	_ "time/tzdata" // AWS Lambda and the container have no time zone database
)

// maxZone is the length of the longest name of a time zone in bytes; the longest in use has
// about half of it.
const maxZone = 64

// Zone returns the time zone with a name of the IANA time zone database, such as
// Europe/Berlin. It returns nil for any other name, also for "" and "Local".
func Zone(name string) *time.Location {
	if name == "" || name == "Local" || len(name) > maxZone {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}
