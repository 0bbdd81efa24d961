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

	"voicememo/internal/privatefile"
	"voicememo/models"
)

// people stores the names of the people who have signed in.
type people struct {
	path string

	mu    sync.Mutex
	names []string // most recent first
}

// storedPeople is the JSON form of the file.
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

// list returns the names, the most recent first.
func (p *people) list() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.names)
}

// remember stores a name as the most recent one and returns it normalized. Invalid: it is
// not a valid name.
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

// subject returns a person's subject. It depends only on the name, so that a person keeps
// it even if the file is lost.
func subject(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}

// email returns an e-mail address for a person, below a reserved domain (RFC 2606).
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
