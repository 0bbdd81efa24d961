package talk

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const renderDocument = "Alexa.Presentation.APL.RenderDocument"

// Screen is what a document shows, as far as a terminal can tell.
type Screen struct {
	Texts   []string // the texts from top to bottom
	Targets []Target // what can be touched, from top to bottom
	token   string
}

// Target is a part of the screen that sends something when it is touched.
type Target struct {
	Arguments []any  // of its SendEvent command, the data already bound
	Row       string // the number of the row it is in; "": it is in none
	id        string
	token     string
}

// String names the target as Find knows it: its first argument and its row, or
// all its arguments.
func (t Target) String() string {
	words := make([]string, len(t.Arguments))
	for i, a := range t.Arguments {
		words[i] = textOf(a)
	}
	if t.Row != "" && len(words) > 0 {
		words = []string{words[0], t.Row}
	}
	return strings.Join(words, " ")
}

// Find gives the target with this name, such as "delete 2". The error lists
// what can be touched.
func (s *Screen) Find(name string) (Target, error) {
	if s == nil {
		return Target{}, errors.New("there is nothing on the screen")
	}
	names := make([]string, len(s.Targets))
	for i, t := range s.Targets {
		if strings.EqualFold(t.String(), strings.Join(strings.Fields(name), " ")) {
			return t, nil
		}
		names[i] = strconv.Quote(t.String())
	}
	there := "nothing on it can be touched"
	if len(names) > 0 {
		there = "there is " + strings.Join(names, ", ")
	}
	return Target{}, fmt.Errorf("nothing on the screen is called %q; %s", name, there)
}

// Shown gives what is on the screen; nil: nothing.
func (t *Talk) Shown() *Screen { return t.screen }

// touch builds the request of a touch.
// Source: "Alexa.Presentation.APL Interface Reference", UserEvent request.
func (t *Talk) touch(target Target) object {
	r := t.base(touchRequest)
	r["token"], r["arguments"], r["components"] = target.token, target.Arguments, object{}
	r["source"] = object{"type": "TouchWrapper", "handler": "Press", "id": target.id}
	return r
}

// addScreen describes a screen like that of an Echo Show 8.
// Source: "Alexa.Presentation.APL Interface Reference" and "Viewport object in the skill request".
func (t *Talk) addScreen(device object) {
	const maxVersion, width, height, dpi = "2024.3", 1280, 800, 213
	system := device["System"].(object)
	system["device"].(object)["supportedInterfaces"] = object{
		"Alexa.Presentation.APL": object{"runtime": object{"maxVersion": maxVersion}},
	}
	device["Viewport"] = object{
		"mode": "HUB", "shape": "RECTANGLE", "dpi": dpi, "touch": []string{"SINGLE"},
		"pixelWidth": width, "pixelHeight": height, "currentPixelWidth": width, "currentPixelHeight": height,
	}
	device["Viewports"] = []object{{
		"type": "APL", "id": "main", "shape": "RECTANGLE", "dpi": dpi, "presentationType": "STANDARD",
		"canRotate": false, "configuration": object{"current": object{
			"mode": "HUB", "size": object{"type": "DISCRETE", "pixelWidth": width, "pixelHeight": height},
		}},
	}}
	if t.screen != nil {
		device["Alexa.Presentation.APL"] = object{"token": t.screen.token}
	}
}

// rendering is the part of a RenderDocument directive that is drawn.
type rendering struct {
	Token    string `json:"token"`
	Document struct {
		Main struct {
			Parameters []string        `json:"parameters"`
			Items      json.RawMessage `json:"items"`
			Item       json.RawMessage `json:"item"`
		} `json:"mainTemplate"`
		Layouts map[string]layout `json:"layouts"`
	} `json:"document"`
	Datasources map[string]any `json:"datasources"`
}
