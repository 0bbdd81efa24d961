package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"text/template"
)

//go:embed scaling.md.tmpl
var pageTemplate string

// sizes are the numbers of families that the page compares.
var sizes = []float64{1, 100, 1e4, 1e6}

// page returns docs/scaling.md.
func (m Measured) page() ([]byte, error) {
	t, err := template.New("page").Option("missingkey=error").Funcs(template.FuncMap{
		"count": count, "money": money, "figure": figure, "percent": percent, "noteCost": noteCost,
	}).Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	partUnits, partDollars := partsRead()
	err = t.Execute(&out, map[string]any{
		"M": m, "Prices": pricesTable(), "Region": pricesRegion,
		"Traffic": m.trafficTable(), "Costs": m.costTable(), "Loads": m.loadTable(), "Limits": m.limitTable(), "Shared": sharedTable(),
		"Sim": m.minuteTable(), "Conflicts": m.conflictTable(),
		"ThousandTurns": m.thousandTurns(), "FamilyMonth": m.familyMonth(), "TenThousand": together(m.bill(1e4)),
		"One": together(m.bill(1)), "Countable": m.countable(), "Noted": notedFamilies(1e6),
		"First": m.ordered()[0].name, "FirstQuota": m.ordered()[0].quota, "FirstAt": m.ordered()[0].reached(), "Memos": memosAfterYear(),
		"SkillMillis": m.day().skillDuration, "WebMillis": m.day().webLength,
		"Live": m.live(), "A": assumptions(), "Idle": idleTable(100),
		"PartUnits": partUnits, "PartDollars": partDollars, "Parts": float64(noteParts), "JoinShare": m.joinShare(),
		"MemosStored": float64(m.Family.Memos), "FamilyAdded": float64(m.Family.Added), "FamilyReplayed": float64(m.Family.Replayed),
		"FamilyPerSecond": partitionWrites / max(m.Family.IndexWrite, 1), "MinuteSample": float64(m.Minute.Sample),
		"MinuteRequests": float64(m.Minute.Requests), "MinuteTurns": float64(m.Minute.Turns), "MinuteFamilies": float64(m.Minute.Families / max(m.Minute.Sample, 1)),
	})
	return out.Bytes(), err
}

// assumptions are the constants of the model that the text quotes.
func assumptions() map[string]float64 {
	return map[string]float64{
		"Peak": peak, "PeakHour": peakHour, "Zipf": zipf, "Read": readLatency, "Transact": transactLatency, "Cold": coldShare, "ColdMillis": coldMillis,
		"InviteDays": 1 / invitations, "ByDigits": byDigits, "MovedMemos": movedMemos, "PlatformLog": platformLog,
	}
}

// table renders a table of Markdown; the first row is its head.
func table(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		fmt.Fprintf(&b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(&b, "|%s\n", strings.Repeat("---|", len(row)))
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (m Measured) trafficTable() string {
	rows := [][]string{{"a day of one family", "times", "what", "RCU", "WCU", "requests to DynamoDB, of them one after the other", "CPU", "response"}}
	for _, r := range slices.Concat(model, liveModel) {
		a := m.Actions[r.action]
		rows = append(rows, []string{
			r.action, figure(r.perDay), r.what, figure(a.read()), figure(a.write()),
			figure(a.Requests) + ", " + figure(a.Sequential), figure(a.CPU) + " ms", kilobytes(a.Answer),
		})
	}
	return table(rows)
}

func pricesTable() string {
	rows := [][]string{{"what", "dollars", "for a", "free each month", "source"}}
	for _, p := range priceList {
		dollars := fmt.Sprint(p.dollar)
		for _, t := range tiers[p.what] {
			dollars += fmt.Sprintf("; %v from %s on", t.dollar, count(t.from))
		}
		free := "–"
		if p.free > 0 {
			free = figure(p.free)
		}
		rows = append(rows, []string{p.what, dollars, p.unit, free, "[AWS](" + p.source + ")"})
	}
	return table(rows)
}

func (m Measured) costTable() string {
	head := []string{"dollars a month"}
	bills := make([][]line, len(sizes))
	for i, n := range sizes {
		head = append(head, families(n))
		bills[i] = m.bill(n)
	}
	rows := [][]string{head}
	for at, l := range bills[0] {
		row := []string{l.price.what}
		for _, b := range bills {
			row = append(row, money(b[at].price.of(b[at].amount)))
		}
		rows = append(rows, row)
	}
	sums, each := []string{"**together**"}, []string{"for each family"}
	for i, b := range bills {
		sums = append(sums, "**"+money(together(b))+"**")
		each = append(each, money(together(b)/sizes[i]))
	}
	return table(append(rows, sums, each))
}

func (m Measured) loadTable() string {
	head := []string{"at the peak minute"}
	for _, n := range sizes {
		head = append(head, families(n))
	}
	rows := [][]string{head}
	add := func(name string, of func(n float64) string) {
		row := []string{name}
		for _, n := range sizes {
			row = append(row, of(n))
		}
		rows = append(rows, row)
	}
	add("web requests a second", func(n float64) string { return figure(m.load(n).web) })
	add("turns of the skill a second", func(n float64) string { return figure(m.load(n).skill) })
	add("calls of the live function a second", func(n float64) string { return figure(m.load(n).live) })
	add("executions at once, web, skill and live", func(n float64) string {
		return figure(m.load(n).webAtOnce) + ", " + figure(m.load(n).skillOnce) + ", " + figure(m.load(n).liveOnce)
	})
	for _, part := range slices.Concat(storeParts, []string{roomsTable, roomsIndex}) {
		add(part+": RCU, WCU a second", func(n float64) string {
			u := m.load(n).units[part]
			return figure(u.Read) + ", " + figure(u.Write)
		})
		add(part+": partitions at least", func(n float64) string { return figure(m.partitions(part, n)) })
	}
	add("share of the busiest family in the traffic", func(n float64) string { return percent(topShare(n)) })
	add("live connections at once", func(n float64) string { open, _ := openPages(n); return figure(open) })
	return table(rows)
}

// ordered returns the limits, that of the fewest families first.
func (m Measured) ordered() []limit {
	all := m.limits()
	slices.SortStableFunc(all, func(a, b limit) int {
		return int(min(1, max(-1, a.reached()-b.reached())))
	})
	return all
}

func (m Measured) limitTable() string {
	rows := [][]string{{"limit", "is", "reached by families", "at 10,000", "at 1,000,000", "what happens, and what is done"}}
	for _, l := range m.ordered() {
		is := l.quota
		if l.source != "" {
			is = "[" + l.quota + "](" + l.source + ")"
		}
		rows = append(rows, []string{l.name, is, count(l.reached()), percent(l.share(1e4)), percent(l.share(1e6)), l.done})
	}
	return table(rows)
}

func sharedTable() string {
	rows := [][]string{{"item", "a write when", "writes a second, 1,000,000 families", "its size then", "WCU a second"}}
	for _, s := range sharedItems {
		size := "at most ten entries"
		if s.entry > 0 {
			size = kilobytes(s.size(1e6))
		}
		rows = append(rows, []string{"`" + s.key + "`", s.when, figure(s.writesPerSecond(1e6)), size, figure(s.units(1e6))})
	}
	return table(rows)
}

func (m Measured) minuteTable() string {
	r := m.Minute
	rows := [][]string{{"table", "RCU a second", "predicted", "WCU a second", "predicted", "largest item"}}
	predicted := m.load(float64(r.Families))
	for _, part := range storeParts {
		u, p := r.Units[part], predicted.units[part]
		factor := float64(r.Sample) / 60
		size := kilobytes(float64(r.LargestItem[part]))
		if r.LargestItem[part] == 0 {
			size = "–"
		}
		rows = append(rows, []string{part, figure(u.Read * factor), figure(p.Read), figure(u.Write * factor), figure(p.Write), size})
	}
	return table(rows)
}

func (m Measured) conflictTable() string {
	rows := [][]string{{"writers", "completed", "failed", "refused by DynamoDB and repeated", "completed a second"}}
	for _, name := range []string{ownAccounts, oneAccount, ledgerRun} {
		c := m.Conflicts[name]
		rows = append(rows, []string{name, count(float64(c.Done)), count(float64(c.Failed)), count(float64(c.Conflicts)), figure(c.PerSecond)})
	}
	return table(rows)
}

// noteCost returns the cost of the notes for counting in a month.
func noteCost(n float64) float64 { return writeUnits.full(notesPerDay(n) * days / 1e6) }

// live compares an hour of polling every 30 s a day with an hour of a WebSocket, for the month of
// 10,000 families.
func (m Measured) live() map[string]float64 {
	polling := day{units: map[string]Units{}}
	for _, action := range []string{"web: me", "web: unchanged"} {
		polling.add(row{action, sessionHours * 120, ""}, m.Actions[action])
	}
	sockets := m.dayOf(row.live)
	sockets.add(row{"web: me", personReads, ""}, m.Actions["web: me"])
	sockets.add(row{"web: unchanged", listReads, ""}, m.Actions["web: unchanged"])
	return map[string]float64{
		"Polling": polling.variable(days * 1e4),
		"Sockets": sockets.variable(days*1e4) + socketMinute.full(1e4*sessionHours*60*days/1e6),
	}
}
