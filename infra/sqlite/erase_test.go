package sqlite_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/family"
	"voicememo/infra/sqlite"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// holding returns the files of a directory that contain one of these texts, with the text.
func holding(t *testing.T, dir string, texts ...string) (found []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must.OK(t, err)
	for _, name := range files {
		content, err := os.ReadFile(name)
		must.OK(t, err)
		for _, text := range texts {
			if n := bytes.Count(content, []byte(text)); n > 0 {
				found = append(found, filepath.Base(name)+": "+text)
			}
		}
	}
	return found
}

// house is a database with a family of two, and the services that use it.
type house struct {
	t        *testing.T
	dir      string
	db       *sqlite.DB
	families *family.Service
	memos    *memo.Service
	invites  *invite.Service
	access   *auth.Accesses
}

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{t: t, dir: t.TempDir()}
	h.open()
	return h
}

func (h *house) open() {
	h.t.Helper()
	db, err := sqlite.Open(h.dir)
	must.OK(h.t, err)
	h.t.Cleanup(func() { _ = db.Close() })
	h.db, h.families = db, family.NewService(db.Families(), db.Memos())
	h.memos = memo.NewService(db.Memos(), h.families)
	h.invites = invite.NewService(db.Invites(), h.families, h.memos)
	h.access = auth.NewAccesses(db.Access())
}

func (h *house) person(name, email string) models.User {
	h.t.Helper()
	u, err := h.families.Ensure(h.t.Context(), models.Profile{ID: models.UserID(fmt.Sprintf("id-%d", len(email))), Name: name, Email: email, Source: models.SourceOIDC})
	must.OK(h.t, err)
	return u
}

// write adds memos of a person with long and short texts, and edits some of them.
func (h *house) write(u models.User, mark string, n int) {
	h.t.Helper()
	for i := range n {
		content := mark + "-text" + strings.Repeat("牛乳 ", i%150)
		m, _, err := h.memos.Add(h.t.Context(), u, memo.Draft{Content: content, Key: memo.NewKey()})
		must.OK(h.t, err)
		if i%5 == 0 {
			must.OK(h.t, must.Err(h.memos.Edit(h.t.Context(), u, m.Ref(), mark+"-edited", 0)))
		}
	}
}

// TestNothingIsLeftOfAClosedAccount: after an account is closed and the log emptied, no file of
// the data directory contains a text, name or address of the account, and another person's
// memos still exist.
func TestNothingIsLeftOfAClosedAccount(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	secrets := []string{"marktaro", "NameOfTaro", "Renamed-Taro", "taro-address@example.com", "NameOfBrowser"}
	taro, hanako := h.person("NameOfTaro", "taro-address@example.com"), h.person("Hanako", "hanako@example.com")
	h.write(taro, "marktaro", 60)
	h.write(hanako, "markhanako", 40)
	taro, err := h.families.Rename(t.Context(), taro, "Renamed-Taro")
	must.OK(h.t, err)
	_, err = h.access.Begin(t.Context(), taro, auth.Grant{Kind: models.AccessSession, Name: "NameOfBrowser", Scope: models.ScopeFull, Lifetime: time.Hour})
	must.OK(h.t, err)
	code, err := h.invites.Issue(t.Context(), hanako)
	must.OK(h.t, err)
	must.OK(h.t, must.Err(h.invites.RedeemLink(t.Context(), taro, code.Token)))
	taro, err = h.families.Person(t.Context(), taro.ID)
	must.OK(h.t, err)
	h.write(taro, "marktaro", 20)
	if found := holding(t, h.dir, secrets...); len(found) < len(secrets) {
		t.Fatalf("got only %q while the account exists, want every text", found)
	}

	must.OK(h.t, h.families.Close(t.Context(), taro))
	must.OK(h.t, h.db.EraseDeleted(t.Context()))
	if found := holding(t, h.dir, secrets...); found != nil {
		t.Errorf("beside the running server: got %q, want nothing", found)
	}
	h.write(hanako, "markhanako", 5)
	must.OK(h.t, h.db.Close())
	if found := holding(t, h.dir, secrets...); found != nil {
		t.Errorf("after a clean stop: got %q, want nothing", found)
	}
	h.open()
	list, err := h.memos.List(t.Context(), hanako, memo.Query{Limit: 100})
	must.OK(h.t, err)
	if len(list.Memos) != 45 {
		t.Errorf("got %d memos of the other person, want 45", len(list.Memos))
	}
}

// TestNothingIsLeftOfWhatWasDeleted covers permanently deleted memos, an emptied trash and
// swept memos.
func TestNothingIsLeftOfWhatWasDeleted(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(*house, models.User) error{
		"emptied trash": func(h *house, u models.User) error {
			_, err := h.memos.EmptyTrash(h.t.Context(), u)
			return err
		},
		"swept": func(h *house, _ models.User) error {
			return h.db.Sweep(h.t.Context(), time.Now().Add((models.TrashDays+1)*24*time.Hour))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			u := h.person("Taro", "")
			h.write(u, "kept", 30)
			must.OK(h.t, h.db.EraseDeleted(t.Context()))
			before := time.Now()
			h.write(u, "gone", 40)
			list, err := h.memos.List(t.Context(), u, memo.Query{Limit: 100})
			must.OK(h.t, err)
			for _, m := range list.Memos {
				if !m.Timestamp.Before(before.Truncate(time.Millisecond)) && strings.HasPrefix(m.Content, "gone") {
					must.OK(h.t, must.Err(h.memos.Trash(t.Context(), u, m.Ref())))
				}
			}
			must.OK(h.t, remove(h, u))
			must.OK(h.t, h.db.EraseDeleted(t.Context()))
			if found := holding(t, h.dir, "gone-"); found != nil {
				t.Errorf("got %q, want nothing", found)
			}
			if found := holding(t, h.dir, "kept-"); found == nil {
				t.Error("got none of the kept memos, want them")
			}
		})
	}
}

// TestOldCopiesAreErased: the copy made before a migration is erased after thirty days.
func TestOldCopiesAreErased(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	old, fresh := filepath.Join(h.dir, sqlite.FileName+".schema-3"), filepath.Join(h.dir, sqlite.FileName+".schema-4")
	for _, name := range []string{old, fresh} {
		must.OK(h.t, os.WriteFile(name, []byte("copy"), 0o600))
	}
	now := time.Now()
	must.OK(h.t, os.Chtimes(old, now, now.Add(-31*24*time.Hour)))
	must.OK(h.t, h.db.Sweep(t.Context(), now))
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("got %v for the old copy, want that it does not exist", err)
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Errorf("got %v for the fresh copy, want that it exists", err)
	}
}
