package talk

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/skill"
)

type sender func(ctx context.Context, raw []byte) ([]byte, error)

// connect finds the skill: at --url, at the server that has the data directory open, or
// in this process over the store itself, and says which. The returned function closes the
// store.
func (c *Command) connect(ctx context.Context, notice io.Writer) (sender, func() error, error) {
	nothing := func() error { return nil }
	if c.URL != "" {
		if u, err := url.Parse(c.URL); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return nil, nil, &app.ConfigError{Flag: "url", Problem: "must be an address such as http://localhost:8080"}
		}
		cli.Say(notice, "Talking to the server at %s.", c.URL)
		return post(c.URL), nothing, nil
	}
	// Over DynamoDB a server does not lock the data directory, so it is asked first.
	if running := app.RunningURL(ctx, c.Data); running != "" {
		cli.Say(notice, "Talking to the server at %s.", running)
		return post(running), nothing, nil
	}
	if err := c.existing(); err != nil {
		return nil, nil, err
	}
	engine, err := app.OpenEngine(ctx, c.Config(), nil, nil)
	if err != nil {
		return nil, nil, err
	}
	cli.Say(notice, "No server is running; talking to the memos in %s directly.", c.where())
	s := app.NewServices(engine)
	here := skill.New(skill.Options{
		Memos: s.Memos, Families: s.Families, Invites: s.Invites, AnyApplication: true,
		Logger: slog.New(slog.DiscardHandler),
	})
	return here.Handle, engine.Close, nil
}

// existing refuses a data directory without a database, which would be created: a person in
// the wrong directory would believe that the family hears the memo.
func (c *Command) existing() error {
	if c.New || c.Place().Exists() {
		return nil
	}
	return &app.ConfigError{Flag: "data", Problem: "names " + c.Data + ", in which there is no database and no server runs; start a server " +
		"(voicememo serve --dev, or make run), name another directory, or create a database with talk --new"}
}

// where names the store for a person.
func (c *Command) where() string {
	if c.Store == "dynamodb" {
		return "the DynamoDB tables of " + c.Environment
	}
	return c.Data
}

// maxAnswer is more than Alexa would accept, in bytes.
const maxAnswer = 256 << 10

// post returns a sender that posts requests to a running server as Alexa would.
func post(server string) sender {
	client := &http.Client{Timeout: 10 * time.Second}
	return func(ctx context.Context, raw []byte) ([]byte, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimSuffix(server, "/")+"/alexa", bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := client.Do(req)
		if err != nil {
			return nil, fmt.Errorf("the server does not answer: %w", err)
		}
		defer func() { _ = res.Body.Close() }()
		if res.StatusCode != http.StatusOK {
			return nil, cli.WrongUse("the server at %s refused (%s); it answers only with --dev, or --alexa-verify=off and the same --alexa-skill-id", server, res.Status)
		}
		return io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	}
}
