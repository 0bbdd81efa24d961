package skill

import (
	"strconv"
	"time"

	"voicememo/skill/words"
)

// nearTime is how long ago a time is said in hours, also if it was on another day.
const nearTime = 12 * time.Hour

// when says how long ago, or on which day, a time was. Days begin at the family's midnight; if
// its time zone is not known, they are 24 hours. A time in the future counts as now.
func (l locale) when(at, now time.Time) string {
	const day = 24 * time.Hour
	ago := max(now.Sub(at), 0)
	if l.zone == nil && ago >= day {
		return l.Text(daysKey(int(ago/day)), words.Args{"days": strconv.Itoa(int(ago / day))})
	}
	if l.zone == nil || ago < nearTime {
		return l.ago(ago)
	}
	at, now = at.In(l.zone), now.In(l.zone)
	days := int(midnight(now).Sub(midnight(at)).Hours() / 24)
	if days == 0 {
		return l.ago(ago)
	}
	args := words.Args{
		"days": strconv.Itoa(days), "month": l.Words(words.Months)[at.Month()-1],
		"day": strconv.Itoa(at.Day()), "year": strconv.Itoa(at.Year()),
	}
	return l.Text(whenKey(days, at.Year() == now.Year()), args)
}

func daysKey(days int) words.Key {
	if days == 1 {
		return words.DayAgo
	}
	return words.DaysAgo
}

// ago says how long ago a time within one day was.
func (l locale) ago(d time.Duration) string {
	minutes, hours := int(d/time.Minute), int(d/time.Hour)
	args := words.Args{"minutes": strconv.Itoa(minutes), "hours": strconv.Itoa(hours)}
	switch {
	case minutes < 1:
		return l.Text(words.JustNow, nil)
	case minutes == 1:
		return l.Text(words.MinuteAgo, args)
	case hours < 1:
		return l.Text(words.MinutesAgo, args)
	case hours == 1:
		return l.Text(words.HourAgo, args)
	}
	return l.Text(words.HoursAgo, args)
}

func whenKey(days int, thisYear bool) words.Key {
	switch {
	case days == 1:
		return words.Yesterday
	case days < 7:
		return words.DaysAgo
	case thisYear:
		return words.OnDate
	}
	return words.OnYear
}

// midnight returns the day of t, in UTC so that every day has 24 hours.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
