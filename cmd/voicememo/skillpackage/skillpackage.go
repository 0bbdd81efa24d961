// Package skillpackage is the command that writes the Alexa skill's package for ask deploy.
package skillpackage

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"voicememo/cmd/internal/app"
	"voicememo/cmd/internal/modules/inskill"
	"voicememo/cmd/voicememo/internal/cli"
	"voicememo/skill"
)

// Command is voicememo skill-package.
type Command struct {
	To             string   `env:"-" placeholder:"DIR" help:"Directory to write: a new or empty one, or the directory of an earlier package."`
	Endpoint       string   `env:"-" placeholder:"ARN|URL" help:"Endpoint that answers Alexa: the ARN of the Lambda function, or the https address of /alexa. Without it, the package creates a skill without an endpoint, to obtain its id."`
	PublicURL      string   `name:"public-url" placeholder:"URL" help:"Address at which people reach the page; the store's links to /privacy and /terms point there."`
	VendorID       string   `env:"-" name:"vendor-id" placeholder:"ID" help:"Id of your Amazon developer account, for account linking. None: no settings of account linking are written."`
	LinkSecretFile string   `env:"-" name:"link-secret-file" placeholder:"FILE" help:"File with the secret of account linking, of at least 20 of the characters A-Z a-z 0-9 - . _ ~; the server has it as --alexa-link-secret-file."`
	With           []string `env:"-" placeholder:"NAME,..." help:"Optional parts of the skill, with permissions that its users are asked for. This program has: ${skillparts}."`
}

// Run writes the package and says what to do with it.
func (c *Command) Run(t cli.Terminal) error {
	to, err := c.target()
	if err != nil {
		return err
	}
	endpoint, err := parseEndpoint(c.Endpoint)
	if err != nil {
		return err
	}
	public, err := parsePublicURL(c.PublicURL)
	if err != nil {
		return err
	}
	parts, err := chooseParts(c.With)
	if err != nil {
		return err
	}
	l, err := c.linking()
	if err != nil {
		return err
	}
	if l != nil {
		parts = append(parts, linkedPart())
	}
	if err := writeSkillPackage(to, endpoint, public, parts); err != nil {
		return err
	}
	lines := nextSteps(to, endpoint)
	for _, p := range parts {
		lines = append(lines, p.Next...)
	}
	if l != nil {
		if err := l.write(to, public); err != nil {
			return err
		}
		lines = append(lines, l.next(to)...)
	}
	_, err = fmt.Fprintln(t.Out, strings.Join(lines, "\n"))
	return err
}

// The names in the target: the package, and beside it the file by which the ASK CLI
// recognizes a project.
const (
	packageDir    = "skill-package"
	resourcesFile = "ask-resources.json"
)

// askResources is the ASK CLI's project file, version 2. Only the package is deployed,
// not the program behind it.
const askResources = `{
  "askcliResourcesVersion": "2020-03-31",
  "profiles": {
    "default": {
      "skillMetadata": {
        "src": "./skill-package"
      }
    }
  }
}
`

// target checks --to: files that this command did not write must not be lost.
func (c *Command) target() (string, error) {
	if c.To == "" {
		return "", &app.ConfigError{Flag: "to", Problem: "is needed: the directory to write, such as ./my-skill"}
	}
	found, err := os.ReadDir(c.To)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c.To, nil
	case err != nil:
		return "", &app.ConfigError{Flag: "to", Problem: c.To + " cannot be read as a directory"}
	case len(found) == 0 || earlierPackage(c.To):
		return c.To, nil
	}
	return "", &app.ConfigError{Flag: "to", Problem: c.To + " has other files in it; name a new or empty directory"}
}

// earlierPackage reports whether this command wrote a directory: both parts are there.
func earlierPackage(dir string) bool {
	for _, name := range []string{resourcesFile, filepath.Join(packageDir, manifestFile)} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// lambdaARN is a function's ARN, with or without a version or alias. Alexa
// calls functions in the standard partition only.
var lambdaARN = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^arn:aws:lambda:[a-z0-9-]+:\d{12}:function:[A-Za-z0-9_-]{1,64}(:[A-Za-z0-9$_-]{1,128})?$`)
})

// parseEndpoint checks --endpoint and returns it in the form of the manifest; nil: none.
func parseEndpoint(given string) (object, error) {
	switch {
	case given == "":
		return nil, nil //nolint:nilnil // no endpoint is a valid choice
	case lambdaARN().MatchString(given):
		return object{"uri": given}, nil
	}
	u, err := url.Parse(given)
	if err == nil && u.Scheme == "https" && u.Host != "" && strings.Trim(u.Path, "/") != "" && (u.Port() == "" || u.Port() == "443") && u.User == nil && u.RawQuery == "" && u.Fragment == "" {
		return object{"uri": given, "sslCertificateType": "Trusted"}, nil
	}
	return nil, &app.ConfigError{Flag: "endpoint", Problem: "must be the ARN of a Lambda function, such as arn:aws:lambda:us-west-2:123456789012:function:voice-memo, or an https address on port 443, such as https://memo.example.com/alexa"}
}

// parsePublicURL checks --public-url and returns it without a slash at the end.
func parsePublicURL(given string) (string, error) {
	u, err := url.Parse(given)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", &app.ConfigError{Flag: "public-url", Problem: "must be the https address of the page, such as https://memo.example.com"}
	}
	return strings.TrimRight(given, "/"), nil
}

// chooseParts returns the parts of modules that --with names, each once.
func chooseParts(names []string) (chosen []skill.ManifestPart, err error) {
	all := inskill.Manifests()
	for _, name := range names {
		i := slices.IndexFunc(all, func(p skill.ManifestPart) bool { return p.Name == name })
		if i < 0 {
			return nil, &app.ConfigError{Flag: "with", Problem: fmt.Sprintf("has %q; this program has: %s", name, Parts())}
		}
		if !slices.ContainsFunc(chosen, func(p skill.ManifestPart) bool { return p.Name == name }) {
			chosen = append(chosen, all[i])
		}
	}
	return chosen, nil
}

// Parts lists the names that --with accepts.
func Parts() string {
	names := []string{}
	for _, p := range inskill.Manifests() {
		names = append(names, p.Name)
	}
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// writeSkillPackage writes the package with its manifest filled in. It removes files that
// only an earlier package had. The ASK CLI's own files stay, so that the next deployment
// changes the same skill.
func writeSkillPackage(to string, endpoint object, public string, parts []skill.ManifestPart) error {
	files := skill.Package()
	manifest, err := fs.ReadFile(files, manifestFile)
	if err != nil {
		return err
	}
	if manifest, err = fillManifest(manifest, endpoint, public, parts); err != nil {
		return err
	}
	dir := filepath.Join(to, packageDir)
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil { //nolint:gosec // nothing in it is secret
		return err
	}
	if err := copyPackage(dir, files); err != nil {
		return err
	}
	for name, content := range map[string][]byte{filepath.Join(dir, manifestFile): manifest, filepath.Join(to, resourcesFile): []byte(askResources)} {
		if err := os.WriteFile(name, content, 0o644); err != nil { //nolint:gosec // nothing in it is secret
			return err
		}
	}
	return nil
}

// copyPackage copies a package without its .md files, which are notes for developers and
// not part of the package format, and adds the models of the other English locales.
func copyPackage(dir string, files fs.FS) error {
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		to := filepath.Join(dir, filepath.FromSlash(name))
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return os.MkdirAll(to, 0o755) //nolint:gosec // nothing in it is secret
		case strings.HasSuffix(name, ".md"):
			return nil
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o644) //nolint:gosec // nothing in it is secret
	})
	if err != nil {
		return err
	}
	for _, locale := range skill.ModelCopies {
		model, err := fs.ReadFile(files, skill.ModelFile(locale))
		if err != nil {
			return err
		}
		name := filepath.FromSlash(skill.ModelDirectory + locale + ".json")
		if err := os.WriteFile(filepath.Join(dir, name), model, 0o644); err != nil { //nolint:gosec // nothing in it is secret
			return err
		}
	}
	return nil
}

// nextSteps returns the lines that say what to do with the package.
func nextSteps(to string, endpoint object) []string {
	lines := []string{
		"The skill package is in " + to + ". Next:",
		"  npm install -g ask-cli && ask configure   (once, with your Amazon developer account)",
		"  cd " + to + " && ask deploy",
	}
	switch {
	case endpoint == nil:
		return append(lines, "The skill has no endpoint yet. Set up the program with the skill id that ask deploy prints,", "then run this command again with --endpoint, and ask deploy once more.")
	case endpoint["sslCertificateType"] == nil:
		return append(lines, "The function must have its Alexa trigger and VOICEMEMO_ALEXA_SKILL_ID before that, both with", "the skill's id. A new skill gets its id from a first package without --endpoint.")
	}
	return append(lines, "Start the server with --alexa-skill-id and the skill id that ask deploy prints.")
}
