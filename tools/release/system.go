package main

import (
	"bytes"
	"io/fs"
	"path"
)

// What the packages of both kinds say about themselves.
const (
	summary     = "memos of a family, spoken to Alexa or typed on the web"
	description = "A server for one family's short memos, in one program with its database and\nits web page, and a client for the command line."
	maintainer  = "The Voice Memo authors <authors@voicememo.invalid>" // there is no address for mail
)

// folders says where a kind of package puts files for which distributions differ.
type folders struct {
	zsh      string // the folder of completions
	licence  string // LICENSE
	licences string // the licences of third-party code
	changes  string // CHANGELOG.md, compressed
}

var (
	debLayout = folders{
		zsh: "usr/share/zsh/vendor-completions", licence: "usr/share/doc/voicememo/copyright",
		licences: "usr/share/doc/voicememo/" + licencesName, changes: "usr/share/doc/voicememo/NEWS.gz",
	}
	rpmLayout = folders{
		zsh: "usr/share/zsh/site-functions", licence: "usr/share/licenses/voicememo/LICENSE",
		licences: "usr/share/licenses/voicememo/" + licencesName, changes: "usr/share/doc/voicememo/CHANGELOG.md.gz",
	}
)

// system returns the files of a .deb or .rpm package: the program, its units, manual page
// and completions, and an empty folder for the settings, so that no upgrade changes any.
func (s shared) system(b built, l folders) (files []file, err error) {
	changes, err := compressed(s.document("CHANGELOG.md"))
	if err != nil {
		return nil, err
	}
	files = []file{
		{name: "etc/voicememo", mode: fs.ModeDir | 0o755},
		{name: "usr/bin/voicememo", mode: 0o755, content: b.program},
		text(l.licence, s.document("LICENSE")), text(l.licences, b.licences), text(l.changes, changes),
	}
	for _, unit := range s.units {
		content := bytes.ReplaceAll(unit.content, []byte("/usr/local/bin/voicememo"), []byte("/usr/bin/voicememo"))
		files = append(files, text("usr/lib/systemd/system/"+unit.name, content))
	}
	places := map[string]string{
		"voicememo.bash": "usr/share/bash-completion/completions/voicememo",
		"voicememo.zsh":  path.Join(l.zsh, "_voicememo"),
		"voicememo.fish": "usr/share/fish/vendor_completions.d/voicememo.fish",
	}
	for _, completion := range s.completions {
		files = append(files, text(places[completion.name], completion.content))
	}
	manual, err := compressed(s.manual)
	files = append(files, text("usr/share/man/man1/voicememo.1.gz", manual))
	return files, err
}
