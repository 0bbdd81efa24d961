//go:build linux

package guide

import (
	"strings"
	"testing"
)

// TestUpgradeAndRollback: a server is upgraded to a version with another schema, rolled
// back and upgraded again as the pages say, with memos written in between. Every memo is
// where the pages say.
func TestUpgradeAndRollback(t *testing.T) {
	t.Parallel()
	r := newReader(t, languages["English"])
	r.download(of(t, present), "1.0.0")
	r.install(r.pack)
	r.download(of(t, next), "1.1.0")
	r.cycle()
}

// TestUpgradeOfArchive: what the page says in one sentence for servers that were installed
// from an archive.
func TestUpgradeOfArchive(t *testing.T) {
	t.Parallel()
	if !long() {
		t.Skip("the sentence about archives: part of make guide")
	}
	r := newReader(t, languages["English"])
	r.download(of(t, present), "1.0.0")
	r.install(r.archive)
	add(r.in.person(t, "Taro"), "before the upgrade")
	r.download(of(t, next), "1.1.0")
	var again []string
	for line := range strings.Lines(section(t, r.blocks, r.archive)[0].lines) {
		if strings.HasPrefix(line, "tar ") || strings.HasPrefix(line, "cd ") || strings.Contains(line, " install ") {
			again = append(again, line)
		}
	}
	r.follow(block{lines: strings.Join(again, "") + "sudo systemctl daemon-reload\nsudo systemctl restart voicememo\n"}, "1.0.0", "1.1.0")
	if log := r.Must("journalctl -u voicememo"); !strings.Contains(log, "version          99.0.0") {
		t.Errorf("got no start of the new version in\n%s", log)
	}
	want(r.in.person(t, "Taro"), "before the upgrade")
}

// cycle goes there and back and there again.
func (r *reader) cycle() {
	t := r.t
	t.Helper()
	taro := r.in.person(t, "Taro")
	add(taro, "before the upgrade")
	earlier := r.Must("voicememo version")

	upgrade := section(t, r.blocks, r.up)[0]
	r.follow(upgrade)
	if got := r.Must("voicememo version"); got == earlier {
		t.Errorf("got the version %q after the upgrade", got)
	}
	want(taro, "before the upgrade")
	add(taro, "after the upgrade")

	back := section(t, readPage(t, "operations.md"), "Upgrade and rollback")[0]
	_, reinstall, _ := strings.Cut(strings.TrimSpace(strings.Split(back.lines, "--data /var/lib/voicememo\n")[1]), "sudo ")
	reinstall, _, _ = strings.Cut(reinstall, "\n")
	r.follow(block{section: "only the program", lines: "sudo " + reinstall})
	if got := r.Shell("systemctl is-active voicememo"); got.Output != "failed\n" {
		t.Errorf("the earlier program over the newer schema: got %q, want failed", got.Output)
	}
	if log := r.Must("journalctl -u voicememo"); !strings.Contains(log, "written by a newer version") {
		t.Errorf("got no sentence about the newer version in\n%s", log)
	}
	copied := strings.TrimSpace(r.Must("cd /var/lib/voicememo && ls voicememo.db.schema-*"))
	r.follow(back, "voicememo.db.schema-N", copied)
	if got := r.Must("voicememo version"); got != earlier {
		t.Errorf("got the version %q after the rollback, want %q", got, earlier)
	}
	want(taro, "before the upgrade")
	add(taro, "after the rollback")

	r.follow(upgrade)
	want(taro, "after the rollback", "before the upgrade")
	set := strings.TrimSpace(r.Must("cd /var/lib/voicememo && ls voicememo.db.before-restore-*"))
	r.follow(block{section: "the data of the newer version", lines: "sudo systemctl stop voicememo\n" +
		"sudo -u voicememo voicememo restore /var/lib/voicememo/" + set + " --data /var/lib/voicememo\nsudo systemctl start voicememo\n"})
	want(taro, "after the upgrade", "before the upgrade")
}
