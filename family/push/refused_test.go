package push_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/pushservice"
)

// answer makes the push service answer every message with a status.
func (h *house) answer(status int, retryAfter string) {
	h.web.Answers(func(pushservice.Message) pushservice.Answer {
		return pushservice.Answer{Status: status, RetryAfter: retryAfter}
	})
}

// TestRefusals: what follows from each answer of a push service: how many devices are left,
// and when the message is tried again.
func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		status     int
		retryAfter string
		devices    int
		again      time.Duration // 0: never
	}{
		"no such subscription":   {404, "", 0, 0},
		"gone":                   {410, "", 0, 0},
		"too large":              {413, "", 1, 0},
		"a wrong request":        {400, "", 1, 0},
		"too many requests":      {429, "", 1, time.Minute},
		"wait for ten minutes":   {429, "600", 1, 10 * time.Minute},
		"wait for two days":      {429, "172800", 1, 0},
		"wait for a wrong time":  {503, "soon", 1, time.Minute},
		"the clock is wrong":     {401, "", 1, time.Minute},
		"an error of the server": {500, "", 1, time.Minute},
		"a redirect":             {302, "", 1, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			taro, hanako, _ := h.pair()
			h.answer(c.status, c.retryAfter)
			h.Add(taro, "牛乳")
			h.work(time.Minute)
			check.Equal(t, h.devices(hanako), c.devices, "devices")
			h.web.Answers(nil)
			if c.again == 0 {
				h.work(26 * time.Hour)
				h.tellsNothing()
				return
			}
			h.work(c.again - time.Millisecond)
			h.tellsNothing()
			h.work(time.Millisecond)
			h.tells("太郎さん", "牛乳")
		})
	}
}

// TestBackOff: while a push service is away, a batch is tried less and less often, for 25
// hours, always with the same topic.
func TestBackOff(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	var tries []time.Duration
	topics := map[string]bool{}
	start := h.Now()
	h.web.Answers(func(m pushservice.Message) pushservice.Answer {
		tries = append(tries, h.Now().Sub(start).Round(time.Minute))
		topics[m.Topic] = true
		return pushservice.Answer{Status: http.StatusServiceUnavailable}
	})
	h.Add(taro, "牛乳")
	for range 27 * 60 {
		h.work(time.Minute)
	}
	if want := []time.Duration{1, 2, 4, 8, 16, 32, 62, 92}; len(tries) < 40 || len(tries) > 60 || len(topics) != 1 {
		t.Errorf("got %d tries of %d topics, want about 50 of one", len(tries), len(topics))
	} else {
		for i, at := range want {
			check.Equal(t, tries[i], at*time.Minute, "try %d", i)
		}
	}
	if last := tries[len(tries)-1]; last > 25*time.Hour+time.Minute || last < 24*time.Hour {
		t.Errorf("got the last try after %v, want at most 25 hours", last)
	}
	if got := h.waiting(hanako); got != 0 || h.devices(hanako) != 1 {
		t.Errorf("got %d unfinished batches and %d devices, want 0 and 1", got, h.devices(hanako))
	}
}

// TestOtherDevices: a device that cannot be told does not keep others from being told, once.
func TestOtherDevices(t *testing.T) {
	h := newHouse(t)
	taro, hanako, first := h.pair()
	h.add(hanako, "en")
	h.web.Answers(func(m pushservice.Message) pushservice.Answer {
		if m.Endpoint == first.Subscription.Endpoint {
			return pushservice.Answer{Status: http.StatusInternalServerError}
		}
		return pushservice.Answer{}
	})
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	h.tells("太郎", "牛乳")
	h.work(time.Minute)
	h.tellsNothing()
	h.web.Answers(nil)
	h.work(time.Hour)
	h.tells("太郎さん", "牛乳")
	h.Same(h.counts, map[string]int{"PushSent": 2, "PushFailed": 2, "PushPending": 2})
}

// TestOneIsToWait: the wait that one device's push service asks for does not delay another
// device, whose push service failed once.
func TestOneIsToWait(t *testing.T) {
	h := newHouse(t)
	taro, hanako, first := h.pair()
	h.add(hanako, "en")
	waits := func(m pushservice.Message) pushservice.Answer {
		if m.Endpoint == first.Subscription.Endpoint {
			return pushservice.Answer{Status: http.StatusTooManyRequests, RetryAfter: "36000"}
		}
		return pushservice.Answer{}
	}
	h.web.Answers(func(m pushservice.Message) pushservice.Answer {
		if a := waits(m); a.Status != 0 {
			return a
		}
		return pushservice.Answer{Status: http.StatusServiceUnavailable}
	})
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	h.web.Answers(waits)
	h.work(time.Minute)
	h.tells("太郎", "牛乳")
	h.web.Answers(nil)
	h.work(10*time.Hour - time.Minute)
	h.tellsNothing()
	h.work(time.Minute)
	h.tells("太郎さん", "牛乳")
}

// TestNoAnswer: a message whose acceptance was not heard is sent again with the same topic
// and tag, so that the device shows it once.
func TestNoAnswer(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	h.web.Answers(func(pushservice.Message) pushservice.Answer { return pushservice.Answer{Late: true} })
	h.Add(taro, "牛乳")
	h.work(time.Minute)
	h.web.Answers(nil)
	h.work(time.Minute)
	if got := h.told(); len(got) != 2 || got[0] != got[1] {
		t.Errorf("got %+v, want the same message twice", got)
	}
}

// TestRepeatedEvents: an event that is reported again is told once, also a day later.
func TestRepeatedEvents(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	h.Add(taro, "牛乳")
	events := h.take()
	for _, after := range []time.Duration{0, 30 * time.Second, time.Minute, time.Hour, 22 * time.Hour} {
		h.OK(h.service.Happened(h.Ctx(), append(events, events...)))
		h.work(after)
	}
	h.tells("太郎さん", "牛乳")
}

// TestTwoProcesses: two processes that are told of the same events and work at the same time
// send each message once.
func TestTwoProcesses(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	other := h.serviceOver(h.store)
	for range 20 {
		h.Add(taro, "牛乳")
		events := h.take()
		both := func(do func(*push.Service) error) {
			t.Helper()
			failed := make(chan error)
			go func() { failed <- do(other) }()
			h.OK(errors.Join(do(h.service), <-failed))
		}
		both(func(s *push.Service) error { return s.Happened(h.Ctx(), events) })
		h.Advance(time.Minute)
		both(func(s *push.Service) error {
			_, err := s.Work(h.Ctx())
			return err
		})
		h.tells("太郎さん", "牛乳")
	}
}

// TestLog: the log says that a message was not accepted, without the subscription's address,
// the memo or a name.
func TestLog(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	var log bytes.Buffer
	core := h.core()
	core.Logger = slog.New(slog.NewTextHandler(&log, nil))
	var err error
	h.service, err = push.New(core, h.store)
	h.OK(err)
	for _, do := range []func(){
		func() { h.answer(http.StatusInternalServerError, "") },
		func() {
			h.web.Answers(func(pushservice.Message) pushservice.Answer { return pushservice.Answer{Late: true} })
		},
	} {
		log.Reset()
		do()
		h.Add(taro, "牛乳")
		h.work(time.Minute)
		if !strings.Contains(log.String(), "a notification was not accepted") {
			t.Errorf("got %q, want a warning", log.String())
		}
		for _, secret := range []string{"/send/", "牛乳", string(taro.ID), string(hanako.ID), "太郎"} {
			if strings.Contains(log.String(), secret) {
				t.Errorf("got %q, want no %q", log.String(), secret)
			}
		}
	}
}

// TestServerOff: a batch that a server did not send within 25 hours is not sent any more.
func TestServerOff(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	h.Add(taro, "牛乳")
	h.work(0)
	h.work(25*time.Hour + 2*time.Minute)
	h.tellsNothing()
	check.Equal(t, h.waiting(hanako), 0, "unfinished batches")
}

// TestOutageInTheOnlyHour: a person who has one hour a day that is not quiet, in which the
// push service is away, is told in that hour of the next day.
func TestOutageInTheOnlyHour(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	h.OK(h.service.SetSettings(h.Ctx(), hanako, push.Settings{What: push.All, TimeZone: "Asia/Tokyo", QuietFrom: 13, QuietTo: 12}))
	h.answer(http.StatusServiceUnavailable, "")
	h.Add(taro, "牛乳")
	for range 60 {
		h.work(time.Minute)
	}
	h.web.Answers(nil)
	for range 22 {
		h.work(time.Hour)
		h.tellsNothing()
	}
	h.work(time.Hour)
	h.tells("太郎さん", "牛乳")
}

// TestNewsOfBefore: a person who has left is told nothing of the people of the family before.
func TestNewsOfBefore(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	jiro := h.Join(h.Person("次郎"), taro)
	h.take()
	h.OK(h.Families.Remove(h.Ctx(), taro, jiro.ID))
	h.handOn()
	h.OK(must.Err(h.Families.Leave(h.Ctx(), hanako)))
	h.work(time.Minute)
	h.tellsNothing()
}

// TestRemovedAndBack: a person who is back in the family is not told of their removal.
func TestRemovedAndBack(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	h.OK(h.Families.Remove(h.Ctx(), taro, hanako.ID))
	h.Join(h.Again(hanako), taro)
	h.work(time.Minute)
	h.tellsNothing()
}

// TestUnknownFamily: an event of a family that has ended is told to its removed member only.
func TestUnknownFamily(t *testing.T) {
	h := newHouse(t)
	_, hanako, _ := h.pair()
	h.OK(h.service.Happened(h.Ctx(), []models.Event{
		{ID: "a", Kind: models.EventAdded, Family: "ended", Actor: "x", Memo: models.MemoRef{UserID: "x", ID: "y"}, At: h.Now()},
		{ID: "b", Kind: models.EventRemoved, Family: "ended", Actor: "x", Person: hanako.ID, At: h.Now()},
		{ID: "c", Kind: models.EventChanged, Family: hanako.FamilyID, At: h.Now()},
	}))
	h.work(time.Minute)
	h.tells("家族のお知らせ", "家族から外れました。あなたのメモはいっしょに移りました。")
}
