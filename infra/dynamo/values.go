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

// The functions below return the value of an attribute, and zero if there is none or it is
// of another type.

func textOf(v types.AttributeValue) string {
	if s, ok := v.(*types.AttributeValueMemberS); ok {
		return s.Value
	}
	return ""
}

func intOf(v types.AttributeValue) (int64, error) {
	if n, ok := v.(*types.AttributeValueMemberN); ok {
		return strconv.ParseInt(n.Value, 10, 64)
	}
	return 0, nil
}

func flagOf(v types.AttributeValue) bool {
	b, ok := v.(*types.AttributeValueMemberBOOL)
	return ok && b.Value
}

func timeOf(v types.AttributeValue) (time.Time, error) { return models.ParseTime(textOf(v)) }

// expiryOf returns a time in epoch seconds, or in ISO 8601 as earlier versions wrote it.
func expiryOf(v types.AttributeValue) (time.Time, error) {
	if n, err := intOf(v); n != 0 || err != nil {
		return time.Unix(n, 0).UTC(), err
	}
	return timeOf(v)
}

// fieldsOf returns the entries of a map.
func fieldsOf(v types.AttributeValue) item {
	if m, ok := v.(*types.AttributeValueMemberM); ok {
		return m.Value
	}
	return nil
}

// listOf returns the members of a list.
func listOf(v types.AttributeValue) []types.AttributeValue {
	if l, ok := v.(*types.AttributeValueMemberL); ok {
		return l.Value
	}
	return nil
}

// members returns the members of a string set in order.
func members[T ~string](v types.AttributeValue) (all []T) {
	ss, ok := v.(*types.AttributeValueMemberSS)
	if !ok {
		return nil
	}
	for _, s := range ss.Value {
		all = append(all, T(s))
	}
	slices.Sort(all)
	return all
}

// errForm is the error of an attribute of an unknown form; check adds its name.
var errForm = errors.New("not of its documented form")

// IsDamaged reports whether an error, or one of those that it joins, is of an item that is
// not of its documented form. Reading the item again returns the same error.
func IsDamaged(err error) bool { return errors.Is(err, errForm) }
