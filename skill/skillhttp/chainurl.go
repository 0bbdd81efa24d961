package skillhttp

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"
)

// chainHeader names the header with the URL of the certificates.
const chainHeader = "SignatureCertChainUrl"

// The only location of Amazon's certificates. All customers of S3 share the host, so
// the path identifies the owner of a file.
const (
	chainHost = "s3.amazonaws.com"
	chainPath = "/echo.api/"
)

var errNotAmazons = errors.New("not a URL of Amazon's certificates")

// chainURL returns the URL of the certificates that a request names.
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

// cleanChainURL returns the URL to fetch. It rebuilds the URL from the checked parts,
// so that no other reader of the URL can interpret it differently. Dots are resolved
// after decoding; otherwise %2e%2e would lead to another customer's files. Query and
// fragment are dropped.
func cleanChainURL(value string) (string, error) {
	u, err := url.Parse(value)
	if err != nil {
		return "", err
	}
	name := path.Clean(u.Path)
	if u.Scheme != "https" || u.User != nil || strings.ToLower(u.Hostname()) != chainHost || // url.Parse lowercases the scheme
		(u.Port() != "" && u.Port() != "443") || !strings.HasPrefix(name, chainPath) {
		return "", errNotAmazons
	}
	return (&url.URL{Scheme: "https", Host: chainHost, Path: name}).String(), nil
}
