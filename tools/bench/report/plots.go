package main

import (
	"fmt"
	"strings"
)

// picked is a bar by the name of its figure.
type picked struct {
	label, name, unit string
	goal              float64
	most              bool
}

// plots are the plots of the page by their names.
var plots = map[string]struct {
	title, unit string
	bars        []picked
}{
	"serve": {"Requests per second, to bare handlers", "×", []picked{
		{"list, 10,000 memos", "Serve/memos=10000/list", "ratio", 2, false},
		{"list, 1,000,000 memos", "Serve/memos=1000000/list", "ratio", 2, false},
		{"list with gzip, 10,000", "Serve/memos=10000/list/gzip", "ratio", 2, false},
		{"list with gzip, 1,000,000", "Serve/memos=1000000/list/gzip", "ratio", 2, false},
		{"matching ETag, 10,000", "Serve/memos=10000/list/etag", "ratio", 2.5, false},
		{"matching ETag, 1,000,000", "Serve/memos=1000000/list/etag", "ratio", 2.5, false},
		{"durable add, 10,000", "Serve/memos=10000/add", "ratio", 0.7, false},
		{"durable add, 1,000,000", "Serve/memos=1000000/add", "ratio", 0.7, false},
	}},
	"growth": {"p95 with 1,000,000 memos, to 1,000", "×", []picked{
		{"add", "Growth/memos=1000000/add", "ratio", 1.2, true},
		{"list", "Growth/memos=1000000/list", "ratio", 1.2, true},
		{"edit", "Growth/memos=1000000/edit", "ratio", 1.2, true},
		{"delete", "Growth/memos=1000000/delete", "ratio", 1.2, true},
		{"join check", "Growth/memos=1000000/join-check", "ratio", 1.2, true},
	}},
	"coldstart": {"Start to first answer, to a bare function", "×", []picked{
		{"skill, all CPU, as deployed", "ColdStart/cpu=all/roots=deployed/skill", "ratio", 1.2, true},
		{"web, all CPU, as deployed", "ColdStart/cpu=all/roots=deployed/web", "ratio", 1.5, true},
		{"skill, Lambda's share", "ColdStart/cpu=lambda/roots=deployed/skill", "ratio", 1.2, true},
		{"web, Lambda's share", "ColdStart/cpu=lambda/roots=deployed/web", "ratio", 1.5, true},
	}},
	"memory": {"Anonymous memory of the program", " MB", []picked{
		{"idle", "Machine/memory", "idle-anonymous-MB", 10, true},
		{"200 people signed in", "Machine/memory", "signed-in-anonymous-MB", 0, true},
		{"200 event streams", "Machine/memory", "200-streams-anonymous-MB", 0, true},
		{"2,000 event streams", "Machine/memory", "2000-streams-anonymous-MB", 0, true},
		{"a minute after them", "Machine/memory", "after-anonymous-MB", 20, true},
	}},
}

// needsRoot is the beginning of figures that some machines cannot measure.
const needsRoot = "ColdStart/cpu=lambda/"

// plot draws a plot and returns the Markdown that shows it.
func (w *writer) plot(name string) (string, error) {
	given, known := plots[name]
	if !known {
		return "", fmt.Errorf("there is no plot %s", name)
	}
	p := plot{file: name, title: given.title, unit: given.unit}
	for _, one := range given.bars {
		v, err := w.now.value(one.name, one.unit)
		if err != nil && strings.HasPrefix(one.name, needsRoot) {
			continue
		}
		if err != nil {
			return "", err
		}
		p.bars = append(p.bars, bar{one.label, v, one.goal, one.most})
	}
	for path, text := range p.files() {
		w.files[path] = text
	}
	const folder = "images/bench-"
	return fmt.Sprintf("<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"%[1]s%[2]s-dark.svg\"><img src=\"%[1]s%[2]s-light.svg\" alt=\"%[3]s: %[4]s\"></picture>",
		folder, name, escape(p.title), escape(p.text())), nil
}
