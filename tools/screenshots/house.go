package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"voicememo/infra/sqlite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/services"
)

// house is a running program with a family's people and windows.
type house struct {
	cast
	browser *chromium.Browser
	program string
	data    string
	server  *program.Server // while it serves
}

// visit sets up a family, calls see, and cleans up.
func visit(ctx context.Context, browser *chromium.Browser, path string, c cast, see func(*house) error) (err error) {
	data, err := os.MkdirTemp("", "voicememo-screenshots")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	h := &house{cast: c, browser: browser, program: path, data: data}
	if err := h.serving(ctx, func() error { return h.moveIn(ctx) }); err != nil {
		return err
	}
	if err := h.remember(ctx); err != nil {
		return err
	}
	return h.serving(ctx, func() error {
		if err := h.echo(ctx, h.spoken); err != nil {
			return err
		}
		return see(h)
	})
}

// serving calls do while the program serves.
func (h *house) serving(ctx context.Context, do func() error) (err error) {
	if h.server, err = program.Start(ctx, h.program, h.data); err != nil {
		return err
	}
	err = do()
	return errors.Join(err, h.server.Stop())
}

// moveIn signs the family's people in and joins them by invitations.
func (h *house) moveIn(ctx context.Context) error {
	owner, err := h.signIn(phone, h.owner)
	if err != nil {
		return err
	}
	defer owner.Close()
	other, err := h.signIn(phone, h.other)
	if err != nil {
		return err
	}
	defer other.Close()
	if err := household.Join(owner, other); err != nil {
		return err
	}
	code, err := household.Invite(owner, chromium.Sees("member", h.other))
	if err != nil {
		return err
	}
	return errors.Join(h.echo(ctx, fmt.Sprintf(h.join, code), h.yes()), owner.Do(chromium.Counts(3, "member", "")))
}

// signIn opens a window in which a person has signed in and sees the list.
func (h *house) signIn(s chromium.Settings, name string) (*chromium.Window, error) {
	s.Language, s.TimeZone = h.language, evening(time.Now())
	return household.SignIn(h.browser, s, h.server.URL, name)
}

// shoot opens the owner's device with the whole list and runs steps there.
func (h *house) shoot(s chromium.Settings, steps ...chromium.Step) error {
	w, err := h.signIn(s, h.owner)
	if err != nil {
		return err
	}
	defer w.Close()
	return w.Do(append([]chromium.Step{chromium.Counts(len(h.lines)+1, "memo", "")}, steps...)...)
}

// remember writes the memos of earlier hours through the services with an earlier clock.
// No server may run meanwhile.
func (h *house) remember(ctx context.Context) error {
	db, err := sqlite.Open(h.data)
	if err != nil {
		return err
	}
	all := services.Over(db)
	authors, err := members(ctx, all)
	for _, l := range h.lines {
		if err != nil {
			break
		}
		at := time.Now().Add(-l.ago)
		all.Memos.Now = func() time.Time { return at }
		_, _, err = all.Memos.Add(ctx, authors[l.author], memo.Draft{Content: l.content, Key: memo.Key(l.content)})
	}
	return errors.Join(err, db.Close())
}

// members returns the members of the Echo's family by name; the Echo's is "".
func members(ctx context.Context, s services.Services) (map[string]models.User, error) {
	echo, err := s.Families.Person(ctx, talk.DefaultUserID)
	if err != nil {
		return nil, err
	}
	family, err := s.Families.FamilyOf(ctx, echo)
	if err != nil {
		return nil, err
	}
	byName := map[string]models.User{"": echo}
	for _, id := range family.MemberIDs {
		person, err := s.Families.Person(ctx, id)
		if err != nil {
			return nil, err
		}
		byName[person.Name] = person
	}
	return byName, nil
}

// echo speaks sentences to the family's Echo, one after the other.
func (h *house) echo(ctx context.Context, words ...string) error {
	device, err := talk.New(talk.Options{Locale: h.locale, Send: h.alexa})
	if err != nil {
		return err
	}
	for _, said := range words {
		if _, err := device.Say(ctx, said); err != nil {
			return err
		}
	}
	return nil
}

// evening returns a time zone in which it is about seven in the evening, so that the
// screenshots do not depend on the time of day.
func evening(now time.Time) string {
	east := 19 - now.UTC().Hour()
	if east > 12 {
		east -= 24
	}
	return fmt.Sprintf("Etc/GMT%+d", -east) // POSIX counts to the west
}
