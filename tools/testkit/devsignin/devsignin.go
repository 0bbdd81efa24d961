// Package devsignin signs people in to a running program with the sign-in of --dev, for
// tests and tools that use it from outside.
package devsignin

import (
	"context"
	"net/http"

	"voicememo/tools/testkit/person"
)

// SignIn signs a person in under a name to the program that serves home, such as
// http://localhost:8080, and returns the Cookie header of the session.
func SignIn(ctx context.Context, home, name string) (cookie string, err error) {
	return SignInThrough(ctx, http.DefaultTransport, home, name)
}

// SignInThrough is SignIn with a transport for the requests to the program.
func SignInThrough(ctx context.Context, through http.RoundTripper, home, name string) (cookie string, err error) {
	p := person.New(home, through)
	err = p.SignIn(ctx, name)
	return p.CookieHeader(), err
}

// SessionCookie is the name of the session cookie.
const SessionCookie = person.SessionCookie
