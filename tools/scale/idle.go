package main

// The schedules of the stack.
const (
	carryOnPerDay = runsPerDay  // every five minutes: moves, accounts to erase, families to count
	duePerDay     = 24 * 60     // every minute: notifications that are due
	dueShards     = 4           // partitions of due-index, each read with a query
	dueMillis     = readLatency // the queries are sent at the same time
	dueLog        = 150.0       // bytes of a run's line
	streamShards  = 2           // one of each table that has a stream, while it is small
	streamPolls   = 4 * 86400.0 // by Lambda, of each shard in a day
	pingsPerHour  = 12          // of an open page
)

// quiet is what the stack does in a month in which no person uses it.
type quiet struct {
	calls, gbMillis, reads, log float64
	polls                       float64 // of the streams, by Lambda, without charge
}

func idle() quiet {
	units, _ := partsRead()
	return quiet{
		calls:    days * (carryOnPerDay + duePerDay),
		gbMillis: days * (carryOnPerDay*idleMillis(readLatency*2)*webGB + duePerDay*idleMillis(dueMillis)*liveGB),
		reads:    days * (carryOnPerDay*units + duePerDay*dueShards/2),
		log:      days * (carryOnPerDay + duePerDay) * (dueLog + platformLog),
		polls:    days * streamShards * streamPolls,
	}
}

// idleMillis returns how long a run without anything to do takes.
func idleMillis(waits float64) float64 {
	return Action{CPU: liveCPU}.duration(liveGB) + waits
}

// idleTable is the bill of n families who do nothing for a month: with what is free every
// month, and without it.
func idleTable(n float64) string {
	q := idle()
	rows := [][]string{{"what runs when nothing happens", "in a month", "dollars", "if nothing is free"}}
	add := func(what, amount string, lines ...line) {
		var free, full float64
		for _, l := range lines {
			free += l.price.of(l.amount)
			full += l.price.full(l.amount)
		}
		rows = append(rows, []string{what, amount, money(free), money(full)})
	}
	all := []line{}
	group := func(what, amount string, lines ...line) {
		all = append(all, lines...)
		add(what, amount, lines...)
	}
	group("Lambda reads the streams", count(q.polls)+" requests", line{readUnits, 0})
	group("the schedules: calls of functions", count(q.calls)+" calls", line{scheduled, q.calls / 1e6}, line{lambdaCalls, q.calls / 1e6}, line{lambdaTime, q.gbMillis / 1e9})
	group("the schedules: reads of what is due", count(q.reads)+" RCU", line{readUnits, q.reads / 1e6})
	group("the schedules: their log", figure(q.log/1e6)+" MB", line{logWritten, q.log / 1e9}, line{logKept, q.log / days * logDays * keptLog / 1e9})
	group("what is stored, after a year of use", figure(stored(n))+" GB", line{storage, stored(n)}, line{recovery, stored(n)})
	group("alarms and secrets", count(alarmedMetrics)+" metrics, "+count(secretCount)+" secrets", line{alarmMetrics, alarmedMetrics}, line{secrets, secretCount})
	group("keys of the tables", count(keyRequestsOf(q.calls)*1e4)+" requests", line{keyRequests, keyRequestsOf(q.calls)})
	add("**together**", "", all...)
	minutes := days * 24 * 60
	messages := 2 * days * 24 * pingsPerHour
	add("besides, a page that stays open and in sight", count(minutes)+" minutes, "+count(messages)+" messages",
		line{socketMinute, minutes / 1e6}, line{socketCalls, messages / 1e6}, line{lambdaCalls, messages / 2 / 1e6})
	return table(rows)
}
