package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/program"
)

// TestFlood checks that every scenario can be measured, and that limited requests are
// refused.
func TestFlood(t *testing.T) {
	program.Needed(t)
	limited := func(s scenario) bool { return s.by && s.name != lists.name && s.name != streams.name }
	asks := func(s scenario) bool { return s.kinds != nil && s.name != refused.name }
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	given := settings{connections: 2, rounds: 1, memos: 10, adds: 1, writes: 2, searches: 1, enough: func(s scenario, done, refused int64) bool {
		return (refused > 0 || !limited(s)) && (done > 0 || !asks(s))
	}}
	list := scenarios(given)
	results, err := run(ctx, given, list)
	if err != nil {
		t.Fatal(err)
	}
	for i, rounds := range results {
		s, r := list[i], rounds[0]
		if len(r.adds) != 1 || len(r.lists) != listsPerAdd || r.refused > 0 && !limited(s) || r.done > 0 && !asks(s) {
			t.Errorf("%s: got %d adds, %d lists, %d answers and %d refusals", s.name, len(r.adds), len(r.lists), r.done, r.refused)
		}
	}
	var table strings.Builder
	show(&table, list, results)
	if got, want := strings.Count(table.String(), "\n"), len(list)+2; got != want {
		t.Errorf("got %d lines, want %d:\n%s", got, want, &table)
	}
}
