package webapi

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"voicememo/models"
	"voicememo/tools/testkit/check"
)

func TestIdempotencyKey(t *testing.T) {
	s := newSite(t)
	const key = "Idempotency-Key: 0196a0d2-0000-7000-8000-000000000001"
	first := s.add("taro", "牛乳", key)
	var again memoJSON
	s.ask("taro", "POST", "/api/memos", object("content", "牛乳"), key).want(http.StatusOK).into(&again)
	check.Equal(t, again, first, "repeated request")
	p := s.ask("taro", "POST", "/api/memos", object("content", "卵"), key).want(http.StatusConflict).problem()
	if p.Reason != models.ReasonKeyReused {
		t.Errorf("got reason %q, want %q", p.Reason, models.ReasonKeyReused)
	}
	s.add("hanako", "卵", key) // keys of different people are independent
	var list listJSON
	s.ask("taro", "GET", "/api/memos", "").into(&list)
	check.Equal(t, len(list.Memos), 1, "memos")
}

// withVersion are the changes that take If-Match, of a memo of version 1.
var withVersion = []struct{ method, path, body string }{
	{"PUT", "", object("content", "卵")}, {"PUT", "/done", `{"done":true}`}, {"DELETE", "", ""},
}

// TestVersionsOfACompressingProxy: such a proxy weakens the ETag of the answer. The change
// with that tag succeeds at every route that takes If-Match, also in a list of tags, and is
// refused if the memo has changed.
func TestVersionsOfACompressingProxy(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	taking := 0
	for _, op := range loadContract(t).Operations() {
		if op.Parameters.GetByInAndName("header", ifMatchHeader) != nil {
			taking++
		}
	}
	if taking != len(withVersion)+1 {
		t.Errorf("got %d operations with If-Match, want %d and the one that swaps texts", taking, len(withVersion))
	}
	for _, c := range append(withVersion, struct{ method, path, body string }{"PUT", "/before", ""}) {
		m := s.add("taro", "牛乳")
		at := "/api/memos/" + m.ID
		s.ask("taro", "PUT", at, object("content", "豆乳")).want(200)
		weakened := "If-Match: W/" + s.ask("taro", "GET", at, "").want(200).header.Get("ETag")
		for _, list := range []string{weakened + `, "9"`, weakened} {
			s.ask("taro", c.method, at+c.path, c.body, strings.Replace(list, "2", "1", 1)).want(412)
		}
		s.ask("taro", c.method, at+c.path, c.body, weakened+`, W/"9"`).want(200)
		s.ask("taro", c.method, at+c.path, c.body, weakened).want(412)
	}
}

// TestStaleChangesShowTheMemoAsItIs: a change of a version gone by is refused with the memo.
func TestStaleChangesShowTheMemoAsItIs(t *testing.T) {
	s := newSite(t)
	for _, c := range withVersion {
		m := s.add("taro", "牛乳")
		if got := s.ask("taro", c.method, "/api/memos/"+m.ID+c.path, c.body, `If-Match: "1"`).want(200).header.Get("ETag"); c.body != "" && got != `"2"` {
			t.Errorf("%+v: got ETag %s, want \"2\"", c, got)
		}
		p := s.ask("taro", c.method, "/api/memos/"+m.ID+c.path, c.body, `If-Match: "1"`).want(412).problem()
		if p.Code != models.CodePreconditionFailed || p.Memo == nil || p.Memo.ID != m.ID || p.Memo.Version != 2 {
			t.Errorf("%+v: got %+v, want precondition_failed with the memo", c, p)
		}
	}
}

func TestPagesShowEachMemoOnce(t *testing.T) {
	s := newSite(t)
	for i := range 250 {
		s.add("taro", fmt.Sprint("memo ", i))
	}
	for _, limit := range []int{100, 7} {
		next, all := "", []string{}
		for page := 0; page == 0 || next != ""; page++ {
			var list listJSON
			s.ask("taro", "GET", fmt.Sprintf("/api/memos?limit=%d&cursor=%s", limit, next), "").want(200).into(&list)
			for _, m := range list.Memos {
				all = append(all, m.Content)
			}
			next = list.NextCursor
		}
		if len(all) != 250 {
			t.Fatalf("limit %d: got %d memos, want 250", limit, len(all))
		}
		for i, content := range all {
			if want := fmt.Sprint("memo ", 249-i); content != want {
				t.Fatalf("limit %d: memo %d is %q, want %q", limit, i, content, want)
			}
		}
	}
	var list listJSON
	s.ask("taro", "GET", "/api/memos", "").into(&list)
	if len(list.Memos) != 50 {
		t.Errorf("got a page without limit has %d, want %d", len(list.Memos), 50)
	}
}

func TestListIsToldApartByETag(t *testing.T) {
	s := newSite(t)
	s.add("taro", "牛乳")
	tag := s.ask("taro", "GET", "/api/memos", "").want(200).header.Get("ETag")
	for _, header := range []string{tag, strings.TrimPrefix(tag, "W/"), `"other", ` + tag, "*"} {
		r := s.ask("taro", "GET", "/api/memos", "", "If-None-Match: "+header).want(304)
		if r.body != "" || r.header.Get("ETag") != tag {
			t.Errorf("If-None-Match %s: %q, ETag %q", header, r.body, r.header.Get("ETag"))
		}
	}
	s.ask("taro", "GET", "/api/memos", "", `If-None-Match: "other"`).want(200)
	s.add("taro", "卵")
	s.ask("taro", "GET", "/api/memos", "", "If-None-Match: "+tag).want(200)
}

// TestAnswersAreNotKept by a browser, whose cache would outlive a sign-out; the page uses
// the ETag itself.
func TestAnswersAreNotKept(t *testing.T) {
	a := newAlbum(t)
	a.add("taro", "牛乳")
	for path, tagged := range map[string]bool{
		"/api/me": true, "/api/memos?limit=50": true, "/api/memos?q=%E7%89%9B": true, "/api/memos?deleted=true": true,
		"/api/family/members/hanako/picture": true, "/api/family/members": false, "/api/export?format=json": false, "/api/nothing": false,
	} {
		r := a.ask("taro", "GET", path, "")
		if got := r.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s: got Cache-Control %q, want no-store", path, got)
		}
		tag := r.header.Get("ETag")
		if (tag != "") != tagged {
			t.Errorf("%s: got ETag %q", path, tag)
		}
		if !tagged {
			continue
		}
		again := a.ask("taro", "GET", path, "", "If-None-Match: "+tag).want(http.StatusNotModified)
		if got := again.header.Get("Cache-Control"); got != "no-store" || again.header.Get("ETag") != tag || again.body != "" {
			t.Errorf("%s: got Cache-Control %q, ETag %q and %q of what has not changed", path, got, again.header.Get("ETag"), again.body)
		}
	}
	before := a.ask("taro", "GET", "/api/me", "").header.Get("ETag")
	a.ask("hanako", "PUT", "/api/user/name", object("name", "花子")).want(200)
	a.ask("taro", "GET", "/api/me", "", "If-None-Match: "+before).want(200)
}
