package webapi

import (
	"bytes"
	"crypto/x509"
	"image"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/webapi/picture"
)

// album is a site whose people have pictures: hanako a valid one, saburo an invalid one,
// taro and jiro the given ones; hits counts the fetches.
type album struct {
	*site
	hits *atomic.Int32
}

func newAlbum(t *testing.T) album {
	var hits atomic.Int32
	var good bytes.Buffer
	must.OK(t, png.Encode(&good, image.NewGray(image.Rect(0, 0, 300, 200))))
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if hits.Add(1); strings.HasSuffix(r.URL.Path, "good") {
			_, _ = w.Write(good.Bytes())
		}
	}))
	t.Cleanup(server.Close)
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	s := newSite(t, func(o *Options) {
		o.Pictures = picture.New(picture.Options{
			RootCAs: pool, Allow: func(at netip.AddrPort) bool { return strings.HasSuffix(server.URL, at.String()) },
		})
	})
	s.together("taro", "hanako", "saburo")
	s.ask("jiro", "GET", "/api/me", "").want(200)
	for who, path := range map[string]string{"hanako": "/good", "saburo": "/bad", "jiro": "/good"} {
		_, err := s.options.Families.Ensure(t.Context(), models.Profile{ID: models.UserID(who), Picture: server.URL + path, Source: models.SourceOIDC})
		must.OK(t, err)
	}
	return album{s, &hits}
}

// TestPicture: a member gets it small, from this server, and fetches it once.
func TestPicture(t *testing.T) {
	a := newAlbum(t)
	var me meJSON
	a.ask("taro", "GET", "/api/me", "").want(200).into(&me)
	path := me.Family.Members[1].Picture
	if !strings.HasPrefix(path, "/api/family/members/hanako/picture?v=") || me.Family.Members[0].Picture != "" {
		t.Fatalf("%+v", me.Family.Members)
	}
	r := a.ask("taro", "GET", path, "").want(200)
	img, err := jpeg.Decode(strings.NewReader(r.body))
	if err != nil || img.Bounds().Size() != image.Pt(128, 85) {
		t.Fatalf("%v", err)
	}
	for name, want := range map[string]string{"Content-Type": "image/jpeg", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"} {
		check.Equal(t, r.header.Get(name), want, name)
	}
	if again := a.ask("hanako", "GET", path, "", "If-None-Match: "+r.header.Get("ETag")).want(304); again.body != "" {
		t.Error("304 has a body")
	}
	check.Equal(t, a.hits.Load(), 1, "fetches")
}

// TestNoPicture: the answer is the same for people of other families, former members,
// unknown ids, people without a picture and people with an invalid one. Nothing is fetched
// for people of other families.
func TestNoPicture(t *testing.T) {
	a := newAlbum(t)
	a.ask("taro", "DELETE", "/api/family/members/hanako", "").want(204)
	answers := map[string]bool{}
	for _, of := range []string{"jiro", "hanako", "nobody", "taro"} {
		answers[a.ask("taro", "GET", "/api/family/members/"+of+"/picture", "").want(404).body] = true
	}
	check.Equal(t, a.hits.Load(), 0, "fetches")
	r := a.ask("taro", "GET", "/api/family/members/saburo/picture", "").want(404)
	if answers[r.body] = true; len(answers) != 1 || r.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v %v", answers, r.header)
	}
	a.ask("", "GET", "/api/family/members/saburo/picture", "").want(401)
	check.Equal(t, a.hits.Load(), 1, "fetches")
}

// TestPictureOfAnAsker: the owner sees the picture of a person who asks to join; other
// members do not.
func TestPictureOfAnAsker(t *testing.T) {
	a := newAlbum(t)
	owner, err := a.options.Families.Person(t.Context(), "taro")
	must.OK(t, err)
	must.OK(t, a.options.Families.SetAskBeforeJoin(t.Context(), owner, true))
	asker, err := a.options.Families.Person(t.Context(), "jiro")
	must.OK(t, err)
	must.OK(t, must.Err(a.options.Invites.RedeemCode(t.Context(), asker, a.invitation("taro").Code, invite.Web)))
	a.ask("hanako", "GET", "/api/family/members/jiro/picture", "").want(404)
	a.ask("taro", "GET", "/api/family/members/jiro/picture", "").want(200)
	a.wait(models.RequestLifetime)
	a.ask("taro", "GET", "/api/family/members/jiro/picture", "").want(404)
}

// TestIssuersAddressesStayHere: no answer and no log line has an issuer's address of a
// picture.
func TestIssuersAddressesStayHere(t *testing.T) {
	a := newAlbum(t)
	all := a.state("taro", "hanako", "saburo") + a.ask("taro", "GET", "/api/family/members", "").body
	a.ask("taro", "GET", "/api/family/members/saburo/picture", "").want(404)
	for _, text := range []string{all, a.log.String()} {
		if strings.Contains(text, "127.0.0.1") || strings.Contains(text, "https:") {
			t.Errorf("an issuer's address in %s", text)
		}
	}
}
