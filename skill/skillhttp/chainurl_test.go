package skillhttp

import (
	"net/http"
	"net/url"
	"path"
	"strings"
	"testing"
)

const (
	usual = "https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem"
	none  = "" // not accepted
)

// chainURLs maps URLs to the URL that is fetched for them.
var chainURLs = map[string]string{
	usual: usual,
	"HTTPS://S3.AmazonAWS.com/echo.api/echo-api-cert-12.pem":             usual,
	"https://s3.amazonaws.com:443/echo.api/echo-api-cert-12.pem":         usual,
	"https://s3.amazonaws.com:/echo.api/echo-api-cert-12.pem":            usual,
	"https://s3.amazonaws.com//echo.api/./echo-api-cert-12.pem":          usual,
	"https://s3.amazonaws.com/echo.api/../echo.api/echo-api-cert-12.pem": usual,
	"https://s3.amazonaws.com/x/%2e%2e/echo.api/echo-api-cert-12.pem":    usual,
	"https://s3.amazonaws.com/echo.api%2Fecho-api-cert-12.pem":           usual,
	"https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem?versionId=1": usual,
	"https://s3.amazonaws.com/echo.api/echo-api-cert-12.pem#part":        usual,
	"https://s3.amazonaws.com/echo.api/a%3Fb%23c%25":                     "https://s3.amazonaws.com/echo.api/a%3Fb%23c%25",
	"https://s3.amazonaws.com/echo.api/%252e%252e/x":                     "https://s3.amazonaws.com/echo.api/%252e%252e/x",
	"https://s3.amazonaws.com/echo.api/../x/cert.pem":                    none,
	"https://s3.amazonaws.com/echo.api/%2e%2e/x/cert.pem":                none,
	"https://s3.amazonaws.com/echo.api/%2E./x/cert.pem":                  none,
	"https://s3.amazonaws.com/echo.api/..%2fx/cert.pem":                  none,
	"https://s3.amazonaws.com/echo.api%2f..%2fx/cert.pem":                none,
	"https://s3.amazonaws.com/EcHo.aPi/echo-api-cert-12.pem":             none,
	"https://s3.amazonaws.com/echo.api":                                  none,
	"https://s3.amazonaws.com/echo.api/":                                 none,
	"https://s3.amazonaws.com/echo.apis/cert.pem":                        none,
	"https://s3.amazonaws.com/x/echo.api/cert.pem":                       none,
	"https://s3.amazonaws.com/invalid.path/cert.pem":                     none,
	"https://s3.amazonaws.com/?/echo.api/cert.pem":                       none,
	"https://s3.amazonaws.com":                                           none,
	"https://s3.amazonaws.com:8443/echo.api/cert.pem":                    none,
	"https://s3.amazonaws.com:0443/echo.api/cert.pem":                    none,
	"https://s3.amazonaws.com:x/echo.api/cert.pem":                       none,
	"https://alexa@s3.amazonaws.com/echo.api/cert.pem":                   none,
	"https://@s3.amazonaws.com/echo.api/cert.pem":                        none,
	"https://s3.amazonaws.com:443@evil.example/echo.api/cert.pem":        none,
	"https://evil.example/echo.api/cert.pem":                             none,
	"https://s3.amazonaws.com.evil.example/echo.api/cert.pem":            none,
	"https://s3.amazonaws.com./echo.api/cert.pem":                        none,
	"https://bucket.s3.amazonaws.com/echo.api/cert.pem":                  none,
	"https://s3.eu-west-1.amazonaws.com/echo.api/cert.pem":               none,
	"https://\u017f3.amazonaws.com/echo.api/cert.pem":                    none, // a long s, which folds to s
	"https://evil.example\\@s3.amazonaws.com/echo.api/cert.pem":          none,
	"https://evil.example#@s3.amazonaws.com/echo.api/cert.pem":           none,
	"http://s3.amazonaws.com/echo.api/cert.pem":                          none,
	"ftp://s3.amazonaws.com/echo.api/cert.pem":                           none,
	"file:///echo.api/cert.pem":                                          none,
	"//s3.amazonaws.com/echo.api/cert.pem":                               none,
	"https:s3.amazonaws.com/echo.api/cert.pem":                           none,
	"https:/s3.amazonaws.com/echo.api/cert.pem":                          none,
	"/echo.api/cert.pem":                                                 none,
	" https://s3.amazonaws.com/echo.api/cert.pem":                        none,
	"https://s3.amazonaws.com/echo.api/%zz":                              none,
	"https://s3.amazonaws.com/echo.api/a\r\nHost: evil.example":          none,
	"https://s3.amazonaws.com/echo.api/x https://evil.example/":          "https://s3.amazonaws.com/echo.api/x%20https:/evil.example",
	"https://s3.amazonaws.com/echo.api/\u2025/\uff0e\uff0e/cert.pem":     "https://s3.amazonaws.com/echo.api/%E2%80%A5/%EF%BC%8E%EF%BC%8E/cert.pem",
	"https://s3.amazonaws.com/echo.api/..\\..\\x":                        "https://s3.amazonaws.com/echo.api/..%5C..%5Cx",
	"not an address": none,
	"":               none,
	"https://s3.amazonaws.com/echo.api/" + strings.Repeat("../", 50) + "x": none,
}

func TestChainURL(t *testing.T) {
	for value, want := range chainURLs {
		t.Run(value, func(t *testing.T) {
			got, err := chainURL(http.Header{http.CanonicalHeaderKey(chainHeader): {value}})
			if got != want || (err == nil) != (want != none) {
				t.Errorf("got %q, %v; want %q", got, err, want)
			}
		})
	}
}

// FuzzChainURL checks that every accepted URL leads to Amazon's location, for every
// reader of the URL and after resolving dots.
func FuzzChainURL(f *testing.F) {
	for value := range chainURLs {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		clean, err := cleanChainURL(value)
		if err != nil {
			return
		}
		if !strings.HasPrefix(clean, "https://s3.amazonaws.com/echo.api/") || strings.ContainsAny(clean, "?#\\ \r\n") {
			t.Fatalf("%q: got %q", value, clean)
		}
		u, err := url.Parse(clean)
		if err != nil || u.Host != chainHost || path.Clean(u.Path) != u.Path || u.RawQuery != "" {
			t.Fatalf("%q: got %q: %v", value, clean, err)
		}
		if again, err := cleanChainURL(clean); again != clean || err != nil {
			t.Fatalf("%q: got %q, then %q: %v", value, clean, again, err)
		}
	})
}
