package main

import "math"

// shared is an item that all families write to.
type shared struct {
	key, when string
	perDay    float64 // writes for one family
	entry     float64 // bytes that one entry adds; 0: it does not grow
	holds     float64 // seconds for which an entry stays
	full      string  // what happens at the limit
}

// sharedItems lists the items of the invite-codes table that are not of one family or
// person.
var sharedItems = []shared{
	{"count#HOUR#PART", "one memo in 64 notes its family, to be counted", adds() / sampledMemos / noteParts, familyIDBytes, 3600, "split it into more parts, see below; at the limit notes fail silently: some families are not counted, so that `--max-memos` does not hold for them"},
	{"moving", "a join or a leave notes the family, and the end of the move removes it", 2 * invitations, familyIDBytes, notedMinutes * 60, "the note is lost; the move goes on with the family's next request"},
	{"due#DAY", "an account is closed, or an Echo's skill is disabled", closings, accountBytes, secondsOfDay, "closing an account fails until the next day"},
	{"exposure#SURFACE", "an attempt to join with digits is counted, and forgiven", 2 * invitations * byDigits * attempts, 0, 0, "the attempt asks the owner instead of joining"},
	{"live", "an invitation gets digits that admit", invitations, 0, 0, "the digits ask the owner instead of admitting"},
}

// writesPerSecond returns the writes at the peak.
func (s shared) writesPerSecond(n float64) float64 { return n * s.perDay * peak / secondsOfDay }

// size returns the bytes of the item when it is largest: the entries of the busiest time.
func (s shared) size(n float64) float64 {
	if s.holds >= 3600 {
		return n * s.perDay * s.entry * min(1, peakHour*s.holds/3600)
	}
	return s.writesPerSecond(n) * s.holds * s.entry
}

// units returns the WCU a second at the peak: each write costs the whole item.
func (s shared) units(n float64) float64 {
	return s.writesPerSecond(n) * max(1, math.Ceil(s.size(n)/1024))
}

// share returns how much of its limits the item uses: of 1,000 WCU a second, and of 400
// KB.
func (s shared) share(n float64) float64 {
	return max(s.units(n)/partitionWrites, s.size(n)/itemBytes)
}

// notesPerDay returns the WCU of a day's notes for counting. They grow with the square of
// the number of families: in each hour the items begin empty, and each note costs one unit
// for each KB that its item has. A count later removes the entry, at the same price.
func notesPerDay(n float64) (units float64) {
	daily := n * adds() / sampledMemos / noteParts
	for _, part := range []float64{peakHour, peakHour, (1 - 2*peakHour) / 22} {
		hours := 1.0
		if part < peakHour {
			hours = 22
		}
		notes := daily * part
		mean := max(1, notes*familyIDBytes/1024/2)
		units += hours * notes * mean * 2
	}
	return units * noteParts
}

// limits lists all limits, in no order.
func (m Measured) limits() []limit {
	all := []limit{
		{"HTTP API, this template", "100 requests a second", "", func(n float64) float64 { return m.load(n).web / stageRPS },
			"raise `ThrottlingRateLimit` of the stage; it exists to bound the cost of a flood, so raise it with the traffic"},
		{"Lambda, a new account", "10 executions at once", lambdaScalingDoc, func(n float64) float64 { return m.atOnce(n) / newAccountAtOnce },
			"ask for more under Service Quotas before the first families come ([runbook](operations.md#web-throttles))"},
		{"Lambda", "1,000 executions at once", lambdaScalingDoc, func(n float64) float64 { return m.atOnce(n) / lambdaAtOnce },
			"ask for a higher quota, and reserve some of it for the skill. New instances come at 1,000 in ten seconds for each function, which is no limit here"},
		{"HTTP API, the account", "10,000 requests a second", httpQuotasDoc, func(n float64) float64 { return m.load(n).web / httpPerSecond },
			"ask for a higher quota"},
		{"DynamoDB, a new table", "4,000 WCU, 12,000 RCU a second", onDemandDoc, func(n float64) float64 { return m.largestShare(n, newTableReads, newTableWrites) },
			"nothing while traffic grows by less than twice in 30 minutes; warm throughput before a copy of many families"},
		{"DynamoDB, one table", "40,000 units a second", dynamoQuotasDoc, func(n float64) float64 { return m.largestShare(n, tableUnits, tableUnits) },
			"ask for a higher quota"},
		{"the busiest family's partition", "1,000 WCU, 3,000 RCU a second", partitionsDoc, m.busiest,
			"nothing: DynamoDB isolates a hot partition, and each person's limits (60 changes a minute) come first"},
		{"digits that admit, at the same time", "10 invitations", "", func(n float64) float64 {
			return n * invitations * peak * inviteSeconds / secondsOfDay / admittingAtOnce
		},
			"intended: further digits ask the owner first, and links are unaffected ([decision 5](decisions/0005-counting-tries.md))"},
		{"four digits", "10,000 live codes", "", func(n float64) float64 { return n * invitations * peak * inviteSeconds / secondsOfDay / fourDigits },
			"“try again in a minute”; links are unaffected"},
		{"counting by the schedule", "288 runs of 30 s a day", "", func(n float64) float64 { return notedFamilies(n) / m.countable() },
			"count in a function of its own with a longer timeout, or note only families that have grown since their last count"},
		{"attempts with digits on one surface", "one item with optimistic locking", "", func(n float64) float64 {
			return n * invitations * byDigits * attempts * peak / secondsOfDay / m.Conflicts[ledgerRun].PerSecond
		}, "intended: an attempt that cannot be counted within a second asks the owner"},
		{"WebSocket API, this template", "100 connections and messages a second", "", func(n float64) float64 {
			_, s := openPages(n)
			return s * 3 / stageRPS // connect, hello, disconnect
		}, "raise `ThrottlingRateLimit` of `LiveStage`; refused pages poll meanwhile"},
		{"WebSocket API, the account", "500 new connections a second", socketQuotasDoc, func(n float64) float64 { _, s := openPages(n); return s / socketsPerSecond },
			"ask for a higher quota; reconnects have jitter"},
	}
	for _, s := range sharedItems {
		if s.entry > 0 {
			all = append(all, limit{"the shared item `" + s.key + "`", "400 KB, 1,000 WCU a second", partitionsDoc, s.share, s.full})
		}
	}
	return all
}

// The items of an hour's notes, and how many hours of notes a run reads (countParts and
// countNotes in infra/dynamo/memos_count.go). A missing item costs half a unit.
const (
	noteParts = 4
	noteHours = 26
)

// partsRead returns the RCU of one scheduled run that reads all parts, and the dollars of
// a month of them.
func partsRead() (units, dollars float64) {
	units = noteParts * noteHours / 2
	return units, readUnits.full(units * runsPerDay * days / 1e6)
}

// joinShare returns the share of joins and of the moves after them in all writes, which
// the model leaves out.
func (m Measured) joinShare() float64 {
	_, write := m.day().total()
	return invitations * (joinWrites + movedWrites*movedMemos) / write
}

// notedFamilies returns how many families are noted in a day, each counted once.
func notedFamilies(n float64) float64 { return n * (1 - math.Exp(-adds()/sampledMemos)) }

// atOnce returns the concurrent executions of all functions.
func (m Measured) atOnce(n float64) float64 {
	l := m.load(n)
	return l.webAtOnce + l.skillOnce + l.liveOnce
}

// The keys of Measured.Conflicts.
const (
	ownAccounts = "ten members, an account each"
	oneAccount  = "ten devices of one account"
	ledgerRun   = "twenty people who try digits on one surface"
)
