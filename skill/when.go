package skill

import (
	"strconv"
	"time"

	"voicememo/skill/messages"
)

// nearTime is how long ago a time is said in hours, also if it was on another day.
const nearTime = 12 * time.Hour

// when says how long ago, or on which day, a time was. Days begin at the family's midnight; if
// its time zone is not known, they are 24 hours. A time in the future counts as now.
func (l locale) when(at, now time.Time) string {
	const day = 24 * time.Hour
	ago := max(now.Sub(at), 0)
	if l.zone == nil && ago >= day {
		return l.Text(daysKey(int(ago/day)), messages.Args{"days": strconv.Itoa(int(ago / day))})
	}
	if l.zone == nil || ago < nearTime {
		return l.ago(ago)
	}
	at, now = at.In(l.zone), now.In(l.zone)
	days := int(midnight(now).Sub(midnight(at)).Hours() / 24)
	if days == 0 {
		return l.ago(ago)
	}
	args := messages.Args{
		"days": strconv.Itoa(days), "month": l.Words(messages.Months)[at.Month()-1],
		"day": strconv.Itoa(at.Day()), "year": strconv.Itoa(at.Year()),
	}
	return l.Text(whenKey(days, at.Year() == now.Year()), args)
}

func daysKey(days int) messages.Key {
	if days == 1 {
		return messages.DayAgo
	}
	return messages.DaysAgo
}

// ago says how long ago a time within one day was.
func (l locale) ago(d time.Duration) string {
	minutes, hours := int(d/time.Minute), int(d/time.Hour)
	args := messages.Args{"minutes": strconv.Itoa(minutes), "hours": strconv.Itoa(hours)}
	switch {
	case minutes < 1:
		return l.Text(messages.JustNow, nil)
	case minutes == 1:
		return l.Text(messages.MinuteAgo, args)
	case hours < 1:
		return l.Text(messages.MinutesAgo, args)
	case hours == 1:
		return l.Text(messages.HourAgo, args)
	}
	return l.Text(messages.HoursAgo, args)
}

func whenKey(days int, thisYear bool) messages.Key {
	switch {
	case days == 1:
		return messages.Yesterday
	case days < 7:
		return messages.DaysAgo
	case thisYear:
		return messages.OnDate
	}
	return messages.OnYear
}

// midnight returns the day of t, in UTC so that every day has 24 hours.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
