// Package texts reads the sentences of one language from a file that a translator can edit.
// It knows nothing of what they say.
//
//	# A comment.
//	added = Added: {text}
//	comma = ", "
//	intro =
//	| The first line of a text
//	| with several lines.
//
// Quotes around a whole text keep the spaces at its ends; an empty text is "". The files are
// embedded in the programs, so a mistake in one is a mistake in the program: the functions
// panic. A test compares the languages of every file in this repository.
package texts

import (
	"fmt"
	"io/fs"
	"reflect"
	"strings"
)

// Parse returns the texts of a file by key.
func Parse[K ~string](file string) map[K]string {
	all := make(map[K]string, strings.Count(file, "\n"))
	lines := strings.Split(file, "\n")
	var last K
	for i, line := range lines {
		more, isMore := strings.CutPrefix(line, "|")
		key, text, isText := strings.Cut(line, " =")
		_, twice := all[K(key)]
		goesOn := i+1 < len(lines) && strings.HasPrefix(lines[i+1], "|")
		switch {
		case line == "" || line[0] == '#':
		case isMore:
			all[last] = joined(all[last], strings.TrimPrefix(more, " "))
		case !isText || twice || text == "" && !goesOn:
			panic(fmt.Sprintf("texts: %q is not a text of its own", line))
		default:
			last = K(key)
			all[last] = unquoted(strings.TrimPrefix(text, " "))
		}
	}
	return all
}

// joined returns a text with one more line.
func joined(text, line string) string {
	if text == "" {
		return line
	}
	return text + "\n" + line
}

func unquoted(text string) string {
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' {
		return text[1 : n-1]
	}
	return text
}

// Load returns a struct whose fields, exported or not, are set to the texts of a file, which
// has exactly one for each: a string is the text under its name, a list the parts of a text
// with "|" or the end of a line between them, and a struct or a map the texts whose keys begin with its name and a
// dot.
func Load[T any](files fs.FS, name string) (room T) {
	left := unused(Parse[string](read(files, name)))
	left.fill(reflect.ValueOf(&room).Elem(), "")
	for key := range left {
		panic(fmt.Sprintf("texts: %s has %s, for which there is no field", name, key))
	}
	return room
}

// read returns the contents of an embedded file.
func read(files fs.FS, name string) string {
	raw, err := fs.ReadFile(files, name)
	if err != nil {
		panic(fmt.Sprintf("texts: %v", err))
	}
	return string(raw)
}

// unused are the texts for which no field has been found.
type unused map[string]string

func (u unused) fill(v reflect.Value, key string) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			field, name := v.Field(i), strings.TrimPrefix(key+"."+v.Type().Field(i).Name, ".")
			u.fill(reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem(), name)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for name := range u.entries(key + ".") {
			entry := reflect.New(v.Type().Elem()).Elem()
			u.fill(entry, key+"."+name)
			v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), entry)
		}
	case reflect.Slice:
		v.Set(reflect.ValueOf(strings.FieldsFunc(u.take(key), func(r rune) bool { return r == '|' || r == '\n' })))
	default:
		v.SetString(u.take(key))
	}
}

// entries returns the parts of keys between prefix and the next dot.
func (u unused) entries(prefix string) map[string]bool {
	names := map[string]bool{}
	for key := range u {
		if rest, ok := strings.CutPrefix(key, prefix); ok {
			name, _, _ := strings.Cut(rest, ".")
			names[name] = true
		}
	}
	return names
}

func (u unused) take(key string) string {
	text, ok := u[key]
	if !ok {
		panic("texts: there is no text for " + key)
	}
	delete(u, key)
	return text
}
