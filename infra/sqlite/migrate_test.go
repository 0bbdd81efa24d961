package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// firstSchema creates a file with the first schema and one row in each table.
func firstSchema(t *testing.T, dir string) {
	t.Helper()
	raw := rawDB(t, filepath.Join(dir, FileName))
	script, err := fs.ReadFile(migrations, "migrations/0001_tables.sql")
	must.OK(t, err)
	for _, query := range []string{
		string(script),
		`INSERT INTO users VALUES ('taro', 'f', '太郎', 'taro@example.com', 'https://example.com/p', 1, 1000, 2000, 3000, 'google', 7, 4000, 0)`,
		`INSERT INTO families VALUES ('f', 'taro', 1000, '1234')`,
		`INSERT INTO memos VALUES ('f', 1, 5000, 'taro', '1720789912345a1b2c3d4e5f6', '牛乳', '太郎', 6000, 'taro', 3, 6000, 253402300799000)`,
		`INSERT INTO invite_codes VALUES ('1234', 'f', 'taro', 1000, 301000, 0, '', 0, '["hash"]')`,
		`INSERT INTO invite_codes VALUES ('9999', 'f', 'taro', 500, 300500, 1, 'hanako', 2000, '["used"]')`,
		`INSERT INTO ledgers VALUES ('live', 2, '[]', 9000)`,
		"PRAGMA user_version = 1",
	} {
		must.OK(t, must.Err(raw.Exec(query)))
	}
	must.OK(t, raw.Close())
}

// searchSchema is the first schema with a checksum of each content.
const searchSchema = 11

// existing returns those of sealedTables that an earlier schema has.
func existing(t *testing.T, tx *sql.Tx) []sealed {
	t.Helper()
	names, err := lines(t.Context(), tx, tablesWithChecksums)
	must.OK(t, err)
	return slices.DeleteFunc(slices.Clone(sealedTables), func(s sealed) bool { return !slices.Contains(names, s.table) })
}

// sealEarlier is seal as it was before the program computed the checksums by itself.
func sealEarlier(t *testing.T, tx *sql.Tx, tables []sealed) {
	t.Helper()
	sum, err := int64(0), error(nil)
	for _, s := range tables {
		statements := []string{s.resealing()}
		if s.table != memoTable.name {
			for _, trigger := range s.sealingTriggers() {
				statements = append(statements, strings.NewReplacer("CREATE TEMP", "CREATE", "main.", "").Replace(trigger))
			}
		}
		for _, statement := range statements {
			must.OK(t, must.Err(tx.Exec(statement)))
		}
		err = errors.Join(err, setState(tx, columnsState+s.table, s.columns))
	}
	if sum, err = schemaChecksum(t.Context(), tx); err == nil {
		err = setState(tx, schemaState, sum)
	}
	must.OK(t, err)
}

// sealedFile creates a file with an earlier schema that has checksums, and memos 0 to n-1
// of a family of one.
func sealedFile(t *testing.T, dir string, schema, n int) {
	t.Helper()
	raw := rawDB(t, filepath.Join(dir, FileName))
	tx, err := raw.Begin()
	must.OK(t, err)
	exec := func(query string, args ...any) {
		t.Helper()
		must.OK(t, must.Err(tx.Exec(query, args...)))
	}
	scripts, err := migrationNames()
	must.OK(t, err)
	for _, name := range scripts[:schema] {
		script, err := fs.ReadFile(migrations, name)
		must.OK(t, err)
		exec(string(script))
	}
	exec(`INSERT INTO users (user_id, family_id, user_name, email, picture, is_owner, created_at, updated_at, joined_at, source,
		move_epoch, sessions_valid_after, closing) VALUES ('taro', 'f', 'Taro', '', '', 1, 1000, 1000, 1000, 'google', 1, 0, 0)`)
	exec("INSERT INTO families (family_id, owner_id, created_at, invite_key) VALUES ('f', 'taro', 1000, '')")
	for i := range n {
		m := memoOf(i)
		exec(`INSERT INTO memos (family_id, deleted, timestamp, user_id, id, content, created_by_name, updated_at, updated_by, version,
			deleted_at, purge_at) VALUES ('f', 0, ?, 'taro', ?, 'memo', 'Taro', 0, '', 1, 0, 0)`, i+1, string(m.ID))
	}
	exec("UPDATE families SET memo_count = ?", n) // which a program of that schema keeps
	if schema >= searchSchema {
		exec("UPDATE memos SET content_checksum = row_checksum(content)")
	}
	tables := existing(t, tx)
	for i, s := range tables {
		all, err := lines(t.Context(), tx, "SELECT name FROM pragma_table_info(?) WHERE name NOT IN ('checksum', 'memo_count')", s.table)
		must.OK(t, err)
		tables[i].columns = strings.Join(all, ", ")
	}
	sealEarlier(t, tx, tables)
	exec(fmt.Sprint("PRAGMA user_version = ", schema))
	must.OK(t, errors.Join(tx.Commit(), raw.Close()))
}

// TestSealedSchema: a file of each schema with checksums keeps its memos, which are not
// done and were not edited, and gets checksums of the new columns.
func TestSealedSchema(t *testing.T) {
	t.Parallel()
	scripts, err := migrationNames()
	must.OK(t, err)
	for schema := sealedSchema; schema < len(scripts); schema++ {
		dir := t.TempDir()
		sealedFile(t, dir, schema, 3)
		db := open(t, dir)
		page, err := list(db, t.Context())
		if err != nil || len(page.Memos) != 3 || page.Memos[0].Done() || page.Memos[0].DoneBy != "" {
			t.Errorf("schema %d: got %+v, %v, want three memos that are not done", schema, page.Memos, err)
		}
		at := time.Now().UTC().Truncate(time.Millisecond)
		if m := markDone(t, db, 1, at, at.AddDate(0, 0, 13).Truncate(time.Second)); !m.DoneAt.Equal(at) {
			t.Errorf("schema %d: got %v, want the memo done at %v", schema, m.DoneAt, at)
		}
		was := page.Memos[0]
		edit := memo.Change{From: memo.Live, Content: "new", By: "hanako", At: at}
		m, err := db.Memos().Update(t.Context(), was.Ref(), edit)
		if want := (models.Earlier{Content: was.Content, At: was.Timestamp, By: was.UserID}); err != nil || m.Before != want || m.EditedBy != "hanako" {
			t.Errorf("schema %d: got %+v, %v, want %+v before", schema, m, err, want)
		}
		if err := errors.Join(db.Check(t.Context()), db.Close()); err != nil {
			t.Errorf("schema %d: %v", schema, err)
		}
		if !there(filepath.Join(dir, fmt.Sprint(FileName, copySuffix, schema))) {
			t.Errorf("schema %d: got no copy of the file, want one", schema)
		}
	}
}

// TestSealedSchemaDamaged: a changed row does not get a checksum by an upgrade before it was
// accepted, and Salvage is left to the version that wrote the file.
func TestSealedSchemaDamaged(t *testing.T) {
	t.Parallel()
	for damage, accepted := range map[string]bool{
		"UPDATE memos SET content = 'nemo' WHERE id LIKE '%1'": true,
		"DELETE FROM state": false,
	} {
		dir := t.TempDir()
		sealedFile(t, dir, sealedSchema, 3)
		raw := rawDB(t, filepath.Join(dir, FileName))
		must.OK(t, must.Err(raw.Exec(damage)))
		must.OK(t, raw.Close())
		if db, err := Open(dir); err == nil {
			_ = db.Close()
			t.Fatalf("%s: got nil from Open, want an error", damage)
		}
		if _, err := Salvage(t.Context(), dir, restoredAt); err == nil || !strings.Contains(err.Error(), "of that version") {
			t.Errorf("%s: got %v from Salvage, want the version named", damage, err)
		}
		db, err := OpenWith(dir, Options{Accept: func([]Foreign) bool { return true }})
		if (err == nil) != accepted {
			t.Errorf("%s: got %v, want it accepted: %v", damage, err, accepted)
		}
		if err == nil {
			err = db.Close()
		}
		if accepted && err != nil {
			t.Error(err)
		}
	}
}

// TestUpgradeFailsAsAWhole: an upgrade that ends early leaves the file in its schema, and the
// next start continues from there.
func TestUpgradeFailsAsAWhole(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), FileName)
	sealedFile(t, filepath.Dir(path), sealedSchema, 3)
	raw := rawDB(t, path)
	names, err := migrationNames()
	must.OK(t, err)
	if err := upgrade(raw, append(names, "migrations/missing.sql"), sealedSchema, nil); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("got %v, want that the last migration is missing", err)
	}
	if err := errors.Join(check(t.Context(), raw), raw.Close()); err != nil {
		t.Errorf("after the upgrade that failed: %v", err)
	}
	db := open(t, filepath.Dir(path))
	if page, err := list(db, t.Context()); err != nil || len(page.Memos) != 3 {
		t.Errorf("got %+v, %v, want three memos", page.Memos, err)
	}
}

// TestUpgradeReadsTheWholeFile: an upgrade refuses a changed row even in a file that, with
// the present schema, would not be read completely.
func TestUpgradeReadsTheWholeFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), FileName)
	sealedFile(t, filepath.Dir(path), sealedSchema, 3)
	raw := rawDB(t, path)
	must.OK(t, must.Err(raw.Exec("UPDATE memos SET content = 'nemo' WHERE id LIKE '%1'")))
	if _, err := prepare(raw, path, false, false, Options{}); !errors.Is(err, ErrRefused) {
		t.Errorf("got %v, want %v", err, ErrRefused)
	}
	var version int
	if err := raw.QueryRow("PRAGMA user_version").Scan(&version); err != nil || version != sealedSchema {
		t.Errorf("got schema %d, %v; want %d", version, err, sealedSchema)
	}
	must.OK(t, raw.Close())
}

func ms(n int64) time.Time { return time.UnixMilli(n).UTC() }

// TestFirstSchema: a file with the first schema keeps everything, gets the new columns, and a
// copy of it is kept beside it.
func TestFirstSchema(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	firstSchema(t, dir)
	db := open(t, dir)
	checkFirst(t, db)
	must.OK(t, db.Close())
	checkFirst(t, open(t, dir)) // the second start has nothing to migrate
	kept := rawDB(t, filepath.Join(dir, FileName+".schema-1"))
	var version, memos int
	if err := kept.QueryRow("PRAGMA user_version").Scan(&version); err != nil || version != 1 {
		t.Errorf("got a copy with version %d, %v; want 1", version, err)
	}
	if err := kept.QueryRow("SELECT count(*) FROM memos").Scan(&memos); err != nil || memos != 1 {
		t.Errorf("got a copy with %d memos, %v; want 1", memos, err)
	}
}

// TestRollbackOfData: the way back in docs/operations.md. The new program restores the copy
// from before the upgrade as it is, for the earlier program, and keeps what was written since.
func TestRollbackOfData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	firstSchema(t, dir)
	before := content(t, filepath.Join(dir, FileName))
	must.OK(t, open(t, dir).Close())
	since := content(t, filepath.Join(dir, FileName))
	kept, err := Restore(t.Context(), filepath.Join(dir, FileName+".schema-1"), dir, time.Now(), func(int) {})
	must.OK(t, err)
	if got := content(t, filepath.Join(dir, FileName)); got != before {
		t.Errorf("got the restored file\n%swant\n%s", got, before)
	}
	if got := content(t, kept); got != since {
		t.Errorf("got the file from before the restore\n%swant\n%s", got, since)
	}
	version := 0
	if err := rawDB(t, filepath.Join(dir, FileName)).QueryRow("PRAGMA user_version").Scan(&version); err != nil || version != 1 {
		t.Errorf("got a file with version %d, %v; want 1", version, err)
	}
}

func checkFirst(t *testing.T, db *DB) {
	t.Helper()
	same := func(got, want any, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%v, (-want +got):\n%s", err, diff)
		}
	}
	taro := models.User{
		ID: "taro", FamilyID: "f", Name: "太郎", Email: "taro@example.com", Picture: "https://example.com/p", IsOwner: true,
		CreatedAt: ms(1000), UpdatedAt: ms(2000), Source: models.SourceOIDC, Membership: models.Membership{JoinedAt: ms(3000), MoveEpoch: 7}, SessionsValidAfter: ms(4000),
	}
	f, err := db.Families().Family(t.Context(), "f")
	same(f, models.Family{
		ID: "f", OwnerID: "taro", MemberIDs: []models.UserID{"taro"}, Members: []models.User{taro}, CreatedAt: ms(1000),
		InviteKey: "1234", InviteID: "1234-1000",
	}, err)
	m := models.Memo{
		UserID: "taro", ID: "1720789912345a1b2c3d4e5f6", FamilyID: "f", Content: "牛乳", Timestamp: ms(5000), Deleted: true, CreatedByName: "太郎",
		UpdatedAt: ms(6000), UpdatedBy: "taro", Version: 3, DeletedAt: ms(6000), PurgeAt: ms(253402300799000),
	}
	page, err := db.Memos().List(t.Context(), memo.Listing{Family: f, Viewer: taro, Deleted: true, Limit: 5, Now: ms(7000)})
	same(page.Memos, []models.Memo{m}, err)
	want := models.InviteCode{
		Code: "1234", InviteID: "1234-1000", FamilyID: "f", CreatedBy: "taro", CreatedAt: ms(1000), ExpiresAt: ms(301000),
	}
	code, err := db.Invites().Get(t.Context(), "1234")
	same(code, want, err)
	want.Code = models.LinkPrefix + "hash" // its link still works for its five minutes
	code, err = db.Invites().Get(t.Context(), want.Code)
	same(code, want, err)
	for _, used := range []string{"9999", models.LinkPrefix + "used"} {
		if _, err := db.Invites().Get(t.Context(), used); !models.IsReason(err, models.ReasonInviteNotValid) {
			t.Errorf("got %v for a used invitation, want ReasonInviteNotValid", err)
		}
	}
	ledger, err := db.Invites().Ledger(t.Context(), "live")
	same(ledger.Version, int64(2), err)
	named := taro
	named.Skill.Voices = map[models.VoiceID]string{"v": "花子"}
	u, err := db.Families().Update(t.Context(), "taro", family.Patch{Voices: named.Skill.Voices, At: taro.UpdatedAt})
	same(u, named, err)
	must.OK(t, must.Err(db.writer.conn.ExecContext(t.Context(), "UPDATE users SET voices = '{}'")))
}

// TestGetSearchesByKey: each memo of a batch is found through the index, however large the
// table.
func TestGetSearchesByKey(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 1)
	if got := planOf(t, db, selectRefs, `[["taro","x"]]`); !strings.Contains(got, "SEARCH memos USING INDEX memos_by_author (user_id=? AND id=?)") {
		t.Errorf("got the plan\n%swant a search of the index", got)
	}
}
