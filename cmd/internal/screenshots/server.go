package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"syscall"
)

// server is the running program.
type server struct {
	command *exec.Cmd
	url     string
}

// start starts the program and waits until it says where it is.
func start(ctx context.Context, program, data string) (*server, error) {
	command := exec.CommandContext(ctx, program, "serve", "--dev", "--addr", "127.0.0.1:0", "--data", data) //nolint:gosec // the operator's program
	var log bytes.Buffer
	command.Stderr = &log
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("%w (build it with: make build)", err)
	}
	lines := bufio.NewScanner(stdout)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "Voice Memo is at "); ok {
			go func() { _, _ = io.Copy(io.Discard, stdout) }() // so that the pipe never fills
			return &server{command, strings.TrimSpace(url)}, nil
		}
	}
	return nil, fmt.Errorf("%s does not serve: %w\n%s", program, command.Wait(), &log)
}

// stop ends the program in order.
func (s *server) stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.command.Wait()
}

// alexa posts a request to the skill.
func (s *server) alexa(ctx context.Context, raw []byte) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/alexa", bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the skill answers %s", res.Status)
	}
	return io.ReadAll(res.Body)
}
