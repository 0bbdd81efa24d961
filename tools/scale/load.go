package main

import "math"

// load is what n families use at the peak minute.
type load struct {
	web, skill, live     float64 // calls a second
	webAtOnce, skillOnce float64 // concurrent executions
	liveOnce             float64
	units                map[string]Units
}

// load returns the peak of n families.
func (m Measured) load(n float64) load {
	d := m.day()
	perSecond := n * peak / secondsOfDay
	l := load{web: perSecond * d.webCalls, skill: perSecond * d.skillCalls, units: map[string]Units{}}
	l.live = perSecond * d.liveCalls
	l.liveOnce = perSecond * d.liveMillis / 1e3
	l.webAtOnce, l.skillOnce = l.web*d.webLength/1e3, l.skill*d.skillDuration/1e3
	for part, u := range d.units {
		l.units[part] = Units{perSecond * u.Read, perSecond * u.Write}
	}
	return l
}

// partitions returns how many partitions a table or index has at least: for its
// throughput, and for its size.
func (m Measured) partitions(part string, n float64) float64 {
	u := m.load(n).units[part]
	gb := n * memosAfterYear() * memoBytes / 1e9
	if part == usersTable {
		gb = n * personBytes / 1e9
	}
	if part == codesTable || part == roomsTable || part == roomsIndex {
		gb = 0
	}
	return max(1, math.Ceil(u.Write/partitionWrites+u.Read/partitionReads), math.Ceil(gb/partitionGB))
}

// largestShare returns how much of the limit of a table the busiest one uses.
func (m Measured) largestShare(n, reads, writes float64) (share float64) {
	for _, u := range m.load(n).units {
		share = max(share, u.Read/reads, u.Write/writes)
	}
	return share
}

// busiest returns the use of the busiest family's partition of the index.
func (m Measured) busiest(n float64) float64 {
	u := m.load(n).units[memosIndex]
	return topShare(n) * (u.Read/partitionReads + u.Write/partitionWrites)
}

// countable returns how many families the scheduled runs can count in a day if they do
// nothing else.
func (m Measured) countable() float64 {
	return runsPerDay * scheduledSeconds / (m.Counting.duration(webGB) / 1e3)
}

// openPages returns how many pages are connected at the peak, and how many connect a
// second.
func openPages(n float64) (open, perSecond float64) {
	return n * sessionHours / 24 * peak, n * opensOfPage * peak / secondsOfDay
}
