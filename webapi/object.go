package webapi

import (
	"encoding/base64"
	"encoding/json"
	"errors"

	"github.com/labstack/echo/v4"

	"voicememo/models"
)

// Object is a JSON object in the body of a request. Its methods return Invalid with the
// path of the member, such as subscription.endpoint. ReasonEmpty: it is absent.
// ReasonFormat: it has another type.
type Object struct {
	path    string // with a dot at its end; "" for the body itself
	members map[string]json.RawMessage
}

// bodyObject reads a body that is exactly one JSON object, all of whose members have one of
// the names.
func bodyObject(c echo.Context, names ...string) (Object, error) {
	if err := checkContentType(c.Request()); err != nil {
		return Object{}, err
	}
	raw, err := readBody(c, maxBody)
	if err != nil {
		return Object{}, err
	}
	members, err := parseObject(raw, names)
	return Object{members: members}, err
}

// Text returns a string.
func (o Object) Text(name string) (string, error) {
	value, err := o.member(name)
	if err != nil {
		return "", err
	}
	return parseText(o.path+name, value)
}

// Flag returns true or false.
func (o Object) Flag(name string) (bool, error) {
	value, err := o.member(name)
	if err != nil {
		return false, err
	}
	if string(value) != "true" && string(value) != "false" {
		return false, models.Invalid(o.path+name, models.ReasonFormat)
	}
	return string(value) == "true", nil
}

// Integer returns a number without fraction and exponent.
func (o Object) Integer(name string) (int, error) {
	value, err := o.member(name)
	if err != nil {
		return 0, err
	}
	var n *int
	if err := json.Unmarshal(value, &n); err != nil || n == nil {
		return 0, models.Invalid(o.path+name, models.ReasonFormat)
	}
	return *n, nil
}

// Bytes returns what a string of base64url without padding stands for (RFC 4648 section 5).
func (o Object) Bytes(name string) ([]byte, error) {
	text, err := o.Text(name)
	if err != nil {
		return nil, err
	}
	value, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil {
		return nil, models.Invalid(o.path+name, models.ReasonFormat)
	}
	return value, nil
}

// Null reports whether a member is absent or null.
func (o Object) Null(name string) bool {
	value, present := o.members[name]
	return !present || string(value) == "null"
}

// Object returns an object, all of whose members must have one of the names.
func (o Object) Object(name string, names ...string) (Object, error) {
	value, err := o.member(name)
	if err != nil {
		return Object{}, err
	}
	members, err := parseObject(value, names)
	var refused *models.Error
	if errors.As(err, &refused) {
		return Object{}, models.Invalid(o.path+name+dotted(refused.Field), refused.Reason)
	}
	return Object{o.path + name + ".", members}, err
}

func (o Object) member(name string) (json.RawMessage, error) {
	value, present := o.members[name]
	if !present {
		return nil, models.Invalid(o.path+name, models.ReasonEmpty)
	}
	return value, nil
}

// dotted returns the rest of a path; "" if there is none.
func dotted(name string) string {
	if name == "" {
		return ""
	}
	return "." + name
}
