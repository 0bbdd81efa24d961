// Package strict reads JSON that strangers send. Of two members with one name, parsers use
// different ones (RFC 8259 section 4), and encoding/json takes names that differ only in case
// for one name. What one reader has checked could therefore be another thing than what the
// next one uses, so such JSON is refused at every interface.
package strict

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Valid reports whether raw is exactly one JSON value in which no object, at any depth, has
// two members whose names are equal or differ only in case.
func Valid(raw []byte) bool {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber() // no number is out of range
	return json.Valid(raw) && single(d)
}

// single reads the next value, and reports whether it has no member twice.
func single(d *json.Decoder) bool {
	token, err := d.Token()
	begin, nested := token.(json.Delim)
	if err != nil || !nested {
		return err == nil
	}
	for names := map[string]bool{}; d.More(); {
		if begin == '{' {
			name, err := d.Token()
			text, _ := name.(string)
			folded := strings.ToLower(strings.ToUpper(text)) // the same for all letters that encoding/json takes for one
			if err != nil || names[folded] {
				return false
			}
			names[folded] = true
		}
		if !single(d) {
			return false
		}
	}
	_, err = d.Token() // the end of the object or array
	return err == nil
}

// Object returns the members of a JSON object by their exact names. It reports false for
// another value, and for one that is not Valid.
func Object(raw []byte) (members map[string]json.RawMessage, ok bool) {
	if !Valid(raw) || json.Unmarshal(raw, &members) != nil || members == nil {
		return nil, false
	}
	return members, true
}

// HalfSurrogate reports whether valid JSON has an escape that is half a surrogate pair;
// encoding/json reads U+FFFD there, other parsers another character.
func HalfSurrogate(raw []byte) bool {
	pending := false // the first half has been seen
	for i := 0; i < len(raw); i++ {
		var unit uint64
		if raw[i] == '\\' {
			if i++; raw[i] == 'u' {
				unit, _ = strconv.ParseUint(string(raw[i+1:i+5]), 16, 16) // valid JSON has four digits
				i += 4
			}
		}
		low := unit >= 0xDC00 && unit <= 0xDFFF
		if pending != low {
			return true
		}
		pending = unit >= 0xD800 && unit <= 0xDBFF
	}
	return pending
}
