package chromium

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// LoseAnswers lets requests reach the server but loses their answers, until restore is
// called. It applies to requests of a method ("": any) to a path, in which * matches
// anything.
func (w *Window) LoseAnswers(method, path string) (restore func() error, err error) {
	return w.fail(&fetch.RequestPattern{URLPattern: "*" + path, RequestStage: fetch.RequestStageResponse},
		func(r *network.Request) bool { return method == "" || r.Method == method })
}

// HoldAnswers keeps the page waiting for the answers of requests to a path, in which *
// matches anything, until release is called.
func (w *Window) HoldAnswers(path string) (release func() error, err error) {
	err = call(w, fetch.Enable, fetch.EnableParams{
		Patterns: []*fetch.RequestPattern{{URLPattern: "*" + path, RequestStage: fetch.RequestStageResponse}},
	})
	return func() error { return call(w, fetch.Disable, cdp.Empty{}) }, err
}

// CutOff keeps the page's requests to the API from reaching the server, until restore is
// called. A stream of events that is already open stays open.
func (w *Window) CutOff() (restore func() error, err error) {
	return w.fail(&fetch.RequestPattern{URLPattern: "*/api/*", RequestStage: fetch.RequestStageRequest},
		func(*network.Request) bool { return true })
}

// fail fails the requests of a pattern for which doomed returns true, and lets the others
// through.
func (w *Window) fail(pattern *fetch.RequestPattern, doomed func(*network.Request) bool) (restore func() error, err error) {
	ctx, stop := context.WithCancel(w.ctx)
	paused := chromedp.Events(ctx, fetch.RequestPaused)
	go func() {
		for e, err := range paused {
			if err != nil {
				return
			}
			_ = w.let(&e, !doomed(e.Request)) // the page notices if this fails
		}
	}()
	err = call(w, fetch.Enable, fetch.EnableParams{Patterns: []*fetch.RequestPattern{pattern}})
	return func() error {
		defer stop()
		return call(w, fetch.Disable, cdp.Empty{})
	}, err
}

func (w *Window) let(e *fetch.EventRequestPaused, through bool) error {
	if through {
		return call(w, fetch.ContinueRequest, fetch.ContinueRequestParams{RequestID: e.RequestID})
	}
	return call(w, fetch.FailRequest, fetch.FailRequestParams{
		RequestID: e.RequestID, ErrorReason: network.ErrorReasonConnectionReset,
	})
}
