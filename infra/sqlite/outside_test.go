package sqlite

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"voicememo/family"
	"voicememo/tools/testkit/must"
)

// changedOutside creates a database with a person and two memos, and runs a statement of
// another program on it, which does not have the functions of this one.
func changedOutside(t *testing.T, statements ...string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	db, _ := inhabited(t, dir, 2)
	must.OK(t, db.Close())
	raw := rawDB(t, db.path)
	for _, statement := range statements {
		must.OK(t, must.Err(raw.Exec(statement)))
	}
	must.OK(t, raw.Close())
	return dir
}

// TestAccept: what another program has changed is refused until it was shown and accepted; then
// it is served.
func TestAccept(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string][]string{
		"UPDATE users SET user_name = 'Kitchen 2'; UPDATE users SET user_name = 'Kitchen', emoji = '🦊'": {"users taro: user_name was 'Taro', is 'Kitchen', emoji was '', is '🦊'"},
		"UPDATE memos SET content = 'it''s' WHERE id LIKE '%1'":                                         {"memos taro 0000000000000000000000001: content was 'memo', is 'it''s'"},
		"UPDATE memos SET content = 'a' || char(27) || 'b' WHERE id LIKE '%1'":                          {"memos taro 0000000000000000000000001: content was 'memo', is 'a\uFFFDb'"},
		"DELETE FROM memos":                                                 {"families f: number of memos was 2, is 0"},
		"DELETE FROM memos WHERE id LIKE '%1'":                              {"families f: number of memos was 2, is 1"},
		"UPDATE families SET time_zone = 'Asia/Tokyo'":                      {"families f: time_zone was '', is 'Asia/Tokyo'"},
		"DROP TRIGGER memos_outside":                                        nil, // that is damage
		"UPDATE families SET memo_count = 3":                                {"families f: number of memos was 3, is 2"},
		"UPDATE users SET checksum = 1":                                     {"users taro: "},
		"INSERT INTO invite_codes SELECT '1', 'i', 'f', 'taro', 1, 2, 0, 0": {"invite_codes (added): code is '1', invite_id is 'i', family_id is 'f', created_by is 'taro', created_at is 1, expires_at is 2"},
	} {
		dir := changedOutside(t, statement)
		refused(t, dir, "the database ")
		var got []string
		show := func(seal bool) func([]Foreign) bool {
			return func(rows []Foreign) bool {
				got = nil
				for _, row := range rows {
					got = append(got, row.String())
				}
				return seal
			}
		}
		if _, err := OpenWith(dir, Options{Accept: show(false)}); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: got %v, want ErrRefused of what was not accepted", statement, err)
		}
		db, err := OpenWith(dir, Options{Accept: show(true)})
		if !slices.EqualFunc(got, want, strings.HasPrefix) || (err == nil) != (want != nil) {
			t.Errorf("%s: got %q, %v, want %q", statement, got, err, want)
		}
		if err != nil {
			continue
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		db = open(t, dir)
		if _, err := list(db, t.Context()); err != nil {
			t.Errorf("%s: got %v after it was accepted", statement, err)
		}
	}
}

// TestFileNeedsNoFunctions: the schema has no function of this program, without which another
// one could not change a row.
func TestFileNeedsNoFunctions(t *testing.T) {
	t.Parallel()
	db := open(t, t.TempDir())
	all, err := lines(t.Context(), db.read.db, "SELECT coalesce(sql, '') FROM sqlite_schema")
	if err != nil || len(all) == 0 {
		t.Fatalf("got %q, %v", all, err)
	}
	for _, name := range []string{checksumFunction, examineFunction} {
		if strings.Contains(strings.Join(all, "\n"), name) {
			t.Errorf("the schema contains %s", name)
		}
	}
}

// TestOwnChangesAreNotTracked: the triggers in the file do not store what the program itself
// changes.
func TestOwnChangesAreNotTracked(t *testing.T) {
	t.Parallel()
	db, _ := inhabited(t, t.TempDir(), 2)
	ctx, name := t.Context(), "Hanako"
	_, err := db.Families().Update(ctx, "taro", family.Patch{Name: &name, At: ms(9000)})
	if err = errors.Join(err, db.Families().SetZone(ctx, family.Zone{Family: "f", By: "taro", To: "Asia/Tokyo"})); err != nil {
		t.Fatal(err)
	}
	if got, err := lines(ctx, db.read.db, "SELECT name FROM outside"); err != nil || len(got) > 0 {
		t.Errorf("got rows of %q, %v, want none", got, err)
	}
	if err := db.Check(ctx); err != nil {
		t.Error(err)
	}
}
