// Package devissuer is an OpenID Connect provider for a developer's own machine. It
// signs a person in by a name that they pick or type. It answers only to loopback. With
// it, the sign-in that runs against a real issuer works without an account at one.
//
// A script can sign in without a browser: request the server's /auth/login, POST the
// address of the redirect with a form field "name" (the person is made if necessary),
// and follow the redirect back with the same cookies:
//
//	url=$(curl -s -c jar -o /dev/null -w '%{redirect_url}' localhost:8080/auth/login)
//	curl -s -L -c jar -b jar --data-urlencode name=Taro "$url"
package devissuer
