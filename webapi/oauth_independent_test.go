package webapi

import (
	"bufio"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"strings"
	"testing"

	"voicememo/tools/testkit/logtest"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/nodepackage"
	"voicememo/tools/testkit/sizes"
)

// TestIndependentClients connects npm's oauth4webapi and openid-client, which are
// independent of this project, by code, refresh token, device code and registration.
func TestIndependentClients(t *testing.T) {
	sizes.Nightly(t)
	server := httptest.NewUnstartedServer(nil)
	address := "http://" + server.Listener.Addr().String()
	s := newSite(t, func(o *Options) { o.PublicURL = address })
	server.Config.Handler = s.echo
	server.Start()
	t.Cleanup(server.Close)

	cmd := exec.CommandContext(t.Context(), "node", "client.mjs", address, alexaSecret, alexaRedirect)
	cmd.Dir = nodepackage.Install(t, "testdata/oauth-clients", "client.mjs")
	var problems logtest.Buffer
	cmd.Stderr = &problems
	in, err := cmd.StdinPipe()
	must.OK(t, err)
	out, err := cmd.StdoutPipe()
	must.OK(t, err)
	if err := cmd.Start(); err != nil {
		t.Fatalf("this test needs Node: %v", err)
	}
	last := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		last = lines.Text()
		if answer := s.personAnswers(last); answer != "" {
			_, _ = fmt.Fprintln(in, answer) // if the program has ended, Wait reports why
		}
	}
	if err := cmd.Wait(); err != nil || last != "done" {
		t.Errorf("got %v after %.60q: %s", err, last, problems.String())
	}
}

// personAnswers allows what a line of the program asks for, and returns the line for it.
func (s *site) personAnswers(line string) string {
	s.t.Helper()
	verb, what, _ := strings.Cut(line, " ")
	switch verb {
	case "authorize":
		to, err := url.Parse(what)
		must.OK(s.t, err)
		s.ask("taro", "GET", to.RequestURI(), "").want(200)
		var answer struct{ Location string }
		s.decode(s.ask("taro", "POST", "/oauth/consent", jsonOf(map[string]any{"query": to.RawQuery, "allow": true})).want(200), &answer)
		return answer.Location
	case "device":
		s.ask("taro", "POST", "/oauth/device/consent", jsonOf(map[string]any{"code": what, "allow": true})).want(204)
		return "done"
	}
	return ""
}
