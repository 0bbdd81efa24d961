package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"voicememo/cmd/internal/app"
)

type doctorCmd struct {
	serverFlags
}

// checkTime bounds each check.
const checkTime = 5 * time.Second

// maxSkew is how far the clock may be off before sign-in and Alexa's requests,
// which are refused at 150 s, fail.
const maxSkew = time.Minute

// finding is what one check says: what it looked at and, unless all is well,
// what to do.
type finding struct {
	what   string
	advice string
}

// Run makes every check and says what to do. It changes nothing.
func (c *doctorCmd) Run(ctx context.Context, t terminal) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	findings := []finding{{what: "configuration"}}
	if err := config.Check(); err != nil {
		findings[0].advice = err.Error()
	}
	findings = append(findings, checkStore(ctx, config), checkSkill(config))
	if !config.Dev {
		findings = append(findings, checkIssuer(ctx, config)...)
	}
	if config.PublicURL != "" {
		findings = append(findings, checkPublicURL(ctx, config))
	}
	bad := 0
	for _, f := range findings {
		mark, line := "ok  ", f.what
		if f.advice != "" {
			mark, line, bad = "BAD ", f.what+": "+f.advice, bad+1
		}
		_, _ = fmt.Fprintln(t.Out, mark+line)
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d checks found something to do", bad, len(findings))
	}
	return nil
}

// checkStore opens the store, unless a running server has it open.
func checkStore(ctx context.Context, c app.Config) finding {
	f := finding{what: "store " + c.Store}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	if err := app.CheckStore(ctx, c.StoreConfig); err != nil {
		f.advice = err.Error()
	}
	return f
}

func checkSkill(c app.Config) finding {
	f := finding{what: "skill id"}
	for _, id := range c.AlexaSkillIDs {
		if !strings.HasPrefix(id, "amzn1.ask.skill.") {
			f.advice = "--alexa-skill-id " + id + " is not of the form amzn1.ask.skill.…; copy it from the developer console"
		}
	}
	if len(c.AlexaSkillIDs) == 0 && !c.Dev {
		f.what = "skill id (none, so /alexa is not served)"
	}
	return f
}

// checkIssuer asks the issuer for its discovery document, and for the time.
func checkIssuer(ctx context.Context, c app.Config) []finding {
	issuer, clock := finding{what: "sign-in issuer " + c.OIDCIssuer}, finding{what: "clock"}
	header, err := get(ctx, strings.TrimSuffix(c.OIDCIssuer, "/")+"/.well-known/openid-configuration")
	if err != nil {
		issuer.advice = "its /.well-known/openid-configuration cannot be read; check --oidc-issuer and the network"
		return []finding{issuer}
	}
	if at, err := http.ParseTime(header.Get("Date")); err == nil {
		if skew := time.Since(at).Abs(); skew > maxSkew {
			clock.advice = fmt.Sprintf("this machine is %s off the issuer's time, and sign-in and Alexa's requests need the right one; switch network time on", skew.Round(time.Second))
		}
	}
	return []finding{issuer, clock}
}

// checkPublicURL asks the running server through its public address.
func checkPublicURL(ctx context.Context, c app.Config) finding {
	f := finding{what: "public URL " + c.PublicURL}
	if _, err := get(ctx, strings.TrimSuffix(c.PublicURL, "/")+"/healthz"); err != nil {
		f.advice = "its /healthz does not answer; is the server running, and does the proxy or tunnel lead to --addr?"
	}
	return f
}

// get asks for an address and gives the headers of a good answer.
func get(ctx context.Context, url string) (http.Header, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	res, err := (&http.Client{Timeout: checkTime}).Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answered %s", url, res.Status)
	}
	return res.Header, errors.Join(err, res.Body.Close())
}
