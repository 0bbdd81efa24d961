// Package devsignin signs people in at a running program that has the sign-in of
// --dev, for tools that look at it from outside.
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

// SignIn signs a person in under a name at the program that serves home, such as
// http://localhost:8080, and returns the Cookie header of the session.
func SignIn(ctx context.Context, home, name string) (cookie string, err error) {
	return SignInThrough(ctx, http.DefaultTransport, home, name)
}

// SignInThrough is SignIn with what carries the requests to the program and its issuer.
func SignInThrough(ctx context.Context, through http.RoundTripper, home, name string) (cookie string, err error) {
	cookies := map[string]string{}
	target := home + "/auth/login"
	for _, form := range []url.Values{nil, {"name": {name}}, nil} {
		if strings.HasPrefix(target, "/") {
			target = home + target
		}
		if target, err = step(ctx, through, cookies, target, form); err != nil {
			return "", fmt.Errorf("signing in: %w", err)
		}
	}
	if cookies["__Host-session"] == "" {
		return "", fmt.Errorf("signing in ended at %s without a session", target)
	}
	var pairs []string
	for name, value := range cookies {
		pairs = append(pairs, name+"="+value)
	}
	return strings.Join(pairs, "; "), nil
}

// step asks for one page of the sign-in and returns where it leads. It sends a cookie only
// where it is told to.
func step(ctx context.Context, through http.RoundTripper, cookies map[string]string, target string, form url.Values) (string, error) {
	method := http.MethodGet
	if form != nil {
		method = http.MethodPost
	}
	req, err := http.NewRequestWithContext(ctx, method, target, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range cookies {
		req.Header.Add("Cookie", name+"="+value)
	}
	res, err := through.RoundTrip(req)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(io.Discard, res.Body)
	for _, c := range res.Cookies() {
		if cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(cookies, c.Name)
		}
	}
	return res.Header.Get("Location"), errors.Join(err, res.Body.Close())
}
