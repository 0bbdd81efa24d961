package webapi

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
)

// marks marks a memo as done, or as not done, and returns it.
func (s *site) marks(who, id string, done bool) (m memoJSON) {
	s.t.Helper()
	s.ask(who, "PUT", "/api/memos/"+id+"/done", fmt.Sprintf(`{"done":%v}`, done)).want(200).into(&m)
	return m
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
