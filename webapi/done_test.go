package webapi

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/models"
	"voicememo/tools/testkit/must"
)

// marks marks a memo as done, or as not done, and returns it.
func (s *site) marks(who, id string, done bool) (m memoJSON) {
	s.t.Helper()
	s.ask(who, "PUT", "/api/memos/"+id+"/done", fmt.Sprintf(`{"done":%v}`, done)).want(200).into(&m)
	return m
}

// contents returns the texts of a list, newest first.
func (s *site) contents(who, query string) []string {
	s.t.Helper()
	var list listJSON
	s.ask(who, "GET", "/api/memos"+query, "").want(200).into(&list)
	all := []string{}
	for _, m := range list.Memos {
		all = append(all, m.Content)
	}
	return all
}

// later returns a time of an answer after a duration.
func later(t *testing.T, text string, d time.Duration) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	must.OK(t, err)
	return at.Add(d)
}

// TestDoneMemoStaysInTheList for three days, and says by whom and when it was marked.
func TestDoneMemoStaysInTheList(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	m := s.add("taro", "牛乳")
	s.add("taro", "卵")
	marked := s.marks("hanako", m.ID, true)
	if marked.DoneAt == "" || marked.DoneAt != marked.UpdatedAt || marked.DoneBy != "hanako" || marked.Deleted || marked.Version != 2 {
		t.Errorf("got %+v, want it done by hanako and not deleted", marked)
	}
	if again := s.marks("taro", m.ID, true); again != marked {
		t.Errorf("marked again: got %+v, want %+v", again, marked)
	}
	s.wait(models.DoneDays*24*time.Hour - time.Minute)
	for query, want := range map[string][]string{
		"": {"卵", "牛乳"}, "?done=true": {"牛乳"}, "?done=false": {"卵"}, "?deleted=true": {}, "?q=乳&done=true": {"牛乳"},
		"?author=taro&done=false": {"卵"}, "?deleted=true&done=true": {},
	} {
		if got := s.contents("taro", query); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", query, got, want)
		}
	}
	if open := s.marks("taro", m.ID, false); open.DoneAt != "" || open.DoneBy != "" || open.PurgeAt != "" || open.Version != 3 {
		t.Errorf("got %+v, want it not done", open)
	}
}

// TestDoneMemoGoesToTheTrash after three days, where it stays for ten.
func TestDoneMemoGoesToTheTrash(t *testing.T) {
	s := newSite(t)
	m := s.marks("taro", s.add("taro", "牛乳").ID, true)
	s.wait(models.DoneDays * 24 * time.Hour)
	if live := s.contents("taro", ""); len(live) > 0 {
		t.Errorf("got the list %v, want none", live)
	}
	var trash listJSON
	s.ask("taro", "GET", "/api/memos?deleted=true", "").want(200).into(&trash)
	if len(trash.Memos) != 1 {
		t.Fatalf("got %d memos in the trash, want 1", len(trash.Memos))
	}
	got := trash.Memos[0]
	deleted := later(t, m.DoneAt, models.DoneDays*24*time.Hour)
	purged := later(t, m.DoneAt, (models.DoneDays+models.TrashDays)*24*time.Hour).Truncate(time.Second)
	if !got.Deleted || got.DeletedAt != models.FormatTime(deleted) || got.PurgeAt != models.FormatTime(purged) || got.DoneAt != m.DoneAt || got.Version != m.Version {
		t.Errorf("got %+v, want it deleted at %v and purged at %v", got, deleted, purged)
	}
	for _, done := range []string{"true", "false"} {
		p := s.ask("taro", "PUT", "/api/memos/"+m.ID+"/done", `{"done":`+done+`}`).want(409).problem()
		if p.Reason != models.ReasonInTrash {
			t.Errorf("done %s: got reason %q, want %q", done, p.Reason, models.ReasonInTrash)
		}
	}
	s.ask("taro", "PUT", "/api/memos/"+m.ID, object("content", "卵")).want(409)
	s.wait(models.TrashDays*24*time.Hour + time.Second)
	s.ask("taro", "PUT", "/api/memos/"+m.ID+"/restore", "").want(404)
}

// TestExportsSayWhatIsDone in each format.
func TestExportsSayWhatIsDone(t *testing.T) {
	s := newSite(t)
	m := s.marks("taro", s.add("taro", "牛乳").ID, true)
	s.add("taro", "[x] 卵")
	for _, scope := range []string{"family", "me"} {
		var file listJSON
		s.ask("taro", "GET", "/api/export?format=json&scope="+scope, "").want(200).into(&file)
		if len(file.Memos) != 2 || file.Memos[0].DoneAt != "" || file.Memos[1].DoneAt != m.DoneAt || file.Memos[1].DoneBy != "taro" {
			t.Errorf("%s: got %+v, want the second one done by taro", scope, file.Memos)
		}
	}
	table := s.ask("taro", "GET", "/api/export?format=csv", "").want(200).body
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(rows) != 3 || rows[0][5] != "doneAt" || rows[1][5] != "" || rows[2][5] != m.DoneAt {
		t.Errorf("got %q, %v, want doneAt in the last column", rows, err)
	}
	list := s.ask("taro", "GET", "/api/export?format=markdown", "").want(200).body
	for _, want := range []string{"\n- [x] 牛乳 (taro, ", "\n- \\[x\\] 卵 (taro, "} {
		if !strings.Contains(list, want) {
			t.Errorf("got %q, want %q in it", list, want)
		}
	}
}
