package main

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

// unpacked writes the image's file to a folder and returns it as an OCI layout.
func unpacked(t *testing.T, p product) (folder string, outer, index v1.ImageIndex) {
	t.Helper()
	folder = t.TempDir()
	for _, e := range untarred(t, p.read(t, "voicememo_"+p.version+"_image.tar")) {
		path := filepath.Join(folder, filepath.FromSlash(e.name))
		if e.mode.IsDir() {
			if err := os.MkdirAll(path, 0o700); err != nil {
				t.Fatal(err)
			}
		} else if err := os.WriteFile(path, e.content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	outer, err := layout.ImageIndexFromPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(outer); err != nil {
		t.Fatal(err)
	}
	manifest, err := outer.IndexManifest()
	if err != nil || len(manifest.Manifests) != 1 {
		t.Fatalf("got %v, %v, want one index", manifest, err)
	}
	index, err = outer.ImageIndex(manifest.Manifests[0].Digest)
	if err != nil {
		t.Fatal(err)
	}
	return folder, outer, index
}

// TestImage: the image has a manifest for each of its platforms, each with the program,
// its data, the authorities and the licences, run as the last stage of the Dockerfile says.
func TestImage(t *testing.T) {
	t.Parallel()
	p := made(t)
	_, _, index := unpacked(t, p)
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, on := range p.platforms {
		if on.image {
			want = append(want, on.name())
		}
	}
	for _, d := range manifest.Manifests {
		got = append(got, d.Platform.String())
		image, err := index.Image(d.Digest)
		if err != nil {
			t.Fatal(err)
		}
		on, _ := platformOf(d.Platform.String())
		checkConfig(t, p, on, image)
		checkLayer(t, p, on, image)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got platforms %q, want %q", got, want)
	}
}

func checkConfig(t *testing.T, p product, on platform, image v1.Image) {
	t.Helper()
	c, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	dockerfile, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	last := string(dockerfile[bytes.LastIndex(dockerfile, []byte("\nFROM ")):])
	env := strings.Fields(regexp.MustCompile(`(?m)^ENV (.*)$`).FindStringSubmatch(last)[1])
	if c.OS != on.os || c.Architecture != on.arch || c.Config.User != "65532:65532" || !slices.Equal(c.Config.Env, env) ||
		!slices.Equal(c.Config.Entrypoint, []string{"/voicememo"}) || !slices.Equal(c.Config.Cmd, []string{"serve"}) {
		t.Errorf("got %s/%s, %+v, want variables %q", c.OS, c.Architecture, c.Config, env)
	}
	if _, ok := c.Config.Volumes["/data"]; !ok || c.Config.Labels["org.opencontainers.image.version"] != p.version || len(c.Config.Labels["org.opencontainers.image.revision"]) != 40 {
		t.Errorf("got volumes %v and labels %v", c.Config.Volumes, c.Config.Labels)
	}
	for _, line := range []string{"USER 65532:65532", "VOLUME /data", "EXPOSE 8080 8081", `ENTRYPOINT ["/voicememo"]`, `CMD ["serve"]`} {
		if !strings.Contains(last, "\n"+line+"\n") {
			t.Errorf("the Dockerfile lacks %q: the image of a release differs", line)
		}
	}
}

func checkLayer(t *testing.T, p product, on platform, image v1.Image) {
	t.Helper()
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("got %d layers, %v", len(layers), err)
	}
	r, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]entry{}
	for _, e := range untarred(t, content) {
		found[e.name] = e
	}
	if data := found["data"]; data.mode.String() != "drwx------" || data.uid != 65532 {
		t.Errorf("got data %v of %d", data.mode, data.uid)
	}
	if program := found["voicememo"]; program.mode.String() != "-rwxr-xr-x" || !bytes.Equal(program.content, p.contents(t, on)["voicememo"].content) {
		t.Errorf("got a program with mode %v, or another one than in the archive", program.mode)
	}
	authorities := 0
	for block, rest := pem.Decode(found["etc/ssl/certs/ca-certificates.crt"].content); block != nil; block, rest = pem.Decode(rest) {
		if _, err := x509.ParseCertificate(block.Bytes); err != nil {
			t.Error(err)
		}
		authorities++
	}
	if authorities < 100 || len(found) != 9 {
		t.Errorf("got %d files and %d authorities, want 9 and 100 or more", len(found), authorities)
	}
	for _, name := range []string{"LICENSE", licencesName} {
		if got := found["licenses/"+name]; len(got.content) == 0 || !bytes.Equal(got.content, p.contents(t, on)[name].content) {
			t.Errorf("got %d bytes of %s, want those of the archive", len(got.content), name)
		}
	}
}

// TestImageNames: both stores of Docker, and Podman, find the image by its name.
func TestImageNames(t *testing.T) {
	t.Parallel()
	p := made(t)
	folder, outer, _ := unpacked(t, p)
	manifest, err := outer.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	name := "voicememo:" + tree{version: p.version}.imageTag()
	names := manifest.Manifests[0].Annotations
	if names["org.opencontainers.image.ref.name"] != name || !strings.HasSuffix(names["io.containerd.image.name"], "/library/"+name) {
		t.Errorf("got annotations %v, want %s", names, name)
	}
	content, err := os.ReadFile(filepath.Join(folder, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var classic []classicImage
	if err := json.Unmarshal(content, &classic); err != nil {
		t.Fatal(err)
	}
	for _, c := range classic {
		if !strings.HasPrefix(c.RepoTags[0], name+"-") {
			t.Errorf("got tag %q, want one that begins with %s-", c.RepoTags, name)
		}
		for _, blob := range append(c.Layers, c.Config) {
			if _, err := os.Stat(filepath.Join(folder, blob)); err != nil {
				t.Error(err)
			}
		}
	}
}
