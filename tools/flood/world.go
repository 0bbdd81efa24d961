package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"voicememo/models"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/program"
)

// account is an account that has signed in.
type account struct {
	cookie string
	id     models.UserID
}

// world is a data directory with accounts, and the program that serves it.
type world struct {
	home string // "": no program serves it

	data  string
	log   *os.File
	stop  func() error // ends the program
	given settings
}

// newWorld makes a directory without accounts in dir.
func newWorld(dir string, given settings) (*world, error) {
	log, err := os.Create(filepath.Join(dir, "log")) //nolint:gosec // a directory of its own
	if err != nil {
		return nil, err
	}
	return &world{data: filepath.Join(dir, "data"), log: log, given: given, stop: func() error { return nil }}, nil
}

// start serves the directory.
func (w *world) start(ctx context.Context) error {
	command := exec.CommandContext(context.WithoutCancel(ctx), w.given.program, "serve", "--dev", "--addr", "127.0.0.1:0", "--data", w.data, //nolint:gosec // our own
		"--log", "json", fmt.Sprintf("--rate-writes=%d", w.given.writes), fmt.Sprintf("--rate-searches=%d", w.given.searches))
	command.Stderr = w.log
	server, err := program.Run(command)
	if err != nil {
		return err
	}
	w.home, w.stop = server.URL, server.Stop
	return nil
}

// close ends the program.
func (w *world) close() error { return errors.Join(w.stop(), w.log.Close()) }

// people signs n people in. The program must run.
func (w *world) people(ctx context.Context, kind string, n int) ([]account, error) {
	all := make([]account, n)
	for i := range all {
		cookie, err := devsignin.SignIn(ctx, w.home, fmt.Sprint(kind, "-", i))
		if err != nil {
			return nil, err
		}
		all[i] = account{cookie: cookie}
		status, body, err := w.ask(ctx, http.DefaultClient, all[i], request{http.MethodGet, "/api/me", ""})
		if err != nil || status != http.StatusOK {
			return nil, fmt.Errorf("/api/me: status %d: %s %w", status, body, err)
		}
		var me struct {
			User struct{ UserID models.UserID }
		}
		if err := json.Unmarshal(body, &me); err != nil {
			return nil, err
		}
		all[i].id = me.User.UserID
	}
	return all, nil
}

// fill writes n memos for each person. The program must not run.
func (w *world) fill(ctx context.Context, people []account, n int) error {
	for _, p := range people {
		if err := plenty.Memos(ctx, w.data, p.id, n); err != nil {
			return err
		}
	}
	return nil
}

// request is one request as data.
type request struct{ method, path, body string }

// ask sends a request as an account and reads the answer to its end.
func (w *world) ask(ctx context.Context, client *http.Client, by account, r request) (status int, body []byte, err error) {
	res, err := w.send(ctx, client, by, r)
	if err != nil {
		return 0, nil, err
	}
	body, err = io.ReadAll(res.Body)
	return res.StatusCode, body, errors.Join(err, res.Body.Close())
}

// send sends a request as an account.
func (w *world) send(ctx context.Context, client *http.Client, by account, r request) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, r.method, w.home+r.path, strings.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	if r.body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	if by.cookie != "" {
		req.Header.Set("Cookie", by.cookie)
	}
	return client.Do(req)
}
