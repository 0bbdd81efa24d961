//go:build linux

package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/notifysocket"
)

// supervised starts a server as systemd does, with a watchdog that asks every 250 ms.
func supervised(t *testing.T, data string) (*served, *notifysocket.Socket) {
	t.Helper()
	socket := notifysocket.Listen(t)
	h := home{flags: []string{"--data", data}, env: []string{"NOTIFY_SOCKET=" + socket.Path, "WATCHDOG_USEC=1000000"}}
	return h.serve(t, "--dev"), socket
}

// until reads messages until one contains a text, and returns those before it.
func until(t *testing.T, socket *notifysocket.Socket, text string) (before []string) {
	t.Helper()
	for {
		message := socket.Next(t)
		if strings.Contains(message, text) {
			return before
		}
		before = append(before, message)
	}
}

// TestServiceManager: the server tells systemd that it is ready once it answers, then the
// watchdog that it still works, and at last that it stops.
func TestServiceManager(t *testing.T) {
	t.Parallel()
	s, socket := supervised(t, t.TempDir())
	before := until(t, socket, "READY=1\nSTATUS=serving "+s.url)
	if got := strings.Join(before, " "); !strings.HasPrefix(got, "STATUS=opening and checking the database EXTEND_TIMEOUT_USEC=") {
		t.Errorf("before it was ready it said %q", before)
	}
	res, err := http.Get(s.url + "/healthz")
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("it is ready and answers %v, %v", res, err)
	}
	_ = res.Body.Close()
	until(t, socket, "WATCHDOG=1")
	until(t, socket, "WATCHDOG=1")
	s.stop()
	if got := until(t, socket, "STOPPING=1"); strings.Contains(fmt.Sprint(got), "READY") {
		t.Errorf("it was ready twice: %q", got)
	}
	if log := s.log.String(); strings.Contains(log, "/healthz") {
		t.Errorf("the checks are in the log: %s", log)
	}
}

// TestWatchdogAndLostFiles: a server whose database was removed is not restarted: people can
// still read what it has open, and the next start would be refused.
func TestWatchdogAndLostFiles(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s, socket := supervised(t, data)
	until(t, socket, "READY=1")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		must.OK(t, os.Remove(filepath.Join(data, sqlite.FileName+suffix)))
	}
	res, err := http.Get(s.url + "/readyz")
	if err != nil || res.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("it is ready without its database: %v, %v", res, err)
	}
	_ = res.Body.Close()
	for socket.Waiting(t) != "" { // said before the files were removed
		continue
	}
	until(t, socket, "WATCHDOG=1")
}

// TestWithoutServiceManager: a socket that is gone does not keep the server from serving.
func TestWithoutServiceManager(t *testing.T) {
	t.Parallel()
	h := home{flags: []string{"--data", t.TempDir()}, env: []string{"NOTIFY_SOCKET=" + filepath.Join(t.TempDir(), "none"), "WATCHDOG_USEC=1000000"}}
	h.serve(t, "--dev").stop()
}

// TestReadyWithoutCertificate: with --tls-domain the server is ready as soon as it listens,
// also while the authority and the issuer cannot be reached; both are asked again later.
func TestReadyWithoutCertificate(t *testing.T) {
	t.Parallel()
	const nowhere = "127.0.0.1:1"
	socket := notifysocket.Listen(t)
	h := home{flags: []string{"--data", t.TempDir()}, env: []string{"NOTIFY_SOCKET=" + socket.Path, "WATCHDOG_USEC=1000000"}}
	s := h.serve(t, "--tls-domain", domain, "--tls-http-addr", "off", "--tls-directory", "https://"+nowhere,
		"--oidc-issuer", "http://"+nowhere, "--oidc-client-id", "x", "--oidc-client-secret", "x")
	until(t, socket, "READY=1\nSTATUS=serving https://"+domain)
	until(t, socket, "WATCHDOG=1")
	s.stop()
	until(t, socket, "STOPPING=1")
}
