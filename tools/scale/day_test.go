package scale

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/must"
)

// row is one kind of request of an active family: a couple and a child with two phones, a
// tablet and an Echo.
type row struct {
	surface, what string
	perDay        float64
	measure       func(s *site) // nil: it does not reach DynamoDB
}

// day lists the requests of a family's day. A page reads the person and the list when it
// comes into sight (40 times), two seconds later, and after each of six hints.
func day() []row {
	return []row{
		{"voice", "launch", 2, spoken("家族ボイスメモを開いて")},
		{"voice", "add", 8, spoken("牛乳とパンを買って帰る を追加")},
		{"voice", "read", 5, spoken("一覧")},
		{"voice", "done", 2, spoken("一覧", "1 番済み")},
		{"voice", "delete", 0.5, spoken("一覧", "1 番を削除")},
		{"voice", "undo", 0.5, spoken("一覧", "1 番を削除", "元に戻して")},
		{"voice", "stop", 2, spoken("家族ボイスメモを開いて", "ストップ")},
		{"web", "page, ten files", 20, nil},
		{"web", "person", 86, func(s *site) { s.ask("GET", "/api/me", "") }},
		{"web", "list, changed", 26, func(s *site) { s.ask("GET", list, "") }},
		{"web", "list, not changed", 100, notChanged},
		{"web", "add", 12, func(s *site) { s.add() }},
		{"web", "edit", 2, changed("PUT", "", `{"content":"クリーニングを水曜日までに取りに行く"}`)},
		{"web", "done", 6, changed("PUT", "/done", `{"done":true}`)},
		{"web", "delete", 1.5, changed("DELETE", "", "")},
		{"web", "seen", 20, func(s *site) { s.ask("PUT", "/api/me/seen", `{"until":"`+models.FormatTime(time.Now())+`"}`) }},
		{"live", "connect", 40, func(s *site) { must.OK(s.t, s.live.Connect(s.t.Context(), "a", s.ticket)) }},
		{"live", "hello", 40, func(s *site) { must.OK(s.t, s.live.Hello(s.t.Context(), "a")) }},
		{"live", "change", 32, func(s *site) {
			must.OK(s.t, s.live.Happened(s.t.Context(), []models.Event{{ID: "1", Kind: models.EventAdded, Family: s.family.ID}}))
		}},
		{"live", "disconnect", 40, func(s *site) { must.OK(s.t, s.live.Disconnect(s.t.Context(), "a")) }},
		{"live", "change that no page shows", 52, nil},
	}
}

// spoken says words in a new conversation; only the last ones are measured.
func spoken(words ...string) func(*site) {
	return func(s *site) {
		s.t.Helper()
		tk, err := talk.New(talk.Options{UserID: talk.DefaultUserID, Send: func(ctx context.Context, raw []byte) ([]byte, error) {
			s.meter.Reset()
			return s.skill.Handle(ctx, raw)
		}})
		must.OK(s.t, err)
		for _, w := range words {
			if answer, err := tk.Say(s.t.Context(), w); err != nil || answer.Speech == "" {
				s.t.Fatalf("%s: got speech %q and error %v, want an answer", w, answer.Speech, err)
			}
		}
	}
}

func notChanged(s *site) {
	etag := s.ask("GET", list, "").Header().Get("ETag")
	if got := s.ask("GET", list, "", "If-None-Match", etag).Code; got != http.StatusNotModified {
		s.t.Errorf("a matching ETag: got %d, want 304", got)
	}
}

// changed sends a change of a memo that is added for it.
func changed(method, part, body string) func(*site) {
	return func(s *site) { s.ask(method, "/api/memos/"+s.add()+part, body, "If-Match", `"1"`) }
}

// add adds a memo on the page and returns its id.
func (s *site) add() string {
	s.t.Helper()
	answer := s.ask("POST", "/api/memos", `{"content":"クリーニングを取りに行く"}`, "Idempotency-Key", string(memo.NewKey()))
	var m struct{ ID string }
	must.OK(s.t, json.Unmarshal(answer.Body.Bytes(), &m))
	return m.ID
}

// units are RCU and WCU by table or index.
type units map[string][2]float64

// sum returns the RCU (0) or WCU (1) of all tables and indexes.
func (u units) sum(kind int) (all float64) {
	for _, v := range u {
		all += v[kind]
	}
	return all
}

// add adds n times some RCU and WCU.
func (u units) add(name string, n, read, write float64) {
	u[name] = [2]float64{u[name][0] + n*read, u[name][1] + n*write}
}

// cost returns what a row costs once.
func (s *site) cost(r row) (requests int, used units) {
	used = units{}
	s.meter.Reset()
	if r.measure != nil {
		r.measure(s)
	}
	for _, request := range s.meter.Requests() {
		requests++
		for _, u := range request.Used {
			used.add(u.Table[strings.LastIndex(u.Table, "-")+1:]+u.Index, 1, u.Read, u.Write)
		}
	}
	return requests, used
}

// measured returns the rows of the page about a family's day, and the day's calls and units.
func measured(t *testing.T) (rows []string, calls map[string]float64, all units) {
	s, all, calls := newSite(t), units{}, map[string]float64{}
	for range 3 { // the first launches explain the skill and are counted
		spoken("家族ボイスメモを開いて", "ストップ")(s)
	}
	for _, r := range day() {
		requests, once := s.cost(r)
		rows = append(rows, fmt.Sprintf("| %s | %s | %v | %d | %v | %v |", r.surface, r.what, r.perDay, requests, once.sum(0), once.sum(1)))
		for name, u := range once {
			all.add(name, r.perDay, u[0], u[1])
		}
		calls[r.surface] += r.perDay
	}
	return rows, calls, all
}
