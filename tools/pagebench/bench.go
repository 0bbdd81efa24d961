package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/chromedp/kb"

	"voicememo/models"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/plenty"
	"voicememo/tools/testkit/program"
)

// bench is where it is measured.
type bench struct {
	browser *chromium.Browser
	program string
	data    string
}

// serving does something while the program serves.
func (b bench) serving(ctx context.Context, do func(url string) error) error {
	server, err := program.Start(ctx, b.program, b.data)
	if err != nil {
		return err
	}
	return errors.Join(do(server.URL), server.Stop())
}

// enter opens a phone on which somebody signs in.
func (b bench) enter(url, name string) (*chromium.Window, error) {
	w, err := b.browser.Open(chromium.Settings{Language: "en"})
	if err != nil {
		return nil, err
	}
	err = w.Do(chromium.Visit(url), chromium.Clicks("sign-in", ""), chromium.Writes("#name", name), chromium.Presses(kb.Enter),
		chromium.Sees("composer", ""), chromium.Until("the list is there", "!document.querySelector('[aria-busy=true]')"))
	if err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// scroll gives the times between frames while a long list is scrolled, once all
// of it is loaded.
func (b bench) scroll(ctx context.Context, memos int) (frames []time.Duration, err error) {
	var author string
	err = b.serving(ctx, func(url string) error {
		w, err := b.enter(url, "Taro")
		if err != nil {
			return err
		}
		defer w.Close()
		author, err = chromium.Eval[string](w, "fetch('/api/me').then((r) => r.json()).then((me) => me.user.userId)")
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := plenty.Memos(ctx, b.data, models.UserID(author), memos); err != nil {
		return nil, err
	}
	err = b.serving(ctx, func(url string) error {
		w, err := b.enter(url, "Taro")
		if err != nil {
			return err
		}
		defer w.Close()
		if err := loadAll(ctx, w); err != nil {
			return err
		}
		frames, err = scrolled(w)
		return err
	})
	return frames, err
}

// loadAll goes down until the list ends.
func loadAll(ctx context.Context, w *chromium.Window) error {
	for ctx.Err() == nil {
		end, err := chromium.Eval[bool](w, `(async () => {
			for (let n = 0; n < 20; n++) {
				scrollTo(0, document.documentElement.scrollHeight);
				await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
			}
			return !document.querySelector('[data-testid=more]');
		})()`)
		if err != nil || end {
			return err
		}
	}
	return ctx.Err()
}

// scrolled scrolls by a quarter of the screen each frame, 300 frames up and 300
// down, and by whole screens 60 times, and gives the times between frames.
func scrolled(w *chromium.Window) ([]time.Duration, error) {
	micros, err := chromium.Eval[[]float64](w, `(async () => {
		const times = [];
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		for (const [steps, part] of [[300, -0.25], [300, 0.25], [60, -1]]) {
			let before = await frame();
			for (let n = 0; n < steps; n++) {
				scrollBy(0, innerHeight * part);
				const at = await frame();
				times.push((at - before) * 1000);
				before = at;
			}
		}
		return times;
	})()`)
	times := make([]time.Duration, len(micros))
	for i, m := range micros {
		times[i] = time.Duration(m * float64(time.Microsecond))
	}
	return times, err
}

// travel times memos from the press that sends them until another member's page shows them.
func (b bench) travel(ctx context.Context, rounds int) (times []time.Duration, err error) {
	err = b.serving(ctx, func(url string) error {
		here, err := b.enter(url, "Hanako")
		if err != nil {
			return err
		}
		defer here.Close()
		there, err := b.enter(url, "Jiro")
		if err != nil {
			return err
		}
		defer there.Close()
		if err := together(here, there); err != nil {
			return err
		}
		for i := range rounds {
			took, err := once(here, there, fmt.Sprintf("memo number %d of the measurement", i))
			if err != nil {
				return err
			}
			times = append(times, took)
		}
		return nil
	})
	return times, err
}

// together makes two people one family.
func together(owner, other *chromium.Window) error {
	if err := owner.Do(chromium.Clicks("nav-family", ""), chromium.Clicks("invite-make", "")); err != nil {
		return err
	}
	code, err := owner.Read("invite-code")
	if err != nil {
		return err
	}
	return errors.Join(
		other.Do(chromium.Clicks("nav-family", ""), chromium.Writes("join-code", code), chromium.Clicks("join-submit", ""),
			chromium.Clicks("join-confirm", ""), chromium.Misses("join-dialog", ""), chromium.Clicks("nav-memos", "")),
		owner.Do(chromium.Misses("invite", ""), chromium.Clicks("nav-memos", "")),
	)
}

// once sends one memo. Both pages take the time themselves, by the one clock of
// this machine; the message is written before, so that only its way is timed.
func once(here, there *chromium.Window, content string) (time.Duration, error) {
	watch := fmt.Sprintf(`(window.arrived = 0, new MutationObserver((_, watching) => {
		if (!document.body.textContent.includes(%q)) return;
		window.arrived = Date.now();
		watching.disconnect();
	}).observe(document.body, { childList: true, subtree: true, characterData: true }), null)`, content)
	if _, err := chromium.Eval[any](there, watch); err != nil {
		return 0, err
	}
	if err := here.Do(chromium.Writes("composer", content)); err != nil {
		return 0, err
	}
	sent, err := chromium.Eval[float64](here, "(() => { const at = Date.now(); document.querySelector('[data-testid=send]').click(); return at; })()")
	if err != nil {
		return 0, err
	}
	if err := there.Do(chromium.Until(content+" has arrived", "window.arrived > 0")); err != nil {
		return 0, err
	}
	arrived, err := chromium.Eval[float64](there, "window.arrived")
	return time.Duration(arrived-sent) * time.Millisecond, err
}
