package main

import (
	"slices"
	"strings"
)

// platform is what a program is built for.
type platform struct {
	os, arch string
	arm      string // GOARM
	deb, rpm string // the names of the architecture in packages; "": it has none
	image    bool   // part of the image
}

// platforms are those of a release. Programs for macOS and Windows are built, but no test
// runs them.
var platforms = []platform{
	{os: "linux", arch: "amd64", deb: "amd64", rpm: "x86_64", image: true},
	{os: "linux", arch: "arm64", deb: "arm64", rpm: "aarch64", image: true},
	{os: "linux", arch: "arm", arm: "7", deb: "armhf", rpm: "armv7hl"},
	{os: "darwin", arch: "amd64"},
	{os: "darwin", arch: "arm64"},
	{os: "windows", arch: "amd64"},
}

// name returns the platform as flags name it, such as linux/armv7.
func (p platform) name() string {
	if p.arm != "" {
		return p.os + "/" + p.arch + "v" + p.arm
	}
	return p.os + "/" + p.arch
}

// label returns the name as file names contain it, such as linux_armv7.
func (p platform) label() string { return strings.ReplaceAll(p.name(), "/", "_") }

// program returns the file name of the program.
func (p platform) program() string {
	if p.os == "windows" {
		return "voicememo.exe"
	}
	return "voicememo"
}

// archive returns the file name of the archive.
func (p platform) archive(version string) string {
	extension := ".tar.gz"
	if p.os == "windows" {
		extension = ".zip"
	}
	return "voicememo_" + version + "_" + p.label() + extension
}

// platformOf returns the platform of a name.
func platformOf(name string) (platform, bool) {
	i := slices.IndexFunc(platforms, func(p platform) bool { return p.name() == name })
	if i < 0 {
		return platform{}, false
	}
	return platforms[i], true
}

// names lists the names of platforms.
func names(all []platform) string {
	var n []string
	for _, p := range all {
		n = append(n, p.name())
	}
	return strings.Join(n, ", ")
}
