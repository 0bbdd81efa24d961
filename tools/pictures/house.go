package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"voicememo/infra/sqlite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/devsignin"
	"voicememo/tools/testkit/program"
	"voicememo/tools/testkit/services"
)

// house is the stored data of a household, and what its people need to sign in.
type house struct {
	language string
	program  string
	data     string
	morning  time.Time // when it is half past eight there
	zone     string
	cookies  map[role]string // the Cookie headers of sessions
	ids      map[role]models.UserID
	number   string // the connection number that an Echo told last
}

// build makes a household in an empty directory.
func build(ctx context.Context, path, data, language string) (*house, error) {
	now := time.Now()
	h := &house{
		language: language, program: path, data: data, morning: now, zone: zoneAt(now, 8*time.Hour+30*time.Minute),
		cookies: map[role]string{}, ids: map[role]models.UserID{},
	}
	if err := h.signIn(ctx); err != nil {
		return nil, err
	}
	return h, h.change(ctx, h.data, h.moveIn)
}

// zoneAt returns a time zone in which the clock shows a time of day.
func zoneAt(now time.Time, shows time.Duration) string {
	utc := now.UTC()
	minutes := int(shows.Minutes()) - utc.Hour()*60 - utc.Minute()
	if minutes <= -12*60 {
		minutes += 24 * 60
	}
	sign := '+'
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	return fmt.Sprintf("GMT%c%02d:%02d", sign, minutes/60, minutes%60)
}

func (h *house) name(r role) string { return names[r].in(h.language) }

// signIn signs in each member who has no Echo's account.
func (h *house) signIn(ctx context.Context) error {
	server, err := program.Start(ctx, h.program, h.data)
	if err != nil {
		return err
	}
	for r := range names {
		if r == echo || err != nil {
			continue
		}
		if h.cookies[r], err = devsignin.SignIn(ctx, server.URL, h.name(r)); err != nil {
			break
		}
		var me struct {
			User struct {
				UserID models.UserID `json:"userId"`
			} `json:"user"`
		}
		err = h.call(ctx, server.URL, r, http.MethodGet, "/api/me", "", &me)
		h.ids[r] = me.User.UserID
	}
	h.ids[echo] = talk.DefaultUserID
	return errors.Join(err, server.Stop())
}

// call asks the API as a person and decodes the answer into out.
func (h *house) call(ctx context.Context, url string, r role, method, path, body string, out any) error {
	req, err := http.NewRequestWithContext(ctx, method, url+path, bytes.NewReader([]byte(body)))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Cookie", h.cookies[r])
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	raw, err := io.ReadAll(res.Body)
	switch {
	case err != nil:
		return err
	case res.StatusCode/100 != 2:
		return fmt.Errorf("%s %s: %s\n%s", method, path, res.Status, raw)
	case out == nil:
		return nil
	}
	return json.Unmarshal(raw, out)
}

// stored are the services over the data of a household while no server runs on it.
type stored struct {
	*house
	services.Services
}

// change changes the stored data in a directory.
func (h *house) change(ctx context.Context, data string, do func(context.Context, stored) error) error {
	db, err := sqlite.Open(data)
	if err != nil {
		return err
	}
	err = do(ctx, stored{h, services.Over(db)})
	return errors.Join(err, db.Close())
}

// at sets the clock of all services to a moment before the morning.
func (s stored) at(ago time.Duration) {
	now := func() time.Time { return s.morning.Add(-ago) }
	s.Memos.Now, s.Families.Now, s.Invites.Now = now, now, now
}

func (s stored) person(ctx context.Context, r role) (models.User, error) {
	return s.Families.Person(ctx, s.ids[r])
}

// moveIn forms the family and writes its memos.
func (h *house) moveIn(ctx context.Context, s stored) error {
	if err := s.join(ctx); err != nil {
		return err
	}
	for _, l := range lines {
		if err := s.write(ctx, l); err != nil {
			return fmt.Errorf("%s: %w", l.content.in(h.language), err)
		}
	}
	return s.visited(ctx)
}

// month is about how long a month is.
const month = 30 * 24 * time.Hour

// join lets the members join a family, one a month. A person who has joined is a member
// since then, but its founder since they signed in, which is now: so the guest founds it,
// hands it over and leaves.
func (s stored) join(ctx context.Context) error {
	for i, r := range []role{owner, partner, child, grandma} {
		s.at(time.Duration(9-i) * month)
		if err := s.joinOne(ctx, guest, r); err != nil {
			return err
		}
	}
	founder, err := s.person(ctx, guest)
	if err != nil {
		return err
	}
	if err := s.Families.Transfer(ctx, founder, s.ids[owner]); err != nil {
		return err
	}
	if founder, err = s.person(ctx, guest); err != nil {
		return err
	}
	if _, err := s.Families.Leave(ctx, founder); err != nil {
		return err
	}
	for r, e := range emoji {
		u, err := s.person(ctx, r)
		if err == nil {
			_, err = s.Families.ChooseEmoji(ctx, u, e)
		}
		if err != nil {
			return err
		}
	}
	s.at(5 * month)
	return s.addEcho(ctx)
}

// joinOne lets a person use an invitation of a family's owner.
func (s stored) joinOne(ctx context.Context, inviter, r role) error {
	host, err := s.person(ctx, inviter)
	if err != nil {
		return err
	}
	invitation, err := s.Invites.Issue(ctx, host)
	if err != nil {
		return err
	}
	u, err := s.person(ctx, r)
	if err != nil {
		return err
	}
	_, err = s.Invites.RedeemLink(ctx, u, invitation.Token)
	return err
}

// addEcho lets the partner add the Echo by its connection number.
func (s stored) addEcho(ctx context.Context) error {
	device, err := s.Families.Ensure(ctx, models.Profile{ID: s.ids[echo], Name: s.name(echo), Source: models.SourceAlexa})
	if err != nil {
		return err
	}
	connection, err := s.Families.ConnectionNumber(ctx, device)
	if err != nil {
		return err
	}
	adder, err := s.person(ctx, partner)
	if err != nil {
		return err
	}
	_, err = s.Invites.AddEcho(ctx, adder, connection.Number)
	return err
}

// write writes a memo and does with it what was done.
func (s stored) write(ctx context.Context, l line) error {
	author, err := s.person(ctx, l.author)
	if err != nil {
		return err
	}
	host, err := s.person(ctx, owner)
	if err != nil {
		return err
	}
	s.at(l.ago)
	content := l.content.in(s.language)
	m, _, err := s.Memos.Add(ctx, author, memo.Draft{Content: content, Key: memo.Key(content)})
	if err != nil {
		return err
	}
	s.at(l.ago - 4*time.Minute)
	if l.edit != (words{}) {
		if _, err := s.Memos.Edit(ctx, host, m.Ref(), l.edit.in(s.language), 0); err != nil {
			return err
		}
	}
	if l.done {
		if _, err := s.Memos.Done(ctx, host, m.Ref(), true, 0); err != nil {
			return err
		}
	}
	if l.deleted != 0 {
		s.at(l.deleted)
		_, err = s.Memos.Trash(ctx, host, m.Ref())
	}
	return err
}

// visited records up to when each person has seen the list.
func (s stored) visited(ctx context.Context) error {
	for r, ago := range map[role]time.Duration{owner: visitedAt, partner: 0, child: clock(0, 7, 50), grandma: clock(1, 18, 20)} {
		u, err := s.person(ctx, r)
		if err == nil {
			err = s.Families.MarkListened(ctx, u, models.Speaker{}, s.morning.Add(-ago))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copied calls do with a copy of the household's data, changed by seed unless that is nil.
func (h *house) copied(ctx context.Context, seed func(context.Context, stored) error, do func(data string) error) (err error) {
	data, err := os.MkdirTemp("", "voicememo-pictures")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(data)) }()
	if err := os.CopyFS(data, os.DirFS(h.data)); err != nil {
		return err
	}
	if seed != nil {
		if err := h.change(ctx, data, seed); err != nil {
			return err
		}
	}
	return do(data)
}
