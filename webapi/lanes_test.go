package webapi

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
)

// slowMemos is a store that returns the lists of a person's family only after open is
// closed.
type slowMemos struct {
	memo.Store
	person models.UserID
	open   chan struct{}
	asked  chan struct{} // receives a value for each waiting list
}

func (s slowMemos) List(ctx context.Context, l memo.Listing) (memo.Page, error) {
	if l.Viewer.ID == s.person {
		s.asked <- struct{}{}
		select {
		case <-s.open:
		case <-ctx.Done():
			return memo.Page{}, ctx.Err()
		}
	}
	return s.Store.List(ctx, l)
}

// TestOneAfterTheOther: while the maximum number of a person's requests run, the person's
// other requests wait, and those of other people do not.
func TestOneAfterTheOther(t *testing.T) { synctest.Test(t, oneAfterTheOther) }

func oneAfterTheOther(t *testing.T) {
	s := newSite(t, func(o *Options) { o.AtOnce = 2 })
	slow := slowMemos{s.db.Memos(), "taro", make(chan struct{}), make(chan struct{}, 10)}
	s.add("taro", "牛乳")
	s.add("hanako", "卵")
	memos := memo.NewService(slow, s.options.Families)
	memos.Now = s.clock
	s.use(func(o *Options) { o.Memos, o.Alone = memos, false })
	s.freeze()

	var group sync.WaitGroup
	for range 3 {
		group.Go(func() { s.ask("taro", "GET", "/api/memos", "").want(http.StatusOK) })
	}
	for range 2 {
		<-slow.asked
	}
	synctest.Wait() // the third waits for the limit, or for the store
	hanako := s.ask("hanako", "GET", "/api/memos", "").want(http.StatusOK)
	if !strings.Contains(hanako.body, "卵") {
		t.Errorf("got %s, want her memo", hanako.body)
	}
	if len(slow.asked) != 0 {
		t.Error("got three concurrent requests, want two")
	}
	close(slow.open)
	group.Wait()
	check.Equal(t, len(slow.asked), 1, "more after the two")
}

// slowAdds is a store that adds memos only after open is closed.
type slowAdds struct {
	memo.Store
	open, asked chan struct{}
}

func (s slowAdds) Add(ctx context.Context, m models.Memo, most int) (models.Memo, bool, error) {
	s.asked <- struct{}{}
	<-s.open
	return s.Store.Add(ctx, m, most)
}

// TestWaitingChangeHoldsNoRead: while a person's changes wait for the disk, the person reads,
// on the page and through an assistant. Changes take no more places than reads.
func TestWaitingChangeHoldsNoRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSite(t, func(o *Options) { o.AtOnce = 1 })
		slow := slowAdds{s.db.Memos(), make(chan struct{}), make(chan struct{}, 10)}
		s.add("taro", "牛乳")
		memos := memo.NewService(slow, s.options.Families)
		memos.Now = s.clock
		s.use(func(o *Options) { o.Memos, o.Alone = memos, false })

		var group sync.WaitGroup
		group.Go(func() { s.ask("taro", "POST", "/api/memos", object("content", "卵")).want(http.StatusCreated) })
		group.Go(func() { s.calls(assistant, "add_memo", `{"text":"塩"}`) })
		synctest.Wait()
		for _, path := range []string{"/api/memos", "/api/memos?q=牛", "/api/me", "/api/family/members"} {
			s.ask("taro", "GET", path, "").want(http.StatusOK)
		}
		if got := s.calls(assistant, "list_memos", "{}").Result.Structured.Memos; len(got) != 1 {
			t.Errorf("an assistant reads %+v, want one memo", got)
		}
		check.Equal(t, len(slow.asked), 1, "concurrent changes")
		close(slow.open)
		group.Wait()
	})
}

// TestSlowReadersHoldUpNothing: an answer that is not read does not delay the person's
// other requests.
func TestSlowReadersHoldUpNothing(t *testing.T) {
	s := newSite(t, func(o *Options) { o.AtOnce = 1 })
	begun, read := make(chan struct{}), make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		r := fuzzRequest("GET", "/api/me", "")
		r.Header.Set(person, "taro")
		s.echo.ServeHTTP(&unreadAnswer{http.Header{}, begun, read}, r)
	})
	<-begun
	s.ask("taro", "GET", "/api/me", "").want(http.StatusOK)
	close(read)
	group.Wait()
}

// unreadAnswer blocks writes until read is closed.
type unreadAnswer struct {
	header      http.Header
	begun, read chan struct{}
}

func (w *unreadAnswer) Header() http.Header { return w.header }

func (w *unreadAnswer) WriteHeader(int) { close(w.begun) }

func (w *unreadAnswer) Write(p []byte) (int, error) {
	<-w.read
	return len(p), nil
}
