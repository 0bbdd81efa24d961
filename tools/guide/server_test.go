//go:build linux

package guide

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/chroot"
)

// long reports whether the long form of the tests is wanted, on fresh installations.
func long() bool { return os.Getenv("MEMOTEST_GUIDE") != "" }

// newMachine returns a machine to follow the guide on.
func newMachine(t *testing.T) *chroot.Machine {
	t.Helper()
	if long() {
		return chroot.Bare(t, "server")
	}
	return chroot.Like(t, "server")
}

// language has the headings of the guide in a language.
type language struct {
	page, locale                               string
	pack, archive, source, backup, restore, up string
}

var languages = map[string]language{
	"English":  {"guide/server.md", "C.UTF-8", "Install the package", "Install the archive", "Build it yourself", "Backup", "Restore", "Upgrade"},
	"Japanese": {"guide/server.ja.md", "ja_JP.UTF-8", "パッケージをインストールする", "アーカイブをインストールする", "自分でビルドする", "バックアップ", "復元", "アップグレード"},
}

// reader follows the guide.
type reader struct {
	t *testing.T
	language
	*chroot.Machine
	in     *internet
	blocks []block
	folder string // where the commands are typed
}

// newReader returns a reader on a fresh machine, which the Internet reaches.
func newReader(t *testing.T, l language) *reader {
	t.Helper()
	m := newMachine(t)
	return &reader{t: t, language: l, Machine: m, in: newInternet(t, m), blocks: readPage(t, l.page), folder: "/root"}
}

// question matches a row of the table of the questions of setup.
var question = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\|")

// answers returns what the page says to answer.
func (r *reader) answers() (all []chroot.Answer) {
	r.t.Helper()
	raw, err := os.ReadFile(docs + r.page)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, row := range question.FindAllStringSubmatch(string(raw), -1) {
		all = append(all, chroot.Answer{Shown: "\n" + row[1], Typed: row[2]})
	}
	return all
}

// follow types the commands of a block, after replacements of pairs of texts, and checks
// that they succeed and show what the page says.
func (r *reader) follow(b block, replacements ...string) {
	r.t.Helper()
	var answers []chroot.Answer
	if strings.Contains(b.lines, "voicememo setup") {
		answers = r.answers()
	}
	lines := "export LANG=" + r.locale + "\ncd " + r.folder + "\n" + strings.NewReplacer(replacements...).Replace(b.lines)
	got := r.Converse(lines, answers)
	if got.Code != 0 {
		r.t.Fatalf("%s: %s\ngot exit %d:\n%s\n%s", b.section, lines, got.Code, got.Output, r.Shell("journalctl -u voicememo").Output)
	}
	for _, text := range b.seen {
		if !strings.Contains(got.Output, text) {
			r.t.Errorf("%s: %s\ngot\n%s\nwant %q", b.section, lines, got.Output, text)
		}
	}
}

// install follows the guide up to a server that runs. The files that the reader has
// downloaded are already there.
func (r *reader) install(way string) {
	r.t.Helper()
	r.follow(section(r.t, r.blocks, way)[0])
	r.Must("until journalctl -u voicememo | grep -q msg=certificate; do sleep 0.05; done") // the page says that it takes seconds
	r.follow(section(r.t, r.blocks, r.pack)[1])
}

// download puts the files of a release where the guide expects them.
func (r *reader) download(s snapshot, number string) {
	r.t.Helper()
	r.Put(s.file("voicememo_VERSION_amd64.deb"), "/root/voicememo_"+number+"_amd64.deb", 0o644)
	r.Put(s.file("voicememo_VERSION_linux_amd64.tar.gz"), "/root/downloaded.tar.gz", 0o644)
	// The folder in the archive of a snapshot has a longer name than that of the release.
	r.Must("tar -xzf downloaded.tar.gz && mv voicememo_*-snapshot* voicememo_" + number + "_linux_amd64 && " +
		"tar -czf voicememo_" + number + "_linux_amd64.tar.gz voicememo_" + number + "_linux_amd64 && rm -r downloaded.tar.gz voicememo_*_linux_amd64")
}

// checkout puts a checkout where `make build` finds the program built.
func (r *reader) checkout() {
	r.t.Helper()
	r.Must("tar -xzf voicememo_1.0.0_linux_amd64.tar.gz && mkdir -p checkout/infra built && cd voicememo_1.0.0_linux_amd64 && mv voicememo ../built/ && mv systemd ../checkout/infra/ && cd .. && rm -r voicememo_1.0.0_linux_amd64")
	r.Write("/usr/local/bin/make", "#!/bin/sh\n[ \"$1\" = build ] && install -D ../built/voicememo bin/voicememo\n", 0o755)
	r.folder = "/root/checkout"
}

// TestServerGuide: a newcomer who types what the guide says has a server that the family
// reaches, with backups that can be restored.
func TestServerGuide(t *testing.T) {
	t.Parallel()
	for name, l := range languages {
		for _, way := range []string{l.pack, l.archive, l.source} {
			if !long() && (name == "English") != (way == l.pack) || !long() && way == l.source {
				continue // the package in English, the archive in Japanese
			}
			t.Run(name+"/"+way, func(t *testing.T) {
				t.Parallel()
				r := newReader(t, l)
				r.download(of(t, present), "1.0.0")
				if way == l.source {
					r.checkout()
				}
				began := time.Now()
				r.install(way)
				add(r.in.person(t, "Taro"), "buy milk")
				t.Logf("from the download to the first memo over HTTPS: %.1f s", time.Since(began).Seconds())
				r.verifyUnits()
				r.operate()
			})
		}
	}
}

// verifyUnits checks the installed units with systemd's own command.
func (r *reader) verifyUnits() {
	r.t.Helper()
	if r.Shell("command -v systemd-analyze").Code != 0 {
		r.t.Log("NOT VERIFIED: the installed units, because systemd-analyze is not installed")
		return
	}
	if got := r.Shell("systemd-analyze --man=no verify voicememo.service voicememo-backup.service voicememo-backup.timer"); got.Code != 0 || strings.Contains(got.Output, "voicememo") {
		r.t.Errorf("systemd-analyze verify: got exit %d:\n%s", got.Code, got.Output)
	}
}

// operate writes memos, and follows the sections about backups.
func (r *reader) operate() {
	r.t.Helper()
	taro, hanako := r.in.person(r.t, "Taro"), r.in.person(r.t, "Hanako")
	r.follow(section(r.t, r.blocks, r.backup)[0])
	add(taro, "after the backup")
	add(hanako, "after the backup")
	newest := strings.TrimSpace(r.Must("cd /var/lib/voicememo-backup && ls -t *.db | head -n1"))
	r.follow(section(r.t, r.blocks, r.restore)[0], "FILE", newest)
	want(taro, "buy milk")
	want(r.in.person(r.t, "Hanako"))
}
