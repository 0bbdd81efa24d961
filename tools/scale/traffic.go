package main

import (
	"math"
	"slices"
	"strings"
)

// row is one kind of request of an active family.
type row struct {
	action string  // a key of Measured.Actions; "voice: " or "web: " and the kind
	perDay float64 // of one family
	what   string
}

// model is the day of an active family: a couple and a child with two phones, a tablet
// and an Echo.
var model = []row{
	{"voice: launch", 2, "“Alexa, open family voice memo”"},
	{"voice: add", 8, "a memo by voice"},
	{"voice: read", 5, "the list is read aloud"},
	{"voice: done", 2, "“number one is done”"},
	{"voice: delete", 0.5, "a memo is deleted by voice"},
	{"voice: undo", 0.5, "that is undone"},
	{"voice: stop", 2, "the session is closed"},
	{"web: page", 2, "the page is loaded without its service worker: a new version or device; ten files with 80 KB"},
	{"web: me", opensOfPage + personReads, "40 times a device comes into sight; the page reads again two seconds after its WebSocket is open, and after a hint"},
	{"web: list", 20 + hintsInSight, "of these, the list has changed"},
	{"web: unchanged", 20 + listReads - hintsInSight, "and it has not: a matching ETag"},
	{"web: add", 12, "a memo on the page"},
	{"web: edit", 2, "a memo is edited"},
	{"web: done", 6, "a memo is marked as done"},
	{"web: delete", 1.5, "a memo is deleted"},
	{"web: seen", 20, "the list was in sight"},
}

// liveModel is what the same day means for the live function. Each change of a memo also
// writes its author's item, of which no page shows that.
var liveModel = []row{
	{"live: connect", opensOfPage, "a page that comes into sight opens a WebSocket"},
	{"live: hello", opensOfPage, "and enters its family's room"},
	{"live: disconnect", opensOfPage, "and is closed"},
	{"live: change", changes, "the stream lists the change of a memo; an open page gets a hint"},
	{"live: silent", changes + seen, "the stream lists a change that no page shows"},
}

// Of liveModel, and what the page reads because of it: the list when its WebSocket is open,
// and the person and the list two seconds later and after each hint.
const (
	changes      = 8 + 12 + 2 + 2 + 0.5 + 0.5 + 6 + 1.5
	seen         = 20
	hintsInSight = 6
	personReads  = opensOfPage + hintsInSight
	listReads    = 2*opensOfPage + hintsInSight
)

// The other assumptions about traffic.
const (
	peak         = 5    // the busiest minute of a day, at 8 am or 6 pm, over the mean minute
	peakHour     = 0.12 // the share of the busiest hour in a day
	zipf         = 0.6  // the exponent of the families' activity by rank
	invitations  = 0.01 // invitations of a family in a day, each followed by a join
	byDigits     = 0.2  // the share of joins with four digits instead of a link
	attempts     = 1.3  // attempts with digits for each join: some are mistyped
	closings     = 0.0005
	movedMemos   = 50.0 // memos of a person who joins
	movedWrites  = 4.0  // WCU for each; see make capacity
	joinWrites   = 14.0 // WCU of an invitation, a join and its end
	memoBytes    = 420  // of an item in the table or index, with 100 bytes of DynamoDB's
	personBytes  = 4500 // of a family's person and family items
	days         = 30.4 // of a month
	filesOfPage  = 10   // requests for "web: page"
	pageBytes    = 80e3
	sessionHours = 1.0 // for which a family's devices have the page in sight each day
	memberCount  = 3
	opensOfPage  = 40.0
)

// Assumptions about AWS that have no published figure.
const (
	readLatency     = 4.0  // ms of a request to DynamoDB from a function in the region
	transactLatency = 10.0 // ms of a transaction
	postLatency     = 10.0 // ms of a message to a page through API Gateway
	liveCPU         = 2.0  // ms of CPU of a call of the live function
	coldShare       = 0.02 // of the calls start a new instance
	coldMillis      = 300  // that start is billed
	platformLog     = 400  // bytes of Lambda's own lines for a call
	keptLog         = 0.15 // the compressed share of a log that is stored
)

// Sizes of the functions in infra/template.yaml in GB, and how much memory has one CPU.
const (
	skillGB  = 0.25
	webGB    = 0.5
	liveGB   = 0.25
	fullCPU  = 1769.0 / 1024
	stageRPS = 100 // ThrottlingRateLimit of the stages of both APIs
)

func (r row) voice() bool { return strings.HasPrefix(r.action, "voice: ") }
func (r row) live() bool  { return strings.HasPrefix(r.action, "live: ") }

// calls returns how many calls of a function a row stands for.
func (r row) calls() float64 {
	if r.action == "web: page" {
		return r.perDay * filesOfPage
	}
	return r.perDay
}

// adds and gone return the memos that a family adds in a day, and those that are purged
// some days later because they were marked as done or deleted.
func adds() float64 { return perDay("voice: add") + perDay("web: add") }
func gone() float64 {
	return perDay("voice: done") + perDay("voice: delete") - perDay("voice: undo") + perDay("web: done") + perDay("web: delete")
}

func perDay(action string) float64 {
	for _, r := range model {
		if r.action == action {
			return r.perDay
		}
	}
	return 0
}

// purgeDays is how long a done memo stays stored.
const purgeDays = 13

// memosAfterYear returns how many memos a family has stored after a year.
func memosAfterYear() float64 { return 365*(adds()-gone()) + purgeDays*gone() }

// topShare returns the share of the busiest of n families in all traffic.
func topShare(n float64) float64 {
	// The sum of r^-s for r from 1 to n, with Euler and Maclaurin's first terms.
	sum := (math.Pow(n, 1-zipf)-1)/(1-zipf) + (1+math.Pow(n, -zipf))/2
	return 1 / sum
}

// day is the use of all functions by one family in a day.
type day struct {
	skillCalls, webCalls     float64
	skillMillis, webMillis   float64 // billed, including cold starts
	liveCalls, liveMillis    float64 // likewise
	messages                 float64 // to and from pages over WebSockets
	transfer, log            float64 // bytes
	units                    map[string]Units
	coldStarts               float64 // of the web function, which reads two secrets
	skillDuration, webLength float64 // ms, of the mean call
}

// duration returns how long a function of this size takes for an action, in ms: waiting
// for DynamoDB, and computing with its share of a CPU.
func (a Action) duration(gb float64) float64 {
	share := gb / fullCPU
	waits := (a.Sequential-min(a.Transactions, a.Sequential))*readLatency + min(a.Transactions, a.Sequential)*transactLatency
	return waits + a.CPU/share
}

// day returns the use of a family with the measured costs.
func (m Measured) day() day { return m.dayOf(func(row) bool { return true }) }

// voiceDay returns only the use of the voice.
func (m Measured) voiceDay() day { return m.dayOf(row.voice) }

func (m Measured) dayOf(counts func(row) bool) day {
	d := day{units: map[string]Units{}}
	for _, r := range slices.Concat(model, liveModel) {
		if counts(r) {
			d.add(r, m.Actions[r.action])
		}
	}
	d.skillDuration, d.webLength = d.skillMillis/max(d.skillCalls, 1), d.webMillis/max(d.webCalls, 1)
	return d
}

// add adds the calls of a row.
func (d *day) add(r row, a Action) {
	n := r.calls()
	switch {
	case r.voice():
		d.skillCalls += n
		d.skillMillis += n * (a.duration(skillGB) + coldShare*coldMillis)
	case r.live():
		d.liveCalls += n
		d.liveMillis += n * (a.duration(liveGB) + a.Posts*postLatency + coldShare*coldMillis)
		d.messages += n * (a.Posts + a.Frames)
		d.transfer += n * a.Answer
	default:
		d.webCalls += n
		d.webMillis += n * (a.duration(webGB) + coldShare*coldMillis)
		if r.action == "web: page" {
			d.transfer += r.perDay * pageBytes
		} else {
			d.transfer += n * a.Answer
		}
		d.coldStarts += n * coldShare
	}
	d.log += n * (a.Log + platformLog)
	for part, u := range a.Units {
		s := d.units[part]
		d.units[part] = Units{s.Read + n*u.Read, s.Write + n*u.Write}
	}
}
