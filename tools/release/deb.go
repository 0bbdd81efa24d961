package main

import (
	"bytes"
	"crypto/md5" //nolint:gosec // the form of the package wants it
	"fmt"
	"strings"
	"time"
)

// packDeb returns the .deb package of a platform; a file without a name if it has none.
// The form is that of deb(5): an archive of ar with one tar archive of scripts and fields,
// and one of files.
func packDeb(t tree, s shared, b built) (file, error) {
	if b.deb == "" {
		return file{}, nil
	}
	files, err := s.system(b, debLayout)
	if err != nil {
		return file{}, err
	}
	changes, err := compressed([]byte(debChangelog(t)))
	if err != nil {
		return file{}, err
	}
	files = append(files, text("usr/share/doc/voicememo/changelog.gz", changes))
	control, err := debControl(t, b, files)
	if err != nil {
		return file{}, err
	}
	members := []file{text("debian-binary", []byte("2.0\n"))}
	for _, part := range []struct {
		name  string
		files []file
	}{{"control.tar.gz", control}, {"data.tar.gz", files}} {
		packed, err := tarred(under(".", part.files), t.time)
		if err != nil {
			return file{}, err
		}
		if packed, err = compressed(packed); err != nil {
			return file{}, err
		}
		members = append(members, text(part.name, packed))
	}
	return text(fmt.Sprintf("voicememo_%s_%s.deb", t.version, b.deb), ar(members, t.time)), nil
}

// debChangelog returns a changelog as Debian's tools read it, which leads to the real one.
func debChangelog(t tree) string {
	return fmt.Sprintf("voicememo (%s) stable; urgency=medium\n\n  * NEWS.gz lists the changes.\n\n -- %s  %s\n",
		t.packageVersion(), maintainer, t.time.Format(time.RFC1123Z))
}

// debControl returns the fields and the scripts of a package, as deb-control(5) and
// deb-src-control(5) describe them.
func debControl(t tree, b built, files []file) ([]file, error) {
	var sums bytes.Buffer
	size := 0
	for _, f := range files {
		if !f.mode.IsDir() {
			_, _ = fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.content), f.name) //nolint:gosec // see above
			size += (len(f.content) + 1023) / 1024
		}
	}
	fields := []string{
		"Package: voicememo", "Version: " + t.packageVersion(), "Architecture: " + b.deb, "Maintainer: " + maintainer,
		fmt.Sprintf("Installed-Size: %d", size), "Depends: passwd", "Recommends: ca-certificates", "Section: web", "Priority: optional",
		"Description: " + summary, " " + strings.ReplaceAll(description, "\n", "\n "), "",
	}
	control := []file{text("control", []byte(strings.Join(fields, "\n"))), text("md5sums", sums.Bytes())}
	for _, name := range []string{"postinst", "prerm", "postrm"} {
		script, err := t.read("infra/packages/deb-" + name)
		if err != nil {
			return nil, err
		}
		control = append(control, file{name: name, mode: 0o755, content: script})
	}
	return control, nil
}

// ar returns an archive of ar(5) in its common form, with root's files.
func ar(members []file, at time.Time) []byte {
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, f := range members {
		_, _ = fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", f.name, at.Unix(), 0, 0, 0o100000|f.mode.Perm(), len(f.content))
		b.Write(f.content)
		if len(f.content)%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}
