package bench

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/localengine"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/runtimeapi"
	"voicememo/tools/testkit/services"
)

// The data of the functions: families with many memos. The page's public address is not
// reachable.
const (
	speaker     = "amzn1.ask.account.BENCHMARK"
	linkedEcho  = "amzn1.ask.account.LINKED"
	application = "amzn1.ask.skill.benchmark"
	home        = "https://memo.example.com"
)

// The functions, and the root certificates they read: a single one, or those they read
// when deployed, which are those of the zip for this project's functions and the system's
// for the reference. The linked skill is the skill's function for an Echo that is linked: its
// first turn carries a token, and reads the keys.
const (
	reference   = "reference"
	skillLambda = "skill"
	linkedSkill = "linked"
	webLambda   = "web"

	oneRoot  = "one"
	deployed = "deployed"
)

var functions = []string{reference, skillLambda, linkedSkill, webLambda}

// packages are the functions' packages; rootsFile is in the zips of this project's
// functions.
var packages = map[string]string{
	reference: "voicememo/tools/bench/reference", skillLambda: "voicememo/cmd/skill-lambda", linkedSkill: "voicememo/cmd/skill-lambda",
	webLambda: "voicememo/cmd/web-lambda",
}

const rootsFile = "amazon-roots.pem"

// world is the environment of the functions: tables and secrets behind TLS.
type world struct {
	env      []string
	cookie   string // of a person who has signed in
	token    string // with which this person linked an Echo
	deployed map[string]deployment
	trust    map[string][]string // environment variables by the roots that they select
}

// deployment is a built function.
type deployment struct {
	root         string // where its zip is unpacked
	program, zip int64  // bytes
}

// newWorld makes two families of one with this many memos each: an Echo's, and that of a
// person who has signed in on the page.
func newWorld(t testing.TB, memos int) *world {
	t.Helper()
	aws := functiontest.NewAWS(t)
	front, ca := terminate(t, aws)
	env, secrets := aws.Web(t, home)
	w := &world{deployed: map[string]deployment{}, trust: map[string][]string{}}
	for _, name := range functions {
		w.deploy(t, name, ca)
	}
	all := services.Over(aws.DB)
	echo, err := all.Families.Ensure(t.Context(), models.Profile{ID: speaker, Name: "エコー", Source: models.SourceAlexa})
	must.OK(t, err)
	reader, err := all.Families.Person(t.Context(), w.signIn(t, env))
	must.OK(t, err)
	w.token = linkToken(t, aws, secrets[1], reader)
	earlier := time.Now().Add(-time.Hour)
	// Each memo has its own time: a page that is cut off among memos of one time is read again.
	all.Memos.Now = func() time.Time { earlier = earlier.Add(time.Second); return earlier }
	for i := range memos {
		content := fmt.Sprintf("牛乳とパンを%d個買って帰る", i+1)
		for _, author := range []models.User{echo, reader} {
			_, _, err := all.Memos.Add(t.Context(), author, memo.Draft{Content: content, Key: memo.Key(content)})
			must.OK(t, err)
		}
	}
	w.env = slices.Concat(env, localengine.Environ(front), []string{
		"AWS_ENDPOINT_URL=" + front, "VOICEMEMO_ALEXA_SKILL_ID=" + application,
		"REFERENCE_TABLE=" + dynamo.TablesOf(functiontest.Environment).Memos, "REFERENCE_FAMILY_ID=" + string(echo.FamilyID),
	})
	w.trust[oneRoot] = trusting(t, ca)
	w.trust[deployed] = trusting(t, slices.Concat(systemRoots(t), []byte("\n"), ca))
	return w
}

// linkToken returns an access token of a person for an Echo, sealed with keys in JSON.
func linkToken(t testing.TB, aws *functiontest.AWS, keys string, u models.User) string {
	t.Helper()
	ring, err := auth.ParseKeyRing([]byte(keys))
	must.OK(t, err)
	access, err := auth.NewAccesses(aws.DB.Access()).Begin(t.Context(), u, auth.Grant{
		Kind: models.AccessEcho, Name: "Alexa", Scope: models.ScopeFull, Lifetime: 24 * time.Hour,
	})
	must.OK(t, err)
	return ring.SealAppToken(auth.AppToken{
		User: u.ID, Access: access.ID, Scope: models.ScopeFull, Resource: home + auth.EchoResource, Ends: time.Now().Add(time.Hour).UnixMilli(),
	})
}

// function returns one of the functions with its environment.
func (w *world) function(roots, name string) runtimeapi.Function {
	f := runtimeapi.Function{Root: w.deployed[name].root, Env: w.env}
	if name == reference || roots == oneRoot {
		f.Env = slices.Concat(w.env, w.trust[roots])
	}
	return f
}

// deploy builds a function for this machine and unpacks it as Lambda would. It adds ca to
// the function's file of roots, if there is one.
func (w *world) deploy(t testing.TB, name string, ca []byte) {
	t.Helper()
	root := t.TempDir()
	d := deployment{root: root}
	must.OK(t, program.Function(t.Context(), runtime.GOARCH, packages[name], func(zip string) error {
		d.zip = size(t, zip)
		return runtimeapi.Unpack(zip, root)
	}))
	d.program = size(t, filepath.Join(root, "bootstrap"))
	w.deployed[name] = d
	f, err := os.OpenFile(filepath.Join(root, rootsFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	must.OK(t, err)
	must.OK(t, must.Err(f.Write(ca)))
	must.OK(t, f.Close())
}

func size(t testing.TB, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must.OK(t, err)
	return info.Size()
}

// signIn signs a person in at an instance of the web function, keeps the cookie, which is
// valid for all other instances, and returns the person's id.
func (w *world) signIn(t testing.TB, env []string) models.UserID {
	t.Helper()
	through := site{functiontest.Events{Instance: functiontest.Start(t, w.deployed[webLambda].root, env...)}}
	cookie, err := devsignin.SignInThrough(t.Context(), through, home, "太郎")
	must.OK(t, err)
	w.cookie = cookie
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, home+"/api/me", nil)
	must.OK(t, err)
	r.Header.Set("Cookie", cookie)
	res, err := through.RoundTrip(r)
	must.OK(t, err)
	var me struct {
		User struct{ UserID models.UserID }
	}
	must.OK(t, json.NewDecoder(res.Body).Decode(&me))
	must.OK(t, res.Body.Close())
	return me.User.UserID
}

// site sends requests for home to a function, and others to their hosts.
type site struct{ function http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (s site) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.HasPrefix(r.URL.String(), home) {
		return s.function.RoundTrip(r)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// trusting writes certificates to a file and returns the variables that make crypto/x509
// trust only these.
func trusting(t testing.TB, certificates []byte) []string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "roots.pem")
	must.OK(t, os.WriteFile(file, certificates, 0o600))
	return []string{"SSL_CERT_FILE=" + file, "SSL_CERT_DIR=" + t.TempDir()}
}

// systemRoots returns this machine's trust store.
func systemRoots(t testing.TB) []byte {
	t.Helper()
	for _, path := range []string{"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"} {
		if content, err := os.ReadFile(path); err == nil {
			return content
		}
	}
	t.Fatal("this machine has no file of root certificates")
	return nil
}

// terminate serves TLS in front of services, as AWS does: HTTP/1.1, and a certificate
// signed by one root, which it returns as PEM.
func terminate(t testing.TB, services http.Handler) (url string, ca []byte) {
	t.Helper()
	ca, certificate := certify(t)
	s := httptest.NewUnstartedServer(services)
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // functions that are ended leave connections behind
	s.TLS = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL, ca
}

// certify makes a root and a certificate for this machine signed by it.
func certify(t testing.TB) (ca []byte, certificate tls.Certificate) {
	t.Helper()
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "benchmark root"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: root.NotBefore, NotAfter: root.NotAfter, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	leafKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	rootDER, err := x509.CreateCertificate(rand.Reader, root, root, &rootKey.PublicKey, rootKey)
	must.OK(t, err)
	leafDER, err := x509.CreateCertificate(rand.Reader, leaf, root, &leafKey.PublicKey, rootKey)
	must.OK(t, err)
	ca = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: rootDER})
	return ca, tls.Certificate{Certificate: [][]byte{leafDER}, PrivateKey: leafKey}
}
