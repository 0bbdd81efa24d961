package chroot

import (
	"voicememo/tools/testkit/program"
)

// standIns installs the stand-in for systemd under these names, in front of the commands
// that the machine may have.
func (m *Machine) standIns(names ...string) {
	m.t.Helper()
	built, err := program.Static(m.t.Context(), "voicememo/tools/testkit/chroot/systemctl", "systemctl")
	if err != nil {
		m.t.Fatal(err)
	}
	for _, name := range names {
		m.Put(built, "/usr/local/bin/"+name, 0o755)
	}
}
