package legacy

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
)

// item is the attributes of one item by name.
type item = map[string]types.AttributeValue

// text gives the first of these attributes that is a text and not empty. A number
// is its digits: JavaScript stores what somebody says as "42" in either way.
func text(it item, names ...string) string {
	for _, name := range names {
		switch v := it[name].(type) {
		case *types.AttributeValueMemberS:
			if v.Value != "" {
				return v.Value
			}
		case *types.AttributeValueMemberN:
			return v.Value
		}
	}
	return ""
}

// flag reads a Boolean, or the text "true".
func flag(it item, name string) bool {
	switch v := it[name].(type) {
	case *types.AttributeValueMemberBOOL:
		return v.Value
	case *types.AttributeValueMemberS:
		return strings.EqualFold(strings.TrimSpace(v.Value), "true")
	}
	return false
}

// instant gives the first of these attributes that is a time; zero: none is.
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

// parse reads a time in ISO 8601, UTC if it names no zone, or an epoch time.
func parse(s string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02 15:04:05"} {
		if t, err := time.Parse(layout, s); err == nil {
			return possible(t)
		}
	}
	return epoch(s)
}

// epoch reads seconds or milliseconds since 1970. What would be a time after
// the year 5138 as seconds is milliseconds.
func epoch(s string) time.Time {
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return time.Time{}
	}
	if n < 1e11 {
		n *= 1000
	}
	if !(n > 0 && n <= lastMilli) { // nor NaN
		return time.Time{}
	}
	return possible(time.UnixMilli(int64(n)))
}

// lastMilli is the last time whose milliseconds have 13 digits, as a memo's id has them.
const lastMilli = 9_999_999_999_999

// possible gives t in UTC and milliseconds if a memo can be of that time.
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
// directly. It counts if it is of this century. A UUID's digits are none.
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
