package plenty

import (
	"testing"

	"voicememo/infra/bulk"
	"voicememo/infra/sqlite"
)

// TestTown checks that a town has as many memos, people and families as it says.
func TestTown(t *testing.T) {
	town := Town{Families: 7, Members: 3, Memos: 50, Large: 2, LargeMemos: 21}
	if got := []int{town.memosOf(0), town.memosOf(1), town.memosOf(2), town.memosOf(6)}; got[0] != 11 || got[1] != 10 || got[2] != 6 || got[3] != 5 {
		t.Errorf("got families with %v memos, want 11, 10, 6 and 5", got)
	}
	data := t.TempDir()
	if err := town.Fill(t.Context(), data); err != nil {
		t.Fatal(err)
	}
	db, err := sqlite.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for kind, want := range map[bulk.Kind]int{bulk.Memos: 50, bulk.People: 21, bulk.Families: 7} {
		got := 0
		if err := db.Bulk().Each(t.Context(), kind, func(all []bulk.Record) error { got += len(all); return nil }); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("got %d of %s, want %d", got, kind, want)
		}
	}
}
