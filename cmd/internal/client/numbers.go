package client

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"voicememo/internal/privatefile"
)

// Numbers is a folder with the ids of the memos that were listed last, for each server, so
// that a person can name a memo by its number.
type Numbers string

// numbered is the file of one server.
type numbered struct {
	For string   `json:"for"` // stands for the person: another person's numbers are not valid
	IDs []string `json:"ids"`
}

// Keep stores the memos of a list in place of those of the list before. An empty list
// leaves no valid number.
func (n Numbers) Keep(s SignIn, memos []Memo) error {
	if n == "" {
		return errors.ErrUnsupported
	}
	list := numbered{For: s.person(), IDs: []string{}}
	for _, m := range memos {
		list.IDs = append(list.IDs, m.ID)
	}
	raw, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return privatefile.Replace(n.file(s), raw)
}

// ID returns the id of a memo of the last list; "" if that list had no such number.
func (n Numbers) ID(s SignIn, number int) string {
	if n == "" {
		return ""
	}
	raw, err := os.ReadFile(n.file(s))
	var list numbered
	if err != nil || json.Unmarshal(raw, &list) != nil || list.For != s.person() || number < 1 || number > len(list.IDs) {
		return ""
	}
	return list.IDs[number-1]
}

// Forget removes the numbers of a server.
func (n Numbers) Forget(s SignIn) error {
	if n == "" {
		return nil
	}
	if err := os.Remove(n.file(s)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (n Numbers) file(s SignIn) string {
	return filepath.Join(string(n), "numbers-"+hash(s.URL)[:16]+".json")
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
