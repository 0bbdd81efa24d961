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
// type, reads as zero; the first one of an unknown form is recorded in err.
type codec struct {
	reader
	writing bool
}

// itemOf returns the item that describe writes.
func itemOf[T any](describe func(*codec, *T), v T) item {
	c := codec{reader: reader{item: item{}}, writing: true}
	describe(&c, &v)
	return c.item
}

// mapOf returns the map that describe writes.
func mapOf[T any](describe func(*codec, *T), v T) types.AttributeValue {
	return asMap(itemOf(describe, v))
}

// read returns the value that describe reads from an item.
func read[T any](describe func(*codec, *T), it item) (v T, err error) {
	c := codec{reader: reader{item: it}}
	if describe(&c, &v); c.err != nil {
		var none T
		return none, c.err
	}
	return v, nil
}

// fixed writes an attribute that is not read.
func (c *codec) fixed(name string, v types.AttributeValue) {
	if c.writing {
		c.item[name] = v
	}
}

// required describes a text that is always written.
func required[T ~string](c *codec, name string, at *T) {
	if c.writing {
		c.item[name] = text(*at)
	} else {
		*at = T(c.text(name))
	}
}

// optional describes a text that is written unless it is empty.
func optional[T ~string](c *codec, name string, at *T) {
	if !c.writing || *at != "" {
		required(c, name, at)
	}
}

// integer describes a number that is always written.
func integer[T ~int | ~int64](c *codec, name string, at *T) {
	if c.writing {
		c.item[name] = number(int64(*at))
	} else {
		*at = T(c.number(name))
	}
}

// bool describes a flag that is always written.
func (c *codec) bool(name string, at *bool) {
	if c.writing {
		c.item[name] = flag(*at)
	} else {
		*at = c.flag(name)
	}
}

// optionalBool describes a flag that is written if it is set.
func (c *codec) optionalBool(name string, at *bool) {
	if !c.writing || *at {
		c.bool(name, at)
	}
}

// instant describes a time in the schema's text form that is always written.
func (c *codec) instant(name string, at *time.Time) {
	if c.writing {
		c.item[name] = instant(*at)
	} else {
		*at = c.time(name)
	}
}

// optionalInstant describes a time in the schema's text form that is written unless it is zero.
func (c *codec) optionalInstant(name string, at *time.Time) {
	if !c.writing || !at.IsZero() {
		c.instant(name, at)
	}
}

// millis describes a time in milliseconds since 1970. A missing one is of an unknown form.
func (c *codec) millis(name string, at *time.Time) {
	if c.writing {
		c.item[name] = millis(*at)
	} else {
		*at = c.reader.millis(name)
	}
}

// seconds describes a time that is written in epoch seconds, as TTL requires, and is read in
// the schema's text form too.
func (c *codec) seconds(name string, at *time.Time) {
	if c.writing {
		c.item[name] = seconds(*at)
	} else {
		*at = c.expiry(name)
	}
}

// stringSet describes a set of texts in order, which is written unless it is empty.
func stringSet[T ~string](c *codec, name string, at *[]T) {
	switch {
	case !c.writing:
		*at = named[T](c.set(name))
	case len(*at) > 0:
		c.item[name] = set(*at...)
	}
}

// nested describes a map whose attributes describe describes. It is written if has is true.
func nested[T any](c *codec, name string, has bool, at *T, describe func(*codec, *T)) {
	switch {
	case !c.writing:
		in := codec{reader: reader{item: c.fields(name)}}
		describe(&in, at)
		c.check(name, in.err)
	case has:
		c.item[name] = mapOf(describe, *at)
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
	in := codec{reader: reader{item: c.fields(name)}, writing: c.writing}
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

// label describes a text that is an entry of a map. Another type is an unknown form.
func label[T ~string](c *codec, name string, at *T) {
	if _, ok := c.item[name].(*types.AttributeValueMemberS); !ok && !c.writing {
		c.check(name, errForm)
	}
	required(c, name, at)
}

// list describes a list of maps, each of which describe describes.
func list[T any](c *codec, name string, at *[]T, describe func(*codec, *T)) {
	if c.writing {
		all := make([]types.AttributeValue, len(*at))
		for i, one := range *at {
			all[i] = mapOf(describe, one)
		}
		c.item[name] = &types.AttributeValueMemberL{Value: all}
		return
	}
	for _, v := range c.reader.list(name) {
		if fields := fieldsOf(v); fields != nil {
			one, err := read(describe, fields)
			c.check(name, err)
			*at = append(*at, one)
		}
	}
}
