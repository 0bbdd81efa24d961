package main

import (
	"strings"
	"testing"
)

// TestFlood: every scenario can be measured, and whoever is limited is refused.
func TestFlood(t *testing.T) {
	given := settings{connections: 2, rounds: 1, memos: 10, adds: 3, writes: 2, searches: 1}
	list := scenarios(given)
	results, err := run(t.Context(), given, list)
	if err != nil {
		t.Fatal(err)
	}
	for i, rounds := range results {
		name, r := list[i].name, rounds[0]
		limited := list[i].by && name != lists.name && name != streams.name
		if len(r.adds) != 3 || len(r.lists) != 9 || (r.refused > 0) != limited {
			t.Errorf("%s: got %d adds, %d lists and %d refusals", name, len(r.adds), len(r.lists), r.refused)
		}
		if asks := list[i].kinds != nil && name != refused.name; asks && r.done == 0 || !asks && r.done > 0 {
			t.Errorf("%s: got %d answers", name, r.done)
		}
	}
	var table strings.Builder
	show(&table, list, results)
	if got, want := strings.Count(table.String(), "\n"), len(list)+2; got != want {
		t.Errorf("got %d lines, want %d:\n%s", got, want, &table)
	}
}
