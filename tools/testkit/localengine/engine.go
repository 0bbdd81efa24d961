package localengine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"time"
)

// EndpointVariable is the SDK's own variable for another endpoint.
const EndpointVariable = "AWS_ENDPOINT_URL_DYNAMODB"

// startTries is how many ports are tried in case another process takes one; patience is
// how long an engine may take until it answers.
const (
	startTries = 3
	patience   = 15 * time.Second
)

// Start returns the address of a running engine without tables, and a function that ends
// it. If AWS_ENDPOINT_URL_DYNAMODB is set, it returns that address, and stop does
// nothing. The engine also ends when this process ends, even if it is killed.
func Start(ctx context.Context) (endpoint string, stop func(), err error) {
	if endpoint := os.Getenv(EndpointVariable); endpoint != "" {
		return endpoint, func() {}, nil
	}
	binary, err := install(ctx)
	if err != nil {
		return "", nil, fmt.Errorf("local DynamoDB engine: %w; or set %s to an engine that runs", err, EndpointVariable)
	}
	for range startTries {
		if endpoint, stop, err = launch(ctx, binary); err == nil {
			return endpoint, stop, nil
		}
	}
	return "", nil, fmt.Errorf("local DynamoDB engine: %w", err)
}

// launch starts the engine on a free port and waits until it answers.
func launch(ctx context.Context, binary string) (string, func(), error) {
	port, err := freePort()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.Command(binary, "--host", "127.0.0.1", "--port", strconv.Itoa(port)) //nolint:gosec // the binary is the one we installed
	dieWithParent(cmd)
	ended := make(chan struct{})
	started := make(chan error, 1)
	go func() {
		// The kernel ties the child to the thread that started it, so that thread is kept
		// until the child has ended.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // it was ended on purpose, or await reports it
		}
		close(ended)
	}()
	if err := <-started; err != nil {
		return "", nil, err
	}
	stop := func() {
		_ = cmd.Process.Kill()
		<-ended
	}
	endpoint := "http://127.0.0.1:" + strconv.Itoa(port)
	if err := await(ctx, endpoint, ended); err != nil {
		stop()
		return "", nil, err
	}
	return endpoint, stop, nil
}

// await returns when the engine answers any HTTP request.
func await(ctx context.Context, endpoint string, ended <-chan struct{}) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, endpoint, nil)
		if err != nil {
			return err
		}
		if res, err := http.DefaultClient.Do(req); err == nil {
			return res.Body.Close()
		}
		select {
		case <-ended:
			return errors.New("it ended before it answered")
		case <-ctx.Done():
			return fmt.Errorf("it does not answer: %w", ctx.Err())
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}
