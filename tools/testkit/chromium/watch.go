package chromium

import (
	"fmt"
	"net/url"
	"slices"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
)

// watch records the errors and requests of a window.
type watch struct {
	mu         sync.Mutex
	complaints []string
	hosts      []string
	asked      int
}

// Complaints returns the errors and warnings in the console so far, including uncaught
// exceptions and violations of the content security policy.
func (w *Window) Complaints() []string {
	w.watch.mu.Lock()
	defer w.watch.mu.Unlock()
	return slices.Clone(w.watch.complaints)
}

// Hosts returns every host, with port, that the window has sent a request to.
func (w *Window) Hosts() []string {
	w.watch.mu.Lock()
	defer w.watch.mu.Unlock()
	return slices.Clone(w.watch.hosts)
}

// Asked returns how often the page has asked before it was closed or left.
func (w *Window) Asked() int {
	w.watch.mu.Lock()
	defer w.watch.mu.Unlock()
	return w.watch.asked
}

// note records an event; Chromium waits until it returns.
func (w *watch) note(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			w.complain("%s %s: %s (%s)", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		w.complain("exception: %s %s", e.ExceptionDetails.Text, description(e.ExceptionDetails.Exception))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			w.complain("console %s: %s", e.Type, describe(e.Args))
		}
	case *network.EventRequestWillBeSent:
		w.sent(e.Request.URL)
	case *page.EventJavascriptDialogOpening:
		w.asked++
	case *network.EventWebSocketCreated:
		w.sent(e.URL)
	}
}

func (w *watch) complain(format string, args ...any) {
	w.complaints = append(w.complaints, fmt.Sprintf(format, args...))
}

func (w *watch) sent(address string) {
	if u, err := url.Parse(address); err == nil && u.Host != "" && !slices.Contains(w.hosts, u.Host) {
		w.hosts = append(w.hosts, u.Host)
	}
}

func describe(args []*runtime.RemoteObject) string {
	var all string
	for _, a := range args {
		all += description(a) + " "
	}
	return all
}

func description(o *runtime.RemoteObject) string {
	if o == nil {
		return ""
	}
	return string(o.Value) + o.Description
}
