package main

import (
	"bytes"
	"fmt"
	"math"

	"github.com/google/rpmpack"
)

// packRPM returns the .rpm package of a platform; a file without a name if it has none.
func packRPM(t tree, s shared, b built) (file, error) {
	if b.rpm == "" {
		return file{}, nil
	}
	files, err := s.system(b, rpmLayout)
	if err != nil {
		return file{}, err
	}
	r, err := newRPM(t, b)
	if err != nil {
		return file{}, err
	}
	for _, f := range files {
		r.AddFile(rpmFile(f, t.time.Unix()))
	}
	for name, add := range map[string]func(string){"post": r.AddPostin, "preun": r.AddPreun, "postun": r.AddPostun} {
		script, err := t.read("infra/packages/rpm-" + name)
		if err != nil {
			return file{}, err
		}
		add(string(script))
	}
	var packed bytes.Buffer
	if err := r.Write(&packed); err != nil {
		return file{}, err
	}
	return text(fmt.Sprintf("voicememo-%s.%s.rpm", t.version, b.rpm), packed.Bytes()), nil
}

// newRPM returns a package without files and scripts. It needs useradd by its path, since
// distributions have it in packages of different names.
func newRPM(t tree, b built) (*rpmpack.RPM, error) {
	var needs, wants rpmpack.Relations
	for relation, to := range map[string]*rpmpack.Relations{"/usr/sbin/useradd": &needs, "ca-certificates": &wants} {
		if err := to.Set(relation); err != nil {
			return nil, err
		}
	}
	return rpmpack.NewRPM(rpmpack.RPMMetaData{
		Name: "voicememo", Version: t.packageVersion(), Release: "1", Epoch: rpmpack.NoEpoch, Arch: b.rpm, OS: "linux",
		Summary: summary, Description: description, Packager: maintainer, Licence: "MIT",
		BuildTime: t.time, BuildHost: "localhost", Compressor: "gzip", Requires: needs, Recommends: wants,
	})
}

// rpmFile returns a file as root's. A package holds times in 32 bits.
func rpmFile(f file, unix int64) rpmpack.RPMFile {
	const folder = 0o40000
	r := rpmpack.RPMFile{
		Name: "/" + f.name, Body: f.content, Mode: uint(f.mode.Perm()), Owner: "root", Group: "root",
		MTime: uint32(min(max(unix, 0), math.MaxUint32)), //nolint:gosec // within the limits
	}
	if f.mode.IsDir() {
		r.Mode |= folder
	}
	return r
}
