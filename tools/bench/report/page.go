package main

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

//go:embed page.md.tmpl
var pageTemplate string

// before has the results of the program before its speed became a goal, measured by the
// present benchmarks.
//
//go:embed before.txt
var before string

// page returns the files made from the results of a run by path: the page and its plots.
func page(text string) (map[string]string, error) {
	now, err := parse(text)
	if err != nil {
		return nil, err
	}
	then, err := parse(before)
	if err != nil {
		return nil, err
	}
	w := &writer{now: now, then: then, files: map[string]string{}}
	parsed, err := template.New("page").Funcs(w.functions()).Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := parsed.Execute(&b, now); err != nil {
		return nil, err
	}
	w.files[pageFile] = b.String()
	return w.files, nil
}

// writer has the functions of the template.
type writer struct {
	now, then *results
	files     map[string]string // the plots, by path
}

func (w *writer) functions() template.FuncMap {
	return template.FuncMap{
		"fig":      func(name, unit string) (string, error) { return shown(w.now.value(name, unit)) },
		"was":      w.was,
		"key":      w.now.key1,
		"oldKey":   w.then.key1,
		"below":    w.now.below,
		"has":      func(name, unit string) bool { _, err := w.now.value(name, unit); return err == nil },
		"short":    short,
		"atMost":   func(name, unit string, goal float64) (string, error) { return w.met(name, unit, goal, true) },
		"atLeast":  func(name, unit string, goal float64) (string, error) { return w.met(name, unit, goal, false) },
		"worst":    w.worst,
		"all":      func(marks ...string) string { return mark(!slices.Contains(marks, mark(false))) },
		"why":      why,
		"costs":    w.costs,
		"plot":     w.plot,
		"promised": func() (string, error) { return count(w.now.promised()) },
		"steady":   func() (string, error) { return count(w.now.steady()) },
		"steps":    func() []ran { return w.now.steps },
		"cell":     func(text string) string { return strings.ReplaceAll(text, "|", `\|`) },
	}
}

// key1 returns the value of a key, which must exist.
func (r *results) key1(name string) (string, error) {
	if r.keys[name] == "" {
		return "", fmt.Errorf("the results have no %s", name)
	}
	return r.keys[name], nil
}

// short returns the last parts of a figure's name, for people.
func short(name, prefix string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, prefix+"/"), "_", " ")
}

// shown shows a value in three digits.
func shown(value float64, err error) (string, error) { return number(value), err }

// number shows a value in three digits, with a comma after thousands.
func number(v float64) string {
	switch {
	case v >= 1000:
		whole := strconv.Itoa(int(v + 0.5))
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + "," + whole[i:]
		}
		return whole
	case v >= 100 || v == float64(int(v)):
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// mark shows whether a goal is met.
func mark(met bool) string {
	if met {
		return "yes"
	}
	return "**no**"
}

// why returns a line of a list that says why a goal is missed; "" if it is met.
func why(met, reason string) string {
	if met == mark(true) {
		return ""
	}
	return "- " + reason + "\n"
}

func (w *writer) met(name, unit string, goal float64, most bool) (string, error) {
	v, err := w.now.value(name, unit)
	return mark(bar{value: v, goal: goal, most: most}.met()), err
}

// worst returns the name of the figure below a benchmark that is largest in a unit.
func (w *writer) worst(name, unit string) (worst string, err error) {
	largest := -1.0
	for _, n := range w.now.below(name) {
		v, err := w.now.value(n, unit)
		if err != nil {
			return "", err
		}
		if v > largest {
			worst, largest = n, v
		}
	}
	if worst == "" {
		return "", fmt.Errorf("nothing below %s was measured", name)
	}
	return worst, nil
}

// was returns an earlier figure, or a dash for a benchmark that did not exist then.
func (w *writer) was(name, unit string) (string, error) {
	if w.then.figures[name] == nil {
		return "–", nil
	}
	return shown(w.then.value(name, unit))
}

// costs returns the five largest shares of a load's CPU time, then or now.
func (w *writer) costs(when, name string) (string, error) {
	r := map[string]*results{"now": w.now, "before": w.then}[when]
	if r == nil || len(r.figures[name]) == 0 {
		return "", fmt.Errorf("%s was not measured %s", name, when)
	}
	figures := r.figures[name]
	units := slices.DeleteFunc(slices.Sorted(maps.Keys(figures)), func(unit string) bool { return !strings.HasSuffix(unit, "-%") })
	slices.SortStableFunc(units, func(a, b string) int { return int(100 * (figures[b] - figures[a])) })
	for i, unit := range units {
		units[i] = fmt.Sprintf("%s %.0f %%", strings.ReplaceAll(strings.TrimSuffix(unit, "-%"), "-", " "), figures[unit])
	}
	return strings.Join(units[:min(5, len(units))], ", "), nil
}
