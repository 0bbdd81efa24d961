package sqlite

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"voicememo/family"
	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// firstSealed creates a file with the first schema that has checksums, as a program of that
// schema left it: with triggers that name the columns of then.
func firstSealed(t *testing.T, dir string) {
	t.Helper()
	firstSchema(t, dir)
	names, err := migrationNames()
	must.OK(t, err)
	raw := rawDB(t, filepath.Join(dir, FileName))
	raw.SetMaxOpenConns(1)
	tx, err := raw.Begin()
	must.OK(t, err)
	for _, name := range names[1:sealedSchema] {
		must.OK(t, run(tx, name))
	}
	if _, err := tx.Exec(fmt.Sprintf(`PRAGMA user_version = %d;
		UPDATE users SET voices = '{"v":"花子"}', last_read_at = 5000, last_deletion = '{"at":6000,"refs":[["taro","1"]]}'`, sealedSchema)); err != nil {
		t.Fatal(err)
	}
	tables := existing(t, tx)
	for i, s := range tables {
		switch s.table {
		case memoTable.name:
			tables[i].columns, _, _ = strings.Cut(s.columns, ", done_at")
		case "families":
			tables[i].columns = strings.Replace(s.columns, ", time_zone", "", 1)
		case "accesses":
			tables[i].columns = strings.Replace(s.columns, "host, ", "", 1)
		case "users":
			tables[i].columns = strings.NewReplacer("emoji, ", "", "removed_by, ", "", "heard, rooms, greeted, acts", "last_deletion", ", linked_to, linked_by, linked_told, work", "").Replace(s.columns)
		}
	}
	sealEarlier(t, tx, tables)
	must.OK(t, tx.Commit())
	must.OK(t, raw.Close())
}

// TestFirstSealedSchema: a file with the first schema that has checksums keeps everything
// but the last deletion, and its checksums cover the new columns.
func TestFirstSealedSchema(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	firstSealed(t, dir)
	db := open(t, dir)
	taro, err := db.Families().Person(t.Context(), "taro")
	if err != nil || taro.Skill.Voices["v"] != "花子" || taro.Skill.LastReadAt != ms(5000) || taro.Skill.Heard != nil || taro.Skill.Rooms != nil || taro.Skill.Acts != nil {
		t.Errorf("got %+v, %v, want the voice and the time, and nothing else of voices", taro, err)
	}
	want := taro
	want.Skill.Heard = map[models.VoiceMark]time.Time{"m": ms(7000)}
	want.Skill.Rooms = map[models.VoiceMark]string{"m": "台所"}
	want.Skill.Acts = map[models.VoiceMark]models.Act{"": {Kind: models.ActNamed, At: ms(8000), Name: "太郎"}}
	got, err := db.Families().Update(t.Context(), "taro", family.Patch{Heard: want.Skill.Heard, Rooms: want.Skill.Rooms, Acts: want.Skill.Acts, At: taro.UpdatedAt})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, (-want +got):\n%s", err, diff)
	}
	raw := rawDB(t, filepath.Join(dir, FileName))
	if err := check(t.Context(), raw); err != nil {
		t.Errorf("got %v from the check, want none", err)
	}
	must.OK(t, must.Err(raw.ExecContext(t.Context(), "UPDATE users SET acts = '{}'")))
	if err := checkRows(t.Context(), raw); err == nil {
		t.Error("got no damage from another value of acts, want it")
	}
}
