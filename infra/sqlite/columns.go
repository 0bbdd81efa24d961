package sqlite

import (
	"database/sql/driver"
	"fmt"
	"slices"
	"strings"
	"time"
)

// column is how one value of a T is stored.
type column[T any] struct {
	name string
	get  func(*T) any              // returns the value to store
	into func(*T) any              // returns the destination of Scan
	seal func(encoded, *T) encoded // appends the stored value to a checksum's row; nil: only SQL does
}

// The functions that make columns take one that returns the field. Scan and Exec are faster
// with the predeclared types, so fields of other types are converted there.

func text[T any](name string, at func(*T) *string) column[T] {
	return column[T]{
		name, func(v *T) any { return *at(v) }, func(v *T) any { return at(v) },
		func(e encoded, v *T) encoded { return e.column(*at(v)) },
	}
}

func number[T any](name string, at func(*T) *int64) column[T] {
	return column[T]{
		name, func(v *T) any { return *at(v) }, func(v *T) any { return at(v) },
		func(e encoded, v *T) encoded { return e.integer(*at(v)) },
	}
}

func count[T any](name string, at func(*T) *int) column[T] {
	return column[T]{
		name, func(v *T) any { return int64(*at(v)) }, func(v *T) any { return at(v) },
		func(e encoded, v *T) encoded { return e.integer(int64(*at(v))) },
	}
}

func flag[T any](name string, at func(*T) *bool) column[T] {
	return column[T]{
		name, func(v *T) any { return *at(v) }, func(v *T) any { return at(v) },
		func(e encoded, v *T) encoded { return e.boolean(*at(v)) },
	}
}

// moment stores a time in milliseconds.
func moment[T any](name string, at func(*T) *time.Time) column[T] {
	return column[T]{
		name, func(v *T) any { return millis(*at(v)) }, func(v *T) any { return (*stamp)(at(v)) },
		func(e encoded, v *T) encoded { return e.integer(millis(*at(v))) },
	}
}

// derived stores what follows from other fields. It is not read.
func derived[T any](name string, get func(*T) any) column[T] {
	return column[T]{name: name, get: get, into: func(*T) any { return ignored{} }}
}

// coded stores a text that write makes of several values and read reads. The text "{}" is not
// read.
func coded[T any](name string, write func(*T) (string, error), read func(*T, string) error) column[T] {
	return column[T]{
		name: name,
		get:  func(v *T) any { return writing(func() (string, error) { return write(v) }) },
		into: func(v *T) any { return reading(func(text string) error { return read(v, text) }) },
	}
}

// stamp is a time that is stored in milliseconds.
type stamp time.Time

// Scan implements sql.Scanner.
func (s *stamp) Scan(value any) error {
	ms, ok := value.(int64)
	if !ok {
		return fmt.Errorf("a time is stored as %T", value)
	}
	*s = stamp(fromMillis(ms))
	return nil
}

// ignored is the destination of a column that is not read.
type ignored struct{}

// Scan implements sql.Scanner.
func (ignored) Scan(any) error { return nil }

// writing is a value that is encoded when it is stored.
type writing func() (string, error)

// Value implements driver.Valuer.
func (w writing) Value() (driver.Value, error) { return w() }

// reading is the destination of an encoded value.
type reading func(text string) error

// Scan implements sql.Scanner.
func (r reading) Scan(value any) error {
	switch text, ok := value.(string); {
	case !ok:
		return fmt.Errorf("a text is stored as %T", value)
	case text == none:
		return nil
	default:
		return r(text)
	}
}

// none is the text of an encoded value without entries.
const none = "{}"

// table describes how a T is stored: the only place that names its columns in order.
type table[T any] struct {
	name    string
	key     string // the key columns
	columns []column[T]
}

// names returns the columns as a list in SQL, each with a prefix, such as "users.".
func (t table[T]) names(prefix string) string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = prefix + c.name
	}
	return strings.Join(names, ", ")
}

// places returns numbered placeholders for the values of row.
func (t table[T]) places() string {
	places := make([]string, len(t.columns))
	for i := range t.columns {
		places[i] = fmt.Sprintf("?%d", i+1)
	}
	return strings.Join(places, ", ")
}

// only returns the table with the named columns alone, in the order of the table.
func (t table[T]) only(names ...string) table[T] {
	all := t.columns
	t.columns = nil
	for _, c := range all {
		if slices.Contains(names, c.name) {
			t.columns = append(t.columns, c)
		}
	}
	if len(t.columns) != len(names) {
		panic(fmt.Sprintf("columns of %s: got %v", t.name, names))
	}
	return t
}

// assignments returns "a = ?1, b = ?2" for the values of row.
func (t table[T]) assignments() string {
	set := make([]string, len(t.columns))
	for i, c := range t.columns {
		set[i] = fmt.Sprintf("%s = ?%d", c.name, i+1)
	}
	return strings.Join(set, ", ")
}

// row returns the values to store, and more.
func (t table[T]) row(v *T, more ...any) []any {
	row := make([]any, 0, len(t.columns)+len(more))
	for _, c := range t.columns {
		row = append(row, c.get(v))
	}
	return append(row, more...)
}

// into returns the destinations of a row's columns, and more.
func (t table[T]) into(v *T, more ...any) []any {
	dest := make([]any, 0, len(t.columns)+len(more))
	for _, c := range t.columns {
		dest = append(dest, c.into(v))
	}
	return append(dest, more...)
}

// sealed returns the table as seal takes it.
func (t table[T]) sealed() sealed { return sealed{t.name, t.key, t.names("")} }
