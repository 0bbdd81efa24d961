package main

import (
	"net/http"
	"strings"
	"testing"

	"voicememo/cmd/internal/version"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/program"
)

// TestVersionEverywhere: the built program names the same version in its output, at the start
// of a server, to monitoring and to the page.
func TestVersionEverywhere(t *testing.T) {
	want := version.String()
	if out, code := program.Finish(t, binary, nil, "", "version"); code != 0 || !strings.HasPrefix(out, "voicememo "+want+" (go") {
		t.Errorf("exit %d, %q", code, out)
	}
	c := home{flags: []string{"--data", t.TempDir()}}.serveCounting(t, "--metrics-addr", "127.0.0.1:0")
	if !strings.Contains(c.greeting, "\n  version          "+want+"\n") {
		t.Errorf("got greeting %s", c.greeting)
	}
	if values, _ := c.scrape(); values["voicememo_build_info{version="+want+"}"] != 1 {
		t.Errorf("got no build_info of %s", want)
	}
	taro := c.signIn("太郎")
	check.Equal[any](t, taro.Call(http.MethodGet, "/readyz", "", http.StatusOK)["version"], want, "/readyz")
	check.Equal[any](t, taro.Call(http.MethodGet, "/api/me", "", http.StatusOK)["settings"].(map[string]any)["version"], want, "/api/me")
}
