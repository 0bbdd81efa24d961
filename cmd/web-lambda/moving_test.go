package main

import (
	"encoding/json"
	"net/http"
	"net/url"
	"testing"

	"voicememo/tools/testkit/must"
)

// TestFamilyIDWhileMoving: a member who was removed reads the same list before and after
// the memos have moved, with the id of the family that /api/me names.
func TestFamilyIDWhileMoving(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	taro, hanako := s.signIn("太郎"), s.signIn("花子")
	hanako.add("牛乳を買う")
	_, token := taro.invite()
	hanako.Ask("POST", "/api/family/join", `{"inviteToken":"`+token+`"}`).Want(http.StatusOK)
	_ = taro.Contents()
	taro.Ask("DELETE", "/api/family/members/"+url.PathEscape(hanako.id()), "").Want(http.StatusNoContent)
	var me struct{ Family struct{ ID string } }
	var list struct{ Memos []struct{ FamilyID string } }
	first, second := hanako.Ask("GET", "/api/memos", ""), hanako.Ask("GET", "/api/memos", "")
	for target, body := range map[any]string{&me: hanako.Ask("GET", "/api/me", "").Body, &list: first.Body} {
		must.OK(t, json.Unmarshal([]byte(body), target))
	}
	if len(list.Memos) != 1 || list.Memos[0].FamilyID != me.Family.ID || me.Family.ID == "" {
		t.Errorf("got %s, want one memo of the family %q", first.Body, me.Family.ID)
	}
	if first.Body != second.Body || first.Header.Get("ETag") != second.Header.Get("ETag") {
		t.Errorf("got %s (%s), then %s (%s)", first.Body, first.Header.Get("ETag"), second.Body, second.Header.Get("ETag"))
	}
}
