// Package devsignin signs people in to a running program with the sign-in of --dev, for
// tests and tools that use it from outside.
package devsignin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// SignIn signs a person in under a name to the program that serves home, such as
// http://localhost:8080, and returns the Cookie header of the session.
func SignIn(ctx context.Context, home, name string) (cookie string, err error) {
	return SignInThrough(ctx, http.DefaultTransport, home, name)
}

// SignInThrough is SignIn with a transport for the requests to the program and its
// issuer.
func SignInThrough(ctx context.Context, through http.RoundTripper, home, name string) (cookie string, err error) {
	v := visitor{home: home, cookies: map[string]string{}, through: through}
	if err := v.signIn(ctx, name); err != nil {
		return "", err
	}
	var pairs []string
	for name, value := range v.cookies {
		pairs = append(pairs, name+"="+value)
	}
	return strings.Join(pairs, "; "), nil
}

// visitor sends requests to a program and keeps its cookies. The standard cookie jar keeps
// Secure cookies from http://localhost, which real browsers do not.
type visitor struct {
	home    string
	cookies map[string]string
	through http.RoundTripper
}

// signIn signs in under a name.
func (v visitor) signIn(ctx context.Context, name string) error {
	target := "/auth/login"
	for _, form := range []url.Values{nil, {"name": {name}}, nil} {
		method, contentType := http.MethodGet, ""
		if form != nil {
			method, contentType = http.MethodPost, "application/x-www-form-urlencoded"
		}
		res, err := v.send(ctx, method, target, contentType, strings.NewReader(form.Encode()))
		if err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			err = errors.Join(err, res.Body.Close())
		}
		if err != nil {
			return fmt.Errorf("signing in: %w", err)
		}
		target = res.Header.Get("Location")
	}
	if v.cookies[SessionCookie] == "" || target == "" {
		return fmt.Errorf("signing in ended at %q without a session", target)
	}
	return nil
}

// SessionCookie is the name of the session cookie.
const SessionCookie = "__Host-session"

// send requests one page without following redirects, and keeps the cookies of the
// answer. The target is an address or a path of the program.
func (v visitor) send(ctx context.Context, method, target, contentType string, body io.Reader) (*http.Response, error) {
	if strings.HasPrefix(target, "/") {
		target = v.home + target
	}
	req, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, err
	}
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	for name, value := range v.cookies {
		req.Header.Add("Cookie", name+"="+value)
	}
	res, err := v.through.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	for _, c := range res.Cookies() {
		if v.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(v.cookies, c.Name)
		}
	}
	return res, nil
}
