package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/tools/testkit/localengine"
)

// awsErrors are what can be wrong with a configuration of AWS: the variables that differ
// from working ones, what the server in place of DynamoDB answers, and the sentence.
var awsErrors = map[string]struct {
	env    map[string]string
	answer func(w http.ResponseWriter)
	want   string
	status int
	starts bool // serve starts nevertheless
}{
	"no region":      {env: map[string]string{"AWS_REGION": ""}, want: "no AWS region is set; set AWS_REGION", status: cli.ExitConfiguration},
	"no credentials": {env: map[string]string{"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}, want: "there are no AWS credentials; set AWS_PROFILE", status: cli.ExitConfiguration},
	"no profile":     {env: map[string]string{"AWS_PROFILE": "typo"}, want: "there is no profile typo in the AWS configuration; check AWS_PROFILE", status: cli.ExitConfiguration},
	"no server": {
		env:  map[string]string{localengine.EndpointVariable: "http://127.0.0.1:1"},
		want: "no server answers at the address in AWS_ENDPOINT_URL_DYNAMODB; check it", status: cli.ExitConfiguration, starts: true,
	},
	"no address": {
		env:  map[string]string{localengine.EndpointVariable: "localhost:8000"},
		want: "the address in AWS_ENDPOINT_URL_DYNAMODB cannot be used; write it such as", status: cli.ExitConfiguration, starts: true,
	},
	"another server": {answer: func(w http.ResponseWriter) { http.Error(w, "<html>no</html>", http.StatusNotFound) }, want: "what answers is not DynamoDB; check AWS_ENDPOINT_URL_DYNAMODB", status: cli.ExitConfiguration},
	"no access":      {answer: refusing("AccessDeniedException"), want: "the AWS credentials do not allow dynamodb:", status: cli.ExitConfiguration},
	"old token":      {answer: refusing("ExpiredTokenException"), want: "the AWS credentials are refused (ExpiredTokenException); renew them", status: cli.ExitConfiguration},
	"throttled":      {answer: refusing("ThrottlingException"), want: "DynamoDB throttles the requests; try again later", status: cli.ExitFailed, starts: true},
	"broken":         {answer: func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) }, want: "DynamoDB does not work at the moment; try again later", status: cli.ExitFailed, starts: true},
}

func refusing(code string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) { refuse(w, code) }
}

// logLine is a line of the log of serve.
var logLine = regexp.MustCompile(`(?m)^time=.*\n`)

// inside matches the SDK's own text.
var inside = regexp.MustCompile(`(?i)operation error|response error|\bSDK\b|\bWARN\b|unavailable:|identity|ec2imds|"http`)

// TestAWSErrors: each command says in one sentence what to change, and its exit status
// says whether a person must act.
func TestAWSErrors(t *testing.T) {
	answer := func(w http.ResponseWriter) { w.WriteHeader(http.StatusNotFound) }
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { answer(w) }))
	t.Cleanup(server.Close)
	none := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(none.Close)
	data := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	commands := [][]string{
		{"tables", "create", "--environment", "stg"}, {"tables", "describe", "--environment", "stg"},
		{"copy", "--from", "sqlite:" + data, "--to", "dynamodb:stg"}, {"import", "--from", "dynamodb:stg", "--to", "sqlite:" + filepath.Join(t.TempDir(), "new")},
		{"backup", "--store", "dynamodb", "--to", t.TempDir()}, {"owner", "--store", "dynamodb", "--family", "x", "--data", t.TempDir()},
		{"serve", "--dev", "--store", "dynamodb", "--addr", "127.0.0.1:0", "--data", t.TempDir()},
	}
	for name, c := range awsErrors {
		t.Run(name, func(t *testing.T) {
			if c.answer != nil {
				answer = c.answer
			}
			t.Setenv("HOME", t.TempDir())
			t.Setenv("AWS_MAX_ATTEMPTS", "1")
			t.Setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", none.URL) // no machine of EC2
			setenv(t, localengine.Environ(server.URL))
			for name, value := range c.env {
				t.Setenv(name, value)
			}
			for _, args := range commands {
				if args[0] == "serve" && c.starts {
					continue
				}
				var errors strings.Builder
				ctx, stop := context.WithCancel(t.Context())
				stdout := &stopper{stop: stop}
				status := run(ctx, args, cli.Terminal{In: strings.NewReader(""), Out: stdout, Err: &errors})
				stop()
				out, stderr := stdout.String(), errors.String()
				_, stderr, _ = cutNotice(stderr)
				stderr = logLine.ReplaceAllString(stderr, "")
				if status != c.status || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 || inside.MatchString(stderr) || out != "" {
					t.Errorf("%s: exit %d, %q, %q, want %d, %q", args, status, out, stderr, c.status, c.want)
				}
			}
			sees(t, c.want, "--dev", "--store", "dynamodb", "--environment", "stg", "--data", filepath.Join(t.TempDir(), "none"))
		})
	}
}

// stopper collects the output of a command, and stops the command at the first: it is a
// server that has started.
type stopper struct {
	strings.Builder
	stop func()
}

// Write implements io.Writer.
func (s *stopper) Write(p []byte) (int, error) {
	s.stop()
	return s.Builder.Write(p)
}

// cutNotice cuts the line that says which tables are created.
func cutNotice(stderr string) (notice, rest string, found bool) {
	if !strings.HasPrefix(stderr, "Creating the tables of --environment stg in ") {
		return "", stderr, false
	}
	return strings.Cut(stderr, "\n")
}
