package skill_test

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"voicememo/skill/talk"
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
	smallestText, smallestMobileText = 21.0, 19.0 // dp
	smallestTouch                    = 48         // dp
	leastContrast                    = 4.5
)

// TestScreensOnEveryViewport draws replies on each screen of the manifest. Only a list and, if
// the screen is round, the help and the longest search may be higher than the screen.
func TestScreensOnEveryViewport(t *testing.T) {
	t.Parallel()
	inBoth(t, func(t *testing.T, w *world, tk *talk.Talk, say map[string]string) {
		shown := map[string]talk.Answer{"a miss in a one-shot": w.says(w.show(tk.Locale), say["find"])}
		for _, line := range []string{"open", "find", "help", "code", "connect"} {
			shown[line] = w.says(tk, say[line])
		}
		shown["longest"] = w.says(tk, w.word(strings.Repeat("運動会", 12)+"を探して", "find "+strings.Repeat("blankets ", 6)))
		numberedMemos(w, 3)
		w.write(w.device(), strings.Repeat(w.word("運動会の持ち物を忘れない。", "Do not forget the blanket. "), 18), time.Minute)
		w.says(tk, say["read"])
		shown["list"] = w.touches(tk, "done 2")
		for name, a := range shown {
			for _, p := range viewportProfiles {
				for _, size := range p.sizes {
					t.Run(fmt.Sprintf("%s/%s/%vx%v", name, p.name, size[0], size[1]), func(t *testing.T) {
						layOut(t, a, p.viewport, size, name == "list" || (name == "help" || name == "longest") && p.Shape == "ROUND")
					})
				}
			}
		}
	})
}

// TestManifestNamesTheViewports checks that the manifest has exactly the screens that the
// documents are made for.
func TestManifestNamesTheViewports(t *testing.T) {
	raw, err := os.ReadFile("skill-package/skill.json")
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

// component is a component of a document, with the values that its expressions name.
type component struct {
	properties map[string]any
	in         values
}

// of returns the value of a property.
func (c component) of(t *testing.T, name string) any { return c.in.of(t, c.properties[name]) }

// number returns a size in dp. One in percent or in units of the viewport is all there is.
func (c component) number(t *testing.T, name string, all float64) float64 {
	switch v := c.of(t, name).(type) {
	case float64:
		return v
	case string:
		return all
	}
	return 0
}

// children returns the contents of a component, once for each row of its data.
func (c component) children(t *testing.T) (children []component) {
	rows, ok := c.of(t, "data").([]any)
	if !ok {
		rows = []any{map[string]any{}}
	}
	for _, row := range rows {
		in := maps.Clone(c.in)
		for name, value := range row.(map[string]any) {
			in["data."+name] = value
		}
		for _, item := range c.properties["items"].([]any) {
			child := component{item.(map[string]any), in}
			if when := child.of(t, "when"); when == nil || when == true {
				children = append(children, child)
			}
		}
	}
	return children
}

// layouter lays a screen out and checks its texts and touch targets.
type layouter struct {
	t             *testing.T
	screen        viewport
	width, height float64
	layouts       map[string]struct{ Items []map[string]any }
	measures      bool // it checks nothing
	scrolls       bool // the screen may be higher than the viewport
}

// layOut lays the screen of a reply out for a size in dp.
func layOut(t *testing.T, a talk.Answer, v viewport, size [2]float64, scrolls bool) {
	t.Helper()
	type screen struct {
		Document struct {
			Layouts      map[string]struct{ Items []map[string]any }
			MainTemplate struct{ Items []map[string]any }
		}
		Datasources map[string]struct{ Properties map[string]any }
	}
	var reply struct{ Response struct{ Directives []screen } }
	if err := json.Unmarshal(a.Response, &reply); err != nil {
		t.Fatal(err)
	}
	d := reply.Response.Directives[slices.IndexFunc(reply.Response.Directives, func(s screen) bool { return s.Datasources != nil })]
	in := values{
		"viewport.width": size[0], "viewport.height": size[1],
		"viewport.shape": strings.ToLower(v.Shape), "viewport.mode": strings.ToLower(v.Mode),
	}
	for name, source := range d.Datasources {
		for property, value := range source.Properties {
			in["payload."+name+".properties."+property] = value
		}
	}
	l := layouter{t: t, screen: v, width: size[0], height: size[1], layouts: d.Document.Layouts, scrolls: scrolls}
	l.draw(component{d.Document.MainTemplate.Items[0], in}, 0, size[0], "")
}

// draw draws a component y dp down, in a room of some width and on a colour, and returns its size.
func (l layouter) draw(c component, y, room float64, background string) (w, h float64) {
	c.in = c.in.bound(l.t, c.properties["bind"])
	if layout, ok := l.layouts[c.properties["type"].(string)]; ok {
		inner := maps.Clone(c.in)
		for name := range c.properties {
			inner[name] = c.of(l.t, name)
		}
		c = component{layout.Items[0], inner}
	}
	if colour, ok := c.of(l.t, "backgroundColor").(string); ok {
		background = colour
	}
	if c.properties["width"] != nil {
		room = c.number(l.t, "width", room)
	}
	top, wide := c.number(l.t, "paddingTop", 0), c.number(l.t, "paddingLeft", 0)+c.number(l.t, "paddingRight", 0)
	high := max(c.number(l.t, "height", l.height), c.number(l.t, "minHeight", l.height))
	if c.properties["type"] == "Text" {
		w, h = l.text(c, y+top, room-wide, background)
	} else {
		w, h = l.contents(c, y+top, room-wide, high-2*top, background)
	}
	w, h = w+wide, max(high, h+top+c.number(l.t, "paddingBottom", 0))
	if c.properties["width"] != nil {
		w = room
	}
	if c.properties["type"] == "TouchWrapper" && min(w, h) < smallestTouch {
		l.t.Errorf("touch target of %.0f by %.0f dp", w, h)
	}
	return w, h
}

// contents draws the contents of a component below each other or, in a row, in lines. least is
// the height in which they are centred.
func (l layouter) contents(c component, y, room, least float64, background string) (w, h float64) {
	row, children := c.of(l.t, "direction") == "row", c.children(l.t)
	widths := l.widths(c, children, room, row)
	if c.properties["justifyContent"] == "center" && !row && !l.measures {
		measure := l
		measure.measures = true
		_, high := measure.contents(c, 0, room, 0, "")
		y += max(0, least-high) / 2
	}
	for from := 0; from < len(children); {
		to, wide, high := from+1, widths[from], 0.0
		for row && to < len(children) && (c.properties["wrap"] == nil || wide+widths[to] <= room) {
			wide += widths[to]
			to++
		}
		if wide > room+1 {
			l.t.Errorf("%.0f dp in %.0f dp: %v", wide, room, c.properties)
		}
		wide = 0
		for i := from; i < to; i++ {
			var right, down float64
			if gap := children[i].number(l.t, "spacing", 0); i > 0 && row {
				right = gap
			} else if i > 0 {
				down = gap
			}
			dw, dh := l.draw(children[i], y+h+down, widths[i]-right, background)
			wide, high = wide+right+dw, max(high, down+dh)
		}
		w, h, from = max(w, wide), h+high, to
	}
	return w, h
}

// widths returns the widths of the contents of a component, in a row with the space before
// them. One that grows takes what the others leave.
func (l layouter) widths(c component, children []component, room float64, row bool) []float64 {
	l.measures = true
	widths, grows, rest := make([]float64, len(children)), -1, room
	for i, child := range children {
		widths[i] = room
		if row || c.properties["alignItems"] == "center" {
			widths[i], _ = l.draw(child, 0, room, "")
		}
		if row && i > 0 {
			widths[i] += child.number(l.t, "spacing", 0)
		}
		if row && child.number(l.t, "grow", 0) > 0 {
			grows = i
		} else {
			rest -= widths[i]
		}
	}
	if grows >= 0 {
		widths[grows] = rest
	}
	return widths
}

// text draws a text and checks that it can be read.
func (l layouter) text(c component, y, room float64, background string) (w, h float64) {
	shown, size, tall := c.in.filled(l.t, c.properties["text"].(string)), c.number(l.t, "fontSize", 0), 1.25
	if c.properties["lineHeight"] != nil {
		tall = c.number(l.t, "lineHeight", 0)
	}
	lines := broken(shown, size, c.number(l.t, "letterSpacing", 0), room)
	w, h = slices.Max(lines), tall*size*float64(len(lines))
	if l.measures {
		return w, h
	}
	smallest := smallestText
	if l.screen.Mode == "MOBILE" {
		smallest = smallestMobileText
	}
	if got := contrast(c.of(l.t, "color").(string), background); got < leastContrast || size < smallest {
		l.t.Errorf("contrast of %.1f, %.0f dp: %s", got, size, shown)
	}
	most := c.number(l.t, "maxLines", 0)
	if most > 0 && float64(len(lines)) > most || len(lines) > 1 && room < 7*size || w > room+1 {
		l.t.Errorf("%d lines of %.0f dp in %.0f dp: %s", len(lines), w, room, shown)
	}
	for i, line := range lines {
		top := y + float64(i)*tall*size
		if !l.scrolls && !(l.visible(line, top) && l.visible(line, top+tall*size)) {
			l.t.Errorf("outside the screen, %.0f dp down: %s", top, shown)
		}
	}
	return w, h
}

// visible reports whether a line in the middle of the screen is visible at a height.
func (l layouter) visible(wide, y float64) bool {
	if l.screen.Shape == "ROUND" {
		return math.Hypot(wide/2, y-l.height/2) <= l.width/2
	}
	return wide <= l.width && y >= 0 && y <= l.height
}

var (
	markup = regexp.MustCompile(`</?(b|strike)>`)
	unit   = regexp.MustCompile(`[^\s\x{2E80}-\x{10FFFF}]+|.|\n`) // between which a line may break
)

// broken returns the widths of the lines of a text. No typeface has wider characters on average.
func broken(text string, size, spacing, room float64) []float64 {
	text = html.UnescapeString(strings.ReplaceAll(markup.ReplaceAllString(text, ""), "<br>", "\n"))
	lines := []float64{0}
	for _, s := range unit.FindAllString(text, -1) {
		wide := 0.0
		for _, r := range s {
			switch {
			case r == ' ':
				wide += 0.3*size + spacing
			case r < 0x2E80:
				wide += 0.58*size + spacing
			default:
				wide += size + spacing
			}
		}
		if last := len(lines) - 1; s == "\n" || lines[last] > 0 && lines[last]+wide > room+0.01 {
			lines = append(lines, wide)
		} else {
			lines[last] += wide
		}
	}
	return lines
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
