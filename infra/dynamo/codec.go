package dynamo

import (
	"maps"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
)

// codec writes the attributes of a value to an item, or reads them from one. A function
// that describes a value calls it once for each attribute, with the attribute's name and the
// address of the value, so that one line does both. A missing attribute, or one of another
// type, is read as zero.
type codec struct {
	item    item
	writing bool
	err     error // of the first attribute of an unknown form, without its content
}

// itemOf returns the item that describe writes.
func itemOf[T any](describe func(*codec, *T), v T) item {
	c := codec{item: item{}, writing: true}
	describe(&c, &v)
	return c.item
}

// mapOf returns the map that describe writes.
func mapOf[T any](describe func(*codec, *T), v T) types.AttributeValue {
	return asMap(itemOf(describe, v))
}

// read returns the value that describe reads from an item.
func read[T any](describe func(*codec, *T), it item) (v T, err error) {
	c := codec{item: it}
	if describe(&c, &v); c.err != nil {
		var none T
		return none, c.err
	}
	return v, nil
}

func (c *codec) check(name string, err error) {
	if err != nil && c.err == nil {
		c.err = Damaged(name)
	}
}

// fixed writes an attribute that is not read.
func (c *codec) fixed(name string, v types.AttributeValue) {
	if c.writing {
		c.item[name] = v
	}
}

// field describes an attribute by the functions that write and read its value.
func field[T any](c *codec, name string, at *T, write func(T) types.AttributeValue, read func(types.AttributeValue) (T, error)) {
	if c.writing {
		c.item[name] = write(*at)
		return
	}
	var err error
	*at, err = read(c.item[name])
	c.check(name, err)
}

// required describes a text that is always written.
func required[T ~string](c *codec, name string, at *T) {
	field(c, name, at, text, func(v types.AttributeValue) (T, error) { return T(textOf(v)), nil })
}

// optional describes a text that is written unless it is empty.
func optional[T ~string](c *codec, name string, at *T) {
	if !c.writing || *at != "" {
		required(c, name, at)
	}
}

// label describes a text that is an entry of a map. Another type is an unknown form.
func label[T ~string](c *codec, name string, at *T) {
	required(c, name, at)
	if _, ok := c.item[name].(*types.AttributeValueMemberS); !ok {
		c.check(name, errForm)
	}
}

// integer describes a number that is always written.
func integer[T ~int | ~int64](c *codec, name string, at *T) {
	n := int64(*at)
	field(c, name, &n, number, intOf)
	*at = T(n)
}

// bool describes a flag that is always written.
func (c *codec) bool(name string, at *bool) {
	field(c, name, at, flag, func(v types.AttributeValue) (bool, error) { return flagOf(v), nil })
}

// optionalBool describes a flag that is written if it is set.
func (c *codec) optionalBool(name string, at *bool) {
	if !c.writing || *at {
		c.bool(name, at)
	}
}

// instant describes a time in the schema's text form that is always written.
func (c *codec) instant(name string, at *time.Time) { field(c, name, at, instant, timeOf) }

// optionalInstant describes a time in that form that is written unless it is zero.
func (c *codec) optionalInstant(name string, at *time.Time) {
	if !c.writing || !at.IsZero() {
		c.instant(name, at)
	}
}

// seconds describes a time that is written in epoch seconds, as TTL requires.
func (c *codec) seconds(name string, at *time.Time) { field(c, name, at, seconds, expiryOf) }

// millis describes a time in milliseconds since 1970, which cannot be missing.
func (c *codec) millis(name string, at *time.Time) {
	field(c, name, at, millis, func(v types.AttributeValue) (time.Time, error) {
		n, err := intOf(v)
		if n == 0 {
			err = errForm
		}
		return time.UnixMilli(n).UTC(), err
	})
}

// date describes the day of a time in UTC, which cannot be missing.
func (c *codec) date(name string, at *time.Time) {
	field(c, name, at, date, func(v types.AttributeValue) (time.Time, error) { return time.Parse(time.DateOnly, textOf(v)) })
}

// stringSet describes a set of texts in order, which is written unless it is empty.
func stringSet[T ~string](c *codec, name string, at *[]T) {
	if !c.writing || len(*at) > 0 {
		field(c, name, at, func(all []T) types.AttributeValue { return set(all...) }, func(v types.AttributeValue) ([]T, error) {
			return members[T](v), nil
		})
	}
}

// nested describes a map whose attributes describe describes. It is written if has is true.
func nested[T any](c *codec, name string, has bool, at *T, describe func(*codec, *T)) {
	if !c.writing || has {
		field(c, name, at, func(v T) types.AttributeValue { return mapOf(describe, v) }, func(v types.AttributeValue) (T, error) {
			return read(describe, fieldsOf(v))
		})
	}
}

// records returns what describes a map whose attributes describe describes.
func records[T any](describe func(*codec, *T)) func(*codec, string, *T) {
	return func(c *codec, name string, at *T) { nested(c, name, true, at, describe) }
}

// entries describes a map with an entry for each key; describe describes one. It is written
// even if it is empty, because an update cannot set an entry of a missing map. An empty one
// is read as nil.
func entries[K ~string, V any](c *codec, name string, at *map[K]V, describe func(*codec, string, *V)) {
	in := codec{item: fieldsOf(c.item[name]), writing: c.writing}
	if c.writing {
		in.item = make(item, len(*at))
		for key, v := range *at {
			describe(&in, string(key), &v)
		}
		c.item[name] = asMap(in.item)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(in.item)) {
		if *at == nil {
			*at = make(map[K]V, len(in.item))
		}
		var v V
		describe(&in, key, &v)
		(*at)[K(key)] = v
	}
	c.check(name, in.err)
}

// list describes a list of maps, in which describe describes one.
func list[T any](c *codec, name string, at *[]T, describe func(*codec, string, *T)) {
	in := codec{item: item{}, writing: c.writing}
	if c.writing {
		all := make([]types.AttributeValue, len(*at))
		for i := range *at {
			describe(&in, "", &(*at)[i])
			all[i] = in.item[""]
		}
		c.item[name] = &types.AttributeValueMemberL{Value: all}
		return
	}
	for _, v := range listOf(c.item[name]) {
		var one T
		in.item[""] = v
		describe(&in, "", &one)
		*at = append(*at, one)
	}
	c.check(name, in.err)
}
