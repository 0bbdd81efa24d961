package bench

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/sizes"
)

// TestSmall runs each measurement of the benchmarks once, on little data. What it measures
// is not compared with anything.
func TestSmall(t *testing.T) {
	sizes.Nightly(t)
	few := plenty.Town{Families: 6, Members: 2, Memos: 60, Large: 1, LargeMemos: 30}
	for name, measure := range map[string]func(t *testing.T){
		"cold start": smallStarts,
		"copy": func(t *testing.T) {
			c := newCopying(t, few)
			c.up(t)
			c.down(t)
		},
		"growth": func(t *testing.T) {
			s := samples{}
			newGrown(t, few).live(t, s)
			for _, action := range actions {
				if len(s[action]) != 1 {
					t.Errorf("%s: got %v, want one time", action, s[action])
				}
			}
		},
		"live": func(t *testing.T) { newHearing(t).hear(t, "卵を買う") },
		"told": func(t *testing.T) { newFar(t).hear(t, "卵を買う") },
		"push": func(t *testing.T) {
			bareTold(t, 3)
			p, town := pushed(t, 1)
			p.push(t, town)
		},
		"machine": func(t *testing.T) {
			measureMemory(t, streaming{town: few, some: 2, most: 5})
			started(t, filled(t, few))
		},
		"page":    smallPage,
		"profile": smallProfile,
		"search":  smallSearch,
		"serve":   smallServe,
		"turns":   smallTurns,
	} {
		t.Run(name, measure)
	}
}

func smallStarts(t *testing.T) {
	w := newWorld(t, page)
	for _, roots := range []string{oneRoot, deployed} {
		for _, name := range functions {
			condition{}.once(t, w, roots, name)
		}
	}
}

func smallPage(t *testing.T) {
	browser := openBrowser(t)
	if frames, err := scrolled(longList(t, browser, 120), 5); err != nil || len(frames) != 11 {
		t.Errorf("got frames %v and %v, want the times of 11", frames, err)
	}
	here, there := twoPages(t, browser)
	if _, err := travel(here, there, "a memo that travels"); err != nil {
		t.Error(err)
	}
}

func smallProfile(t *testing.T) {
	s := newProfiled(t, plenty.Town{Families: 8, Members: 2, Memos: 480, Large: 8, LargeMemos: 480})
	p := s.profile(t, s.rows()[0], 300*time.Millisecond)
	total := 0.0
	for _, share := range p.shares {
		total += share
	}
	if p.objects <= 0 || p.bytes <= 0 || total < 90 || total > 101 {
		t.Errorf("got %+v, want all of the time and some allocations", p)
	}
}

// smallSearch also checks that the words of the benchmark find what their names say.
func smallSearch(t *testing.T) {
	town := plenty.Town{Families: 1, Members: 1, Memos: 120}
	p := served(t, built(t), filled(t, town), unreached...)
	one := signIn(t, p, town, 0, 0)
	_, found := p.search(t, one, "牛乳")
	_, none := p.search(t, one, searches["none"])
	if found != 24 || none != 0 {
		t.Errorf("got %d and %d memos, want 24 and none", found, none)
	}
}

// smallServe also checks that the people measured read their family's list.
func smallServe(t *testing.T) {
	s := newServing(t, plenty.Town{Families: 20, Members: 2, Memos: 600, Large: 8, LargeMemos: 480})
	for _, r := range s.rows() {
		if ours, bare := s.round(t, r, pace{0, 300 * time.Millisecond}); len(ours.times) == 0 || len(bare.times) == 0 {
			t.Errorf("%s: got %d and %d answers, want some", r.name, len(ours.times), len(bare.times))
		}
	}
	_, body := s.ours.call(t, s.people[0], "GET", "/api/memos", "")
	var list struct{ Memos []struct{ FamilyID string } }
	must.OK(t, json.Unmarshal(body, &list))
	if len(list.Memos) != 50 || list.Memos[49].FamilyID != string(s.people[0].family) {
		t.Errorf("got %d memos of another family, want 50 of %s", len(list.Memos), s.people[0].family)
	}
}

// smallTurns checks that each line of the list is understood as its intent.
func smallTurns(t *testing.T) {
	db, all := openSQLite(t), turns()
	for i, turn := range all {
		if _, err := newHouse(db, i, 6).measure(t.Context(), turn); err != nil {
			t.Errorf("%s: %v", turn.name, err)
		}
	}
	add := all[slices.IndexFunc(all, func(t turn) bool { return t.name == "add" })]
	if got := newCosts(t, 6)(t, add); got.Requests == 0 || got.Write <= 0 {
		t.Errorf("got %+v, want a cost", got)
	}
}
