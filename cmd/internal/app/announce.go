package app

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// urlFile tells other commands on this machine how to reach the server that has
// the data directory open.
const urlFile = "voicememo.url"

// announce writes where the program listens, as seen from this machine.
func (a *App) announce() error {
	at := *a.listener.Addr().(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return os.WriteFile(filepath.Join(a.Config.Data, urlFile), []byte("http://"+at.String()+"\n"), 0o600)
}

func (a *App) withdraw() error {
	err := os.Remove(filepath.Join(a.Config.Data, urlFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// RunningURL gives the address of the server that has the data directory open,
// or "" if it did not leave one.
func RunningURL(data string) string {
	content, err := os.ReadFile(filepath.Join(data, urlFile)) //nolint:gosec // the operator names the directory
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(content))
}
