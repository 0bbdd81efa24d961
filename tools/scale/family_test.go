package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"voicememo/infra/bulk"
	"voicememo/infra/dynamo"
	"voicememo/memo"
	"voicememo/models"
)

// TestFamily: ten members write at the same time, on the page and to Echos, in a family
// with many memos. Every acknowledged memo is listed once, and a page costs the same
// afterwards.
func TestFamily(t *testing.T) {
	stored, each := 300, 5
	if long() {
		stored, each = 10000, 100
	}
	s := newSite(t, nil)
	members := s.members(t, 10)
	s.fill(t, members[0], stored)
	run := FamilyRun{Memos: stored, Writers: len(members)}
	run.ListBefore = s.pageCost(t, members[0])
	s.meter.Reset()
	var group sync.WaitGroup
	for i, u := range members {
		group.Go(func() { s.writes(t, i, u, each) })
	}
	group.Wait()
	run.AddWrite, run.IndexWrite = s.addCost()
	run.Added, run.Replayed = len(members)*each, len(members)/2*(each/5)
	run.Lost, run.Doubled = s.compare(t, members[0], len(members), each)
	run.ListAfter = s.pageCost(t, members[0])
	if run.Lost != 0 || run.Doubled != 0 || run.ListAfter != run.ListBefore {
		t.Errorf("got %+v, want none lost or doubled and the same cost of a page", run)
	}
	t.Logf("%+v", run)
	record(t, func(m *Measured) { m.Family = run })
}

// members makes a family of people and, every second one, Echos. They are stored as they
// are long after they joined: just after a join, lists are read twice.
func (s *site) members(t *testing.T, n int) []models.User {
	t.Helper()
	since := time.Now().AddDate(-1, 0, 0).Truncate(time.Millisecond)
	f := models.Family{ID: "11111111-1111-4111-8111-111111111111", CreatedAt: since}
	var people []bulk.Record
	for i := range n {
		u := models.User{
			ID: models.UserID(fmt.Sprintf("person-%d", i)), FamilyID: f.ID, Name: fmt.Sprintf("家族%d", i), Source: models.SourceOIDC,
			IsOwner: i == 0, CreatedAt: since, UpdatedAt: since, JoinedAt: since,
		}
		if i%2 == 1 {
			u.ID, u.Source = models.UserID(fmt.Sprintf("amzn1.ask.account.ECHO%d", i)), models.SourceAlexa
		}
		f.MemberIDs = append(f.MemberIDs, u.ID)
		people = append(people, bulk.Record{Person: &u})
	}
	f.OwnerID = f.MemberIDs[0]
	store := dynamo.Bulk(s.client, s.env)
	must(t, store.Write(t.Context(), people))
	must(t, store.Write(t.Context(), []bulk.Record{{Family: &f}}))
	all := make([]models.User, n)
	for i, id := range f.MemberIDs {
		var err error
		all[i], err = s.Families.Person(t.Context(), id)
		must(t, err)
	}
	return all
}

// fill stores n memos of an author, a minute apart until a day ago.
func (s *site) fill(t *testing.T, author models.User, n int) {
	t.Helper()
	newest := time.Now().Add(-24 * time.Hour).Truncate(time.Millisecond)
	var records []bulk.Record
	for i := range n {
		ref := memo.Key(fmt.Sprint("stored ", i)).Ref(author.ID)
		records = append(records, bulk.Record{Memo: &models.Memo{
			UserID: ref.UserID, ID: ref.ID, FamilyID: author.FamilyID, Timestamp: newest.Add(-time.Duration(i) * time.Minute),
			Content: fmt.Sprintf("%d: 図書館の本を返す。予約した本も受け取る", i), CreatedByName: author.Name, Version: 1,
		}})
	}
	must(t, dynamo.Bulk(s.client, s.env).Write(t.Context(), records))
}

// content is the text of a writer's memo.
func content(writer, n int) string { return fmt.Sprintf("書き手%dの用事%dです", writer, n) }

// writes adds a member's memos, one after the other. Every fifth request of the page is
// sent twice with the same key, as after a lost response.
func (s *site) writes(t *testing.T, writer int, u models.User, each int) {
	echo := u.Source == models.SourceAlexa
	device := s.device(t, u.ID)
	for n := range each {
		if echo {
			answer, err := device.Say(t.Context(), content(writer, n)+" を追加")
			if err != nil || !strings.Contains(answer.Speech, content(writer, n)) {
				t.Errorf("add by voice: got %q and %v, want the memo repeated", answer.Speech, err)
			}
			continue
		}
		key := string(memo.NewKey())
		for try := range tries(n) {
			w := s.ask(u.ID, http.MethodPost, "/api/memos", `{"content":"`+content(writer, n)+`"}`, "Idempotency-Key", key)
			if want := http.StatusCreated; w.Code != want && (try == 0 || w.Code != http.StatusOK) {
				t.Errorf("add: got %d, want %d: %s", w.Code, want, w.Body)
			}
		}
	}
}

// addCost returns the WCU of an add by the page and its part in the family's partition of
// the index.
func (s *site) addCost() (write, index float64) {
	for _, r := range s.meter.Requests() {
		if r.Action != "TransactWriteItems" || r.Status != http.StatusOK {
			continue
		}
		write = r.Write
		index = 0
		for _, u := range r.Used {
			if u.Index != "" {
				index += u.Write
			}
		}
		if write == 5 {
			break // by a person; an Echo's item may be larger
		}
	}
	return write, index
}

// compare counts the acknowledged memos that are not listed, and those that are twice.
func (s *site) compare(t *testing.T, reader models.User, writers, each int) (lost, doubled int) {
	t.Helper()
	seen := map[string]int{}
	for q := (memo.Query{Limit: memo.MaxLimit}); ; {
		page, err := s.Memos.List(t.Context(), reader, q)
		must(t, err)
		for _, m := range page.Memos {
			seen[m.Content]++
		}
		if q.Cursor = page.Next; q.Cursor == "" {
			break
		}
	}
	for w := range writers {
		for n := range each {
			switch got := seen[content(w, n)]; {
			case got == 0:
				lost++
			case got > 1:
				doubled++
			}
		}
	}
	return lost, doubled
}

// pageCost returns the RCU of the index for the first page.
func (s *site) pageCost(t *testing.T, reader models.User) (read float64) {
	t.Helper()
	s.meter.Reset()
	_, err := s.Memos.List(t.Context(), reader, memo.Query{Limit: 50})
	must(t, err)
	for _, r := range s.meter.Requests() {
		for _, u := range r.Used {
			if u.Index != "" {
				read += u.Read
			}
		}
	}
	return read
}

// tries returns how often the page sends its memo number n.
func tries(n int) int {
	if n%5 == 4 {
		return 2
	}
	return 1
}
