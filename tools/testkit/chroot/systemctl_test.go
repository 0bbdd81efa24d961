//go:build linux

package chroot

import (
	"strings"
	"testing"
)

// unit is a service that says what it has, tells that it is ready, and waits.
const unit = `[Unit]
Description=A test
OnFailure=sorry.service

[Service]
Type=notify
ExecStart=/usr/local/bin/service "one word" %S/x
User=tester
Group=tester
Environment=A=1 "B=2 3"
EnvironmentFile=/etc/service.env
LoadCredential=secret:/etc/secret
StateDirectory=tester
StateDirectoryMode=0700
UMask=0077
ProtectSystem=strict
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
NoNewPrivileges=yes
Restart=on-failure
RestartSec=10ms
RestartPreventExitStatus=2

[Install]
WantedBy=multi-user.target
`

const service = `#!/bin/bash
[ ! -e /var/lib/tester/die ] || { echo "I die"; exit $(cat /var/lib/tester/die); }
echo "args: $*; env: $A $B $C"
echo "secret: $(cat "$CREDENTIALS_DIRECTORY/secret"); user: $(id -un)"
echo x >/var/lib/tester/file; stat -c '%U %a' /var/lib/tester /var/lib/tester/file
{ echo x >/etc/here; } 2>/dev/null || echo "/etc is read-only"
grep -E 'CapBnd|CapAmb|NoNewPrivs' /proc/self/status
trap 'echo bye; exit 0' TERM
sleep 0.1
python3 - <<'P' 2>/dev/null || perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Type=>SOCK_DGRAM,Peer=>$ENV{NOTIFY_SOCKET})->send("READY=1\nSTATUS=I am ready")'
import os,socket; socket.socket(socket.AF_UNIX,socket.SOCK_DGRAM).sendto(b"READY=1\nSTATUS=I am ready",os.environ["NOTIFY_SOCKET"])
P
while :; do sleep 0.02; done
`

// withService returns a machine with that service.
func withService(t *testing.T) *Machine {
	m := Like(t, "home")
	m.Write("/etc/systemd/system/tester.service", unit, 0o644)
	m.Write("/etc/systemd/system/sorry.service", "[Service]\nType=oneshot\nExecStart=/usr/bin/touch /run/sorry\n", 0o644)
	m.Write("/usr/local/bin/service", service, 0o755)
	m.Write("/etc/service.env", "# a comment\nC=\"four five\"\n", 0o600)
	m.Write("/etc/secret", "hush", 0o600)
	m.Must("useradd --system tester")
	return m
}

// TestStandInStarts: a service runs as its unit says, and the start waits until it is
// ready.
func TestStandInStarts(t *testing.T) {
	t.Parallel()
	m := withService(t)
	m.Must("systemctl enable --now tester")
	log := m.Must("journalctl -u tester -n 50 --no-pager; systemctl status tester; systemctl is-enabled tester")
	for _, want := range []string{
		"args: one word /var/lib/x; env: 1 2 3 four five", "secret: hush; user: tester", "tester 700\n", "tester 600\n", "/etc is read-only",
		"CapBnd:\t0000000000000400", "CapAmb:\t0000000000000400", "NoNewPrivs:\t1", `Status: "I am ready"`, "Active: active", "enabled\n",
	} {
		if !strings.Contains(log, want) {
			t.Errorf("got no %q in\n%s", want, log)
		}
	}
	m.Must("systemctl restart tester && systemctl is-active tester && systemctl stop tester")
	if got := m.Shell("systemctl is-active tester; pgrep -u tester"); got.Code == 0 || !strings.HasPrefix(got.Output, "inactive") {
		t.Errorf("got %+v after the stop", got)
	}
	if log := m.Must("journalctl -u tester"); strings.Count(log, "bye") != 2 {
		t.Errorf("got\n%s, want two clean ends", log)
	}
}

// TestStandInRestarts: a service that fails is started again, unless its exit status says
// that it is no use.
func TestStandInRestarts(t *testing.T) {
	t.Parallel()
	m := withService(t)
	m.Must("systemctl start tester && echo 1 >/var/lib/tester/die && pkill -KILL -u tester -f service")
	m.Must("until [ $(journalctl -u tester | grep -c 'I die') -gt 1 ]; do sleep 0.01; done; rm /var/lib/tester/die; until systemctl is-active tester; do sleep 0.01; done")
	m.Must("echo 2 >/var/lib/tester/die && pkill -KILL -u tester -f service; until [ -e /run/sorry ]; do sleep 0.01; done")
	if got := m.Shell("systemctl is-active tester"); got.Output != "failed\n" || got.Code != 3 {
		t.Errorf("got %+v, want a failed unit", got)
	}
	if got := m.Shell("systemctl start tester"); got.Code == 0 || !strings.Contains(got.Output, "Job for tester.service failed") {
		t.Errorf("got %+v, want a failure", got)
	}
}
