package picture_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/picture"
)

// TestNowhereElse: no address and no redirect causes a connection to a host that is not
// public, or without https.
func TestNowhereElse(t *testing.T) {
	p := newPictures(t)
	var reached atomic.Int32
	secret := func(w http.ResponseWriter, _ *http.Request) {
		reached.Add(1)
		_, _ = w.Write(encodedJPEG(t, photo(8, 8)))
	}
	private, plain := httptest.NewTLSServer(http.HandlerFunc(secret)), httptest.NewServer(http.HandlerFunc(secret))
	defer private.Close()
	defer plain.Close()
	at, err := url.Parse(private.URL)
	must.OK(t, err)
	c := picture.New(p.options(t))
	for name, address := range map[string]string{
		"loopback": private.URL, "loopback name": "https://localhost:" + at.Port() + "/", "IPv6 loopback": "https://[::1]:" + at.Port() + "/",
		"mapped loopback": "https://[::ffff:127.0.0.1]:" + at.Port() + "/", "metadata": "https://169.254.169.254/latest/meta-data/",
		"private": "https://10.0.0.1/", "any": "https://0.0.0.0:" + at.Port() + "/", "decimal": "https://2130706433:" + at.Port() + "/",
		"plain http": plain.URL, "another scheme": "file:///etc/hostname", "no address": "::", "nothing": "", "with a password": "https://me:secret@" + at.Host,
	} {
		t.Run(name, func(t *testing.T) { notFound(t, c, address) })
		t.Run("redirect to "+name, func(t *testing.T) {
			path := fmt.Sprintf("/to/%x", name)
			p.mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Location", address)
				w.WriteHeader(http.StatusFound)
			})
			notFound(t, c, p.URL+path)
			if p.hit(path) != 1 {
				t.Error("got no request for the redirect, want one")
			}
		})
	}
	check.Equal(t, reached.Load(), 0, "requests at private servers")
}

// resolver answers every name with one address, over TCP.
func resolver(ip net.IP) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go answerNames(theirs, ip.To4())
		return ours, nil
	}}
}

// answerNames implements the necessary part of DNS (RFC 1035 sections 4.1 and 4.2.2).
func answerNames(conn net.Conn, ip net.IP) {
	defer func() { _ = conn.Close() }()
	for {
		var size uint16
		if binary.Read(conn, binary.BigEndian, &size) != nil {
			return
		}
		query := make([]byte, size)
		if _, err := io.ReadFull(conn, query); err != nil {
			return
		}
		end := 12 + bytes.IndexByte(query[12:], 0) + 5 // the name, its type and class
		wantsIPv4 := query[end-3] == 1
		reply := append([]byte{query[0], query[1], 0x81, 0x80, 0, 1, 0, 0, 0, 0, 0, 0}, query[12:end]...)
		if wantsIPv4 {
			reply[7] = 1
			reply = append(reply, 0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4)
			reply = append(reply, ip...)
		}
		if _, err := conn.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(reply))), reply...)); err != nil {
			return
		}
	}
}

// TestNamesOfPrivateHosts: a name that resolves to a private address is refused.
func TestNamesOfPrivateHosts(t *testing.T) {
	for _, ip := range []string{"127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1"} {
		t.Run(ip, func(t *testing.T) {
			p := newPictures(t)
			o := p.options(t)
			o.Resolver = resolver(net.ParseIP(ip))
			notFound(t, picture.New(o), "https://pictures.example/taro.jpg")
			if refused := p.refusals(); len(refused) != 1 || refused[0].String() != ip+":443" {
				t.Errorf("got refused addresses %v, want only %s", refused, ip)
			}
		})
	}
}

// scans returns a progressive JPEG of 1448 by 1448 with n scans, each of 13 bytes and
// without coefficients (ITU-T T.81, annexes B and G).
func scans(n int) []byte {
	table := func(class, symbol byte) []byte { // one code, of one bit
		return append(append([]byte{0xff, 0xc4, 0, 20, class, 1}, make([]byte, 15)...), symbol)
	}
	raw := append([]byte{0xff, 0xd8, 0xff, 0xdb, 0, 67, 0}, bytes.Repeat([]byte{1}, 64)...)
	raw = append(raw, 0xff, 0xc2, 0, 11, 8, 1448>>8, 1448&0xff, 1448>>8, 1448&0xff, 1, 1, 0x11, 0)
	raw = append(append(raw, table(0x00, 0)...), table(0x10, 0xe0)...)
	const wholeBand = "\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00" + "\x7f\xff\x00" // 32,767 blocks of nothing
	return append(append(raw, bytes.Repeat([]byte(wholeBand), n)...), 0xff, 0xd9)
}

// TestNoPictures: answers of a server that are not a picture are refused.
func TestNoPictures(t *testing.T) {
	p := newPictures(t)
	whole := encodedJPEG(t, photo(300, 300))
	huge := encodedPNG(t, image.NewGray(image.Rect(0, 0, 1, 1)))
	binary.BigEndian.PutUint32(huge[16:], 50_000) // PNG, section 11.2.2: width, height
	binary.BigEndian.PutUint32(huge[20:], 50_000)
	for path, body := range map[string][]byte{
		"/page": []byte("<!doctype html><script>alert(1)</script>"), "/svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
		"/nothing": nil, "/part": whole[:len(whole)/2], "/head": whole[:20], "/gif": []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"),
		"/noise": append([]byte("\xff\xd8\xff\xe0"), bytes.Repeat([]byte{7}, 5000)...), "/bomb": huge,
		"/scans": scans(2000), "/large": append(bytes.Clone(whole), make([]byte, 1<<20)...), "/pixels": encodedPNG(t, image.NewGray(image.Rect(0, 0, 1449, 1449))),
	} {
		p.serve(path, body)
	}
	p.mux.HandleFunc("/gone", func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write(whole)
	})
	p.mux.HandleFunc("/endless", func(w http.ResponseWriter, _ *http.Request) {
		for n := 0; n < 64<<20; n += len(whole) {
			if _, err := w.Write(whole); err != nil {
				return
			}
		}
		t.Error("an endless picture was not cut off")
	})
	p.mux.HandleFunc("/round", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/round", http.StatusFound) })
	p.serve("/few-scans", scans(10))
	c := picture.New(p.options(t))
	if _, err := c.Get(context.Background(), p.URL+"/few-scans"); err != nil {
		t.Error(err)
	}
	for _, path := range []string{
		"/page", "/svg", "/nothing", "/part", "/head", "/gif", "/noise", "/bomb", "/scans", "/large", "/pixels", "/gone", "/endless", "/round",
	} {
		t.Run(path, func(t *testing.T) {
			notFound(t, c, p.URL+path)
			if p.hit(path) == 0 {
				t.Error("got no request, want one")
			}
		})
	}
	if n := p.hit("/round"); n > 5 {
		t.Errorf("redirect loop: got %d requests", n)
	}
}

// TestSlowServer: a server that never answers, and one whose answer never ends.
func TestSlowServer(t *testing.T) {
	p := newPictures(t)
	p.mux.HandleFunc("/silent", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	p.mux.HandleFunc("/drop", func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte("\xff\xd8"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	o := p.options(t)
	o.Timeout = 100 * time.Millisecond
	c := picture.New(o)
	notFound(t, c, p.URL+"/silent")
	notFound(t, c, p.URL+"/drop")
}
