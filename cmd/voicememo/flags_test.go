package main

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/limits"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/tools/testkit/must"
)

// runHere runs the program inside the test.
func runHere(args ...string) (stdout, stderr string, code int) {
	var out, err bytes.Buffer
	code = run(context.Background(), args, cli.Terminal{In: strings.NewReader(""), Out: &out, Err: &err})
	return out.String(), err.String(), code
}

// TestWrongConfiguration: the program prints one sentence that names the flag, and exits
// with 2.
func TestWrongConfiguration(t *testing.T) {
	dir := t.TempDir()
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no client id":             {[]string{}, "--oidc-client-id"},
		"dev off loopback":         {[]string{"--dev", "--addr", "0.0.0.0:0"}, "--dev"},
		"dev with a public name":   {[]string{"--dev", "--public-url", "https://memo.example.com"}, "--public-url"},
		"unverified off loopback":  {[]string{"--oidc-client-id", "x", "--alexa-verify", "off", "--addr", ":0"}, "--alexa-verify"},
		"no secret of Google":      {[]string{"--oidc-client-id", "x"}, "--oidc-client-secret-file is needed: Google"},
		"no port":                  {[]string{"--dev", "--addr", "localhost"}, "--addr"},
		"an empty port":            {[]string{"--dev", "--addr", "localhost:"}, "--addr must be host:port"},
		"an empty metrics port":    {[]string{"--dev", "--metrics-addr", "localhost:"}, "--metrics-addr must be host:port"},
		"unknown store":            {[]string{"--dev", "--store", "files"}, "--store"},
		"unknown sign-up":          {[]string{"--dev", "--signup", "maybe"}, "--signup"},
		"allow-list without list":  {[]string{"--dev", "--signup", "allow-list"}, "--signup-allow"},
		"public URL with a path":   {[]string{"--oidc-client-id", "x", "--public-url", "https://example.com/memo"}, "--public-url"},
		"issuer without https":     {[]string{"--oidc-client-id", "x", "--oidc-issuer", "http://issuer.example"}, "--oidc-issuer"},
		"secret file is not there": {[]string{"--oidc-client-id", "x", "--oidc-client-secret-file", filepath.Join(dir, "none")}, "--oidc-client-secret-file"},
		"TLS for an address":       {[]string{"--oidc-client-id", "x", "--tls-domain", "192.0.2.1"}, "--tls-domain"},
		"TLS for a URL":            {[]string{"--oidc-client-id", "x", "--tls-domain", "https://memo.example.com"}, "--tls-domain"},
		"TLS for a port":           {[]string{"--oidc-client-id", "x", "--tls-domain", "memo.example.com:443"}, "--tls-domain"},
		"TLS for all names":        {[]string{"--oidc-client-id", "x", "--tls-domain", "*.example.com"}, "--tls-domain"},
		"TLS for a bare host":      {[]string{"--oidc-client-id", "x", "--tls-domain", "localhost"}, "--tls-domain"},
		"TLS in dev":               {[]string{"--dev", "--tls-domain", "memo.example.com"}, "--dev"},
		"TLS for another name":     {[]string{"--oidc-client-id", "x", "--tls-domain", "memo.example.com", "--public-url", "https://memo.example.net"}, "--public-url"},
		"TLS for plain HTTP":       {[]string{"--oidc-client-id", "x", "--tls-domain", "memo.example.com", "--public-url", "http://memo.example.com"}, "--public-url"},
		"TLS authority in clear":   {[]string{"--oidc-client-id", "x", "--tls-domain", "memo.example.com", "--tls-directory", "http://ca.example"}, "--tls-directory"},
		"TLS redirect anywhere":    {[]string{"--oidc-client-id", "x", "--tls-domain", "memo.example.com", "--tls-http-addr", "80"}, "--tls-http-addr"},
		"metrics without a port":   {[]string{"--dev", "--metrics-addr", "localhost"}, "--metrics-addr"},
		"metrics beside the page":  {[]string{"--dev", "--addr", "127.0.0.1:4711", "--metrics-addr", "localhost:4711"}, "--metrics-addr"},
		"metrics on every address": {[]string{"--dev", "--addr", "127.0.0.1:4711", "--metrics-addr", ":4711"}, "--metrics-addr"},
		"metrics for everyone":     {[]string{"--dev", "--metrics-addr", "0.0.0.0:0"}, "--metrics-addr is not a loopback address, so --metrics-token-file "},
		"metrics of no host":       {[]string{"--dev", "--metrics-addr", ":0"}, "--metrics-addr is not a loopback address, so --metrics-token-file "},
		"metrics on every IPv6":    {[]string{"--dev", "--metrics-addr", "[::]:0"}, "--metrics-addr is not a loopback address, so --metrics-token-file "},
		"metrics on a name":        {[]string{"--dev", "--metrics-addr", "memo.example.com:0"}, "--metrics-addr is not a loopback address, so --metrics-token-file "},
		"an empty metrics token":   {[]string{"--dev", "--metrics-addr", "0.0.0.0:0", "--metrics-token-file", tokenFile(t, "")}, "--metrics-token-file must name a file with at least 16 "},
		"a short metrics token":    {[]string{"--dev", "--metrics-addr", "127.0.0.1:0", "--metrics-token-file", tokenFile(t, "0123456789abcde")}, "--metrics-token-file must name a file with at least 16 "},
		"no metrics token":         {[]string{"--dev", "--metrics-addr", "0.0.0.0:0", "--metrics-token-file", none(t)}, "--metrics-token-file cannot be read"},
		"a metrics token unused":   {[]string{"--dev", "--metrics-token-file", tokenFile(t, "x")}, "--metrics-token-file must name a file with at least 16 "},
		"writes below none":        {[]string{"--dev", "--rate-writes", "-1"}, "--rate-writes"},
		"searches below none":      {[]string{"--dev", "--rate-searches=-1"}, "--rate-searches"},
		"half a memo":              {[]string{"--dev", "--max-memos", "0.5"}, "--max-memos"},
		"memos below none":         {[]string{"--dev", "--max-memos=-1"}, "--max-memos"},
		"a family of one":          {[]string{"--dev", "--max-members", "1"}, "--max-members"},
		"a family of many":         {[]string{"--dev", "--max-members", "91"}, "--max-members"},
		"a proxy by its name":      {[]string{"--dev", "--trusted-proxies", "proxy.example"}, "--trusted-proxies"},
		"nobody and a proxy":       {[]string{"--dev", "--trusted-proxies", "none,loopback"}, "--trusted-proxies"},
		"two lists of proxies":     {[]string{"--dev", "--trusted-proxies", "10.0.0.1", "--trusted-proxies", "10.0.0.0/99"}, "--trusted-proxies"},
		"some subdomains":          {[]string{"--dev", "--hsts-subdomains", "some"}, "--hsts-subdomains"},
		"unknown flag":             {[]string{"--colour", "blue"}, "--colour"},
	} {
		t.Run(name, func(t *testing.T) {
			args := append([]string{"serve", "--data", dir, "--addr", "127.0.0.1:0"}, c.args...)
			stdout, stderr, code := runHere(args...)
			if code != cli.ExitConfiguration || !strings.Contains(stderr, c.want) || stdout != "" {
				t.Errorf("exit %d, stdout %q, stderr %q", code, stdout, stderr)
			}
			if strings.Count(strings.TrimSpace(stderr), "\n") > 0 {
				t.Errorf("more than one line: %q", stderr)
			}
		})
	}
}

// TestLimitsByDefault: a server without flags has all limits.
func TestLimitsByDefault(t *testing.T) {
	var c commands
	parser, err := kong.New(&c, vars())
	must.OK(t, err)
	must.OK(t, must.Err(parser.Parse([]string{"serve"})))
	config, err := c.Serve.Config()
	must.OK(t, err)
	if want := limits.Default(); config.Limits != want || !slices.Equal(config.TrustedProxies, []string{"loopback"}) || config.OwnHostOnly {
		t.Errorf("got %+v, proxies %q and own host only %v, want %+v, loopback and false", config.Limits, config.TrustedProxies, config.OwnHostOnly, want)
	}
}

// TestMissingTables: the start names the command that creates them.
func TestMissingTables(t *testing.T) {
	localSDK(t)
	args := []string{"serve", "--dev", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--store", "dynamodb", "--environment", "nowhere"}
	_, stderr, code := runHere(args...)
	if code != cli.ExitConfiguration || !strings.Contains(stderr, "voicememo tables create --environment nowhere") {
		t.Errorf("exit %d, %q", code, stderr)
	}
}
