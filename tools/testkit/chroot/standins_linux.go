package chroot

import (
	"voicememo/tools/testkit/program"
)

// standIns installs the stand-in for systemd under these names, in place of the commands
// that the machine may have: apt runs the scripts of packages with a path of its own.
func (m *Machine) standIns(names ...string) {
	m.t.Helper()
	built, err := program.Static(m.t.Context(), "voicememo/tools/testkit/chroot/systemctl", "systemctl")
	if err != nil {
		m.t.Fatal(err)
	}
	for _, name := range names {
		m.Must("rm -f /usr/bin/" + name)
		m.Put(built, "/usr/bin/"+name, 0o755)
	}
}
