package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/picture"
)

// TestSmallJPEG: every picture becomes a JPEG of at most 128 by 128, with the same
// proportions and colours.
func TestSmallJPEG(t *testing.T) {
	p := newPictures(t)
	for name, of := range map[string]struct {
		body []byte
		size image.Point
		red  bool
	}{
		"wide":        {encodedJPEG(t, photo(640, 320)), image.Pt(128, 64), true},
		"high":        {encodedPNG(t, photo(100, 1000)), image.Pt(12, 128), true},
		"small":       {encodedPNG(t, photo(20, 30)), image.Pt(20, 30), true},
		"a line":      {encodedPNG(t, photo(2000, 1)), image.Pt(128, 1), true},
		"transparent": {encodedPNG(t, image.NewNRGBA(image.Rect(0, 0, 256, 256))), image.Pt(128, 128), false},
		"large":       {encodedJPEG(t, photo(1448, 1448)), image.Pt(128, 128), true},
	} {
		t.Run(name, func(t *testing.T) {
			path := "/" + fmt.Sprintf("%x", name)
			p.serve(path, of.body)
			c := picture.New(p.options(t))
			got, err := c.Get(context.Background(), p.URL+path)
			must.OK(t, err)
			img, err := jpeg.Decode(bytes.NewReader(got.JPEG))
			if err != nil || img.Bounds().Size() != of.size {
				t.Fatalf("%v, %v", img.Bounds(), err)
			}
			r, g, _, _ := img.At(of.size.X/2, of.size.Y/2).RGBA()
			if r>>8 < 180 || g>>8 > 60 == of.red {
				t.Errorf("colour %d, %d", r>>8, g>>8)
			}
			if len(got.ETag) < 10 || len(got.JPEG) > 20<<10 {
				t.Errorf("%s, %d bytes", got.ETag, len(got.JPEG))
			}
		})
	}
}

// clock is a time that a test advances.
type clock struct{ offset atomic.Int64 }

func (c *clock) now() time.Time { return time.Unix(0, c.offset.Load()) }

func TestKept(t *testing.T) {
	p := newPictures(t)
	p.serve("/there", encodedJPEG(t, photo(10, 10)))
	o, later := p.options(t), &clock{}
	o.Now = later.now
	c := picture.New(o)
	for _, step := range []struct {
		after        time.Duration
		there, wrong int // how often each was requested until then
	}{{0, 1, 1}, {59 * time.Second, 1, 1}, {time.Minute, 1, 2}, {24 * time.Hour, 2, 3}} {
		later.offset.Store(int64(step.after))
		must.OK(t, must.Err(c.Get(context.Background(), p.URL+"/there")))
		notFound(t, c, p.URL+"/wrong")
		if p.hit("/there") != step.there || p.hit("/wrong") != step.wrong {
			t.Errorf("after %v: %d and %d times, want %d and %d", step.after, p.hit("/there"), p.hit("/wrong"), step.there, step.wrong)
		}
	}
}

// TestForgotten: the number of kept pictures is bounded; the oldest is dropped first.
func TestForgotten(t *testing.T) {
	p := newPictures(t)
	c := picture.New(p.options(t))
	for i := range 301 {
		notFound(t, c, fmt.Sprintf("%s/%d", p.URL, i))
	}
	notFound(t, c, p.URL+"/300")
	notFound(t, c, p.URL+"/1")
	notFound(t, c, p.URL+"/0")
	if p.hit("/300") != 1 || p.hit("/1") != 1 || p.hit("/0") != 2 {
		t.Errorf("got %d, %d and %d fetches, want 1, 1 and 2", p.hit("/300"), p.hit("/1"), p.hit("/0"))
	}
}

// TestTogether: concurrent requests for one picture cause one fetch, which a canceled
// request does not end.
func TestTogether(t *testing.T) {
	p := newPictures(t)
	go1 := make(chan struct{})
	body := encodedJPEG(t, photo(10, 10))
	p.mux.HandleFunc("/slow", func(w http.ResponseWriter, _ *http.Request) {
		<-go1
		_, _ = w.Write(body)
	})
	c := picture.New(p.options(t))
	gone, leave := context.WithCancel(context.Background())
	leave()
	if _, err := c.Get(gone, p.URL+"/slow"); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("gone: %v", err)
	}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if got, err := c.Get(context.Background(), p.URL+"/slow"); err != nil || len(got.JPEG) == 0 {
				t.Error(err)
			}
		})
	}
	close(go1)
	wg.Wait()
	check.Equal(t, p.hit("/slow"), 1, "fetches")
}

// TestTooMany: beyond maxPending fetches the error is Unavailable.
func TestTooMany(t *testing.T) {
	p := newPictures(t)
	release := make(chan struct{})
	p.mux.HandleFunc("/", func(http.ResponseWriter, *http.Request) { <-release })
	c := picture.New(p.options(t))
	gone, leave := context.WithCancel(context.Background())
	leave()
	for i := range 32 {
		if _, err := c.Get(gone, fmt.Sprintf("%s/%d", p.URL, i)); !models.IsCode(err, models.CodeUnavailable) {
			t.Fatal(err)
		}
	}
	if _, err := c.Get(context.Background(), p.URL+"/more"); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("one too many: %v", err)
	}
	close(release)
	notFound(t, c, p.URL+"/31")
	notFound(t, c, p.URL+"/more")
}
