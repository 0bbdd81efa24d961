// Command screenshots makes the screenshots of the page for the README: it starts the
// built program on an empty directory, lets a small family use it in a real Chromium, and
// writes PNG files.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

func main() {
	program := flag.String("program", "bin/voicememo", "the built program")
	out := flag.String("out", "docs/images", "directory of the pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := take(ctx, *program, *out); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

// take makes all screenshots.
func take(ctx context.Context, program, out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil { //nolint:gosec // public pictures
		return err
	}
	browser, err := chromium.Start(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	defer browser.Close()
	to := func(name string) string { return filepath.Join(out, name) }
	return errors.Join(
		visit(ctx, browser, program, japanese, func(h *house) error { return japanesePictures(h, to) }),
		visit(ctx, browser, program, english, func(h *house) error { return englishPictures(h, to) }),
	)
}

// The devices that are shown.
var (
	phone  = chromium.Settings{Width: 390, Height: 844, Scale: 2}
	tablet = chromium.Settings{Width: 1180, Height: 820}
)

func japanesePictures(h *house, to func(name string) string) error {
	dark := phone
	dark.Dark = true
	return errors.Join(
		h.shoot(phone, chromium.Picture(to("phone-light.png"))),
		h.shoot(dark, chromium.Picture(to("phone-dark.png"))),
		h.shoot(tablet, chromium.Clicks("memo-open", h.open), chromium.Sees("memo-detail", ""), unfocused, chromium.Picture(to("tablet.png"))),
		invitePicture(h, to("invite.png")),
		h.shoot(phone, deletes(h.thrown), household.Goes("trash"), chromium.Counts(len(h.thrown), "trash-memo", ""),
			chromium.Until("the message is gone", "!document.querySelector('[data-testid=notice]')"), unfocused, chromium.Picture(to("trash.png")),
			restores(len(h.thrown))),
		h.shoot(phone, h.loses(), chromium.Sees("offline", ""), chromium.Writes("composer", h.unsent), chromium.Clicks("send", ""),
			chromium.Sees("memo-sending", h.unsent), unfocused, toTheTop, chromium.Picture(to("offline.png"))),
	)
}

func englishPictures(h *house, to func(name string) string) error {
	dark := phone
	dark.Dark = true
	return errors.Join(
		h.shoot(phone, chromium.Picture(to("english.png"))),
		h.shoot(dark, chromium.Picture(to("english-dark.png"))),
		invitePicture(h, to("invite-en.png")),
	)
}

// invitePicture makes the screenshot of an invite code, which the owner makes.
func invitePicture(h *house, file string) error {
	return h.shoot(phone, household.Invites,
		chromium.Sees("invite-code", ""), chromium.Sees("invite-qr", ""), unfocused, chromium.Picture(file))
}

// deletes deletes memos, one after the other.
func deletes(contents []string) chromium.Step {
	return func(w *chromium.Window) error {
		for _, content := range contents {
			if err := w.Do(household.Deletes(content)); err != nil {
				return err
			}
		}
		return nil
	}
}

// restores restores n memos from the trash.
func restores(n int) chromium.Step {
	return func(w *chromium.Window) error {
		for left := n - 1; left >= 0; left-- {
			if err := w.Do(chromium.Clicks("trash-restore", ""), chromium.Counts(left, "trash-memo", "")); err != nil {
				return err
			}
		}
		return w.Do(chromium.Until("all is sent", "!document.querySelector('.status-line.sending')"))
	}
}

// loses ends the server, as if the phone had left the server's network.
func (h *house) loses() chromium.Step {
	return func(*chromium.Window) error { return h.server.Stop() }
}

// toTheTop scrolls the list to its beginning.
func toTheTop(w *chromium.Window) error {
	_, err := chromium.Eval[any](w, "(scrollTo(0, 0), null)")
	return err
}

// unfocused removes the focus ring, which a touch would not leave.
func unfocused(w *chromium.Window) error {
	_, err := chromium.Eval[any](w, "(document.activeElement?.blur(), document.querySelector('dialog[open]')?.scrollTo(0, 0), null)")
	return err
}
