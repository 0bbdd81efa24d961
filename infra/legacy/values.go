package legacy

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/family"
	"voicememo/models"
)

// item maps attribute names to the values of one item.
type item = map[string]types.AttributeValue

// text returns the first of these attributes that is a non-empty text. A number
// counts as its digits: JavaScript stores "42" in either form.
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

// content returns the text of a memo from the first of these attributes that has one,
// with the parts of a list or set as lines. readable is false if the attribute has
// something other than text, such as bytes, or several texts without an order.
func content(it item, names ...string) (content string, readable bool) {
	readable = true
	for _, name := range names {
		parts, ok := lines(it[name])
		if s := strings.Join(parts, "\n"); ok && shows(s) {
			return s, true
		}
		readable = readable && ok
	}
	return "", readable
}

func lines(value types.AttributeValue) (lines []string, ok bool) {
	switch v := value.(type) {
	case nil, *types.AttributeValueMemberNULL:
		return nil, true
	case *types.AttributeValueMemberS:
		return []string{v.Value}, true
	case *types.AttributeValueMemberN:
		return []string{v.Value}, true
	case *types.AttributeValueMemberSS:
		return v.Value, true
	case *types.AttributeValueMemberNS:
		return v.Value, true
	case *types.AttributeValueMemberL:
		return listed(v.Value)
	case *types.AttributeValueMemberM:
		return onlyText(v.Value)
	}
	return nil, false
}

func listed(values []types.AttributeValue) (all []string, ok bool) {
	for _, v := range values {
		part, ok := lines(v)
		if !ok {
			return nil, false
		}
		all = append(all, part...)
	}
	return all, true
}

// onlyText returns the text of a map that contains exactly one besides numbers and
// flags; two texts would have no order.
func onlyText(m item) (found []string, ok bool) {
	for _, value := range m {
		switch value.(type) {
		case *types.AttributeValueMemberN, *types.AttributeValueMemberBOOL:
			continue
		}
		part, ok := lines(value)
		if !ok {
			return nil, false
		}
		if len(part) > 0 && shows(strings.Join(part, "")) {
			found = append(found, strings.Join(part, "\n"))
		}
	}
	return found, len(found) <= 1
}

// shows reports whether a text has a visible character.
func shows(s string) bool {
	return strings.ContainsFunc(models.DropHidden(s), func(r rune) bool { return unicode.IsGraphic(r) && !unicode.IsSpace(r) })
}

// flag reads a Boolean, a number (set unless 0), or the text "true" or a text of such
// a number. known is false if the attribute has none of these forms.
func flag(it item, name string) (set, known bool) {
	switch v := it[name].(type) {
	case *types.AttributeValueMemberBOOL:
		return v.Value, true
	case *types.AttributeValueMemberN:
		return number(v.Value)
	case *types.AttributeValueMemberS:
		switch s := strings.ToLower(strings.TrimSpace(v.Value)); s {
		case "true", "false":
			return s == "true", true
		default:
			return number(s)
		}
	}
	return false, false
}

func number(s string) (set, known bool) {
	n, err := strconv.ParseFloat(s, 64)
	return err == nil && n != 0, err == nil
}

// trashed reports whether a memo is deleted: its flag says so, or it has no flag but
// a time of deletion.
func trashed(it item) bool {
	if deleted, known := flag(it, "deleted"); known {
		return deleted
	}
	return strings.TrimSpace(text(it, "deletedAt")) != ""
}

// authorName returns a name as a memo stores it, cut like every name; "" if it has no
// visible character.
func authorName(name string) string {
	if !shows(name) {
		return ""
	}
	return family.CutName(name)
}
