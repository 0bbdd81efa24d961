package auth

import (
	"slices"

	"github.com/mileusna/useragent"
)

// The browsers, systems and devices that browserName names. It names no others, because a
// caller can send any text in the header.
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

// browserName returns a name by which a person recognises a browser, such as "Firefox,
// Android", from its User-Agent header (RFC 9110 section 10.1.5). If the header names no
// known browser, as that of an app on the home screen of an iPhone, it returns only the
// device or system; "" if the header names neither.
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
