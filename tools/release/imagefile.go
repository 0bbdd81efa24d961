package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// imageFile returns the images of all platforms in one file: an OCI layout with an index,
// for docker load and podman load. Docker that keeps its images in the store of before
// version 29 reads manifest.json instead, which names an image for each platform.
func imageFile(t tree, s shared, programs []built) (file, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	var classic []classicImage
	for _, b := range programs {
		if !b.image {
			continue
		}
		image, err := packImage(t, s, b)
		if err != nil {
			return file{}, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: image, Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: b.os, Architecture: b.arch}},
		})
		c, err := asClassic(image, "voicememo:"+t.imageTag()+"-"+b.arch)
		if err != nil {
			return file{}, err
		}
		classic = append(classic, c)
	}
	if len(classic) == 0 {
		return file{}, nil
	}
	files, err := layoutFiles(index, "voicememo:"+t.imageTag())
	if err != nil {
		return file{}, err
	}
	manifest, err := json.Marshal(classic)
	if err != nil {
		return file{}, err
	}
	packed, err := tarred(append(files, text("manifest.json", manifest)), t.time)
	return text("voicememo_"+t.version+"_image.tar", packed), err
}

// layoutFiles returns the files of an OCI layout with an index under a name.
func layoutFiles(index v1.ImageIndex, as string) (files []file, err error) {
	folder, err := os.MkdirTemp("", "voicememo-image-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	written, err := layout.Write(folder, empty.Index)
	if err != nil {
		return nil, err
	}
	full, err := name.NewTag(as)
	if err != nil {
		return nil, err
	}
	if err := written.AppendIndex(index, layout.WithAnnotations(map[string]string{
		"org.opencontainers.image.ref.name": as,
		"io.containerd.image.name":          strings.TrimPrefix(full.Name(), "index."), // as Docker writes names in full
	})); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path) //nolint:gosec // just written
		relative, _ := filepath.Rel(folder, path)
		files = append(files, text(filepath.ToSlash(relative), content))
		return err
	})
	return files, err
}

// classicImage is an image as manifest.json of docker save describes it.
type classicImage struct {
	Config   string
	RepoTags []string
	Layers   []string
}

func asClassic(image v1.Image, tag string) (c classicImage, err error) {
	manifest, err := image.Manifest()
	if err != nil {
		return classicImage{}, err
	}
	blob := func(h v1.Hash) string { return path.Join("blobs", h.Algorithm, h.Hex) }
	c = classicImage{Config: blob(manifest.Config.Digest), RepoTags: []string{tag}}
	for _, layer := range manifest.Layers {
		c.Layers = append(c.Layers, blob(layer.Digest))
	}
	return c, nil
}
