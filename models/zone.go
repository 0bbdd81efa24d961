package models

import (
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // AWS Lambda and the container have no time zone database
)

// maxZone is the length of the longest name of a time zone in bytes; the longest in use has
// about half of it.
const maxZone = 64

// Zone returns the time zone with a name of the IANA time zone database, such as
// Europe/Berlin. It returns nil for any other name, also for "" and "Local".
func Zone(name string) *time.Location {
	if name == "" || name == "Local" || len(name) > maxZone || !isPlace(name) {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}

// isPlace reports whether a name is not that of a file of a system's time zone database without
// a place: the zone of an unset clock, of this machine or of a system's rules, or one in a folder
// with another scale of time.
func isPlace(name string) bool {
	folder, _, _ := strings.Cut(name, "/")
	return !slices.Contains([]string{"Factory", "localtime", "posixrules", "right", "posix", "SystemV"}, folder)
}
