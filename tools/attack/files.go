package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

var fileAttacks = []attack{
	{name: "file-modes", what: "read the data directory, backups and keys as another user of the machine", at: atServer, play: fileModes},
	{name: "erased-bytes", what: "find what was deleted in the files of the data directory", at: atStrict, play: erasedBytes},
	{name: "open-metrics", what: "read the metrics from another machine", at: atServer, play: openMetrics},
	{name: "loopback-only", what: "reach the sign-in without passwords, or an unverified skill, from another machine", at: atServer, play: loopbackOnly},
}

// private reports a breach if other users than its owner can access a file, or one in a
// folder.
func (p *play) private(path string) {
	p.must(filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		p.count()
		if mode := info.Mode().Perm(); mode&0o077 != 0 {
			p.breach("%s has mode %04o", filepath.Base(file), mode)
		}
		return nil
	}))
}

func fileModes(p *play) {
	data := filepath.Join(p.TempDir(), "data")
	s := p.devServer(data)
	b := s.person("Olga the owner")
	b.add("a note in a file")
	p.private(data)
	copies := p.TempDir()
	for _, args := range [][]string{
		{"backup", "--data", data, "--to", filepath.Join(copies, "copy.db")}, {"keys", "rotate", "--data", data},
	} {
		if out, status := p.runs(args...); status != 0 {
			p.Fatalf("%s: exit %d: %s", args, status, out)
		}
	}
	p.must(s.program.Stop())
	p.private(data)
	p.private(filepath.Join(copies, "copy.db"))
}

// eraseTime is longer than the program takes to compact its file after a deletion.
const eraseTime = 100 * time.Second

func erasedBytes(p *play) {
	data := p.TempDir()
	s := p.strictAt(data)
	other := s.person("olga")
	b := s.person("verena")
	b.ask(http.MethodPut, "/api/user/name", object("name", "Verena Vanishing")).want(http.StatusOK)
	for range 8 {
		id := b.add("the vanishing note")
		b.ask(http.MethodPut, "/api/memos/"+id, object("content", "the vanishing note, changed")).want(http.StatusOK)
		for range 2 {
			b.ask(http.MethodDelete, "/api/memos/"+id, "").want(http.StatusOK)
		}
		b.add("the vanishing note that stays until the end")
	}
	if len(p.found(data, "vanishing note")) == 0 {
		p.Fatal("the search does not find what is there")
	}
	b.signInAgain("/auth/login?fresh=1&return_to=/in")
	b.close()
	other.add("another family's note")
	left := func() []string { return p.found(data, "vanishing note", "Verena", "verena@") }
	if p.long {
		for end := time.Now().Add(eraseTime); len(left()) > 0 && time.Now().Before(end); {
			time.Sleep(time.Second)
		}
	} else {
		p.must(s.program.Stop())
	}
	if files := left(); len(files) > 0 {
		p.breach("what was deleted is still in %v", files)
	}
}

// found lists the files of a directory that contain one of some texts.
func (p *play) found(dir string, texts ...string) []string {
	var files []string
	p.must(filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		p.count()
		content, err := os.ReadFile(file) //nolint:gosec // the attack's own directory
		for _, text := range texts {
			if bytes.Contains(content, []byte(text)) {
				files = append(files, filepath.Base(file)+": "+text)
			}
		}
		return err
	}))
	return files
}

// refusedToServe reports a breach unless the program refuses to serve with these flags,
// in a message that names flag.
func (p *play) refusedToServe(flag string, args ...string) {
	out, status := p.runs(append([]string{"serve", "--data", p.TempDir()}, args...)...)
	if status != 2 || !strings.Contains(out, flag) {
		p.breach("serve %s: exit %d: %s", args, status, out)
	}
}

func openMetrics(p *play) {
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "192.0.2.1:0"} {
		p.refusedToServe("--metrics-token-file", "--dev", "--addr", "127.0.0.1:0", "--metrics-addr", address)
	}
	short := filepath.Join(p.TempDir(), "token")
	p.must(os.WriteFile(short, []byte("short"), 0o600))
	p.refusedToServe("--metrics-token-file", "--dev", "--addr", "127.0.0.1:0", "--metrics-addr", "0.0.0.0:0", "--metrics-token-file", short)
	token := filepath.Join(p.TempDir(), "token")
	const secret = "a-token-of-many-characters"
	p.must(os.WriteFile(token, []byte(secret+"\n"), 0o600))
	p.secret(secret)
	at := freeAddress(p)
	s := p.site("--metrics-addr", at, "--metrics-token-file", token)
	for header, want := range map[string]int{
		"": http.StatusUnauthorized, "Bearer": http.StatusUnauthorized, "Bearer x": http.StatusUnauthorized, "Bearer " + secret + "x": http.StatusUnauthorized,
		"Basic " + secret: http.StatusUnauthorized, secret: http.StatusUnauthorized, "Bearer " + secret[:10]: http.StatusUnauthorized, "Bearer " + secret: http.StatusOK,
	} {
		p.count()
		req, err := http.NewRequestWithContext(p.ctx, http.MethodGet, "http://"+at+"/metrics", nil)
		p.must(err)
		if header != "" {
			req.Header.Set("Authorization", header)
		}
		res, err := http.DefaultTransport.RoundTrip(req)
		p.must(err)
		p.must(res.Body.Close())
		if res.StatusCode != want {
			p.breach("the metrics: got status %d for %q, want %d", res.StatusCode, header, want)
		}
	}
	s.stranger().get("/metrics").want(http.StatusNotFound)
}

func loopbackOnly(p *play) {
	for flag, args := range map[string][]string{
		"--dev": {"--dev", "--addr", "0.0.0.0:0"}, "--addr": {"--dev", "--addr", ":0"}, "--public-url": {"--dev", "--addr", "127.0.0.1:0", "--public-url", "https://memo.example.com"},
		"--alexa-verify": {"--oidc-client-id", "x", "--oidc-client-secret", "x", "--addr", "0.0.0.0:0", "--public-url", "https://memo.example.com", "--alexa-verify", "off", "--alexa-skill-id", "x"},
		"--oidc-issuer":  {"--oidc-client-id", "x", "--oidc-client-secret", "x", "--addr", "127.0.0.1:0", "--oidc-issuer", "http://issuer.example"},
		"--signup-allow": {"--oidc-client-id", "x", "--oidc-client-secret", "x", "--addr", "127.0.0.1:0", "--signup", "allow-list"},
	} {
		p.refusedToServe(flag, args...)
	}
}
