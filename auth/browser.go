package auth

import (
	"slices"

	"github.com/mileusna/useragent"
)

// Browsers and systems that people know by these names. Others, and whatever a stranger
// writes into the header, are not named.
var (
	browsers = []string{
		useragent.Chrome, useragent.Edge, useragent.Firefox, useragent.HeadlessChrome, useragent.Opera, useragent.OperaTouch,
		useragent.Safari, useragent.SamsungBrowser, useragent.Vivaldi,
	}
	systems = []string{
		useragent.Android, useragent.ChromeOS, useragent.FreeBSD, useragent.Harmony, useragent.IOS, useragent.Linux,
		useragent.MacOS, useragent.Windows,
	}
	devices = []string{"iPhone", "iPad"}
)

// browserName returns what a person recognises a browser by, such as "Firefox,
// Android", from its User-Agent header (RFC 9110 section 10.1.5). Where it names no browser
// that people know, as a page on the home screen of an iPhone does, the device or system
// alone; "" if it names neither.
func browserName(header string) string {
	ua := useragent.Parse(header)
	system := ua.OS
	if slices.Contains(devices, ua.Device) {
		system = ua.Device
	}
	switch {
	case !slices.Contains(systems, ua.OS) || ua.Bot:
		return ""
	case !slices.Contains(browsers, ua.Name):
		return system
	}
	return ua.Name + ", " + system
}
