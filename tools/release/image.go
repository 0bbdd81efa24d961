package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user owns the data in the image and runs the program, as in the Dockerfile.
const user = 65532

// packImage returns the image of one platform: nothing but the program, the authorities it
// trusts and its data, as the last stage of the Dockerfile makes it, and the licences,
// which must be with what is passed on.
func packImage(t tree, s shared, b built) (v1.Image, error) {
	files := []file{
		text("etc/ssl/certs/ca-certificates.crt", roots()),
		text("licenses/LICENSE", s.document("LICENSE")),
		text("licenses/"+licencesName, b.licences),
		{name: "voicememo", mode: 0o755, content: b.program},
		{name: "data", mode: fs.ModeDir | 0o700},
	}
	layer, err := tarredFor(files, t.time, func(f file) int {
		if f.name == "data" {
			return user
		}
		return 0
	})
	if err != nil {
		return nil, err
	}
	l, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(layer)), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression), tarball.WithCompressedCaching)
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{Layer: l, History: v1.History{Created: v1.Time{Time: t.time}, CreatedBy: "voicememo " + t.version}})
	if err != nil {
		return nil, err
	}
	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.Created, config.OS, config.Architecture = v1.Time{Time: t.time}, b.os, b.arch
	config.Config = imageConfig(t)
	return mutate.ConfigFile(image, config)
}

// imageConfig returns how the image is run. Docker obeys the health check, which is not
// part of OCI's format; Podman and others do not.
func imageConfig(t tree) v1.Config {
	return v1.Config{
		User: fmt.Sprintf("%d:%[1]d", user),
		Env: []string{
			"VOICEMEMO_ADDR=:8080", "VOICEMEMO_TLS_HTTP_ADDR=:8081", "VOICEMEMO_DATA=/data", "VOICEMEMO_LOG=json",
			"TMPDIR=/data", // nothing else can be written with --read-only
		},
		Volumes:      map[string]struct{}{"/data": {}},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}, "8081/tcp": {}},
		Entrypoint:   []string{"/voicememo"},
		Cmd:          []string{"serve"},
		Healthcheck: &v1.HealthConfig{
			Test:     []string{"CMD", "/voicememo", "doctor", "--ready"},
			Interval: 30 * time.Second, Timeout: 5 * time.Second, StartPeriod: 20 * time.Second,
		},
		Labels: map[string]string{
			"org.opencontainers.image.title":       "Voice Memo",
			"org.opencontainers.image.description": "Short memos of a family, spoken to Alexa or typed on the web",
			"org.opencontainers.image.licenses":    "MIT",
			"org.opencontainers.image.version":     t.version,
			"org.opencontainers.image.revision":    t.commit,
			"org.opencontainers.image.created":     t.time.Format(time.RFC3339),
		},
	}
}
