package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"voicememo/infra/sqlite"
	"voicememo/tools/testkit/must"
)

// damage is one kind of damage to a data directory.
type damage struct {
	name   string
	killed bool // the previous server was killed; otherwise it was stopped
	folds  bool // the log is whole
	do     func(t *testing.T, r *rand.Rand, dir string) (what string)
}

// kinds is how many of damages are different; they come first.
const kinds = 13

// damages are made in turn, repeatedly.
var damages = []damage{
	{"bytes of the file, stopped", false, false, garble},
	{"bytes of the file, killed", true, true, garble},
	{"a bit of the log", true, false, flipLog},
	{"the log cut off", true, false, cutLog},
	{"the file cut off", false, false, cutFile},
	{"the log gone", true, false, without("-wal")},
	{"the file empty", false, false, emptied},
	{"the file gone", false, false, without("")},
	{"the file cut off", true, true, cutFile},
	{"the index of the log gone", true, false, without("-shm")},
	{"the file gone, killed", true, false, without("")},
	{"a page of zeros", false, false, zeroed},
	{"a page of another place", false, false, misplaced},
	// The most frequent kind again, for long runs.
	{"bytes of the file, stopped", false, false, garble},
	{"bytes of the file, killed", true, true, garble},
}

// garble overwrites 1 to 512 bytes at a random place of the file.
func garble(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	path := filepath.Join(dir, sqlite.FileName)
	content := contentOf(t, path)
	at, count := r.IntN(len(content)), 1+r.IntN(512)
	for i := at; i < min(at+count, len(content)); i++ {
		content[i] = byte(r.Uint32())
	}
	write(t, path, string(content))
	return fmt.Sprintf("%d bytes at %d of %d", count, at, len(content))
}

// pageSize is the page size of the database, in bytes.
const pageSize = 4096

// zeroed overwrites a page with zeros, like a disk that has lost it.
func zeroed(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	return replacePage(t, r, dir, func([]byte) []byte { return make([]byte, pageSize) })
}

// misplaced overwrites a page with another one, like a disk that writes to the wrong
// place.
func misplaced(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	return replacePage(t, r, dir, func(file []byte) []byte {
		from := r.IntN(len(file)/pageSize) * pageSize
		return bytes.Clone(file[from : from+pageSize])
	})
}

// replacePage replaces a random page of the file.
func replacePage(t *testing.T, r *rand.Rand, dir string, with func(file []byte) []byte) string {
	t.Helper()
	path := filepath.Join(dir, sqlite.FileName)
	content := contentOf(t, path)
	page := r.IntN(len(content) / pageSize)
	copy(content[page*pageSize:], with(content))
	write(t, path, string(content))
	return fmt.Sprintf("page %d of %d", page, len(content)/pageSize)
}

// flipLog flips one bit of the log.
func flipLog(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	path := filepath.Join(dir, sqlite.FileName+"-wal")
	content := contentOf(t, path)
	at, bit := r.IntN(len(content)), r.IntN(8)
	content[at] ^= 1 << bit
	write(t, path, string(content))
	return fmt.Sprintf("bit %d of byte %d of %d", bit, at, len(content))
}

func cutLog(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	return cut(t, r, filepath.Join(dir, sqlite.FileName+"-wal"))
}

func cutFile(t *testing.T, r *rand.Rand, dir string) string {
	t.Helper()
	return cut(t, r, filepath.Join(dir, sqlite.FileName))
}

// cut truncates a file at a random place.
func cut(t *testing.T, r *rand.Rand, path string) string {
	t.Helper()
	size := len(contentOf(t, path))
	at := r.IntN(size)
	must.OK(t, os.Truncate(path, int64(at)))
	return fmt.Sprintf("at %d of %d", at, size)
}

func emptied(t *testing.T, _ *rand.Rand, dir string) string {
	t.Helper()
	write(t, filepath.Join(dir, sqlite.FileName), "")
	return "all of it"
}

// without removes the database's file with this ending.
func without(suffix string) func(*testing.T, *rand.Rand, string) string {
	return func(t *testing.T, _ *rand.Rand, dir string) string {
		t.Helper()
		must.OK(t, os.Remove(filepath.Join(dir, sqlite.FileName+suffix)))
		return "all of it"
	}
}

// contentOf reads a file that is not empty.
func contentOf(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil || len(content) == 0 {
		t.Fatalf("%s: %d bytes, %v", path, len(content), err)
	}
	return content
}
