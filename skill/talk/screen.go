package talk

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const renderDocument = "Alexa.Presentation.APL.RenderDocument"

// Screen is the content of a document, as far as a terminal can show it.
type Screen struct {
	Texts   []string // the texts from top to bottom
	Targets []Target // the touch targets, from top to bottom
	token   string
}

// Target is a part of the screen that sends an event when it is touched.
type Target struct {
	Arguments []any  // the arguments of its SendEvent command, with data bound
	Row       string // the number of its row; "": outside a row
	id        string
	token     string
}

// String returns the name by which Find knows the target: its first argument and its
// row, or all its arguments.
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

// Find returns the target with this name, such as "delete 2". The error lists the names
// of all targets.
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

// Shown returns the current screen; nil: nothing is shown.
func (t *Talk) Shown() *Screen { return t.screen }

// touch returns the request for a touch.
// Source: "Alexa.Presentation.APL Interface Reference", UserEvent request.
func (t *Talk) touch(target Target) object {
	r := t.base(touchRequest)
	r["token"], r["arguments"], r["components"] = target.token, target.Arguments, object{}
	r["source"] = object{"type": "TouchWrapper", "handler": "Press", "id": target.id}
	return r
}

// addScreen adds a screen like that of an Echo Show 8 to the device.
// Source: "Alexa.Presentation.APL Interface Reference" and "Viewport object in the
// skill request".
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
