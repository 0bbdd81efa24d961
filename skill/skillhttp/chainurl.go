package skillhttp

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// chainHeader names the place of the certificates.
const chainHeader = "SignatureCertChainUrl"

// The one place Amazon publishes its certificates at. S3 shares its host among
// all its customers, so the path says whose file it is.
const (
	chainHost = "s3.amazonaws.com"
	chainPath = "/echo.api/"
)

var errNotAmazons = errors.New("not a place of Amazon's certificates")

// chainURL gives the address of the certificates that a request names.
func chainURL(header http.Header) (string, error) {
	value, err := only(header, chainHeader)
	if err != nil {
		return "", refused("url", err)
	}
	clean, err := cleanChainURL(value)
	if err != nil {
		return "", refused("url", err)
	}
	return clean, nil
}

// cleanChainURL gives the address to fetch: put together anew from what was
// checked, so that no two readers of an address can differ. Dots are resolved
// after decoding, or %2e%2e would lead to another customer's files. Query and
// fragment are dropped.
func cleanChainURL(value string) (string, error) {
	u, err := url.Parse(value)
	if err != nil {
		return "", err
	}
	name := path.Clean(u.Path)
	if u.Scheme != "https" || u.User != nil || strings.ToLower(u.Hostname()) != chainHost || // url.Parse lowers the scheme
		(u.Port() != "" && u.Port() != "443") || !strings.HasPrefix(name, chainPath) {
		return "", errNotAmazons
	}
	return (&url.URL{Scheme: "https", Host: chainHost, Path: name}).String(), nil
}
