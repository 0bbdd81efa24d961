package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"voicememo/tools/testkit/program"
)

// TestMeasure checks that every attempt of every question gets the expected answer over
// both protocols, and that each comparison has a line.
func TestMeasure(t *testing.T) {
	program.Needed(t)
	data := t.TempDir()
	past, err := prepare(t.Context(), data, 3*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	server, err := start(context.WithoutCancel(t.Context()), "", data)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	w := newWorld(server.URL, past, random())
	var out strings.Builder
	all, lines := append(questions(), controls()...), 0
	for _, q := range all {
		lines += 2 * (len(q.options) - 1)
	}
	const rounds = 2
	if _, err := w.measure(t.Context(), &out, all, rounds, false); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	if got := strings.Count(out.String(), " HTTP/1.1 time") + strings.Count(out.String(), " HTTP/2 order"); got != lines {
		t.Errorf("got %d lines, want %d:\n%s", got, lines, &out)
	}
}

// TestAccounts checks that questions use exactly as many accounts as are signed in.
func TestAccounts(t *testing.T) {
	for _, c := range []struct {
		question question
		rounds   int
		want     int
	}{
		{question{kind: byDigits, options: make([]option, 3)}, 1200, 1200},
		{question{kind: byLink, options: make([]option, 2)}, 1200, 120},
		{question{kind: byLink, options: make([]option, 2)}, 21, 4},
		{question{kind: byDigits, refused: true, options: make([]option, 3)}, 51, 6},
	} {
		if got := c.question.accounts(c.rounds); got != c.want {
			t.Errorf("%+v in %d rounds: got %d, want %d", c.question, c.rounds, got, c.want)
		}
	}
}
