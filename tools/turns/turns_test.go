package main

import (
	"strings"
	"testing"
	"time"

	"voicememo/infra/sqlite"
)

// TestTurns: each line of the table is understood as its intent and answered.
func TestTurns(t *testing.T) {
	db, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	names := map[string]bool{}
	for i, turn := range turns() {
		if names[turn.name] {
			t.Errorf("%s is there twice", turn.name)
		}
		names[turn.name] = true
		t.Run(turn.name, func(t *testing.T) {
			if took, err := newHouse(db, i, 12).measure(t.Context(), turn); err != nil || took <= 0 {
				t.Errorf("it took %v, %v", took, err)
			}
		})
	}
	wrong := turn{name: "wrong", intent: "AddMemoIntent", says: "一覧"}
	if _, err := newHouse(db, len(names), 0).measure(t.Context(), wrong); err == nil {
		t.Error("words that are taken for something else are measured")
	}
}

// TestCost: what overlaps does not wait for one another.
func TestCost(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(int64(ms)) }
	m := &meter{requests: []request{
		{at(0), at(2), 1, 0}, {at(2), at(9), 0.5, 0}, {at(3), at(5), 0, 5}, {at(4), at(6), 1, 0}, {at(6), at(8), 0, 1},
	}}
	if got, want := m.cost(), (cost{requests: 5, sequential: 3, read: 2.5, write: 6}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if m.reset(); m.cost() != (cost{}) {
		t.Error("something is left")
	}
}

func TestTable(t *testing.T) {
	var out strings.Builder
	times := timings{"add": {5 * time.Millisecond, time.Millisecond, 3 * time.Millisecond}}
	if err := table(&out, times, map[string]cost{"add": {2, 2, 1, 5}}); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		if fields := strings.Fields(line); fields[0] == "add" && strings.Join(fields, " ") != "add 3.00 ms 5.00 ms 2 2 1.0 5.0" {
			t.Errorf("got %s", line)
		}
	}
	if !strings.Contains(out.String(), "\nadd ") {
		t.Error("add is not in the table")
	}
}
