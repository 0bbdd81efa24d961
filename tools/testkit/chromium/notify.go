package chromium

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// Answers has the browser answer what the page at origin asks the person about
// notifications: "granted" or "denied"; "prompt" leaves the question open.
func Answers(origin, setting string) Step { return permission("notifications", origin, setting) }

// Persists has the browser allow the page at origin to have persistent storage.
func Persists(origin string) Step { return permission("persistent-storage", origin, "granted") }

// permission has the browser answer a question of the page by its name in the Permissions API.
func permission(name, origin, setting string) Step {
	return func(w *Window) error {
		_, err := chromedp.CallBrowser(w.ctx, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: name}, Setting: browser.PermissionSetting(setting),
			Origin: origin, BrowserContextID: chromedp.FromContext(w.ctx).BrowserContextID,
		})
		return err
	}
}

// Worker is the service worker of a window. Use it from one goroutine at a time.
type Worker struct {
	window *Window
	ctx    context.Context
	close  context.CancelFunc
	origin string
	id     serviceworker.RegistrationID
}

// Worker attaches to the service worker of the page at origin, such as
// "http://localhost:8080". It stays attached until Close or until the window is closed.
func (w *Window) Worker(origin string) (*Worker, error) {
	registrations := make(chan serviceworker.RegistrationID, 1)
	err := errors.Join(
		chromedp.Listen(w.ctx, func(event any) {
			e, ok := event.(*serviceworker.EventWorkerRegistrationUpdated)
			if !ok {
				return
			}
			for _, r := range e.Registrations {
				if strings.HasPrefix(r.ScopeURL, origin+"/") && !r.IsDeleted {
					select {
					case registrations <- r.RegistrationID:
					default:
					}
				}
			}
		}),
		command(w.ctx, serviceworker.Enable, cdp.Empty{}),
	)
	if err != nil {
		return nil, err
	}
	k := &Worker{window: w, origin: origin}
	err = w.wait("there is a service worker", func() bool {
		select {
		case k.id = <-registrations:
		default:
		}
		return k.id != "" && k.attach() == nil
	})
	return k, err
}

// attach attaches to the worker's target.
func (k *Worker) attach() error {
	targets, err := chromedp.Targets(k.window.ctx)
	if err != nil {
		return err
	}
	mine := chromedp.FromContext(k.window.ctx).BrowserContextID
	for _, t := range targets {
		if t.Type == "service_worker" && strings.HasPrefix(t.URL, k.origin+"/") && t.BrowserContextID == mine {
			k.ctx, k.close = chromedp.NewContext(k.window.ctx, chromedp.WithTargetID(t.TargetID))
			return nil
		}
	}
	return fmt.Errorf("no service worker of %s", k.origin)
}

// Close detaches from the worker.
func (k *Worker) Close() { k.close() }

// Push delivers a push message to the worker as a push service does. It does not wait for
// what comes of it.
func (k *Worker) Push(data string) error {
	return call(k.window, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
		Origin: k.origin, RegistrationID: k.id, Data: data,
	})
}

// Tap tells the worker of a tap on a notification, an expression there. The protocol has no
// command for it, because notifications are shown by the system.
func (k *Worker) Tap(notification string) error {
	return k.Until("it is tapped", "(dispatchEvent(new NotificationEvent('notificationclick', { notification: "+notification+" })), true)")
}

// Until waits for a JavaScript condition in the worker, which may be a promise.
func (k *Worker) Until(what, condition string) error {
	return k.window.wait(what, func() bool {
		raw, err := devtools{}.Eval(k.ctx, condition)
		return err == nil && string(raw) == "true"
	})
}
