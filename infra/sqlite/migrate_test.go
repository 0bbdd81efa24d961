package sqlite

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
)

// firstSchema creates a file with the first schema and one row in each table.
func firstSchema(t *testing.T, dir string) {
	t.Helper()
	raw := rawDB(t, filepath.Join(dir, FileName))
	script, err := fs.ReadFile(migrations, "migrations/0001_tables.sql")
	if err != nil {
		t.Fatal(err)
	}
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
		if _, err := raw.Exec(query); err != nil {
			t.Fatal(err)
		}
	}
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
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
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
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
		CreatedAt: ms(1000), UpdatedAt: ms(2000), JoinedAt: ms(3000), Source: models.SourceOIDC, MoveEpoch: 7, SessionsValidAfter: ms(4000),
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
	named.Voices = map[models.VoiceID]string{"v": "花子"}
	u, err := db.Families().Update(t.Context(), "taro", family.Patch{Voices: named.Voices, At: taro.UpdatedAt})
	same(u, named, err)
	if _, err := db.writer.conn.ExecContext(t.Context(), "UPDATE users SET voices = '{}'"); err != nil {
		t.Fatal(err)
	}
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
