package words

import (
	"strconv"
	"time"
)

// NearTime is how long ago a time is said in hours, also if it was on another day.
const NearTime = 12 * time.Hour

// When says how long ago, or on which day, a time was. Days begin at the family's midnight; if
// its time zone is not known, they are 24 hours. A time in the future counts as now.
func (l Locale) When(at, now time.Time) string {
	const day = 24 * time.Hour
	ago := max(now.Sub(at), 0)
	if l.Zone == nil && ago >= day {
		return l.Text(daysKey(int(ago/day)), Args{"days": strconv.Itoa(int(ago / day))})
	}
	if l.Zone == nil || ago < NearTime {
		return l.ago(ago)
	}
	at, now = at.In(l.Zone), now.In(l.Zone)
	days := int(midnight(now).Sub(midnight(at)).Hours() / 24)
	if days == 0 {
		return l.ago(ago)
	}
	args := Args{
		"days": strconv.Itoa(days), "month": l.Words(Months)[at.Month()-1],
		"day": strconv.Itoa(at.Day()), "year": strconv.Itoa(at.Year()),
	}
	return l.Text(whenKey(days, at.Year() == now.Year()), args)
}

func daysKey(days int) Key {
	if days == 1 {
		return DayAgo
	}
	return DaysAgo
}

// ago says how long ago a time within one day was.
func (l Locale) ago(d time.Duration) string {
	minutes, hours := int(d/time.Minute), int(d/time.Hour)
	args := Args{"minutes": strconv.Itoa(minutes), "hours": strconv.Itoa(hours)}
	switch {
	case minutes < 1:
		return l.Text(JustNow, nil)
	case minutes == 1:
		return l.Text(MinuteAgo, args)
	case hours < 1:
		return l.Text(MinutesAgo, args)
	case hours == 1:
		return l.Text(HourAgo, args)
	}
	return l.Text(HoursAgo, args)
}

func whenKey(days int, thisYear bool) Key {
	switch {
	case days == 1:
		return Yesterday
	case days < 7:
		return DaysAgo
	case thisYear:
		return OnDate
	}
	return OnYear
}

// midnight returns the day of t, in UTC so that every day has 24 hours.
func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
