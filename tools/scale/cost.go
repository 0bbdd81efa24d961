package main

// line is one line of a month's bill.
type line struct {
	price  price
	amount float64
}

// bill returns the lines of a month of n active families, in their second year: a year of
// memos is stored.
func (m Measured) bill(n float64) []line {
	d := m.day()
	monthly := n * days
	read, write := d.total()
	write += notesPerDay(n) / n // the notes for counting are the only part that is not linear
	gb, quiet := stored(n), idle()
	return []line{
		{writeUnits, monthly * write / 1e6},
		{readUnits, (monthly*read + quiet.reads) / 1e6},
		{storage, gb},
		{recovery, gb},
		{httpCalls, monthly * d.webCalls / 1e6},
		{socketMinute, monthly * sessionHours * 60 / 1e6},
		{socketCalls, monthly * d.messages / 1e6},
		{lambdaCalls, (monthly*d.calls() + quiet.calls) / 1e6},
		{lambdaTime, (monthly*d.gbMillis() + quiet.gbMillis) / 1e9},
		{scheduled, quiet.calls / 1e6},
		{transferOut, monthly * d.transfer / 1e9},
		{logWritten, (monthly*d.log + quiet.log) / 1e9},
		{logKept, (n*d.log + quiet.log/days) * logDays * keptLog / 1e9},
		{alarmMetrics, alarmedMetrics},
		{secrets, secretCount},
		{secretReads, monthly * d.coldStarts * 2 / 1e4},
		{keyRequests, keyRequestsOf(monthly*d.calls() + quiet.calls)},
	}
}

// keyRequestsOf returns the requests to KMS, in units of 10,000: a running instance asks
// for the key of each table at most every five minutes.
func keyRequestsOf(calls float64) float64 {
	return min(calls, days*24*12*tableCount*functionCount) / 1e4
}

// stored returns the GB that n families have stored after a year.
func stored(n float64) float64 {
	return n * (memosAfterYear()*memoBytes*2 + personBytes) / 1e9
}

// calls returns the calls of all functions.
func (d day) calls() float64 { return d.skillCalls + d.webCalls + d.liveCalls }

// gbMillis returns the billed time of all functions.
func (d day) gbMillis() float64 {
	return d.skillMillis*skillGB + d.webMillis*webGB + d.liveMillis*liveGB
}

// total returns the units of all tables.
func (d day) total() (read, write float64) {
	for _, u := range d.units {
		read, write = read+u.Read, write+u.Write
	}
	return read, write
}

// together returns what a bill comes to.
func together(lines []line) (sum float64) {
	for _, l := range lines {
		sum += l.price.of(l.amount)
	}
	return sum
}

// variable returns the cost of some days of use by one family if nothing is free, without
// what is stored and what an installation costs as such.
func (d day) variable(n float64) float64 {
	read, write := d.total()
	return writeUnits.full(n*write/1e6) + readUnits.full(n*read/1e6) +
		httpCalls.full(n*d.webCalls/1e6) + lambdaCalls.full(n*d.calls()/1e6) +
		lambdaTime.full(n*d.gbMillis()/1e9) + socketCalls.full(n*d.messages/1e6) +
		transferOut.full(n*d.transfer/1e9) + logWritten.full(n*d.log/1e9)
}

// thousandTurns returns the cost of 1,000 voice commands.
func (m Measured) thousandTurns() float64 {
	d := m.voiceDay()
	return d.variable(1000 / d.skillCalls)
}

// familyMonth returns the cost of one more active family for a month.
func (m Measured) familyMonth() float64 {
	return m.day().variable(days) + socketMinute.full(sessionHours*60*days/1e6) + storage.full(stored(1)) + recovery.full(stored(1))
}
