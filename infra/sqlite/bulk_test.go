package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/infra/bulk"
	"voicememo/infra/enginetest/familytest"
	"voicememo/infra/sqlite"
	"voicememo/infra/sqlite/sqlitetest"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// lived returns a database in which people have done everything that is stored.
func lived(t *testing.T) (db *sqlite.DB, w *familytest.World, file string) {
	t.Helper()
	dir := t.TempDir()
	db, err := sqlitetest.Open(dir)
	must.OK(t, err)
	t.Cleanup(func() { _ = db.Close() })
	files, err := filepath.Glob(filepath.Join(dir, "*", sqlite.FileName))
	if err != nil || len(files) != 1 {
		t.Fatalf("got %q, %v, want the database", files, err)
	}
	w = familytest.NewWorld(t, func(*testing.T) (memo.Store, family.Store, invite.Store) {
		return db.Memos(), db.Families(), db.Invites()
	})
	owner := w.AskingOwner("Owner")
	member := w.Admit(w.Person("Member"), owner)
	echo := w.Connect(w.Echo("Echo"), owner)
	for _, u := range []models.User{owner, member, echo} {
		w.Add(u, "milk of "+u.Name)
	}
	trashed := w.Add(member, "old")
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), owner, trashed.Ref())))
	w.OK(must.Err(w.Memos.EmptyTrash(w.Ctx(), owner)))
	w.OK(must.Err(w.Memos.Trash(w.Ctx(), owner, w.Add(member, "trashed").Ref())))
	w.OK(must.Err(w.Memos.Done(w.Ctx(), owner, w.Add(member, "done").Ref(), true, 0)))
	w.OK(must.Err(w.Families.NameVoice(w.Ctx(), member, "voice", "Hanako")))
	w.OK(w.Families.RecordAct(w.Ctx(), member, "", models.Act{Kind: models.ActTrashed, Refs: []models.MemoRef{trashed.Ref()}}))
	w.OK(w.Families.MarkListened(w.Ctx(), member, models.Speaker{Voice: "voice"}, w.Now()))
	w.OK(must.Err(w.Families.NameRoom(w.Ctx(), member, "device", "Kitchen")))
	w.OK(w.Families.Disable(w.Ctx(), echo.ID))
	asker, other := w.Person("Asker"), w.Person("Other")
	inv, err := w.Invites.Issue(w.Ctx(), owner)
	w.OK(err)
	_, err = w.Invites.RedeemCode(w.Ctx(), asker, inv.Code, invite.Web) // which creates a ledger and a request
	w.OK(err)
	w.Advance(time.Millisecond)
	number, err := w.Families.ConnectionNumber(w.Ctx(), w.Echo("Second"))
	w.OK(err)
	w.OK(must.Err(w.Families.Connect(w.Ctx(), member, number.Number)))
	grant := models.Access{ID: "0123456789abcdef", Kind: models.AccessSession, Scope: models.ScopeFull, Since: w.Now(), Until: w.Now().Add(time.Hour), LastUsed: w.Now()}
	for _, u := range []models.User{owner, other} {
		w.OK(db.Access().Begin(w.Ctx(), u.ID, grant, nil))
	}
	return db, w, files[0]
}

// records returns all records of a database, by kind and key.
func records(t *testing.T, db *sqlite.DB) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, kind := range bulk.Kinds() {
		err := db.Bulk().Each(t.Context(), kind, func(batch []bulk.Record) error {
			if len(batch) == 0 {
				t.Errorf("%s: got an empty batch", kind)
			}
			for _, r := range batch {
				line, err := r.JSON()
				if err != nil {
					return err
				}
				all[fmt.Sprint(kind, " ", r.Key().ID, " ", r.Key().Memo)] = string(line)
			}
			return nil
		})
		must.OK(t, err)
	}
	return all
}

// copyAll copies all records of one database to another.
func copyAll(t *testing.T, from, to *sqlite.DB) {
	t.Helper()
	for _, kind := range bulk.Kinds() {
		must.OK(t, from.Bulk().Each(t.Context(), kind, func(batch []bulk.Record) error { return to.Bulk().Write(t.Context(), batch) }))
	}
}

// TestBulk: a copied database is the same to the services.
func TestBulk(t *testing.T) {
	db, w, _ := lived(t)
	other := sqlitetest.FreshDB(t)
	for range 2 { // a repeat is safe
		copyAll(t, db, other)
		if diff := cmp.Diff(records(t, db), records(t, other)); diff != "" {
			t.Fatalf("got another database (-want +got):\n%s", diff)
		}
	}
	for id := range records(t, db) {
		person, ok := strings.CutPrefix(id, "person ")
		if !ok {
			continue
		}
		want, err := db.Families().Person(w.Ctx(), models.UserID(strings.TrimSpace(person)))
		w.OK(err)
		got, err := other.Families().Person(w.Ctx(), want.ID)
		w.OK(err)
		w.Same(got, want)
		wantFamily, err := db.Families().Family(w.Ctx(), want.FamilyID)
		w.OK(err)
		gotFamily, err := other.Families().Family(w.Ctx(), want.FamilyID)
		w.OK(err)
		w.Same(gotFamily, wantFamily)
		list := memo.Listing{Family: wantFamily, Viewer: want, Limit: 100, Now: w.Now()}
		wantPage, err := db.Memos().List(w.Ctx(), list)
		w.OK(err)
		gotPage, err := other.Memos().List(w.Ctx(), list)
		w.OK(err)
		w.Same(gotPage, wantPage)
		wantAccess, err := db.Access().List(w.Ctx(), want.ID)
		w.OK(err)
		gotAccess, err := other.Access().List(w.Ctx(), want.ID)
		w.OK(err)
		w.Same(gotAccess, wantAccess)
	}
}

// TestBulkWritesOne: writing a record again changes no other record.
func TestBulkWritesOne(t *testing.T) {
	db, w, _ := lived(t)
	want := records(t, db)
	for _, kind := range bulk.Kinds() {
		var all []bulk.Record
		w.OK(db.Bulk().Each(w.Ctx(), kind, func(batch []bulk.Record) error {
			all = append(all, batch...)
			return nil
		}))
		for _, r := range all {
			w.OK(db.Bulk().Write(w.Ctx(), []bulk.Record{r}))
			if diff := cmp.Diff(want, records(t, db)); diff != "" {
				t.Fatalf("%s %v: got another database (-want +got):\n%s", kind, r.Key(), diff)
			}
		}
	}
}

// TestAccessWholeOrNotAtAll: an access that cannot be stored is not granted.
func TestAccessWholeOrNotAtAll(t *testing.T) {
	db, w, file := lived(t)
	u := w.Person("New")
	raw, err := sql.Open("sqlite", file)
	w.OK(err)
	defer func() { _ = raw.Close() }()
	w.OK(must.Err(raw.Exec("CREATE TRIGGER refused BEFORE INSERT ON accesses BEGIN SELECT RAISE(ABORT, 'refused'); END")))
	if err := db.Access().Begin(w.Ctx(), u.ID, models.Access{ID: "0123456789abcdef", LastUsed: w.Now()}, nil); err == nil {
		t.Error("got no error from Begin, want one")
	}
	if got := w.Again(u).Access; len(got) != 0 {
		t.Errorf("got %v granted, want nothing", got)
	}
}

// TestRoom: the space needed for upgrading grows by twice the size of the database.
func TestRoom(t *testing.T) {
	dir := t.TempDir()
	empty, _ := sqlite.RoomOf(dir)
	must.OK(t, os.WriteFile(filepath.Join(dir, sqlite.FileName), make([]byte, 5000), 0o600))
	full, known := sqlite.RoomOf(dir)
	if got := full.Need - empty.Need; got != 10_000 || known && full.Free == 0 {
		t.Errorf("got %d bytes more for 5000 and %d free, want 10000 more", got, full.Free)
	}
}

// TestBulkBatches: each of more records than fit into one batch is read once. An error of
// visit and the end of the context end the reading, and an empty database has no batch.
func TestBulkBatches(t *testing.T) {
	db, enough := sqlitetest.FreshDB(t), errors.New("enough")
	none := func([]bulk.Record) error { return enough }
	if err := db.Bulk().Each(t.Context(), bulk.Ledgers, none); err != nil {
		t.Errorf("got %v for an empty database, want no call", err)
	}
	const many = 2001
	var all []bulk.Record
	for i := range many {
		all = append(all, bulk.Record{Ledger: &invite.Ledger{Name: fmt.Sprint(i), ExpiresAt: time.UnixMilli(1000).UTC()}})
	}
	must.OK(t, db.Bulk().Write(t.Context(), all))
	sizes, seen := []int{}, map[string]bool{}
	for _, ends := range []error{nil, enough} {
		err := db.Bulk().Each(t.Context(), bulk.Ledgers, func(batch []bulk.Record) error {
			sizes = append(sizes, len(batch))
			for _, r := range batch {
				seen[r.Ledger.Name] = true
			}
			return ends
		})
		if !errors.Is(err, ends) {
			t.Errorf("got %v, want %v", err, ends)
		}
	}
	if len(seen) != many || !slices.Equal(sizes, []int{1000, 1000, 1, 1000}) {
		t.Errorf("got %d records in batches of %d, want %d in 1000, 1000 and 1, and then one batch", len(seen), sizes, many)
	}
	ctx, end := context.WithCancel(t.Context())
	end()
	if err := db.Bulk().Each(ctx, bulk.Ledgers, none); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %v after the caller has left, want unavailable", err)
	}
}

// TestBulkRemoves: exactly the records with the given keys are removed, and a person's
// accesses with the person.
func TestBulkRemoves(t *testing.T) {
	db, w, file := lived(t)
	left := records(t, db)
	for _, kind := range bulk.Kinds() {
		if kind == bulk.Modules { // tested with a part
			continue
		}
		var key bulk.Key
		w.OK(db.Bulk().Each(w.Ctx(), kind, func(batch []bulk.Record) error {
			i := slices.IndexFunc(batch, func(r bulk.Record) bool { return r.Person == nil || strings.HasPrefix(string(r.Person.ID), "Other") })
			key = batch[i].Key()
			return nil
		}))
		name := fmt.Sprint(kind, " ", key.ID, " ", key.Memo)
		if _, known := left[name]; !known {
			t.Fatalf("got no %s", kind)
		}
		delete(left, name)
		w.OK(db.Bulk().Remove(w.Ctx(), kind, []bulk.Key{{ID: "unknown"}, key}))
	}
	got := records(t, db)
	for name := range got {
		if _, want := left[name]; !want {
			t.Errorf("got %s, want it removed", name)
		}
	}
	if len(got) != len(left) {
		t.Errorf("got %d records left, want %d", len(got), len(left))
	}
	if got := granted(t, file); got != 1 {
		t.Errorf("got %d accesses left, want the owner's", got)
	}
}

// granted counts the accesses stored in a database's file, including those without a person.
func granted(t *testing.T, file string) (n int) {
	t.Helper()
	raw, err := sql.Open("sqlite", file)
	must.OK(t, err)
	defer func() { _ = raw.Close() }()
	must.OK(t, raw.QueryRow("SELECT count(*) FROM accesses").Scan(&n))
	return n
}
