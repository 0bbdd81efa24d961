package main

import (
	"io"
	"net/http"
	"strings"

	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/runtimeapi"
)

// site is the running program as people reach it.
type site struct {
	p       *play
	public  string            // its address, such as http://localhost:8080
	through http.RoundTripper // requests to that address
	address string            // host and port of a server's sockets; "": a function
	data    string            // a server's data directory

	program  *program.Server     // a server's process
	log      func() string       // the server's log so far
	function *runtimeapi.Process // a function's

	issuer *issuer // of a strict server
	amazon amazon  // likewise
}

// site starts the place of the attack, with further flags of a server, or returns a
// common place if the attack shares one.
func (p *play) site(flags ...string) *site {
	if p.shares && p.at != strictServer && len(flags) == 0 {
		return p.common.site(p)
	}
	switch p.at {
	case webFunction:
		return p.webSite()
	case strictServer:
		return p.strictSite(flags...)
	}
	return p.devServer(p.TempDir(), flags...)
}

// devServer starts a server with the sign-in of --dev on a data directory.
func (p *play) devServer(data string, flags ...string) *site {
	return p.served(data, append([]string{"--dev"}, flags...))
}

// served is a server that runs with flags.
func (p *play) served(data string, flags []string, env ...string) *site {
	run, log := p.start(data, flags, env...)
	transport := &http.Transport{MaxIdleConnsPerHost: 100, DisableCompression: true}
	p.Cleanup(transport.CloseIdleConnections)
	_, address, _ := strings.Cut(run.URL, "://")
	return &site{p: p, public: run.URL, through: transport, address: address, data: data, program: run, log: log}
}

// functionHome is the web function's public address.
const functionHome = "https://memo.example.com"

// webSite starts an instance of the web function over empty tables, with variables.
func (p *play) webSite(variables ...string) *site {
	aws := functiontest.NewAWS(p)
	env, secrets := aws.Web(p, functionHome)
	p.secret(secrets...)
	process := functiontest.Start(p, p.web, append(env, variables...)...)
	p.logs = append(p.logs, process.Output)
	domain := strings.TrimPrefix(functionHome, "https://")
	return &site{p: p, public: functionHome, through: functiontest.Events{Instance: process, Domain: domain}, function: process}
}

// signInAt sends a browser's form to the issuer and returns the location it redirects to.
// The issuer of --dev is the site itself.
func (s *site) signInAt(address, form string) string {
	through := s.through
	if !strings.HasPrefix(address, s.public) {
		through = http.DefaultTransport
	}
	req, err := http.NewRequestWithContext(s.p.ctx, http.MethodPost, address, strings.NewReader(form))
	s.p.must(err)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := through.RoundTrip(req)
	s.p.must(err)
	_, err = io.Copy(io.Discard, res.Body)
	s.p.must(err)
	s.p.must(res.Body.Close())
	return res.Header.Get("Location")
}
