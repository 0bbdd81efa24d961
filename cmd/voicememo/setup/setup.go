// Package setup is the command that asks for the settings of serve and writes them to a file.
package setup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/alecthomas/kong"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/cmd/voicememo/internal/variables"
	"voicememo/internal/envfile"
)

// Command is voicememo setup.
type Command struct {
	To                   string   `env:"-" placeholder:"FILE" help:"File to write. Default as root on Linux: ${settings}."`
	Address              string   `env:"-" placeholder:"NAME" help:"Address of the page, such as memo.example.com."`
	HTTPS                string   `name:"https" env:"-" placeholder:"WHO" help:"Who provides HTTPS: self (the program itself, on ports 443 and 80) or proxy (a proxy or a tunnel in front of it)."`
	OIDCIssuer           string   `name:"oidc-issuer" env:"-" placeholder:"URL" help:"OpenID Connect issuer to sign in with; default ${google}."`
	OIDCClientID         string   `name:"oidc-client-id" env:"-" placeholder:"ID" help:"Client id at the issuer."`
	OIDCClientSecretFile string   `name:"oidc-client-secret-file" env:"-" placeholder:"FILE" help:"File with the client secret, which is copied into a file beside the file to write: client-secret beside voicememo.env, NAME.client-secret beside NAME.env."`
	Signup               string   `env:"-" placeholder:"WHO" help:"Who may create an account on the page: allow-list, invited (with a valid invitation link) or open (everyone)."`
	SignupAllow          []string `name:"signup-allow" env:"-" placeholder:"WHO" help:"Address or domain for --signup=allow-list. Repeatable."`
	Operator             string   `env:"-" placeholder:"NAME <CONTACT>" help:"Who operates the server and how to reach them: shown on /privacy and /terms."`
	AlexaSkillID         []string `name:"alexa-skill-id" env:"-" placeholder:"ID" help:"Skill id that may call /alexa. Repeatable."`
}

// SettingsFile is the default of --to, which the systemd unit reads.
const SettingsFile = "/etc/voicememo/voicememo.env"

// Help is shown with --help.
func (c *Command) Help() string {
	return "At a terminal it asks for everything, or with flags only for what is still missing; Enter keeps the present answer. " +
		"Without a terminal the flags and the present file must have all answers. Lines of the file that it does not ask for stay. " +
		"Nothing is written before the last answer. Questions are in Japanese if LC_ALL, LC_MESSAGES or LANG begins with ja, otherwise in English."
}

// setup is a run of the command.
type setup struct {
	cli.Terminal

	words   setupWords
	path    string        // the file to write
	name    string        // of the configuration: that of the file as it was named, without .env
	file    *envfile.File // its present contents
	found   bool          // whether it exists
	kept    string        // the file beside it with the present secret
	secret  string        // what kept has, if the settings name no file elsewhere
	answers answers
	given   map[string]bool // flags
}

// Run asks and writes.
func (c *Command) Run(ctx context.Context, t cli.Terminal, parser *kong.Kong) error {
	s := &setup{Terminal: t, words: setupIn(cli.Language(os.Getenv)), given: map[string]bool{}}
	if err := s.open(c.To, parser.Model.Node); err != nil {
		return err
	}
	if err := s.take(c); err != nil {
		return err
	}
	if err := s.askAll(ctx); err != nil {
		return err
	}
	if s.answers.https == self && s.answers.port() != "" {
		return cli.WrongUse("--https: %s", s.words.port)
	}
	if s.answers.signup != allowList && s.given["signup-allow"] {
		return cli.WrongUse("--signup-allow: %s", s.words.noList)
	}
	if ctx.Err() != nil {
		return errors.New(s.words.interrupted)
	}
	return s.finish()
}

// open reads the file that will be written.
func (s *setup) open(to string, root *kong.Node) error {
	if to == "" && (runtime.GOOS != "linux" || os.Geteuid() != 0) {
		return cli.WrongUse("--to: %s", fmt.Sprintf(s.words.noFile, SettingsFile))
	}
	if to == "" {
		to = SettingsFile
	}
	path, err := filepath.Abs(to)
	if err != nil {
		return cli.WrongUse("--to: %v", err)
	}
	s.name = strings.TrimSuffix(filepath.Base(path), ".env")
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if envfile.Check(filepath.ToSlash(path)) != nil {
		return cli.WrongUse("--to: %s", s.words.unwritable)
	}
	if filepath.Base(path) == ownSecret || strings.HasSuffix(path, "."+ownSecret) {
		return cli.WrongUse("--to: %s", s.words.secretName)
	}
	if folder := filepath.Dir(path); path != SettingsFile && !isFolder(folder) {
		return cli.WrongUse("--to: "+s.words.noFolder, folder)
	}
	s.path = path
	switch s.file, err = variables.ReadFile(path, root); {
	case errors.Is(err, os.ErrNotExist):
		s.file = &envfile.File{}
	case err != nil:
		return cli.WrongUse("--to: %w", err)
	default:
		s.found = true
	}
	// A secret that cannot be read is not a missing one, which would be replaced.
	s.kept = s.presentSecret()
	if s.hasOwnSecret() {
		secret, err := app.ReadSmall(s.kept)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return cli.WrongUse("--to: "+s.words.unreadable, err)
		}
		s.secret = strings.TrimSpace(string(secret))
	}
	s.answers = s.present()
	return nil
}

// hasOwnSecret reports whether the secret belongs into a file beside the settings.
func (s *setup) hasOwnSecret() bool {
	inline, _ := s.file.Get("VOICEMEMO_OIDC_CLIENT_SECRET")
	file, _ := s.file.Get("VOICEMEMO_OIDC_CLIENT_SECRET_FILE")
	return inline == "" && (file == "" || file == filepath.ToSlash(s.kept))
}

// ownSecret is the name of the file with the secret beside voicememo.env, where the systemd
// unit expects it. The files of other configurations have their name before it.
const ownSecret = "client-secret"

// secretFile is the path of the file for a new secret.
func (s *setup) secretFile() string {
	name := ownSecret
	if s.name+".env" != filepath.Base(SettingsFile) {
		name = s.name + "." + ownSecret
	}
	return filepath.Join(filepath.Dir(s.path), name)
}

// presentSecret is the path of the file with the present secret. Earlier versions wrote that
// of every configuration in a folder to the same file.
func (s *setup) presentSecret() string {
	shared := filepath.Join(filepath.Dir(s.path), ownSecret)
	if file, _ := s.file.Get("VOICEMEMO_OIDC_CLIENT_SECRET_FILE"); file == filepath.ToSlash(shared) {
		return shared
	}
	return s.secretFile()
}

// ofAnother reports whether a file has the secret of another configuration: this one does not
// name it, or another file in the folder also names it.
func (s *setup) ofAnother(path string) bool {
	present, err := app.ReadSmall(path)
	if err != nil || strings.TrimSpace(string(present)) == s.answers.secret {
		return false
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	named := false
	for _, e := range entries {
		file := filepath.Join(filepath.Dir(path), e.Name())
		switch {
		case !e.Type().IsRegular() || !names(file, path):
		case file != s.path:
			return true
		default:
			named = true
		}
	}
	return !named
}

// names reports whether a file of settings has a line with the path of another file.
func names(settings, file string) bool {
	content, err := app.ReadSmall(settings)
	return err == nil && strings.Contains(string(content)+"\n", "="+filepath.ToSlash(file)+"\n")
}

// present returns the answers of the file, without those that would be refused.
func (s *setup) present() answers {
	get := func(name string) string { value, _ := s.file.Get("VOICEMEMO_" + name); return value }
	a := answers{issuer: app.GoogleIssuer}
	domain, public := get("TLS_DOMAIN"), get("PUBLIC_URL")
	from := map[string]string{
		"address": public, "oidc-issuer": get("OIDC_ISSUER"), "oidc-client-id": get("OIDC_CLIENT_ID"),
		"signup": get("SIGNUP"), "signup-allow": get("SIGNUP_ALLOW"), "operator": get("OPERATOR"), "alexa-skill-id": get("ALEXA_SKILL_ID"),
	}
	switch {
	case domain != "":
		from["https"] = self
		if public == "" {
			from["address"] = domain
		}
	case public != "":
		from["https"] = proxy
	}
	for _, q := range s.questions() {
		if value, problem := q.check(a, from[q.flag]); from[q.flag] != "" && problem == "" {
			*q.answer(&a) = value
		}
	}
	a.hasSecret = !s.hasOwnSecret() || s.secret != ""
	return a
}

// take takes the answers of the flags.
func (s *setup) take(c *Command) error {
	secret := ""
	if c.OIDCClientSecretFile != "" {
		text, err := app.Secret("oidc-client-secret-file", "", c.OIDCClientSecretFile)
		if err != nil {
			return err
		}
		if secret = text; secret == "" {
			return cli.WrongUse("--oidc-client-secret-file: %s", s.words.noSecret)
		}
	}
	from := map[string]string{
		"address": c.Address, "https": c.HTTPS, "oidc-issuer": c.OIDCIssuer, "oidc-client-id": c.OIDCClientID, secretFlag: secret,
		"signup": c.Signup, "signup-allow": strings.Join(c.SignupAllow, ","), "operator": c.Operator, "alexa-skill-id": strings.Join(c.AlexaSkillID, ","),
	}
	for _, q := range s.questions() {
		if from[q.flag] == "" {
			continue
		}
		value, problem := q.check(s.answers, from[q.flag])
		if problem != "" {
			return cli.WrongUse("--%s: %s", q.flag, problem)
		}
		*q.answer(&s.answers), s.given[q.flag] = value, true
	}
	return nil
}
