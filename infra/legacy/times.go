package legacy

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
)

// instant returns the first of these attributes that is a time, in UTC and
// milliseconds; the zero time if none is.
func instant(it item, names ...string) time.Time {
	for _, name := range names {
		var t time.Time
		switch v := it[name].(type) {
		case *types.AttributeValueMemberS:
			t = parse(strings.TrimSpace(v.Value))
		case *types.AttributeValueMemberN:
			t = epoch(v.Value)
		}
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}

// The forms of a time whose parts are unambiguous: the year first, digits only, or
// what JavaScript's Date.toString and Date.toUTCString produce. The forms of
// toLocaleString with the month or the day first are not read.
var (
	yearFirst = regexp.MustCompile(`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(\d.*))?$`)
	layouts   = yearFirstLayouts()
	inZone    = strings.NewReplacer(" ", "", "UTC", "Z", "GMT", "Z")
	dateTexts = []string{"Mon Jan 02 2006 15:04:05 GMT-0700", "Mon, 02 Jan 2006 15:04:05 GMT", time.RFC1123Z}
)

func yearFirstLayouts() (layouts []string) {
	layouts = append(layouts, "2006-1-2T")
	for _, clock := range []string{"15:04:05", "15:04"} {
		for _, zone := range []string{"", "Z07:00", "Z0700", "Z07"} {
			layouts = append(layouts, "2006-1-2T"+clock+zone)
		}
	}
	return layouts
}

// parse reads a time with the year first, a text of JavaScript's Date, or an epoch
// time. A time without a zone is in UTC, as the earlier system wrote it.
func parse(s string) time.Time {
	tried, form := dateTexts, s
	if parts := yearFirst.FindStringSubmatch(s); parts != nil {
		tried, form = layouts, parts[1]+"-"+parts[2]+"-"+parts[3]+"T"+inZone.Replace(parts[4])
	} else if name := strings.Index(s, " ("); name >= 0 { // the zone's name, in any language
		form = s[:name]
	}
	for _, layout := range tried {
		if t, err := time.Parse(layout, form); err == nil {
			return possible(t)
		}
	}
	return epoch(s)
}

// lastMilli is the last time whose milliseconds have 13 digits, as in a memo's id.
const lastMilli = 9_999_999_999_999

// firstMilli is the earliest time that a bare number can mean, in September 2001. A
// smaller number, such as 20250714, is something else.
const firstMilli = 1_000_000_000_000

// epoch reads seconds, milliseconds, microseconds or nanoseconds since 1970. The
// ranges do not overlap: milliseconds read as seconds would be after the year 5138,
// and microseconds or nanoseconds read as milliseconds after the year 33658.
func epoch(s string) time.Time {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return time.Time{}
	}
	switch {
	case n < 1e11:
		n *= 1e3
	case n >= 1e18:
		n /= 1e6
	case n >= 1e15:
		n /= 1e3
	}
	if !(n >= firstMilli && n <= lastMilli) { // nor NaN
		return time.Time{}
	}
	return possible(time.UnixMilli(int64(n)))
}

// possible returns t in UTC and milliseconds if a memo can have that time, otherwise the zero time.
func possible(t time.Time) time.Time {
	if ms := t.UnixMilli(); ms <= 0 || ms > lastMilli {
		return time.Time{}
	}
	return t.UTC().Truncate(time.Millisecond)
}

var (
	isoInID   = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?`)
	digitInID = regexp.MustCompile(`\d{10,}`)
)

// timeInID returns the time that an id begins with or contains: in ISO 8601, or as
// 13 digits of milliseconds or 10 of seconds, which a hash may follow directly. Only
// times of this century count, and the digits of a UUID do not.
func timeInID(id string) time.Time {
	if uuid.Validate(id) == nil {
		return time.Time{}
	}
	if s := isoInID.FindString(id); s != "" {
		return parse(s)
	}
	for _, digits := range digitInID.FindAllString(id, -1) {
		for _, length := range []int{13, 10} {
			if len(digits) < length {
				continue
			}
			if t := epoch(digits[:length]); t.Year() >= 2001 && t.Year() < 2100 {
				return t
			}
		}
	}
	return time.Time{}
}

// earlier returns t, or now if t is after it.
func earlier(t, now time.Time) time.Time {
	if t.After(now) {
		return now
	}
	return t
}

func firstTime(times ...time.Time) time.Time {
	for _, t := range times {
		if !t.IsZero() {
			return t
		}
	}
	return time.Time{}
}
