package alexa

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"voicememo/skill/words"
)

// viewport is a range of screens in the skill's manifest.
type viewport struct {
	Mode, Shape                              string
	MinWidth, MaxWidth, MinHeight, MaxHeight int
}

// viewportProfile is a range of screens ("Viewport Profiles"), with sizes of devices in
// it, in dp.
type viewportProfile struct {
	name string
	viewport
	sizes [][2]float64
}

// viewportProfiles are the screens that the documents are made for.
var viewportProfiles = []viewportProfile{
	{"hubRoundSmall", viewport{"HUB", "ROUND", 100, 599, 100, 599}, [][2]float64{{480, 480}}},
	{"hubLandscapeSmall", viewport{"HUB", "RECTANGLE", 960, 1279, 100, 599}, [][2]float64{{960, 480}}},
	{"hubLandscapeMedium", viewport{"HUB", "RECTANGLE", 960, 1279, 600, 959}, [][2]float64{{1024, 600}, {960, 600}}},
	{"hubLandscapeLarge", viewport{"HUB", "RECTANGLE", 1280, 1920, 600, 1279}, [][2]float64{{1280, 800}, {1280, 750}}},
	{"hubLandscapeXLarge", viewport{"HUB", "RECTANGLE", 1920, 2560, 960, 1279}, [][2]float64{{1920, 1080}}},
	{"hubPortraitMedium", viewport{"HUB", "RECTANGLE", 960, 1279, 1920, 2560}, [][2]float64{{1080, 1920}}},
	{"tvLandscapeXLarge", viewport{"TV", "RECTANGLE", 960, 960, 540, 540}, [][2]float64{{960, 540}}},
	{"mobileSmall", viewport{"MOBILE", "RECTANGLE", 600, 959, 320, 1920}, [][2]float64{{600, 960}, {600, 1024}, {800, 1280}}},
	{"mobileMedium", viewport{"MOBILE", "RECTANGLE", 960, 1279, 320, 1920}, [][2]float64{{960, 600}, {1024, 600}}},
	{"mobileLarge", viewport{"MOBILE", "RECTANGLE", 1280, 1920, 320, 1920}, [][2]float64{{1280, 800}}},
}

// What people can read and touch: text at two metres, or on a phone in the hand, and
// WCAG's contrast of text.
const (
	smallestText, smallestMobileText = 21, 19 // dp
	smallestTouch                    = 48     // dp
	leastContrast                    = 4.5
)

// TestDocumentsOnEveryViewport evaluates the sizes and colours of the documents on each
// screen of the manifest.
func TestDocumentsOnEveryViewport(t *testing.T) {
	for name, raw := range map[string]json.RawMessage{"list": listDocument, "words": wordsDocument, "code": codeDocument} {
		d := decodeDocument(t, raw)
		for _, p := range viewportProfiles {
			for _, size := range p.sizes {
				at := strconv.Itoa(int(size[0])) + "x" + strconv.Itoa(int(size[1]))
				t.Run(name+"/"+p.name+"/"+at, func(t *testing.T) {
					in := values{
						"viewport.width": size[0], "viewport.height": size[1],
						"viewport.shape": strings.ToLower(p.Shape), "viewport.mode": strings.ToLower(p.Mode),
						"payload.invite.properties.across": 6.0,
					}
					l := &layouter{t: t, layouts: d.Layouts, smallest: smallestText}
					if p.Mode == "MOBILE" {
						l.smallest = smallestMobileText
					}
					l.draw(d.MainTemplate.Items[0], in, "")
					if name == "list" {
						l.fits(d.MainTemplate.Items[0], in)
					}
				})
			}
		}
	}
}

// TestManifestNamesTheViewports checks that the manifest has exactly the screens that the
// documents are made for.
func TestManifestNamesTheViewports(t *testing.T) {
	raw, err := os.ReadFile("../skill-package/skill.json")
	if err != nil {
		t.Fatal(err)
	}
	var skill struct {
		Manifest struct {
			Apis struct {
				Custom struct {
					Interfaces []struct{ SupportedViewports []viewport }
				}
			}
		}
	}
	if err := json.Unmarshal(raw, &skill); err != nil {
		t.Fatal(err)
	}
	var got, want []viewport
	for _, i := range skill.Manifest.Apis.Custom.Interfaces {
		got = append(got, i.SupportedViewports...)
	}
	for _, p := range viewportProfiles {
		want = append(want, p.viewport)
	}
	order := func(a, b viewport) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) }
	slices.SortFunc(got, order)
	slices.SortFunc(want, order)
	if !slices.Equal(got, want) {
		t.Errorf("got viewports %v, want %v", got, want)
	}
}

// layouter checks the components of a document on one screen.
type layouter struct {
	t        *testing.T
	layouts  map[string]aplLayout
	smallest float64
}

// draw checks a component and its contents, which are drawn on a colour.
func (l *layouter) draw(c map[string]any, in values, background string) {
	l.t.Helper()
	in = in.bound(l.t, c["bind"])
	kind := c["type"].(string)
	if layout, ok := l.layouts[kind]; ok {
		inner := maps.Clone(in)
		for _, name := range layout.Parameters {
			inner[name] = c[name]
			if s, ok := c[name].(string); ok && !strings.Contains(s, "${") {
				inner[name] = in.of(l.t, s)
			}
		}
		c, in = layout.Items[0], inner
		kind = c["type"].(string)
	}
	switch kind {
	case "Frame":
		background = in.of(l.t, c["backgroundColor"]).(string)
	case "TouchWrapper":
		l.touch(c, in)
	case "Text":
		if size := in.of(l.t, c["fontSize"]).(float64); size < l.smallest {
			l.t.Errorf("text of %v dp: %v", size, c["text"])
		}
		if got := contrast(in.of(l.t, c["color"]).(string), background); got < leastContrast {
			l.t.Errorf("contrast %.1f: %v", got, c)
		}
	}
	items, _ := c["items"].([]any)
	for _, item := range items {
		l.draw(item.(map[string]any), in, background)
	}
}

// touch checks the size of a touch target, which is that of the text in it.
func (l *layouter) touch(c map[string]any, in values) {
	l.t.Helper()
	text := c["items"].([]any)[0].(map[string]any)["items"].([]any)[0].(map[string]any)
	width, height := in.of(l.t, c["width"]).(float64), in.of(l.t, text["height"]).(float64)
	if width < smallestTouch || height < smallestTouch {
		l.t.Errorf("touch target of %v by %v dp", width, height)
	}
	font := in.of(l.t, text["fontSize"]).(float64)
	for _, catalogue := range []words.Catalogue{words.Japanese(), words.English()} {
		for _, key := range []words.Key{words.ScreenDone, words.ScreenDelete, words.ScreenUndo} {
			if needed := wide(catalogue[key]) * font; needed > width || text["width"] != "100%" {
				l.t.Errorf("%s needs %v dp of %v", catalogue[key], needed, width)
			}
		}
	}
}

// wide returns the width of a text in multiples of its size: letters are at most 0.7,
// other characters 1.
func wide(s string) (w float64) {
	for _, r := range s {
		if r < 0x2E80 {
			w += 0.7
		} else {
			w++
		}
	}
	return w
}

// fits checks that a row has room for its buttons, and beside them for text.
func (l *layouter) fits(frame map[string]any, in values) {
	l.t.Helper()
	in = in.bound(l.t, frame["bind"])
	const padding, gap, characters = 16, 12, 12
	size := in["size"].(float64)
	buttons, room := 2*5*size+gap, in["viewport.width"].(float64)-2*in["side"].(float64)-2*padding
	if !in["narrow"].(bool) {
		room -= gap + characters*size
	}
	if buttons > room {
		l.t.Errorf("got %v dp for buttons of %v, narrow %v", room, buttons, in["narrow"])
	}
}

// contrast returns the contrast ratio of two colours (WCAG 2.2, "contrast ratio").
func contrast(a, b string) float64 {
	light, dark := luminance(a), luminance(b)
	return (max(light, dark) + 0.05) / (min(light, dark) + 0.05)
}

func luminance(colour string) float64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil {
		return math.NaN()
	}
	linear := func(c uint64) float64 {
		v := float64(c&0xFF) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}

// values are the names of a data-binding context.
type values map[string]any

// bound returns the context inside a component with these bindings.
func (v values) bound(t *testing.T, bindings any) values {
	t.Helper()
	list, _ := bindings.([]any)
	inner := maps.Clone(v)
	for _, b := range list {
		b := b.(map[string]any)
		inner[b["name"].(string)] = inner.of(t, b["value"])
	}
	return inner
}

// of returns the value of a property: of its expression, if it is one.
func (v values) of(t *testing.T, property any) any {
	t.Helper()
	s, ok := property.(string)
	if !ok || !strings.HasPrefix(s, "${") {
		return property
	}
	e := &evaluator{t: t, in: v, tokens: token.FindAllString(strings.TrimSuffix(s[2:], "}"), -1)}
	out := e.choice()
	if len(e.tokens) > 0 {
		t.Fatalf("%q is left of %s", e.tokens, s)
	}
	return out
}

// token matches a token of an expression.
var token = regexp.MustCompile(`'[^']*'|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|==|!=|[-+*/<>?:(),!]`)

// evaluator evaluates the expressions of our documents ("Data-Binding Evaluation").
type evaluator struct {
	t      *testing.T
	in     values
	tokens []string
}

func (e *evaluator) next(of ...string) (string, bool) {
	if len(e.tokens) == 0 || len(of) > 0 && !slices.Contains(of, e.tokens[0]) {
		return "", false
	}
	found := e.tokens[0]
	e.tokens = e.tokens[1:]
	return found, true
}

func (e *evaluator) choice() any {
	condition := e.comparison()
	if _, ok := e.next("?"); !ok {
		return condition
	}
	yes := e.choice()
	e.next(":")
	no := e.choice()
	if condition == true {
		return yes
	}
	return no
}

func (e *evaluator) comparison() any {
	left := e.sum()
	operator, ok := e.next("==", "!=", "<", ">")
	if !ok {
		return left
	}
	right := e.sum()
	switch operator {
	case "==":
		return left == right
	case "!=":
		return left != right
	case "<":
		return left.(float64) < right.(float64)
	}
	return left.(float64) > right.(float64)
}

func (e *evaluator) sum() any {
	left := e.product()
	for {
		operator, ok := e.next("+", "-")
		if !ok {
			return left
		}
		right := e.product().(float64)
		if operator == "-" {
			right = -right
		}
		left = left.(float64) + right
	}
}

func (e *evaluator) product() any {
	left := e.atom()
	for {
		operator, ok := e.next("*", "/")
		if !ok {
			return left
		}
		right := e.atom().(float64)
		if operator == "/" {
			right = 1 / right
		}
		left = left.(float64) * right
	}
}

func (e *evaluator) atom() any {
	word, _ := e.next()
	if n, err := strconv.ParseFloat(word, 64); err == nil {
		return n
	}
	switch {
	case word == "(":
		inner := e.choice()
		e.next(")")
		return inner
	case strings.HasPrefix(word, "'"):
		return strings.Trim(word, "'")
	case strings.HasPrefix(word, "Math."):
		return e.call(word)
	}
	value, ok := e.in[word]
	if !ok {
		e.t.Fatalf("%q is unknown", word)
	}
	return value
}

func (e *evaluator) call(name string) float64 {
	var args []float64
	e.next("(")
	for {
		args = append(args, e.choice().(float64))
		if _, more := e.next(","); !more {
			break
		}
	}
	e.next(")")
	switch name {
	case "Math.min":
		return slices.Min(args)
	case "Math.max":
		return slices.Max(args)
	case "Math.clamp":
		return max(args[0], min(args[1], args[2]))
	}
	e.t.Fatalf("%s is unknown", name)
	return 0
}
