// Package app embeds the web app, the page a family opens on a phone. Its
// source is TypeScript beside this file; "npm ci && npm run build" here bundles
// it into dist. A program compiled without a bundle works and can say so.
package app

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist returns the bundle: index.html, whose addresses are absolute, and its
// assets, all at the root. A file named name.ja.* is the Japanese form of name.*,
// and one that ends in .br its compressed form. The assets named name-XXXXXXXX.* carry a hash of
// their content and may be cached for ever; the others may not. Without a
// bundle there is no index.html; see Built.
func Dist() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // only an invalid path, and this one is a constant
	}
	return dist
}

// Built reports whether the bundle was there when the program was compiled.
func Built() bool {
	_, err := fs.Stat(Dist(), "index.html")
	return err == nil
}
