package webapi

import (
	"encoding/base64"
	"encoding/json"
	"errors"

	"github.com/labstack/echo/v4"

	"voicememo/internal/strict"
	"voicememo/models"
)

// Object is a JSON object in the body of a request. Its methods return the zero value for a
// member that is absent or has another type, and Err then returns the first error.
type Object struct {
	path    string // with a dot at its end; "" for the body itself
	members map[string]json.RawMessage
	err     *error // of the whole body
}

// readObject reads a body that is exactly one JSON object, all of whose members have one of
// the names.
func readObject(c echo.Context, names ...string) Object {
	var raw []byte
	o, err := Object{}, checkContentType(c.Request())
	if err == nil {
		raw, err = readBody(c, maxBody)
	}
	if err == nil {
		o.members, err = parseObject(raw, names)
	}
	o.err = &err
	return o
}

// field reads a body that is exactly one JSON object with a string under a name.
func field(c echo.Context, name string) (string, error) {
	body := readObject(c, name)
	return body.Text(name), body.Err()
}

// Err returns why the body is not what was asked of it: Invalid with the path of the first
// such member, such as subscription.endpoint. ReasonEmpty: it is absent. ReasonFormat: it has
// another type.
func (o Object) Err() error { return *o.err }

// fail keeps an error about a member unless there is an earlier one.
func (o Object) fail(name string, reason models.Reason) {
	if *o.err == nil {
		*o.err = models.Invalid(o.path+name, reason)
	}
}

// member decodes a member.
func member[T any](o Object, name string) (value T) {
	raw, present := o.members[name]
	var decoded *T
	switch {
	case *o.err != nil:
	case !present:
		o.fail(name, models.ReasonEmpty)
	case json.Unmarshal(raw, &decoded) != nil || decoded == nil:
		o.fail(name, models.ReasonFormat)
	default:
		return *decoded
	}
	return value
}

// Text returns a string.
func (o Object) Text(name string) string {
	text := member[string](o, name)
	if strict.HalfSurrogate(o.members[name]) {
		o.fail(name, models.ReasonControlCharacter)
		return ""
	}
	return text
}

// Optional returns a string, or "" if it is absent.
func (o Object) Optional(name string) string {
	if !o.Has(name) {
		return ""
	}
	return o.Text(name)
}

// Flag returns true or false.
func (o Object) Flag(name string) bool { return member[bool](o, name) }

// Integer returns a number without fraction and exponent.
func (o Object) Integer(name string) int { return member[int](o, name) }

// Bytes returns what a string of base64url without padding stands for (RFC 4648 section 5).
func (o Object) Bytes(name string) []byte {
	value, err := base64.RawURLEncoding.Strict().DecodeString(o.Text(name))
	if err != nil {
		o.fail(name, models.ReasonFormat)
		return nil
	}
	return value
}

// Has reports whether a member is present.
func (o Object) Has(name string) bool {
	_, present := o.members[name]
	return present
}

// Null reports whether a member is absent or null.
func (o Object) Null(name string) bool { return !o.Has(name) || string(o.members[name]) == "null" }

// Object returns an object, all of whose members must have one of the names.
func (o Object) Object(name string, names ...string) Object {
	inner := Object{path: o.path + name + ".", err: o.err}
	raw := member[json.RawMessage](o, name)
	if *o.err != nil {
		return inner
	}
	var err error
	var refused *models.Error
	if inner.members, err = parseObject(raw, names); errors.As(err, &refused) {
		o.fail(name+dotted(refused.Field), refused.Reason)
	}
	return inner
}

// dotted returns the rest of a path; "" if there is none.
func dotted(name string) string {
	if name == "" {
		return ""
	}
	return "." + name
}
