package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"

	"voicememo/skill/talk"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/runtimeapi"
)

// skill sends Alexa requests to the program.
type skill struct {
	send     func(ctx context.Context, raw []byte) ([]byte, error)
	function *runtimeapi.Process // nil: a server
}

// anyError is the skill's answer that is not a response: a status other than 200, or an
// error of the function.
type anyError struct{ said string }

func (e *anyError) Error() string { return e.said }

// skill returns the skill of a server.
func (s *site) skill() skill {
	return skill{send: func(ctx context.Context, raw []byte) ([]byte, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.public+"/alexa", bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Content-Type", "application/json")
		res, err := s.through.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		defer func() { _ = res.Body.Close() }()
		answer, err := io.ReadAll(res.Body)
		if err == nil && res.StatusCode != http.StatusOK {
			err = &anyError{res.Status}
		}
		return answer, err
	}}
}

// application is the id of the skill that the function serves.
const application = talk.DefaultApplicationID

// skillFunction starts the skill function over empty tables, or returns the common one.
func (p *play) skillFunction() skill {
	if p.shares {
		return p.common.function(p)
	}
	aws := functiontest.NewAWS(p)
	process := functiontest.Start(p, p.skill, append(aws.Environ(), "VOICEMEMO_ALEXA_SKILL_ID="+application)...)
	p.logs = append(p.logs, process.Output)
	return skill{process.Invoke, process}
}

// anySkill returns the skill of the place.
func (p *play) anySkill() skill {
	if p.at == skillFunction {
		return p.skillFunction()
	}
	return p.site().skill()
}

// device is an Echo.
type device struct {
	p *play
	*talk.Talk
}

// device sets up an Echo with an Alexa account of its own.
func (p *play) device(k skill, name string) device {
	user := "amzn1.ask.account." + name + strings.ToUpper(p.token()[:8])
	p.secret(user)
	t, err := talk.New(talk.Options{UserID: user, Send: func(ctx context.Context, raw []byte) ([]byte, error) {
		p.count()
		return k.send(ctx, raw)
	}})
	p.must(err)
	return device{p, t}
}

// says speaks to the Echo and returns its answer.
func (d device) says(words string) string {
	a, err := d.Say(d.p.ctx, words)
	if err != nil {
		d.p.breach("%q is not answered: %v", words, err)
	}
	d.p.secret(words)
	return a.Speech
}

// connection matches a connection number on the card.
var connection = regexp.MustCompile(`\d{4} \d{4}`)

// connectionNumber makes the Echo say its connection number.
func (d device) connectionNumber() string {
	a, err := d.Say(d.p.ctx, "アカウントにつなぐ")
	d.p.must(err)
	number := connection.FindString(a.Card)
	if number == "" {
		d.p.breach("the Echo says no connection number: %q", a.Card)
	}
	d.p.secret(number, strings.ReplaceAll(number, " ", ""))
	return strings.ReplaceAll(number, " ", "")
}
