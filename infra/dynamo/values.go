package dynamo

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"voicememo/models"
)

// item is attributes by name: a whole item, a key, or the values of an expression.
type item = map[string]types.AttributeValue

func text[T ~string](s T) types.AttributeValue { return &types.AttributeValueMemberS{Value: string(s)} }

func number(n int64) types.AttributeValue {
	return &types.AttributeValueMemberN{Value: strconv.FormatInt(n, 10)}
}

func flag(b bool) types.AttributeValue { return &types.AttributeValueMemberBOOL{Value: b} }

// set returns a string set; DynamoDB refuses an empty one or one with duplicates.
func set[T ~string](members ...T) types.AttributeValue {
	ss := make([]string, len(members))
	for i, m := range members {
		ss[i] = string(m)
	}
	slices.Sort(ss)
	return &types.AttributeValueMemberSS{Value: slices.Compact(ss)}
}

// textList returns a list of texts.
func textList[T ~string](members []T) types.AttributeValue {
	l := make([]types.AttributeValue, len(members))
	for i, m := range members {
		l[i] = text(m)
	}
	return &types.AttributeValueMemberL{Value: l}
}

// asMap returns a map with entries.
func asMap(entries item) types.AttributeValue { return &types.AttributeValueMemberM{Value: entries} }

// instant returns a time in the schema's text form.
func instant(t time.Time) types.AttributeValue { return text(models.FormatTime(t)) }

// seconds returns a time in the form of a TTL attribute: epoch seconds. Compared in whole
// seconds, a time has expired exactly when InviteCode.Live and Memo.Purged say so.
func seconds(t time.Time) types.AttributeValue { return number(t.Unix()) }

// millis returns a time as milliseconds since 1970.
func millis(t time.Time) types.AttributeValue { return number(t.UnixMilli()) }

// reader reads an item's attributes. A missing one is the zero value; one of an unknown
// form is recorded in err, without its content.
type reader struct {
	item item
	err  error
}

func (r *reader) text(name string) string {
	s, _ := r.item[name].(*types.AttributeValueMemberS)
	if s == nil {
		return ""
	}
	return s.Value
}

func (r *reader) number(name string) int64 {
	n, _ := r.item[name].(*types.AttributeValueMemberN)
	if n == nil {
		return 0
	}
	v, err := strconv.ParseInt(n.Value, 10, 64)
	r.check(name, err)
	return v
}

func (r *reader) flag(name string) bool {
	b, _ := r.item[name].(*types.AttributeValueMemberBOOL)
	return b != nil && b.Value
}

func (r *reader) set(name string) []string { return members(r.item[name]) }

func (r *reader) list(name string) []types.AttributeValue {
	l, _ := r.item[name].(*types.AttributeValueMemberL)
	if l == nil {
		return nil
	}
	return l.Value
}

// texts reads a list whose members are all texts.
func (r *reader) texts(name string) []string {
	var out []string
	for _, v := range r.list(name) {
		s, _ := v.(*types.AttributeValueMemberS)
		if s == nil {
			r.check(name, errForm)
			continue
		}
		out = append(out, s.Value)
	}
	return out
}

func (r *reader) fields(name string) item { return fieldsOf(r.item[name]) }

// fieldsOf returns the entries of a map; nil if v is not a map.
func fieldsOf(v types.AttributeValue) item {
	m, _ := v.(*types.AttributeValueMemberM)
	if m == nil {
		return nil
	}
	return m.Value
}

func (r *reader) time(name string) time.Time {
	t, err := models.ParseTime(r.text(name))
	r.check(name, err)
	return t
}

// millis reads a time that millis wrote. A missing one is an error.
func (r *reader) millis(name string) time.Time {
	n := r.number(name)
	if n == 0 {
		r.check(name, errForm)
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

// expiry reads a time in epoch seconds, or in ISO 8601 as earlier versions wrote it.
func (r *reader) expiry(name string) time.Time {
	if n := r.number(name); n != 0 {
		return time.Unix(n, 0).UTC()
	}
	return r.time(name)
}

// errForm is the error of an attribute of an unknown form; check adds its name.
var errForm = errors.New("not of its documented form")

// IsDamaged reports whether an error, or one of those that it joins, is of an item that is
// not of its documented form. Reading the item again returns the same error.
func IsDamaged(err error) bool { return errors.Is(err, errForm) }

func (r *reader) check(name string, err error) {
	if err != nil && r.err == nil {
		r.err = Damaged(name)
	}
}

// members returns the members of a string set in order.
func members(v types.AttributeValue) []string {
	ss, _ := v.(*types.AttributeValueMemberSS)
	if ss == nil {
		return nil
	}
	return slices.Sorted(slices.Values(ss.Value))
}
