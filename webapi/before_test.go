package webapi

import (
	"encoding/csv"
	"strings"
	"testing"

	"voicememo/tools/testkit/check"
)

// TestBeforeIsBroughtBack: the text before an edit is kept with its writer, brought back by
// a request that names the version, and exported.
func TestBeforeIsBroughtBack(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	m := s.add("taro", "牛乳")
	var edited, back memoJSON
	s.ask("hanako", "PUT", "/api/memos/"+m.ID, object("content", "卵")).want(200).into(&edited)
	if want := (earlierJSON{"牛乳", m.Timestamp, "taro", true}); edited.Before == nil || *edited.Before != want || edited.EditedBy != "hanako" {
		t.Errorf("got %+v, want %+v before", edited, want)
	}
	r := s.ask("taro", "PUT", "/api/memos/"+m.ID+"/before", "", `If-Match: "2"`).want(200)
	r.into(&back)
	if want := (earlierJSON{"卵", edited.EditedAt, "hanako", false}); back.Content != "牛乳" || back.Before == nil || *back.Before != want || back.EditedBy != "" || back.UpdatedBy != "taro" {
		t.Errorf("got %+v, want %+v before", back, want)
	}
	if tag := r.header.Get("ETag"); tag != `"3"` {
		t.Errorf("got ETag %s, want \"3\"", tag)
	}
	p := s.ask("taro", "PUT", "/api/memos/"+m.ID+"/before", "", `If-Match: "2"`).want(412).problem() // repeated
	if p.Memo == nil || p.Memo.Before == nil || p.Memo.Content != "牛乳" {
		t.Errorf("got %+v, want the memo as it is", p.Memo)
	}
	for _, path := range []string{"/api/export?format=json", "/api/export?format=json&scope=me"} {
		if body := s.ask("taro", "GET", path, "").want(200).body; !strings.Contains(body, `"before":{"content":"卵"`) {
			t.Errorf("%s: got %s, want the text before", path, body)
		}
	}
}

// TestLocationIsTheMemo: the address of a new memo answers with it, with the same tag as the
// change did.
func TestLocationIsTheMemo(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	made := s.ask("taro", "POST", "/api/memos", object("content", "牛乳")).want(201)
	read := s.ask("hanako", "GET", made.header.Get("Location"), "").want(200)
	if read.body != made.body || read.header.Get("ETag") != made.header.Get("ETag") {
		t.Errorf("got %s %s, want %s %s", read.body, read.header.Get("ETag"), made.body, made.header.Get("ETag"))
	}
}

// TestMemoAfterARename: a memo whose author has taken another name is sent again, although
// its version, and so its ETag, is the same.
func TestMemoAfterARename(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako")
	made := s.ask("taro", "POST", "/api/memos", object("content", "牛乳")).want(201)
	s.ask("taro", "PUT", "/api/user/name", object("name", "次郎")).want(200)
	tag := made.header.Get("ETag")
	read := s.ask("hanako", "GET", made.header.Get("Location"), "", "If-None-Match: "+tag).want(200)
	if !strings.Contains(read.body, "次郎") || read.header.Get("ETag") != tag {
		t.Errorf("got %s %s, want the new name and %s", read.header.Get("ETag"), read.body, tag)
	}
}

// TestSeenBy: a member who has looked at the list since a memo was added has seen it.
func TestSeenBy(t *testing.T) {
	s := newSite(t)
	s.together("taro", "hanako", "saburo")
	m := s.add("taro", "牛乳")
	s.ask("hanako", "PUT", "/api/me/seen", object("until", m.Timestamp)).want(204)
	for _, who := range []string{"taro", "hanako", "saburo"} {
		s.ask(who, "GET", "/api/memos/"+m.ID+"/seen", "").want(200)
		check.Equal(t, s.ask(who, "GET", "/api/memos/"+m.ID+"/seen", "").body, `{"seenBy":["hanako"]}`, who)
	}
}

// TestExportOfLines: a memo of several lines stays one row and one item.
func TestExportOfLines(t *testing.T) {
	s := newSite(t)
	const content = "買い物\n- 牛乳\n1. 卵\n\nパン"
	s.add("taro", content)
	table := strings.TrimPrefix(s.ask("taro", "GET", "/api/export?format=csv", "").want(200).body, "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][1] != content {
		t.Errorf("got %q, %v, want one row with %q", rows, err, content)
	}
	list := s.ask("taro", "GET", "/api/export?format=markdown", "").want(200).body
	_, list, _ = strings.Cut(list, "\n\n")
	if want := "- 買い物\\\n  \\- 牛乳\\\n  1\\. 卵\n\n  パン (taro, "; !strings.HasPrefix(list, want) {
		t.Errorf("got %q, want %q", list, want)
	}
	if body := s.ask("taro", "GET", "/api/export?format=json", "").want(200).body; !strings.Contains(body, `"content":"買い物\n- 牛乳\n1. 卵\n\nパン"`) {
		t.Errorf("got %s, want the lines", body)
	}
}
