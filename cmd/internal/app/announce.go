package app

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"voicememo/cmd/internal/health"
)

// urlFile holds the address at which other commands on this machine reach the server
// that has the data directory open.
const urlFile = "voicememo.url"

// announce writes the address of the program, as seen from this machine, to urlFile. Without
// it other commands do not find the server, which serves nevertheless.
func (a *App) announce(ctx context.Context) {
	err := os.WriteFile(filepath.Join(a.Config.Data, urlFile), []byte(a.localURL()+"\n"), 0o600)
	a.warn(ctx, err, "the address of this server cannot be written for other commands of this machine")
}

func (a *App) withdraw() error {
	err := os.Remove(filepath.Join(a.Config.Data, urlFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// answerTime is how long a server on this machine may take to answer RunningURL.
const answerTime = 2 * time.Second

// RunningURL returns the address of the server that runs on a data directory; "": none
// answers. A crashed server leaves its address behind, so the address is tried.
func RunningURL(ctx context.Context, data string) string {
	content, err := os.ReadFile(filepath.Join(data, urlFile))
	if err != nil {
		return ""
	}
	url := strings.TrimSpace(string(content))
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if err := health.Get(ctx, http.DefaultClient, url+"/healthz", nil); err != nil {
		return ""
	}
	return url
}
