package devissuer

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"voicememo/auth/internal/privatefile"
	"voicememo/models"
)

// people remembers who signed in before, by name.
type people struct {
	path string

	mu    sync.Mutex
	names []string // the latest first
}

// storedPeople is the file's form.
type storedPeople struct {
	People []string `json:"people"`
}

func loadPeople(path string) (*people, error) {
	p := &people{path: path}
	if path == "" {
		return p, nil
	}
	data, err := os.ReadFile(path) //nolint:gosec // the operator's own path
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("people of the development sign-in: %w", err)
	}
	var stored storedPeople
	if err := json.Unmarshal(data, &stored); err != nil {
		return nil, fmt.Errorf("people of the development sign-in: %s: %w", path, err)
	}
	p.names = stored.People
	return p, nil
}

// list gives the names, the latest first.
func (p *people) list() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.names)
}

// remember puts a name first and gives it as it is kept. Invalid: it cannot be a name.
func (p *people) remember(name string) (string, error) {
	name = strings.TrimSpace(norm.NFC.String(name))
	if err := models.CheckText("name", name, models.MaxName); err != nil {
		return "", err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.names) > 0 && p.names[0] == name {
		return name, nil
	}
	p.names = slices.DeleteFunc(p.names, func(n string) bool { return n == name })
	p.names = slices.Insert(p.names, 0, name)
	return name, p.save()
}

func (p *people) save() error {
	if p.path == "" {
		return nil
	}
	data, err := json.MarshalIndent(storedPeople{People: p.names}, "", "  ")
	if err != nil {
		return err
	}
	return privatefile.Replace(p.path, data)
}

// subject gives a person's subject. It follows from the name alone, so a person
// is the same again after the file is lost.
func subject(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}

// email gives a person an address that can never be anybody's (RFC 2606).
func email(name string) string {
	local := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '.'
	}, name), ".")
	if local == "" {
		local = subject(name)
	}
	return local + "@example.test"
}
