//go:build linux

package chroot

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// TestMachineIsItsOwn: a machine shows neither what people installed on this one nor
// their files, and has a name and processes of its own.
func TestMachineIsItsOwn(t *testing.T) {
	t.Parallel()
	m := Like(t, "home")
	got := m.Must("hostname; ls -A /root /home /var/tmp; ls /proc | grep -xc 1; command -v go node || echo neither")
	if want := "home\n/home:\n\n/root:\n\n/var/tmp:\n1\nneither\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMachinesDoNotMeet: what one machine writes is not on another, and not here.
func TestMachinesDoNotMeet(t *testing.T) {
	t.Parallel()
	one, other := Like(t, "one"), Like(t, "other")
	one.Must("useradd --system chroot-test && echo x >/etc/chroot-test && echo x >/root/x")
	if r := other.Shell("id chroot-test || test -e /etc/chroot-test || test -e /root/x"); r.Code == 0 {
		t.Errorf("the other machine has %s", r.Output)
	}
}

// TestTerminal: a command at a terminal reads what is typed when it has asked.
func TestTerminal(t *testing.T) {
	t.Parallel()
	got := Like(t, "home").Converse(`read -p "Name? " name; tty -s && echo "Hello $name"; exit 3`, []Answer{{"Name? ", "Taro"}})
	if !strings.HasSuffix(got.Output, "Hello Taro\n") || got.Code != 3 {
		t.Errorf("got %+v, want a greeting and exit 3", got)
	}
}

// TestInternet: a machine reaches only servers of its own Internet, which reach it.
func TestInternet(t *testing.T) {
	t.Parallel()
	m := Like(t, "home")
	l := m.Listen(80)
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "from outside") }))
	}()
	if got := m.Must("exec 3<>/dev/tcp/" + Internet + "/80; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; tail -n1 <&3"); got != "from outside" {
		t.Errorf("got %q, want the answer", got)
	}
	if conn, err := m.Dial(context.Background(), "tcp", "home:443"); err == nil {
		_ = conn.Close()
		t.Error("a port without a server answered")
	}
	if got := m.Shell("exec 3<>/dev/tcp/203.0.113.9/80"); got.Code == 0 {
		t.Error("another address of the Internet answered")
	}
	if _, err := net.Listen("tcp", Internet+":0"); err == nil { //nolint:noctx // it fails at once
		t.Error("this machine has the address of the Internet")
	}
}
