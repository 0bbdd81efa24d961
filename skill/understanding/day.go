package understanding

import "time"

// Span returns the time from which and before which a memo is of a day, in the zone of now; zero:
// no limit. A weekday is the latest one before today.
func (d Day) Span(now time.Time) (since, before time.Time) {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	at := func(days int) time.Time { return today.AddDate(0, 0, days) }
	monday := at(-(int(today.Weekday()) + 6) % 7)
	month := today.AddDate(0, 0, 1-today.Day())
	switch d {
	case "Today":
		return today, time.Time{}
	case "Yesterday":
		return at(-1), today
	case "DayBefore":
		return at(-2), at(-1)
	case "Week":
		return monday, time.Time{}
	case "LastWeek":
		return monday.AddDate(0, 0, -7), monday
	case "Month":
		return month, time.Time{}
	case "LastMonth":
		return month.AddDate(0, -1, 0), month
	case "Days":
		return at(-3), time.Time{}
	case "Weekend":
		saturday := monday.AddDate(0, 0, 5)
		if saturday.After(today) {
			saturday = saturday.AddDate(0, 0, -7)
		}
		return saturday, saturday.AddDate(0, 0, 2)
	}
	for day := time.Sunday; day <= time.Saturday; day++ {
		if d == Day(day.String()) {
			back := (int(today.Weekday()-day)+6)%7 + 1
			return at(-back), at(1 - back)
		}
	}
	return time.Time{}, time.Time{}
}
