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
// milliseconds; zero: none is.
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

// The texts of a time whose parts can be told apart: the year first, with digits only,
// or what JavaScript's Date makes by toString and toUTCString. Those of
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

// parse reads a time with the year first, one of JavaScript's Date, or an epoch time.
// One that names no zone is in UTC, in which the earlier system wrote.
func parse(s string) time.Time {
	tried, form := dateTexts, s
	if parts := yearFirst.FindStringSubmatch(s); parts != nil {
		tried, form = layouts, parts[1]+"-"+parts[2]+"-"+parts[3]+"T"+inZone.Replace(parts[4])
	} else if name := strings.Index(s, " ("); name >= 0 { // of the zone, in any language
		form = s[:name]
	}
	for _, layout := range tried {
		if t, err := time.Parse(layout, form); err == nil {
			return possible(t)
		}
	}
	return epoch(s)
}

// lastMilli is the last time whose milliseconds have 13 digits, as a memo's id has them.
const lastMilli = 9_999_999_999_999

// firstMilli is the first time that a number alone can say, in September 2001. A
// smaller one, such as 20250714, is something else.
const firstMilli = 1_000_000_000_000

// epoch reads seconds, milliseconds, microseconds or nanoseconds since 1970. As
// seconds, milliseconds would be after the year 5138; as milliseconds, microseconds and
// nanoseconds would be after the year 33658.
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

// possible returns t in UTC and milliseconds if a memo can be of that time.
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

// timeInID finds the time that an id begins with or contains: in ISO 8601, or as
// 13 digits of milliseconds or 10 of seconds, after which a hash may follow
// directly. It counts if it is of this century. The digits of a UUID do not count.
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
