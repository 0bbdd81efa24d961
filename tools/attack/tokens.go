package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"

	"voicememo/tools/testkit/rsakey"
)

var tokenAttacks = []attack{
	{name: "forged-bearers", what: "sign in with ID tokens that the issuer did not make for this program", at: atStrict, play: forgedBearers},
	{name: "forged-callbacks", what: "sign in through the browser with ID tokens that the issuer did not make for this program", at: atStrict, play: forgedCallbacks},
	{name: "unknown-keys", what: "have the issuer's keys fetched repeatedly", at: atStrict, play: unknownKeys},
	{name: "revoked-tokens", what: "use an ID token after signing out everywhere", at: atStrict, play: revokedTokens},
	{name: "personal-tokens", what: "use a personal token beyond its scope, damaged, elsewhere than in its header, and after its end", at: atSites, play: personalTokens},
	{name: "allow-list", what: "sign in as a person on the allow list", at: atStrict, play: allowList},
	{name: "pictures", what: "have the program fetch addresses of its own network as a person's picture", at: atStrict, play: pictures},
}

// forgery makes, from valid claims, a token that must not be accepted.
type forgery struct {
	name  string
	token func(i *issuer, good map[string]any) string
}

// changedClaims returns claims that the issuer did sign, each with its changes; nil: the
// claim is missing.
func changedClaims(now int64) map[string]map[string]any {
	const beyond = 253402300800 // the first second after the year 9999
	return map[string]map[string]any{
		"expired": {"exp": now - 90}, "not valid yet": {"nbf": now + 90}, "issued in the future": {"iat": now + 90}, "signed in in the future": {"auth_time": now + 90},
		"no expiry": {"exp": nil}, "no time of issue": {"iat": nil}, "foreign issuer": {"iss": "https://evil.example"}, "no issuer": {"iss": nil},
		"foreign audience": {"aud": "other-app"}, "no audience": {"aud": nil}, "empty audience": {"aud": []string{}}, "foreign audience beside ours": {"aud": []string{client, "other-app"}, "azp": client},
		"ours twice without azp": {"aud": []string{client, client}}, "made for another client": {"azp": "other-app"}, "no subject": {"sub": nil}, "empty subject": {"sub": ""},
		"long subject": {"sub": strings.Repeat("7", 256)}, "control character in the subject": {"sub": "4\n2"}, "subject is a number": {"sub": 42}, "subject is a list": {"sub": []string{"42"}},
		"name is an object": {"name": map[string]any{}}, "subject in other letters": {"sub": nil, "SUB": "42"}, "audience in other letters": {"aud": nil, "AUD": client},
		"expiry in other letters": {"exp": nil, "EXP": now + 3600}, "issued before there were dates": {"iat": -1}, "issued beyond all dates": {"iat": 1e300},
		"expires beyond all dates": {"exp": 1e300}, "expires after the year 9999": {"exp": int64(beyond)}, "valid beyond all dates": {"nbf": 1e300}, "time of issue is a text": {"iat": "1"},
	}
}

// repeatedMembers are endings of a payload that the issuer did sign.
var repeatedMembers = map[string]string{
	"subject twice": `"sub":"victim"`, "subject twice, once escaped": `"s\u0075b":"victim"`, "audience twice": `"aud":"memo-web"`, "number beyond all numbers": `"nbf":1e999`,
}

// forgeries returns tokens that must be refused both as bearer tokens and in the
// browser's sign-in.
func forgeries() []forgery {
	var all []forgery
	for name, change := range changedClaims(time.Now().Unix()) {
		all = append(all, forgery{name, func(i *issuer, good map[string]any) string {
			for claim, value := range change {
				if good[claim] = value; value == nil {
					delete(good, claim)
				}
			}
			return i.sign(good)
		}})
	}
	for name, member := range repeatedMembers {
		all = append(all, forgery{name, func(i *issuer, good map[string]any) string { return i.signMore(good, member) }})
	}
	for _, header := range []string{`{"alg":"none"}`, `{"alg":"None"}`, `{"alg":"NONE","typ":"JWT"}`, `{"alg":"nOnE","kid":"k1"}`, `{"alg":"","kid":"k1"}`, `{"alg":"RS256","kid":"k1"}`, `{}`} {
		all = append(all, forgery{"no signature, " + header, func(i *issuer, good map[string]any) string { return unsigned(header, i.payload(good)) }})
	}
	return append(all, signatureForgeries...)
}

// signatureForgeries have a signature that is not the issuer's for this text.
var signatureForgeries = []forgery{
	{"signature cut off", func(i *issuer, good map[string]any) string {
		token := i.sign(good)
		return token[:strings.LastIndex(token, ".")+1]
	}},
	{"signature of another token", func(i *issuer, good map[string]any) string {
		mine := strings.Split(i.sign(good), ".")
		good["sub"] = "victim"
		return mine[0] + "." + strings.Split(i.sign(good), ".")[1] + "." + mine[2]
	}},
	{"another key under the same id", func(i *issuer, good map[string]any) string {
		return i.by(jose.RS256, keyID, rsakey.Named(i.p, "another"), good, nil)
	}},
	{"another key under another id", func(i *issuer, good map[string]any) string {
		return i.by(jose.RS256, "k2", rsakey.Named(i.p, "another"), good, nil)
	}},
	{"another kind of key", func(i *issuer, good map[string]any) string { return i.by(jose.ES256, keyID, newEC(i.p), good, nil) }},
	{"an algorithm that the issuer does not name", func(i *issuer, good map[string]any) string { return i.by(jose.PS256, keyID, i.key, good, nil) }},
	{"HMAC with the public key", func(i *issuer, good map[string]any) string {
		public, err := json.Marshal(jose.JSONWebKey{Key: i.key.Public(), KeyID: keyID})
		i.p.must(err)
		return i.by(jose.HS256, keyID, bytes.TrimSpace(public), good, nil)
	}},
	{"HMAC with the client's secret", func(i *issuer, good map[string]any) string {
		return i.by(jose.HS256, keyID, []byte(clientsWords), good, nil)
	}},
	{"a key in the token's own header", func(i *issuer, good map[string]any) string {
		key := rsakey.Named(i.p, "another")
		return i.by(jose.RS256, keyID, key, good, map[jose.HeaderKey]any{"jwk": jose.JSONWebKey{Key: key.Public(), KeyID: keyID}})
	}},
	{"the address of a key in the token's own header", func(i *issuer, good map[string]any) string {
		return i.by(jose.RS256, "k3", rsakey.Named(i.p, "another"), good, map[jose.HeaderKey]any{"jku": i.url + "/evil", "x5u": i.url + "/evil"})
	}},
	{"too long", func(i *issuer, good map[string]any) string {
		good["name"] = strings.Repeat("x", 20<<10)
		return i.sign(good)
	}},
	{"no token", func(*issuer, map[string]any) string { return "nonsense" }},
	{"five parts", func(i *issuer, good map[string]any) string { return i.sign(good) + ".." }},
}

// payload returns claims as JSON.
func (i *issuer) payload(claims map[string]any) []byte {
	raw, err := json.Marshal(claims)
	i.p.must(err)
	return raw
}

// by returns a token of claims signed with any key.
func (i *issuer) by(algorithm jose.SignatureAlgorithm, id string, key any, claims map[string]any, header map[jose.HeaderKey]any) string {
	return i.p.serialize(jose.SigningKey{Algorithm: algorithm, Key: jose.JSONWebKey{Key: key, KeyID: id}}, i.payload(claims), header)
}

func newEC(p *play) *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	p.must(err)
	return key
}

func forgedBearers(p *play) {
	s := p.strictSite()
	b := s.stranger()
	for _, f := range forgeries() {
		r := b.get("/api/me", "Authorization: Bearer "+f.token(s.issuer, s.claims("theo")))
		if r.status != http.StatusUnauthorized {
			p.breach("%s: answered %d %s", f.name, r.status, r.body)
		}
	}
	good := s.issuer.sign(s.claims("olga"))
	for _, header := range []string{"Bearer", "Bearer ", "Basic " + good, good, "Bearer " + good + " x", "Bearer " + good + ", Bearer " + good} {
		b.get("/api/me", "Authorization: "+header).want(http.StatusUnauthorized)
	}
	b.get("/api/me", "Authorization: Bearer "+good, "Authorization: Bearer "+good).want(http.StatusUnauthorized)
	b.get("/api/me?access_token=" + good).want(http.StatusUnauthorized)
	signedIn := s.person("vera") // a bad token is refused, whatever cookie accompanies it
	signedIn.get("/api/me", "Authorization: Bearer x").want(http.StatusUnauthorized)
	b.get("/api/me", "Authorization: Bearer "+good).want(http.StatusOK) // otherwise the test would pass if all tokens were refused
}

func forgedCallbacks(p *play) {
	s := p.strictSite()
	more := []forgery{
		{"another nonce", func(i *issuer, good map[string]any) string { good["nonce"] = "x"; return i.sign(good) }},
		{"no nonce", func(i *issuer, good map[string]any) string { delete(good, "nonce"); return i.sign(good) }},
		{"an empty nonce", func(i *issuer, good map[string]any) string { good["nonce"] = ""; return i.sign(good) }},
		{"the hash of another access token", func(i *issuer, good map[string]any) string {
			good["at_hash"] = "AAAAAAAAAAAAAAAAAAAAAA"
			return i.sign(good)
		}},
	}
	for _, f := range append(forgeries(), more...) {
		b := s.stranger()
		to := s.signIn(b, "theo", func(claims map[string]any) string { return f.token(s.issuer, claims) })
		if to != "/?signin=failed" || b.cookies[sessionCookie] != "" {
			p.breach("%s leads to %q", f.name, to)
		}
	}
	if b := s.stranger(); s.signIn(b, "olga", s.issuer.sign) != "/in" {
		p.Fatal("an ordinary sign-in fails")
	}
}

func unknownKeys(p *play) {
	s := p.strictSite()
	b := s.stranger()
	b.get("/api/me", "Authorization: Bearer "+s.issuer.sign(s.claims("olga"))).want(http.StatusOK)
	before := s.issuer.keysAsked.Load()
	key := rsakey.Named(p, "another")
	for range p.some(40, 300) {
		b.get("/api/me", "Authorization: Bearer "+s.issuer.by(jose.RS256, p.token(), key, s.claims("theo"), nil)).want(http.StatusUnauthorized)
	}
	if asked := s.issuer.keysAsked.Load() - before; asked > 3 {
		p.breach("tokens with made-up keys had the issuer asked %d times", asked)
	}
	b.get("/api/me", "Authorization: Bearer "+s.issuer.sign(s.claims("olga"))).want(http.StatusOK)
}

func revokedTokens(p *play) {
	s := p.strictSite()
	b := s.person("olga")
	bearer := func(claims map[string]any) string { return "Authorization: Bearer " + s.issuer.sign(claims) }
	old := []string{
		bearer(s.claims("olga")), bearer(s.claims("olga", "iat", time.Now().Unix()-1)), bearer(s.claims("olga", "iat", time.Now().Unix()+55)), // of a fast clock
	}
	for _, token := range old {
		s.stranger().get("/api/me", token).want(http.StatusOK)
	}
	b.post("/auth/logout-everywhere", "").want(http.StatusNoContent)
	for _, token := range old {
		s.stranger().get("/api/me", token).want(http.StatusUnauthorized)
	}
}

func allowList(p *play) {
	s := p.strictSite("--signup", "allow-list", "--signup-allow", "taro@example.com,corp.example")
	taken := func(claims ...any) string {
		b := s.stranger()
		to := s.signIn(b, "theo", func(good map[string]any) string {
			for i := 0; i+1 < len(claims); i += 2 {
				good[claims[i].(string)] = claims[i+1] //nolint:forcetypeassert // names are texts
			}
			return s.issuer.sign(good)
		})
		return to
	}
	for _, address := range []any{
		"taro@example.org", "taro+x@example.com", "ta.ro@example.com", " taro@example.com", "taro@example.com ", "taro@example.com\n", "taro@example.com.", "taro@example.com,x@y",
		"tаro@example.com", "x@sub.corp.example", "x@corp.example.evil", "x@evilcorp.example", "evil@evil.example,bob@corp.example", `"x@evil"@corp.example`, "@corp.example", "corp.example", "",
		[]string{"taro@example.com"}, nil, 42,
	} {
		if to := taken("email", address); !strings.HasPrefix(to, "/?signin=") {
			p.breach("the address %q leads to %q", address, to)
		}
	}
	for _, verified := range []any{false, "false", nil, 0, ""} {
		if to := taken("email", "taro@example.com", "email_verified", verified); !strings.HasPrefix(to, "/?signin=") {
			p.breach("an address that is verified %v leads to %q", verified, to)
		}
	}
	if to := taken("email", "taro@example.com"); to != "/in" {
		p.Fatalf("a person of the list comes to %q", to)
	}
}

func pictures(p *play) {
	s := p.strictSite()
	touched := listenFor(p)
	port := mustParse(touched.url).Port()
	for _, address := range []string{
		"https://127.0.0.1:" + port, "https://localhost:" + port, "https://[::1]:" + port, "https://2130706433:" + port, "https://0x7f000001:" + port, "https://0177.0.0.1:" + port,
		"https://127.1:" + port, "https://[::ffff:127.0.0.1]:" + port, "https://0.0.0.0:" + port, "http://127.0.0.1:" + port, "https://x@127.0.0.1:" + port, "https://169.254.169.254/latest",
		"https://[fd00:ec2::254]/", "https://10.0.0.1/", "file:///etc/passwd", "data:image/png;base64,AAAA", "gopher://127.0.0.1:" + port, "//127.0.0.1:" + port, "https://127.0.0.1%00:" + port,
	} {
		b := s.stranger()
		to := s.signIn(b, "theo", func(good map[string]any) string {
			good["picture"] = address + "/face.jpg"
			return s.issuer.sign(good)
		})
		if to != "/in" {
			continue // refused altogether
		}
		id := b.get("/api/me").want(http.StatusOK).text("user", "userId")
		r := b.try(http.MethodGet, "/api/family/members/"+url.PathEscape(id)+"/picture", "")
		if r.status == http.StatusOK || strings.Contains(r.body, "root:") {
			p.breach("the picture at %s is answered with %d %s", address, r.status, r.body)
		}
	}
	if n := touched.connections.Load(); n > 0 {
		p.breach("the program connected %d times to its own machine", n)
	}
}
