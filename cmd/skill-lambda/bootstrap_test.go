package main

import (
	"crypto/rand"
	"debug/elf"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"voicememo/cmd/internal/metrics/emf"
	"voicememo/cmd/internal/version"
	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/sizes"
)

// built is where the function's zip of this machine is unpacked.
var built string

func TestMain(m *testing.M) {
	os.Exit(functiontest.Main("voicememo/cmd/skill-lambda", func(folder string) int {
		built = folder
		return m.Run()
	}))
}

// otherMachine is the other architecture of Lambda than this machine's.
var otherMachine = map[string]struct {
	arch    string
	machine elf.Machine
}{"amd64": {"arm64", elf.EM_AARCH64}, "arm64": {"amd64", elf.EM_X86_64}}[runtime.GOARCH]

// TestOtherMachine: the zip for the other architecture, which cannot run here, has a program
// for it.
func TestOtherMachine(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "function")
	must.OK(t, functiontest.Build(otherMachine.arch, "voicememo/cmd/skill-lambda", folder))
	program, err := elf.Open(filepath.Join(folder, "bootstrap"))
	must.OK(t, err)
	defer program.Close()
	if libraries, err := program.ImportedLibraries(); program.Machine != otherMachine.machine || err != nil || len(libraries) > 0 {
		t.Errorf("got a program for %v that needs %v, %v", program.Machine, libraries, err)
	}
}

// configured returns the variables of the function, with its own tables.
func configured(t *testing.T) []string {
	t.Helper()
	return with(functiontest.NewAWS(t))
}

// with returns the variables of the function for a test's AWS.
func with(a *functiontest.AWS) []string {
	return append(a.Environ(), "VOICEMEMO_ALEXA_SKILL_ID=amzn1.ask.skill.other,"+talk.DefaultApplicationID)
}

// account is an Alexa account that no other test uses.
func account() string { return "amzn1.ask.account." + rand.Text() }

func conversation(t *testing.T, p *runtimeapi.Process, user string) *talk.Talk {
	t.Helper()
	tk, err := talk.New(talk.Options{UserID: user, Send: skilltest.Checked(t, p.Invoke)})
	must.OK(t, err)
	return tk
}

// say speaks and checks that the answer has these words.
func say(t *testing.T, tk *talk.Talk, words, want string) talk.Answer {
	t.Helper()
	a, err := tk.Say(t.Context(), words)
	if err != nil || !strings.Contains(a.Speech, want) {
		t.Errorf("%s: said %q, %v; want %q", words, a.Speech, err, want)
	}
	return a
}

// TestConversation: one process answers a whole conversation, and its log has no spoken
// words and no names or ids.
func TestConversation(t *testing.T) {
	t.Parallel()
	p, user := functiontest.Start(t, built, configured(t)...), account()
	tk := conversation(t, p, user)
	if a := say(t, tk, "家族ボイスメモを開いて", ""); a.Intent != "LaunchRequest" || a.Speech == "" || !a.Open {
		t.Errorf("got greeting %+v", a)
	}
	say(t, tk, "牛乳を買う を追加", "牛乳を買う")
	say(t, tk, "一覧", "牛乳を買う")
	say(t, tk, "1 番を削除", "牛乳を買う")
	check.Equal(t, tk.End(t.Context()), nil, "the end of the session")
	say(t, tk, "招待コード 4071 で参加", "4")
	say(t, tk, "はい", "")
	if tk.Open() {
		if err := tk.End(t.Context()); err != nil {
			t.Error(err)
		}
	}
	log := withoutNumbers(t, functiontest.Says(t, p, `"intent":"AMAZON.YesIntent"`, 1))
	for _, secret := range []string{"牛乳", "4071", user, "エコー"} {
		if strings.Contains(log, secret) {
			t.Errorf("the log contains %q:\n%s", secret, p.Output())
		}
	}
}

// withoutNumbers removes from a log the parts that may have any digits by chance.
func withoutNumbers(t *testing.T, log string) string {
	t.Helper()
	var kept strings.Builder
	for line := range strings.Lines(log) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("not JSON: %s", line)
		}
		for _, name := range []string{"time", "requestId", "ms", "_aws"} {
			delete(entry, name)
		}
		fmt.Fprintln(&kept, entry)
	}
	return kept.String()
}

// request is an envelope around a request of any kind.
func request(application, user, body string) []byte {
	return fmt.Appendf(nil, `{"version":"1.0","context":{"System":{"application":{"applicationId":%q},"user":{"userId":%q}}},"request":%s}`,
		application, user, body)
}

// TestRefusedRequests: each refusal is an error with a type that quotes nothing of the
// request, and the process continues.
func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	p := functiontest.Start(t, built, configured(t)...)
	for name, c := range map[string]struct{ payload, kind string }{
		"no JSON":       {"private words", "Envelope"},
		"empty":         {"", "Envelope"},
		"other JSON":    {`{"private":"words"}`, "Envelope"},
		"a list":        {`["private words"]`, "Envelope"},
		"another skill": {string(request("amzn1.ask.skill.private", account(), `{"type":"LaunchRequest","requestId":"private"}`)), "Application"},
		"no skill":      {string(request("", account(), `{"type":"LaunchRequest","requestId":"private"}`)), "Application"},
	} {
		_, err := p.Invoke(t.Context(), []byte(c.payload))
		var refusal *runtimeapi.FunctionError
		if !errors.As(err, &refusal) || refusal.Type != c.kind || refusal.Message == "" {
			t.Fatalf("%s: got %v, want an error of type %s", name, err, c.kind)
		}
		if strings.Contains(string(refusal.Raw)+p.Output(), "private") {
			t.Errorf("%s: the request is in the error or the log: %s\n%s", name, refusal.Raw, p.Output())
		}
	}
	say(t, conversation(t, p, account()), "卵を買う を追加", "卵を買う")
}

// TestBuildNamesTheWrongVariable: the error of a wrong variable names it first.
func TestBuildNamesTheWrongVariable(t *testing.T) {
	t.Parallel()
	for _, wrong := range []string{
		"VOICEMEMO_ENVIRONMENT=", "VOICEMEMO_ENVIRONMENT=test", "VOICEMEMO_ALEXA_SKILL_ID=", "VOICEMEMO_ALEXA_SKILL_ID= , ",
		"VOICEMEMO_MAX_MEMBERS=1", "AWS_REGION=", "AWS_SECRET_ACCESS_KEY=", "AWS_CA_BUNDLE=/nowhere",
	} {
		name, value, _ := strings.Cut(wrong, "=")
		env := map[string]string{
			"VOICEMEMO_ENVIRONMENT": "dev", "VOICEMEMO_ALEXA_SKILL_ID": "a",
			"AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key",
		}
		env[name] = value
		_, err := build(t.Context(), func(name string) string { return env[name] }, emf.New(io.Discard, "dev"))
		if err == nil || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%s: got %v, want an error that names the variable", wrong, err)
		}
	}
}

// TestWrongConfiguration: the function logs one line of JSON that names the wrong variable
// and has no credentials, and exits so that Lambda reports a failed start.
func TestWrongConfiguration(t *testing.T) {
	t.Parallel()
	p := functiontest.Start(t, built, "VOICEMEMO_ENVIRONMENT=dev", "VOICEMEMO_ALEXA_SKILL_ID=a", "AWS_REGION=",
		"AWS_ACCESS_KEY_ID=secret-id", "AWS_SECRET_ACCESS_KEY=secret-key")
	if code, err := p.Wait(t.Context()); code != 2 || err != nil {
		t.Errorf("got exit %d, %v, want 2", code, err)
	}
	var line struct{ Level, Error string }
	if err := json.Unmarshal([]byte(p.Output()), &line); err != nil || line.Level != "ERROR" || !strings.HasPrefix(line.Error, "AWS_REGION is ") {
		t.Errorf("got output %s, %v", p.Output(), err)
	}
	if strings.Contains(p.Output(), "secret-") {
		t.Errorf("credentials are in the log: %s", p.Output())
	}
}

// TestStoreAway: the function starts without DynamoDB, and tells the speaker that it does
// not work at the moment.
func TestStoreAway(t *testing.T) {
	t.Parallel()
	p := functiontest.Start(t, built, append(configured(t), localengine.EndpointVariable+"=http://127.0.0.1:1")...)
	tk := conversation(t, p, account())
	if a, err := tk.Say(t.Context(), "一覧"); err != nil || a.Speech == "" || a.Open {
		t.Errorf("got answer %q, %v", a.Speech, err)
	}
	functiontest.Says(t, p, "dynamodb does not answer at the start", 1)
}

// TestOverTLS: the function uses the roots in the zip's folder.
func TestOverTLS(t *testing.T) {
	t.Parallel()
	env := configured(t)
	aws, err := url.Parse(strings.TrimPrefix(env[0], localengine.EndpointVariable+"="))
	must.OK(t, err)
	s := httptest.NewUnstartedServer(httputil.NewSingleHostReverseProxy(aws))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	root := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	folder := t.TempDir()
	program, err := os.ReadFile(filepath.Join(built, "bootstrap"))
	must.OK(t, err)
	if err := errors.Join(os.WriteFile(filepath.Join(folder, "bootstrap"), program, 0o700),
		os.WriteFile(filepath.Join(folder, "amazon-roots.pem"), root, 0o600)); err != nil {
		t.Fatal(err)
	}
	p := functiontest.Start(t, folder, append(env, localengine.EndpointVariable+"="+s.URL)...)
	say(t, conversation(t, p, account()), "傘を持っていく を追加", "傘を持っていく")
}

// TestSIGTERM: the signal ends a function that waits for its next event. Until then its log
// names only the version.
func TestSIGTERM(t *testing.T) {
	t.Parallel()
	p := functiontest.Start(t, built, configured(t)...)
	<-p.Ready()
	must.OK(t, p.Terminate())
	must.OK(t, must.Err(p.Wait(t.Context())))
	if out := p.Output(); strings.Count(out, "\n") != 1 || !strings.Contains(out, `"msg":"start","version":"`+version.String()+`"`) {
		t.Errorf("got output %s", out)
	}
}
