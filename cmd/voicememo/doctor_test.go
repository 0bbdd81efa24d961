package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/cmd/internal/modules/ondynamo"
	"voicememo/cmd/internal/version"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/locationtest"
	"voicememo/infra/dynamo"
	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
)

// TestDoctorOnTheClock: a clock with which Alexa's requests would be refused is reported,
// by comparison with the issuer's time.
func TestDoctorOnTheClock(t *testing.T) {
	for name, c := range map[string]struct {
		off  time.Duration
		want string
	}{
		"right":               {0, "ok  clock\n"},
		"ten minutes slow":    {10 * time.Minute, "s behind, and sign-in"},
		"ten minutes fast":    {-10 * time.Minute, "s ahead, and sign-in"},
		"a little is allowed": {10 * time.Second, "ok  clock\n"},
	} {
		t.Run(name, func(t *testing.T) {
			issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Date", time.Now().Add(c.off).UTC().Format(http.TimeFormat))
			}))
			defer issuer.Close()
			out, _, code := runHere("doctor", "--oidc-client-id", "x", "--oidc-issuer", issuer.URL, "--data", none(t))
			if !strings.Contains(out, c.want) || (code == 0) != strings.HasPrefix(c.want, "ok") {
				t.Errorf("exit %d\n%s", code, out)
			}
		})
	}
}

// none is a data directory that does not exist yet.
func none(t *testing.T) string { return filepath.Join(t.TempDir(), "none") }

// sees runs doctor with a healthy home and checks for one line.
func sees(t *testing.T, want string, args ...string) {
	t.Helper()
	out, _, code := runHere(append([]string{"doctor"}, args...)...)
	if !strings.Contains(out, want) || strings.Contains(out, "BAD ") != (code == cli.ExitFailed) || strings.HasPrefix(want, "BAD") && code != cli.ExitFailed {
		t.Errorf("exit %d, want %q\n%s", code, want, out)
	}
}

// TestDoctorOnTheData: doctor checks the directory and the database in it.
func TestDoctorOnTheData(t *testing.T) {
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	path := filepath.Join(dir, sqlite.FileName)
	mode(t, dir, 0o700)
	sees(t, "ok  data directory "+dir+"\n", "--dev", "--data", dir)
	sees(t, "ok  store sqlite (", "--dev", "--data", dir)
	if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) != 3 { // the database, its lock file and the reserve
		t.Errorf("doctor has left files: %v, %v", names, err)
	}
	missing := none(t)
	sees(t, "ok  store sqlite (no database yet", "--dev", "--data", missing)
	if _, err := os.Stat(missing); !os.IsNotExist(err) {
		t.Errorf("doctor has created files: %v", err)
	}
	link := filepath.Join(t.TempDir(), "link")
	must.OK(t, os.Symlink(dir, link))
	for _, open := range []string{dir, path} {
		info, err := os.Stat(open)
		if err == nil {
			err = os.Chmod(open, info.Mode().Perm()|0o040)
		}
		must.OK(t, err)
		sees(t, "BAD data directory "+dir+": "+open+" has mode ", "--dev", "--data", dir)
		sees(t, "BAD data directory "+link+": "+strings.Replace(open, dir, link, 1)+" has mode ", "--dev", "--data", link)
		must.OK(t, os.Chmod(open, info.Mode().Perm()))
	}
	want := "ok  data directory " + dir + "\n"
	if os.Chown(path, 65534, -1) == nil { // only root can
		want = "BAD data directory " + dir + ": " + path + " belongs to another user"
	}
	sees(t, want, "--dev", "--data", dir)
	write(t, path, strings.Repeat("no database ", 1000))
	sees(t, "BAD store sqlite: "+path+" is not a database of this program", "--dev", "--data", dir)
}

// TestDoctorOnLeftovers: doctor names files that killed commands have left, and the command
// that removes them. It does not name files that a running command may be writing.
func TestDoctorOnLeftovers(t *testing.T) {
	dir := locationtest.Stored(t, locationtest.FamilyOfOne("taro", "牛乳")...)
	sees(t, "ok  leftovers of killed commands\n", "--dev", "--data", dir)
	names := []string{
		".session-keys.json-1", ".voicememo.db.schema-1-23", ".voicememo.db.schema-1-23-journal", ".voicememo-20261122-030000.db-456",
		"voicememo.db.before-restore.part", "voicememo.db.restoring",
	}
	for _, name := range append([]string{".notes", "voicememo.db.schema-5", ".session-keys.json-x"}, names...) {
		write(t, filepath.Join(dir, name), "x")
	}
	sees(t, "ok  leftovers of killed commands\n", "--dev", "--data", dir)
	old, paths := time.Now().Add(-time.Hour), []string{}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		err = errors.Join(err, os.Chtimes(filepath.Join(dir, e.Name()), old, old))
	}
	must.OK(t, err)
	slices.Sort(names)
	for _, name := range names {
		paths = append(paths, filepath.Join(dir, name))
	}
	sees(t, "BAD leftovers of killed commands: they contain keys or memos, and nothing needs them; run: rm -r -- "+strings.Join(paths, " ")+"\n", "--dev", "--data", dir)
	if out, err := exec.Command("rm", append([]string{"-r", "--"}, paths...)...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	sees(t, "ok  leftovers of killed commands\n", "--dev", "--data", dir)
}

// TestDoctorSizesTheLog: the size includes the log that a running server has not merged
// into the file yet. The server may merge it at any time, so an answer counts only if the
// files were the same before and after it.
func TestDoctorSizesTheLog(t *testing.T) {
	dir := t.TempDir()
	s := home{flags: []string{"--data", dir}}.serveHere(t)
	defer s.stop()
	sizes := func() (file, log int64) {
		t.Helper()
		for name, n := range map[string]*int64{sqlite.FileName: &file, sqlite.FileName + "-wal": &log} {
			info, err := os.Stat(filepath.Join(dir, name))
			must.OK(t, err)
			*n = info.Size()
		}
		return file, log
	}
	for i := range 50 {
		s.signIn(fmt.Sprint("太郎", i))
		file, log := sizes()
		out, _, _ := runHere("doctor", "--dev", "--data", dir)
		if f, l := sizes(); f != file || l != log || log == 0 {
			continue
		}
		if want := "ok  store sqlite (" + cli.Size(file+log) + ", whole)\n"; !strings.Contains(out, want) {
			t.Errorf("want %q\n%s", want, out)
		}
		return
	}
	t.Error("the log changed during every answer")
}

// TestDoctorOnTheServer: doctor and doctor --ready ask the running server.
func TestDoctorOnTheServer(t *testing.T) {
	dir := t.TempDir()
	if _, stderr, code := runHere("doctor", "--ready", "--data", dir); code != cli.ExitFailed || !strings.Contains(stderr, "no server of "+dir+" answers") {
		t.Errorf("without a server: exit %d, %q", code, stderr)
	}
	s := home{flags: []string{"--data", dir}}.serveHere(t)
	sees(t, "ok  server http://127.0.0.1:", "--dev", "--data", dir)
	sees(t, "ok  store sqlite (", "--dev", "--data", dir)
	if out, stderr, code := runHere("doctor", "--ready", "--data", dir); code != 0 || out != "ok  ready\n" {
		t.Errorf("with a server: exit %d, %q", code, stderr)
	}
	if err := os.Remove(filepath.Join(dir, "voicememo.url")); err != nil { // as if it did not answer
		t.Fatal(err)
	}
	sees(t, "BAD server: a process has "+dir+" open and does not answer", "--dev", "--data", dir)
	s.stop()
	sees(t, "ok  server (none runs", "--dev", "--data", dir)
}

// TestDoctorOnAServerInTrouble: doctor reports what the server reports.
func TestDoctorOnAServerInTrouble(t *testing.T) {
	dir, status := t.TempDir(), http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(status)
			fmt.Fprint(w, `{"status":"degraded","version":"0.9.9","checks":{"store":"ok","clock":"off","issuer":"unreachable","certificate":"unknown"}}`)
		}
	}))
	defer server.Close()
	write(t, filepath.Join(dir, "voicememo.url"), server.URL+"\n")
	sees(t, "BAD server "+server.URL+": it says: clock off, issuer unreachable", "--dev", "--data", dir)
	sees(t, "BAD version "+version.String()+": the server still runs 0.9.9; restart it", "--dev", "--data", dir)
	if _, stderr, code := runHere("doctor", "--ready", "--data", dir); code != 0 {
		t.Errorf("it can do its work anyway: exit %d, %q", code, stderr)
	}
	status = http.StatusServiceUnavailable
	sees(t, "BAD server "+server.URL+": the server is running but cannot reach what it needs", "--dev", "--data", dir)
	if _, _, code := runHere("doctor", "--ready", "--data", dir); code != cli.ExitFailed {
		t.Errorf("exit %d", code)
	}
}

// TestDoctorOnWhatToRegister: doctor shows the exact addresses to register elsewhere.
func TestDoctorOnWhatToRegister(t *testing.T) {
	args := []string{"--data", none(t), "--oidc-client-id", "x", "--public-url", "https://memo.invalid/", "--alexa-skill-id", "amzn1.ask.skill.1"}
	sees(t, "BAD configuration: --oidc-client-secret-file is needed: Google does not sign people in", args...)
	sees(t, "ok  redirect URI https://memo.invalid/auth/callback (to register with the issuer, exactly as written)\n", args...)
	sees(t, "ok  skill endpoint https://memo.invalid/alexa (to register", args...)
	sees(t, "BAD public URL https://memo.invalid/: ", args...)
	with := func(more ...string) []string { return append(append([]string{}, args...), more...) }
	sees(t, "ok  configuration\n", with("--oidc-client-secret", "s")...)
	sees(t, "BAD skill endpoint https://memo.invalid:8443/alexa", with("--public-url", "https://memo.invalid:8443")...)
	sees(t, "BAD skill endpoint http://localhost:8080/alexa", with("--public-url", "")...)
	sees(t, "is not of the form amzn1.ask.skill", with("--alexa-skill-id", "1")...)
	sees(t, "BAD domain memo.invalid: it cannot be resolved", with("--tls-domain", "memo.invalid")...)
}

// TestDoctorOnTheCertificate: doctor reports a certificate that is not trusted, and one
// that expires soon.
func TestDoctorOnTheCertificate(t *testing.T) {
	day := 24 * time.Hour
	for name, c := range map[string]struct {
		life, left time.Duration
		trusted    bool
		want       string
	}{
		"fresh":           {90 * day, 60 * day, true, "ok  certificate (until "},
		"expires soon":    {90 * day, 13 * day, true, "BAD certificate (until "},
		"short-lived":     {6 * day, 3 * day, true, "ok  certificate (until "},
		"short-lived end": {6 * day, day, true, "BAD certificate (until "},
		"over":            {90 * day, -day, true, "BAD certificate of https://127.0.0.1:"},
		"of nobody":       {90 * day, 60 * day, false, "BAD certificate of https://127.0.0.1:"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewUnstartedServer(http.NotFoundHandler())
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			pair, root := certified(t, time.Now().Add(c.left-c.life), time.Now().Add(c.left))
			server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
			server.StartTLS()
			defer server.Close()
			args := []string{"doctor", "--data", none(t), "--oidc-client-id", "x", "--oidc-issuer", server.URL, "--public-url", server.URL}
			h := home{}
			if c.trusted {
				h.env = []string{"SSL_CERT_FILE=" + trusting(t, root)}
			}
			if out, _ := h.run(t, "", args...); !strings.Contains(out, c.want) {
				t.Errorf("want %q\n%s", c.want, out)
			}
		})
	}
}

// certified returns a self-signed certificate for this machine.
func certified(t *testing.T, from, until time.Time) (pair tls.Certificate, root []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: from, NotAfter: until, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	must.OK(t, err)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// TestDoctorOnTables: doctor checks real tables, and tables of another format.
func TestDoctorOnTables(t *testing.T) {
	client, environment := localengine.Streaming(t, func(ctx context.Context, client *dynamodb.Client, environment string) error {
		return dynamo.CreateTables(ctx, client, environment, ondynamo.Tables()...)
	})
	localSDK(t)
	args := []string{"--dev", "--data", none(t), "--store", "dynamodb", "--environment"}
	tables := dynamo.TablesOf(environment)
	sees(t, "ok  table "+tables.Memos+" (point-in-time recovery unknown)\n", append(args, environment)...)
	sees(t, "ok  table "+tables.Connections+"\n", append(args, environment)...)
	for _, module := range ondynamo.Tables() {
		sees(t, "ok  table "+dynamo.TableName(environment, module.Suffix)+" (", append(args, environment)...)
	}
	sees(t, "ok  moves (0 families", append(args, environment)...)
	must.OK(t, must.Err(client.DeleteTable(t.Context(), &dynamodb.DeleteTableInput{TableName: &tables.Users})))
	sees(t, "BAD table "+tables.Users+": it is missing; if it was there before, restore it first (infra/README.md), and if not, run: voicememo tables create --environment "+environment, append(args, environment)...)
	t.Setenv(localengine.EndpointVariable, "http://127.0.0.1:1")
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	sees(t, "BAD store dynamodb, environment "+environment+": no server answers at the address in AWS_ENDPOINT_URL_DYNAMODB", append(args, environment)...)
}

// TestTablesOfATypo: tables are not created for a mistyped environment.
func TestTablesOfATypo(t *testing.T) {
	for _, environment := range []string{"bad", "Prod", "production", "dev-", "prod/x", ""} {
		_, stderr, code := runHere("tables", "create", "--environment", environment)
		if code != cli.ExitConfiguration || !strings.Contains(stderr, "--environment must be dev, stg or prod") {
			t.Errorf("%q: exit %d, %q", environment, code, stderr)
		}
	}
}
