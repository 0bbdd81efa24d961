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
)

// browserName returns what a person recognises a browser by, such as "Firefox,
// Android", from its User-Agent header (RFC 9110 section 10.1.5); "" if that names no
// browser or no system that people know.
func browserName(header string) string {
	ua := useragent.Parse(header)
	if !slices.Contains(browsers, ua.Name) || !slices.Contains(systems, ua.OS) {
		return ""
	}
	return ua.Name + ", " + ua.OS
}
