package bench

import (
	"testing"
	"time"

	"voicememo/tools/testkit/plenty"
)

// The towns of the measurements. The people of the first families, the large ones, send
// requests: enough of them that the limit on one person's concurrent requests does not
// bound the load.
var (
	smallTown = plenty.Town{Families: 16, Members: 4, Memos: 10_000, Large: 16, LargeMemos: 10_000}
	bigTown   = plenty.Town{Families: 10_000, Members: 4, Memos: 1_000_000, Large: 16, LargeMemos: 160_000}
)

// pace is how long a load lasts in each round.
type pace struct{ unmeasured, measured time.Duration }

var usual = pace{100 * time.Millisecond, time.Second}

// BenchmarkServe measures the built web API on SQLite beside Echo handlers over the same
// engine without sign-in, checks, log and metrics (package bare), in turns: each round
// loads first the program, then the reference, through 16 connections. People are signed
// in, and all checks and limits, the log and the metrics are on. The reference always
// answers a list completely and without compression.
func BenchmarkServe(b *testing.B) {
	for _, town := range []plenty.Town{smallTown, bigTown} {
		b.Run(named(town.Memos), func(b *testing.B) {
			s := newServing(b, town)
			for _, row := range s.rows() {
				b.Run(row.name, func(b *testing.B) {
					var c compared
					for b.Loop() {
						ours, bare := s.round(b, row, usual)
						c.ours, c.bare = append(c.ours, ours), append(c.bare, bare)
					}
					c.report(b)
				})
			}
		})
	}
}

// serving is the program and the reference over the same memos.
type serving struct {
	ours, bare *process
	people     []person
}

func newServing(t testing.TB, town plenty.Town) *serving {
	t.Helper()
	data := filled(t, town)
	s := &serving{bare: bare(t, data)}
	s.ours = served(t, built(t), data, unreached...)
	s.people = signInAll(t, s.ours, town, town.Large)
	return s
}

// row is a kind of load: the askers of one lane for the program and the reference.
type row struct {
	name       string
	ours, bare func(t testing.TB, people []person) asker
}

func (s *serving) rows() []row {
	return []row{
		{"list", s.lists(), s.bareLists},
		{"list/gzip", s.lists("Accept-Encoding: gzip"), s.bareLists},
		{"list/etag", s.known, s.bareLists},
		{"add", s.adds, s.bareAdds},
		{"mixed", s.mixed, s.bareMixed},
	}
}

// round loads both programs once.
func (s *serving) round(t testing.TB, r row, p pace) (ours, bare slice) {
	t.Helper()
	here, there := s.askers(t, r.ours), s.askers(t, r.bare)
	return press(t, s.ours, here, p.unmeasured, p.measured), press(t, s.bare, there, p.unmeasured, p.measured)
}

// askers returns the askers of all lanes. Each lane has people of several families.
func (s *serving) askers(t testing.TB, of func(testing.TB, []person) asker) (all []asker) {
	t.Helper()
	for lane := range connections {
		var people []person
		for i := lane; i < len(s.people); i += connections {
			people = append(people, s.people[i])
		}
		all = append(all, of(t, people))
	}
	return all
}

// lists returns requests for the newest memos.
func (s *serving) lists(headers ...string) func(testing.TB, []person) asker {
	return func(_ testing.TB, people []person) asker {
		return same{each(people, func(p person) []byte { return s.list(p, headers...) }), 200}
	}
}

func (s *serving) list(p person, headers ...string) []byte {
	return raw("GET", "/api/memos", s.ours.host(), "", append(headers, "Cookie: "+p.cookie)...)
}

// known returns requests for a list that the person has.
func (s *serving) known(t testing.TB, people []person) asker {
	return same{each(people, func(p person) []byte {
		tag, _ := s.ours.call(t, p, "GET", "/api/memos", "")
		return s.list(p, "If-None-Match: "+tag)
	}), 304}
}

func (s *serving) adds(_ testing.TB, people []person) asker {
	return same{each(people, s.add), 201}
}

func (s *serving) add(p person) []byte {
	return raw("POST", "/api/memos", s.ours.host(), content, "Cookie: "+p.cookie)
}

func (s *serving) mixed(_ testing.TB, people []person) asker {
	return newMixed(each(people, func(p person) []byte { return s.list(p) }), each(people, s.add))
}

func (s *serving) bareLists(_ testing.TB, people []person) asker {
	return same{each(people, s.bareList), 200}
}

func (s *serving) bareList(p person) []byte { return raw("GET", bareTarget(p), s.bare.host(), "") }
func (s *serving) bareAdd(p person) []byte {
	return raw("POST", bareTarget(p), s.bare.host(), content)
}

func (s *serving) bareAdds(_ testing.TB, people []person) asker {
	return same{each(people, s.bareAdd), 201}
}

func (s *serving) bareMixed(_ testing.TB, people []person) asker {
	return newMixed(each(people, s.bareList), each(people, s.bareAdd))
}
