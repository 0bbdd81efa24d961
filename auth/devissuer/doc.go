// Package devissuer is an OpenID Connect provider for a developer's own
// machine: it signs in whoever picks or types a name. It answers to loopback
// only, so that a machine without any account can use the very sign-in that
// runs against a real issuer.
//
// A script signs in without a browser: ask the server's /auth/login, take the
// address it redirects to, POST it with a form field "name" (the person is made
// if need be), and follow the redirect back with the same cookies:
//
//	url=$(curl -s -c jar -o /dev/null -w '%{redirect_url}' localhost:8080/auth/login)
//	curl -s -L -c jar -b jar --data-urlencode name=Taro "$url"
package devissuer
