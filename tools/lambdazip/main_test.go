package main

import (
	"archive/zip"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"debug/elf"
	"encoding/pem"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
)

// hello returns a package that builds quickly.
func hello(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module hello\n\ngo 1.26.0\n", "main.go": "package main\n\nfunc main() { println(\"hello\") }\n",
	} {
		must.OK(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	}
	t.Chdir(folder)
	return "."
}

// TestTwoBuildsAreEqual checks that two builds are equal, also if the second replaces the
// first.
func TestTwoBuildsAreEqual(t *testing.T) {
	program := hello(t)
	for arch, machine := range map[string]elf.Machine{"arm64": elf.EM_AARCH64, "amd64": elf.EM_X86_64} {
		t.Run(arch, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "new", "f.zip")
			var builds [][]byte
			for range 2 {
				must.OK(t, write(t.Context(), function{arch, out, program, "1.2.3", false}, io.Discard))
				content, err := os.ReadFile(out)
				must.OK(t, err)
				builds = append(builds, content)
			}
			if !bytes.Equal(builds[0], builds[1]) {
				t.Error("got two different builds")
			}
			if left, err := os.ReadDir(filepath.Dir(out)); err != nil || len(left) != 1 {
				t.Errorf("got other files than the zip: %v, %v", left, err)
			}
			checkBootstrap(t, builds[0], machine)
		})
	}
}

func checkBootstrap(t *testing.T, content []byte, machine elf.Machine) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	must.OK(t, err)
	f := z.File[0]
	if len(z.File) != 1 || f.Name != "bootstrap" || f.Mode() != 0o755 || !f.Modified.Equal(epoch) {
		t.Errorf("got %d files, the first %s %v of %v", len(z.File), f.Name, f.Mode(), f.Modified)
	}
	r, err := f.Open()
	must.OK(t, err)
	defer r.Close()
	program, err := io.ReadAll(r)
	must.OK(t, err)
	e, err := elf.NewFile(bytes.NewReader(program))
	must.OK(t, err)
	if libraries, err := e.ImportedLibraries(); e.Machine != machine || err != nil || len(libraries) > 0 {
		t.Errorf("got machine %v, libraries %v, %v", e.Machine, libraries, err)
	}
}

func TestRefusals(t *testing.T) {
	program := hello(t)
	out := filepath.Join(t.TempDir(), "f.zip")
	must.OK(t, os.WriteFile(out, []byte("before"), 0o600))
	for name, f := range map[string]function{
		"no package": {"arm64", out, "", "", false}, "no file": {"arm64", "", program, "", false}, "arch": {"mips", out, program, "", false},
		"does not build": {"arm64", out, "./nowhere", "", false},
	} {
		if err := write(t.Context(), f, io.Discard); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
	if content, err := os.ReadFile(out); err != nil || string(content) != "before" {
		t.Errorf("earlier zip: got %q, %v", content, err)
	}
}

// authority returns a certificate for a trust store; issuer nil: self-signed.
func authority(t *testing.T, name string, until time.Time, issuer *x509.Certificate, key *ecdsa.PrivateKey) []byte {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: until, KeyUsage: x509.KeyUsageCertSign,
	}
	if issuer == nil {
		issuer = template
	}
	der, err := x509.CreateCertificate(rand.Reader, template, issuer, &key.PublicKey, key)
	must.OK(t, err)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

func TestAmazonRoots(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	future := time.Now().Add(time.Hour)
	one, three := authority(t, rootNames[0], future, nil, key), authority(t, rootNames[2], future, nil, key)
	other := &x509.Certificate{Subject: pkix.Name{CommonName: "Other"}, SubjectKeyId: []byte("other")}
	store := slices.Concat([]byte("# a remark\n"), three, authority(t, "Other", future, nil, key),
		authority(t, rootNames[1], time.Now().Add(-time.Hour), nil, key), authority(t, rootNames[3], future, other, key), one)
	picked, missing := amazonRoots(store)
	if want := slices.Concat(one, three); !bytes.Equal(picked, want) {
		t.Errorf("got\n%s\nwant\n%s", picked, want)
	}
	if want := []string{rootNames[1], rootNames[3], rootNames[4]}; !slices.Equal(missing, want) {
		t.Errorf("missing: got %q, want %q", missing, want)
	}
	if picked, missing := amazonRoots(nil); len(picked) > 0 || len(missing) != len(rootNames) {
		t.Errorf("without a store: got %s, %q", picked, missing)
	}
}

// TestRootsOfAnotherStore checks that SSL_CERT_FILE comes first, and that missing roots
// are named.
func TestRootsOfAnotherStore(t *testing.T) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must.OK(t, err)
	program, store := hello(t), filepath.Join(t.TempDir(), "store.pem")
	one := authority(t, rootNames[0], time.Now().Add(time.Hour), nil, key)
	must.OK(t, os.WriteFile(store, one, 0o600))
	t.Setenv("SSL_CERT_FILE", store)
	var notes strings.Builder
	out := filepath.Join(t.TempDir(), "f.zip")
	must.OK(t, write(t.Context(), function{"amd64", out, program, "", true}, &notes))
	z, err := zip.OpenReader(out)
	must.OK(t, err)
	defer z.Close()
	r, err := z.Open(rootsFile)
	must.OK(t, err)
	if content, err := io.ReadAll(r); err != nil || !bytes.Equal(content, one) {
		t.Errorf("roots: got %s, %v", content, err)
	}
	if !strings.Contains(notes.String(), rootNames[4]) || strings.Contains(notes.String(), rootNames[0]) {
		t.Errorf("got notes %s", &notes)
	}
}
