package push_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// services are push services of which those named good answer at once, and others never,
// until all answer.
type services struct {
	mu    sync.Mutex
	all   bool
	began time.Time
	told  []time.Duration // when each message was accepted, after Work was called
}

func (s *services) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	answers := s.all || strings.HasPrefix(r.URL.Host, "good")
	if answers {
		s.told = append(s.told, time.Since(s.began))
	}
	s.mu.Unlock()
	if !answers {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: http.StatusCreated, Body: http.NoBody, Request: r}, nil
}

// crowd is a family with an owner and n members, each with a device at an endpoint.
func (h *house) crowd(n int, endpoint func(i int) string) (owner models.User) {
	h.T.Helper()
	owner = h.Person("太郎")
	for i := range n {
		u, access := h.signIn(h.Join(h.Person(fmt.Sprint("花子", i)), owner))
		sub := subscription(h.web.Subscribe())
		sub.Endpoint = "https://" + endpoint(i)
		h.OK(must.Err(h.service.Add(h.Ctx(), u, access, "Browser", "ja", sub)))
		h.OK(h.service.SetSettings(h.Ctx(), u, push.Settings{What: push.All, TimeZone: "Asia/Tokyo"}))
	}
	h.forget()
	return owner
}

// TestSilentServices: however many devices the services have that never answer, people with
// a device of another one are told after one wait at most, and at once if the others were
// tried before. When the services answer again, no message is missing.
func TestSilentServices(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		silent func(i int) string
		before bool // the messages to silent services have been tried before
		latest time.Duration
	}{
		"one with many devices":  {func(i int) string { return fmt.Sprint("silent.example.com/", i) }, false, 10 * time.Second},
		"the same, tried before": {func(i int) string { return fmt.Sprint("silent.example.com/", i) }, true, 0},
		"many of them":           {func(i int) string { return fmt.Sprintf("silent%d.example.com/", i) }, true, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h, s := newHouse(t), &services{}
			h.service.SetTransport(s)
			first, second := h.crowd(15, c.silent), h.crowd(15, func(i int) string { return c.silent(15 + i) })
			good := h.crowd(10, func(i int) string { return fmt.Sprint("good.example.com/", i) })
			h.Add(first, "牛乳")
			h.Add(second, "牛乳")
			h.handOn()
			if c.before {
				h.sends(t, s, time.Minute)
			}
			h.Advance(time.Second)
			h.Add(good, "卵")
			if got := h.sends(t, s, 2*time.Minute); len(got) != 10 || slices.Max(got) > c.latest {
				t.Errorf("got messages after %v, want ten after %v at most", got, c.latest)
			}
			s.all = true
			check.Equal(t, len(h.sends(t, s, time.Hour)), 30, "messages when the services answer")
		})
	}
}

// sends lets time pass and does what is due, and returns when each message was accepted.
func (h *house) sends(t *testing.T, s *services, after time.Duration) []time.Duration {
	t.Helper()
	h.handOn()
	h.Advance(after)
	s.told = nil
	synctest.Test(t, func(*testing.T) {
		s.began = time.Now()
		if _, err := h.service.Work(h.Ctx()); err != nil {
			t.Error(err)
		}
	})
	return s.told
}
