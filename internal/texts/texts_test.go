package texts_test

import (
	"reflect"
	"testing"
	"testing/fstest"

	"voicememo/internal/texts"
)

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want map[string]string
	}{
		"a line":                  {"a = b = c\n", map[string]string{"a": "b = c"}},
		"no line end":             {"a = b", map[string]string{"a": "b"}},
		"comments and empty ones": {"# x = y\n\na = b\n", map[string]string{"a": "b"}},
		"quotes":                  {"a = \" b \"\nc = \"\"\nd = \"\"x\"\"\ne = \"x\" y\n", map[string]string{"a": " b ", "c": "", "d": `"x"`, "e": `"x" y`}},
		"several lines":           {"a =\n| b\n|   c\n|\nd = e\n|\n", map[string]string{"a": "b\n  c\n", "d": "e\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := texts.Parse[string](c.file); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// room has a field of each kind.
type room struct {
	title string
	List  []string
	deep  struct{ word string }
	codes map[code]string
	tools map[string]struct{ name, about string }
}

type code string

func load(file string) room {
	return texts.Load[room](fstest.MapFS{"room.txt": {Data: []byte(file)}}, "room.txt")
}

const roomFile = "title = T\nList = a|b\ndeep.word = w\ncodes.x = X\ncodes.y_z = Y\ntools.t.name = N\ntools.t.about = A\n"

func TestLoad(t *testing.T) {
	got := load(roomFile)
	want := room{
		title: "T", List: []string{"a", "b"}, deep: struct{ word string }{"w"}, codes: map[code]string{"x": "X", "y_z": "Y"},
		tools: map[string]struct{ name, about string }{"t": {"N", "A"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestMistakes: mistakes in a file panic.
func TestMistakes(t *testing.T) {
	for name, file := range map[string]string{
		"neither a text nor a comment": roomFile + "nonsense\n",
		"a key twice":                  roomFile + "title = T\n",
		"nothing after a key":          roomFile + "more =\n\n",
		"a text without a field":       roomFile + "titel = T\n",
		"a field without a text":       "title = T\n",
		"a part of an entry":           roomFile + "tools.u.name = N\n",
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("got no panic, want one")
				}
			}()
			load(file)
		})
	}
}

func TestLoadDocument(t *testing.T) {
	files := fstest.MapFS{"d.txt": {Data: []byte("# The title\n\nBefore.\n\n## One\n\nA - b.\n\n- c\n- d\n\n## Two\n{x}\n")}}
	want := texts.Document{Title: "The title", Intro: []string{"Before."}, Sections: []texts.Section{
		{Heading: "One", Text: []string{"A - b."}, List: []string{"c", "d"}}, {Heading: "Two", Text: []string{"{x}"}},
	}}
	if got := texts.LoadDocument(files, "d.txt"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
