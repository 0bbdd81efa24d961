//go:build linux

package main

import (
	"net"
	"os"
	"strings"
)

// note is a notification: see sd_notify(3).
type note map[string]string

// notifications receives the notifications of a service.
type notifications struct {
	conn  *net.UnixConn
	notes chan note
}

// listen opens the socket that NOTIFY_SOCKET names.
func (u *unit) listen() (*notifications, error) {
	if err := os.RemoveAll(u.socket()); err != nil {
		return nil, err
	}
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: u.socket(), Net: "unixgram"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(u.socket(), 0o777); err != nil { //nolint:gosec // as systemd's
		return nil, err
	}
	n := &notifications{conn, make(chan note)}
	go n.read()
	return n, nil
}

func (n *notifications) read() {
	buffer := make([]byte, 4096)
	for {
		length, err := n.conn.Read(buffer)
		if err != nil {
			return
		}
		one := note{}
		for line := range strings.Lines(string(buffer[:length])) {
			name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
			one[name] = value
		}
		n.notes <- one
	}
}

func (n *notifications) close() { _ = n.conn.Close() }
