package picture_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"sync"
	"testing"
	"time"

	"voicememo/internal/outbound"
	"voicememo/models"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/picture"
)

// pictures is a server of pictures, the only server that a test's cache may reach, and a
// record of the other addresses that the cache tried.
type pictures struct {
	*httptest.Server
	mux *http.ServeMux

	mu      sync.Mutex
	hits    map[string]int
	refused []netip.AddrPort
}

func newPictures(t *testing.T) *pictures {
	p := &pictures{mux: http.NewServeMux(), hits: map[string]int{}}
	p.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		p.hits[r.URL.Path]++
		p.mu.Unlock()
		p.mux.ServeHTTP(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

// serve answers a path with these bytes.
func (p *pictures) serve(path string, body []byte) {
	p.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
}

func (p *pictures) hit(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.hits[path]
}

func (p *pictures) refusals() []netip.AddrPort {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.refused
}

// options allow a cache to reach this server; for other addresses they apply the default
// rule.
func (p *pictures) options(t *testing.T) picture.Options {
	home, err := url.Parse(p.URL)
	must.OK(t, err)
	pool := x509.NewCertPool()
	pool.AddCert(p.Certificate())
	return picture.Options{
		RootCAs: pool, Timeout: 30 * time.Second,
		Allow: func(at netip.AddrPort) bool {
			if at.String() == home.Host || outbound.Public(at) {
				return at.String() == home.Host // no test connects to the internet
			}
			p.mu.Lock()
			defer p.mu.Unlock()
			p.refused = append(p.refused, at)
			return false
		},
	}
}

// photo is an image of one colour.
func photo(w, h int) image.Image {
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Set(x, y, color.NRGBA{R: 200, G: 40, B: 40, A: 255})
		}
	}
	return img
}

func encodedJPEG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, jpeg.Encode(&out, img, nil))
	return out.Bytes()
}

func encodedPNG(t *testing.T, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	must.OK(t, png.Encode(&out, img))
	return out.Bytes()
}

func notFound(t *testing.T, c *picture.Cache, address string) {
	t.Helper()
	if p, err := c.Get(context.Background(), address); !models.IsCode(err, models.CodeNotFound) {
		t.Errorf("%d bytes, %v", len(p.JPEG), err)
	}
}
