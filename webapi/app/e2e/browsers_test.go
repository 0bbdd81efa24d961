package e2e

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
	"voicememo/tools/testkit/webdriver"
)

// TestBrowsers plays the same scenes in each browser: always in Chromium, and in those that MEMOTEST_BROWSERS names,
// separated by commas ("all": every one).
func TestBrowsers(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	t.Run("chromium", func(t *testing.T) {
		play(t, straight, func(t *testing.T) *chromium.Window {
			w, err := browser.ForTest(t).Open(chromium.Settings{Language: "ja"})
			if err != nil {
				t.Fatal(err)
			}
			return w
		})
	})
	named := strings.Split(os.Getenv("MEMOTEST_BROWSERS"), ",")
	for _, name := range webdriver.Names {
		if !slices.Contains(named, name) && !slices.Contains(named, "all") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			b, way := webdriver.ForTest(t, name), straight
			if name == "webkit" {
				way = withoutSecure
			}
			play(t, way, func(t *testing.T) *chromium.Window {
				w, err := b.Open(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return w
			})
		})
	}
}

// stage is a server and a browser for one scene.
type stage struct {
	*served
	home  home
	flags []string // of the server, also after a restart
	open  func(*testing.T) *chromium.Window
}

// straight returns the flags of a server that browsers reach without a proxy.
func straight(t *testing.T) []string { return []string{"--addr", freeAddress(t)} }

// withoutSecure returns the flags of a server behind a proxy that hides the Secure attribute of cookies from the
// browser: WebKit takes no such cookie from http://localhost.
func withoutSecure(t *testing.T) []string {
	address := freeAddress(t)
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: address})
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Cookie")
			for _, c := range r.In.Cookies() {
				r.Out.AddCookie(&http.Cookie{Name: "__Host-" + c.Name, Value: c.Value})
				r.Out.AddCookie(c) // the choice of a language has no prefix
			}
		},
		ModifyResponse: func(r *http.Response) error {
			set := r.Cookies()
			r.Header.Del("Set-Cookie")
			for _, c := range set {
				c.Name, c.Secure = strings.TrimPrefix(c.Name, "__Host-"), false
				r.Header.Add("Set-Cookie", c.String())
			}
			return nil
		},
		ErrorLog: log.New(io.Discard, "", 0), // errors without a server
	})
	t.Cleanup(proxy.Close)
	return []string{"--addr", address, "--public-url", strings.Replace(proxy.URL, "127.0.0.1", "localhost", 1)}
}

// freeAddress returns a free local address.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String()
}

// person opens a window in which a person has signed in.
func (s *stage) person(name string) *device {
	s.t.Helper()
	w := s.open(s.t)
	s.t.Cleanup(w.Close)
	d := &device{Window: w, t: s.t}
	d.do(chromium.Visit(s.URL), household.SignsIn(name), chromium.Sees("composer", ""), household.Listed)
	return d
}

// reload opens the page again.
func (s *stage) reload(d *device) {
	s.t.Helper()
	d.do(chromium.Visit(s.URL), household.Listed)
}

func play(t *testing.T, way func(*testing.T) []string, open func(*testing.T) *chromium.Window) {
	for name, scene := range scenes {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			flags := way(t)
			scene(&stage{h.serve(flags...), h, flags, open})
		})
	}
}

// scenes are the walks that every browser must pass.
var scenes = map[string]func(*stage){
	"a memo is there after a reload": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳を買う"))
		s.reload(taro)
		taro.do(chromium.Counts(1, "memo", "牛乳を買う"))
	},
	"lines and links": func(s *stage) {
		taro := s.person("太郎")
		taro.do(chromium.Clicks("composer", ""), chromium.Presses("a https://example.com/b"), breaksLine, chromium.Presses("c"),
			chromium.Clicks("send", ""), household.Settled,
			chromium.Until("the link", `document.querySelector('.memo a')?.href === 'https://example.com/b'`),
			chromium.Until("the line", `document.querySelector('.memo .text').textContent === 'a https://example.com/b\nc'`))
	},
	"a pasted list": func(s *stage) {
		taro := s.person("太郎")
		taro.do(partsLoaded, chromium.Clicks("composer", ""), chromium.Presses("1) milk"), breaksLine, chromium.Presses("2) eggs"), chromium.PastesAgain,
			chromium.Sees("paste-many", "2"), chromium.Clicks("paste-many", ""), household.Settled, chromium.Counts(2, "memo", ""), chromium.Misses("memo", ")"))
	},
	"an edit is taken back": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳"), household.Edits("牛乳", "豆乳"), household.Settled,
			chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "牛乳"), household.Settled)
		s.reload(taro)
		taro.do(chromium.Counts(1, "memo", "牛乳"))
	},
	"done, and not done": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳"), household.Adds("卵"), household.Marks("牛乳"), household.Settled)
		s.reload(taro)
		taro.do(chromium.Misses("memo", "牛乳"), chromium.Clicks("done-fold", ""), chromium.Sees("memo", "牛乳"),
			chromium.Clicks(`[data-testid=memo].done [data-testid=memo-done]`, ""), household.Settled, chromium.Misses("done-fold", ""))
		s.reload(taro)
		taro.do(chromium.Counts(2, "memo", ""))
	},
	"deleted, and back": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳"), household.Deletes("牛乳"), chromium.Clicks("snackbar-undo", ""), chromium.Sees("memo", "牛乳"),
			household.Settled, household.Deletes("牛乳"), household.Settled, household.Goes("trash"), chromium.Sees("trash-memo", "牛乳"),
			chromium.Clicks("trash-restore", ""), chromium.Misses("trash-memo", ""), household.Goes("memos"), chromium.Sees("memo", "牛乳"))
	},
	"without the server": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳"))
		s.kill()
		taro.do(chromium.Writes("composer", "卵"), chromium.Clicks("send", ""), chromium.Sees("memo-sending", "卵"))
		s.served = s.home.serve(s.flags...)
		taro.do(household.Settled, chromium.Counts(2, "memo", ""))
	},
	"two people see one list": func(s *stage) {
		taro, hanako := s.person("太郎"), s.person("花子")
		if err := household.Join(taro.Window, hanako.Window); err != nil {
			s.t.Fatal(err)
		}
		taro.do(household.Goes("memos"), household.Adds("牛乳"))
		hanako.do(household.Goes("memos"), chromium.Sees("memo", "牛乳"), household.Marks("牛乳"))
		taro.do(chromium.Misses("memo", "牛乳"), chromium.Sees("done-fold", "1"))
	},
	"a search": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳を買う"), household.Adds("傘を持っていく"), household.Searches("ぎゅうにゅう"), chromium.Sees("empty", ""),
			chromium.Writes("search", "牛乳"), chromium.Counts(1, "memo", ""), chromium.Clicks("search-clear", ""), chromium.Counts(2, "memo", ""))
	},
	"the keyboard": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳"), household.Adds("卵"), partsLoaded, unfocused,
			chromium.Presses("j"), chromium.Presses("j"), chromium.Presses("x"), household.Settled, chromium.Sees("done-fold", "1"),
			chromium.Presses("z"), chromium.Misses("done-fold", ""), chromium.Presses("n"), hasFocus("composer"), chromium.Presses(kb.Tab))
	},
	"a memo is copied, and Back closes it": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳"), household.Opens("牛乳"), household.Copies, chromium.Sees("[data-kind=news]", ""), stepsBack,
			chromium.Misses("memo-panel", ""), isPath("/"))
	},
	"writing outlasts a reload and a sign-out": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Adds("牛乳"), chromium.Writes("composer", "傘を"), keeps("傘を"))
		s.reload(taro)
		taro.do(chromium.Sees("composer", "傘を"), household.Goes("you"), chromium.Clicks("sign-out", ""), chromium.Sees("unsent-text", "傘を"),
			leaves(chromium.Clicks("sign-out-keep", "")), serverSignedOut, household.SignsIn("太郎"), chromium.Sees("memo", "牛乳"), chromium.Sees("composer", "傘を"))
	},
	"settings stay": func(s *stage) {
		taro := s.person("太郎")
		taro.do(household.Goes("you"), chromium.Clicks("settings-theme-open", ""), chromium.Clicks("[data-testid=settings-theme]:last-child", ""),
			chromium.Clicks("settings-text-open", ""), chromium.Clicks("[data-testid=settings-text]:last-child", ""),
			chromium.Until("it is dark", "document.documentElement.dataset.theme === 'dark'"))
		s.reload(taro)
		taro.do(chromium.Until("it is still dark and large", "document.documentElement.dataset.theme === 'dark' && document.documentElement.dataset.text === 'largest'"))
	},
}
