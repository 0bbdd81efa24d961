package app

import (
	"context"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"

	"voicememo/auth"
	"voicememo/auth/oauth"
	"voicememo/cmd/internal/limits"
	"voicememo/internal/loopback"
)

// Config is the configuration of a server. Field names follow the flags.
type Config struct {
	StoreConfig

	Addr             string
	PublicURL        string // "": http://localhost and the port of Addr
	OIDCIssuer       string
	OIDCClientID     string
	OIDCClientSecret string
	SignUp           string
	SignUpAllow      []string
	AlexaSkillIDs    []string
	AlexaVerify      bool
	AlexaLink        oauth.AlexaClient // account linking in the Alexa app
	OAuthRegister    bool              // programs may register themselves as clients
	Limits           limits.Limits
	TrustedProxies   []string // whose X-Forwarded-For is trusted: addresses, networks, loopback; only none, or an empty list: no proxy
	OwnHostOnly      bool     // browsers need not use https for subdomains of PublicURL's host
	TLSDomain        string   // "": no TLS; a proxy in front may provide it
	TLSDirectory     string   // of the ACME authority
	TLSHTTPAddr      string   // "": port 80 of Addr's host, if it is free
	MetricsAddr      string   // "": metrics are not served
	MetricsToken     string   // a scraper must send it; "": none, only on a loopback MetricsAddr
	Operator         string   // who operates the server and how to reach them; "": the page says so in general words
	Dev              bool

	// DevKey signs the ID tokens of Dev; nil: a key that is created at each start. Tests,
	// which start many servers, set it.
	DevKey *rsa.PrivateKey
}

// StoreConfig says where memos are kept.
type StoreConfig struct {
	Data        string // the data directory
	Store       string // "sqlite" or "dynamodb"
	Environment string // part of the DynamoDB tables' names
	New         bool   // create the database that should be in Data if it is missing or empty
}

// GoogleIssuer is the default issuer.
const GoogleIssuer = "https://accounts.google.com"

// ConfigError is a configuration that the program cannot start with: one sentence that
// names the flag.
type ConfigError struct {
	Flag    string // "": Problem names a variable
	Problem string
	Err     error // why the system or the store refused what the flag names; nil: the flag itself is wrong
}

// Error returns the sentence.
func (e *ConfigError) Error() string {
	if e.Flag == "" {
		return e.Problem
	}
	return "--" + e.Flag + " " + e.Problem
}

// Unwrap returns the cause.
func (e *ConfigError) Unwrap() error { return e.Err }

// listenError says that the address of a flag cannot be listened on.
func listenError(flag string, err error) *ConfigError {
	return &ConfigError{Flag: flag, Problem: fmt.Sprintf("cannot be listened on: %v", err), Err: err}
}

// keysError says that the keys that seal sessions cannot be read or created. A wrong
// content of the file needs a person, so it does not pass.
func keysError(err error) *ConfigError {
	if errors.Is(err, auth.ErrKeyFile) {
		return &ConfigError{Flag: "data", Problem: fmt.Sprintf("has no usable session keys: %v; restore a copy of %s, or remove it, and everyone must sign in again", err, KeysFile)}
	}
	return &ConfigError{Flag: "data", Problem: fmt.Sprintf("has no session keys that can be read: %v", err), Err: err}
}

// Check refuses a configuration that cannot work or would not be safe. The
// error is a *ConfigError.
func (c Config) Check() error {
	if err := c.StoreConfig.Check(); err != nil {
		return err
	}
	host, _, err := splitAddress(c.Addr)
	if err != nil {
		return &ConfigError{Flag: "addr", Problem: "must be host:port, such as 127.0.0.1:8080"}
	}
	if err := c.checkTLS(); err != nil {
		return err
	}
	local := loopback.Is(host)
	switch {
	case c.Dev && !local:
		return &ConfigError{Flag: "dev", Problem: "lets anyone sign in, so it works only on a loopback --addr, such as 127.0.0.1:8080"}
	case !c.AlexaVerify && !local:
		return &ConfigError{Flag: "alexa-verify", Problem: "may be off only on a loopback --addr, such as 127.0.0.1:8080"}
	case !local && c.PublicURL == "":
		return &ConfigError{Flag: "public-url", Problem: "is needed when --addr is not a loopback address, such as https://memo.example.com"}
	case !c.Dev && c.OIDCClientID == "":
		return &ConfigError{Flag: "oidc-client-id", Problem: "is needed to sign people in (or --dev to try without any account)"}
	}
	if err := c.checkMetricsAddr(); err != nil {
		return err
	}
	if err := c.checkLimits(); err != nil {
		return err
	}
	if err := c.checkPublicURL(); err != nil {
		return err
	}
	if !c.Dev && c.OIDCIssuer == GoogleIssuer && c.OIDCClientSecret == "" {
		return &ConfigError{Flag: "oidc-client-secret-file", Problem: "is needed: Google does not sign people in without the client's secret"}
	}
	return nil
}

// splitAddress returns the host and the port of an address to listen on. It checks that
// there is a port and it exists; other problems of listening may pass.
func splitAddress(address string) (host, port string, err error) {
	if host, port, err = net.SplitHostPort(address); err != nil {
		return "", "", err
	}
	if port == "" { // which would be any free port
		return "", "", errors.New("no port")
	}
	if _, err := net.DefaultResolver.LookupPort(context.Background(), "tcp", port); err != nil {
		return "", "", err
	}
	return host, port, nil
}

// checkMetricsAddr checks that no other listener uses the address of the metrics, and that
// it is loopback or has a token.
func (c Config) checkMetricsAddr() error {
	if c.MetricsAddr == "" {
		return nil
	}
	host, port, err := splitAddress(c.MetricsAddr)
	if err != nil {
		return &ConfigError{Flag: "metrics-addr", Problem: "must be host:port, such as 127.0.0.1:9090"}
	}
	served, servedPort, _ := net.SplitHostPort(c.Addr) // Check has validated it
	every := func(host string) bool { return host == "" || net.ParseIP(host).IsUnspecified() }
	same := host == served || every(host) || every(served) || loopback.Is(host) && loopback.Is(served)
	if same && port == servedPort && port != "0" {
		return &ConfigError{Flag: "metrics-addr", Problem: "must not be the address of --addr; take another port, such as 127.0.0.1:9090"}
	}
	if c.MetricsToken == "" && !loopback.Is(host) {
		return &ConfigError{Flag: "metrics-addr", Problem: "is not a loopback address, so --metrics-token-file must name a file with a token that the scraper sends"}
	}
	return nil
}

func (c Config) checkPublicURL() error {
	if c.PublicURL == "" {
		return nil
	}
	u, err := url.Parse(c.PublicURL)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return &ConfigError{Flag: "public-url", Problem: "must be an address such as https://memo.example.com, without a path"}
	}
	if c.Dev && !loopback.Is(u.Host) {
		return &ConfigError{Flag: "public-url", Problem: "must be on this machine with --dev, such as http://localhost:8080"}
	}
	return nil
}

// Check refuses a store that cannot exist. The error is a *ConfigError.
func (c StoreConfig) Check() error {
	switch {
	case c.Store != "sqlite" && c.Store != "dynamodb":
		return &ConfigError{Flag: "store", Problem: "must be sqlite or dynamodb"}
	case c.Data == "":
		return &ConfigError{Flag: "data", Problem: "must name a directory"}
	case c.Store == "dynamodb":
		return CheckEnvironment(c.Environment)
	}
	return nil
}

// CheckEnvironment refuses a name that cannot be part of a table's name. The error is a
// *ConfigError.
func CheckEnvironment(name string) error {
	// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html
	fits := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_.-", r)
	}
	if name == "" || len(name) > 200 || strings.ContainsFunc(name, func(r rune) bool { return !fits(r) }) {
		return &ConfigError{Flag: "environment", Problem: "must be part of a table's name: dev, stg or prod"}
	}
	return nil
}

// minToken is the length of the shortest allowed token of a scraper, in bytes.
const minToken = 16

// MetricsToken reads the token of a scraper from a file; without a file it returns "". The
// error is a *ConfigError.
func MetricsToken(file string) (string, error) {
	const flag = "metrics-token-file"
	token, err := Secret(flag, "", file)
	if err == nil && file != "" && len(token) < minToken {
		err = &ConfigError{Flag: flag, Problem: fmt.Sprintf("must name a file with at least %d characters, such as: openssl rand -hex 32", minToken)}
	}
	if err != nil {
		return "", err
	}
	return token, nil
}

// Secret returns a secret that may come from a file: value, or the trimmed content of
// file. The error is a *ConfigError for flag. A file that is not there or that this user may
// not read needs a person; other errors, such as of a network disk, may pass.
func Secret(flag, value, file string) (string, error) {
	if value != "" || file == "" {
		return value, nil
	}
	content, err := ReadSmall(file)
	if err != nil {
		wrong := &ConfigError{Flag: flag, Problem: fmt.Sprintf("cannot be read from its file: %v", err)}
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EISDIR) && !errors.Is(err, errTooLarge) {
			wrong.Err = err
		}
		return "", wrong
	}
	return strings.TrimSpace(string(content)), nil
}

// maxSmall is more than the size of any file with settings or a secret, in bytes.
const maxSmall = 1 << 20

var errTooLarge = errors.New("it is larger than 1 MiB")

// ReadSmall reads a file with settings or a secret. A wrong file, such as a disk or a
// device without an end, is not read into memory.
func ReadSmall(path string) ([]byte, error) {
	f, err := os.Open(path) //nolint:gosec // the operator names the file
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(f, maxSmall+1))
	if err == nil && len(content) > maxSmall {
		err = &fs.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return content, nil
}
