//go:build linux

package guide

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// earlierPackage builds a package of an earlier commit: its program and its units, in the
// package of the present one. The page is the present one, which no test opens.
const earlierPackage = `
root=$(git rev-parse --show-toplevel)
commit=$(git log -1 --format=%H --diff-filter=A -- "$root/infra/sqlite/migrations/0015_links.sql")
[ -n "$commit" ] && git rev-parse -q --verify "$commit^" >/dev/null || exit 77
cd "$DIR"
mkdir tree package
git -C "$root" archive "$commit^" | tar -x -C tree
cp -a "$root/webapi/app/dist" tree/webapi/app/
(cd tree && CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o ../voicememo ./cmd/voicememo)
dpkg-deb -R "$PRESENT" package
install -m 755 voicememo package/usr/bin/voicememo
for unit in tree/infra/systemd/*; do
	sed 's|/usr/local/bin/voicememo|/usr/bin/voicememo|' "$unit" >"package/usr/lib/systemd/system/$(basename "$unit")"
done
sed -i 's/^Version: .*/Version: 0.9.0/' package/DEBIAN/control
dpkg-deb --root-owner-group -b package earlier.deb
`

// The settings as an operator wrote them before there was setup.
const earlierSettings = `VOICEMEMO_TLS_DOMAIN=` + domain + `
VOICEMEMO_OIDC_CLIENT_ID=` + clientID + `
VOICEMEMO_SIGNUP=allow-list
VOICEMEMO_SIGNUP_ALLOW=taro@example.com,hanako@example.com
`

// TestUpgradeFromEarlier is TestUpgradeAndRollback from a commit before the first release,
// with the earlier units, to this tree.
func TestUpgradeFromEarlier(t *testing.T) {
	t.Parallel()
	if !long() {
		t.Skip("builds an earlier commit: part of make guide")
	}
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("NOT RUN: the package of an earlier commit needs dpkg-deb")
	}
	s := of(t, present)
	dir := t.TempDir()
	build := exec.Command("bash", "-e", "-o", "pipefail", "-c", earlierPackage)
	build.Env = append(os.Environ(), "DIR="+dir, "PRESENT="+s.file("voicememo_VERSION_amd64.deb"))
	out, err := build.CombinedOutput()
	if build.ProcessState != nil && build.ProcessState.ExitCode() == 77 {
		t.Skip("NOT RUN: this checkout has no history")
	}
	if err != nil {
		t.Fatalf("the earlier package cannot be built: %v\n%s", err, out)
	}
	r := newReader(t, languages["English"])
	r.Put(filepath.Join(dir, "earlier.deb"), "/root/voicememo_1.0.0_amd64.deb", 0o644)
	r.Put(s.file("voicememo_VERSION_amd64.deb"), "/root/voicememo_1.1.0_amd64.deb", 0o644)
	r.Write("/etc/voicememo/voicememo.env", earlierSettings, 0o640)
	r.Write("/etc/voicememo/client-secret", clientSecret+"\n", 0o640)
	commands := section(t, r.blocks, r.pack)[0].lines
	r.Must(strings.ReplaceAll(commands, "sudo voicememo setup\n", ""))
	r.cycle()
}
