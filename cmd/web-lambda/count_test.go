package main

import (
	"net/http"
	"testing"

	"voicememo/family"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestFullList: after the schedule has counted a full family, the function refuses more
// memos; after it has counted one with room, the function accepts them.
func TestFullList(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1, "VOICEMEMO_MAX_MEMOS=2")
	taro := s.signIn("太郎")
	taro.add("牛乳を買う")
	s.aws.DB.Sample = func() bool { return true }
	u, err := s.aws.DB.Families().Person(t.Context(), models.UserID(taro.id()))
	must.OK(t, err)
	if _, _, err := memo.NewService(s.aws.DB.Memos(), nil).Add(t.Context(), u, memo.Draft{Content: "パンを買う", Key: memo.NewKey()}); err != nil {
		t.Fatal(err)
	}
	schedule := func() {
		t.Helper()
		if out, err := s.instances[0].Invoke(t.Context(), []byte(`{"voicememo":"carry-on"}`)); err != nil || string(out) != `{"pending":0}` {
			t.Fatalf("the schedule returned %s, %v", out, err)
		}
	}
	schedule()
	if refused := taro.Ask("POST", "/api/memos", `{"content":"卵を買う"}`); refused.Text("reason") != string(models.ReasonListFull) {
		t.Errorf("got %d %s, want the reason %s", refused.Status, refused.Body, models.ReasonListFull)
	}
	for range 2 { // the second time permanently
		taro.Ask("DELETE", "/api/memos", "").Want(http.StatusOK)
		taro.Ask("DELETE", "/api/memos?deleted=true", "").Want(http.StatusOK)
	}
	schedule()
	taro.add("卵を買う")
}

// TestScheduleFinishesWork: the schedule does what is left of a change of many memos.
func TestScheduleFinishesWork(t *testing.T) {
	t.Parallel()
	s := newSite(t, "https://"+customDomain, 1)
	taro := s.signIn("太郎")
	taro.add("牛乳を買う")
	taro.add("パンを買う")
	families := family.NewService(s.aws.DB.Families(), s.aws.DB.Memos())
	u, err := families.Person(t.Context(), models.UserID(taro.id()))
	must.OK(t, err)
	hurried := memo.NewService(s.aws.DB.Memos(), families)
	hurried.FirstBatch, hurried.WorkTime = 1, 0
	if _, left, err := hurried.TrashAll(t.Context(), u); err != nil || left != 1 {
		t.Fatalf("TrashAll: got %d left, %v, want one", left, err)
	}
	check.Equal(t, taro.Ask("GET", "/api/me/work", "").Want(http.StatusOK).Body, `{"kind":"delete_all","done":1,"left":1}`)
	if out, err := s.instances[0].Invoke(t.Context(), []byte(`{"voicememo":"carry-on"}`)); err != nil || string(out) != `{"pending":0}` {
		t.Fatalf("the schedule returned %s, %v", out, err)
	}
	taro.Ask("GET", "/api/me/work", "").Want(http.StatusNotFound)
	check.Equal(t, taro.Contents(), "", "in the list")
}
