package app

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"voicememo/cmd/internal/health"
)

// knock is the pause between two attempts to reach this program at its start.
const knock = 50 * time.Millisecond

// overseen tells the service manager when the program serves, and from then on that it
// still works, until ctx ends.
func (a *App) overseen(ctx context.Context) {
	if a.manager == nil {
		return
	}
	for a.answers(ctx) != nil {
		select {
		case <-ctx.Done():
			return
		case <-time.After(knock):
		}
	}
	a.manager.Ready("serving " + a.PublicURL)
	a.manager.Watch(ctx, a.alive)
}

// alive returns an error if a restart may help: the program does not answer, because of its
// log or otherwise, or its store is stuck. It does not write, so that a disk can sleep. A damaged, removed or full database
// is alive: the program answers what it still can, and the next start would refuse it.
func (a *App) alive(ctx context.Context) error {
	if err := a.answers(ctx); err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	engine, ok := a.engine.(interface{ Alive(context.Context) error })
	if !ok { // DynamoDB: a restart of this program does not help
		return nil
	}
	if err := engine.Alive(ctx); err != nil {
		return fmt.Errorf("the store is stuck: %w", err)
	}
	return nil
}

// answers sends a request to this program, through its own listener. Its answer passes
// through the log as every other does; see webapi.Options.Probed.
func (a *App) answers(ctx context.Context) error {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // without a proxy
	return health.Get(ctx, client, a.localURL()+"/healthz", nil)
}

// localURL returns the address of the program, as seen from this machine.
func (a *App) localURL() string {
	at := *a.local.Addr().(*net.TCPAddr)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + at.String()
}
