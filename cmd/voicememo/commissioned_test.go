package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"

	"voicememo/infra/dynamo"
	"voicememo/tools/testkit/alexa"
	"voicememo/tools/testkit/must"
)

// commissionedEcho is an Echo of the commissioned items.
const commissionedEcho = "amzn1.ask.account.KITCHEN"

// commissioned puts items with exactly the attributes of the commissioned schema's samples:
// two people, one of whom can sign in with --dev, their Echo, a memo and a code.
func commissioned(t *testing.T, h home) {
	t.Helper()
	const stamp = "2006-01-02T15:04:05.000Z"
	family, now := "550e8400-e29b-41d4-a716-446655440000", time.Now().UTC()
	person := func(id, name, source string, owner bool) row {
		return row{"userId": id, "familyId": family, "userName": name, "isOwner": owner, "source": source,
			"createdAt": "2025-07-01T00:00:00.000Z", "updatedAt": "2025-07-14T09:30:00.000Z"}
	}
	taro, hanako := "dev#"+hash("太郎"), "dev#"+hash("花子")
	names := dynamo.TablesOf(environmentOf(h))
	for table, rows := range map[string][]row{
		names.Memos: {{"userId": taro, "id": "17207899123454abc", "familyId": family, "content": "牛乳を買う",
			"timestamp": "2025-07-14T09:30:15.123Z", "deleted": false, "createdByName": "太郎"}},
		names.Users: {person(taro, "山田太郎", "google", true), person(hanako, "花子", "google", false), person(commissionedEcho, "台所", "alexa", false)},
		names.InviteCodes: {{"code": "1234", "familyId": family, "createdBy": taro, "used": false,
			"createdAt": now.Format(stamp), "expiresAt": now.Add(5 * time.Minute).Format(stamp)}},
	} {
		for _, r := range rows {
			must.OK(t, must.Err(h.client().PutItem(t.Context(), &dynamodb.PutItemInput{TableName: &table, Item: r.item()})))
		}
	}
}

// TestCommissionedItems: with the commissioned items alone people speak, sign in, list, invite
// and join, whichever of them comes first, on DynamoDB and after a copy on SQLite.
func TestCommissionedItems(t *testing.T) {
	for name, first := range map[string]func(t *testing.T, s *served){
		"the page": func(_ *testing.T, s *served) { s.signIn("太郎") },
		"the Echo": func(t *testing.T, s *served) { alexa.Post(t, s.url, alexa.AddMemo("0", commissionedEcho, "卵")) },
		"the code": func(_ *testing.T, s *served) { asks(s.signIn("次郎")) },
	} {
		t.Run(name, func(t *testing.T) {
			h := homes(t)["dynamodb"]
			commissioned(t, h)
			out, _ := h.runHere(t, "", append([]string{"doctor"}, h.flags...)...)
			if want := "people (3 are not yet listed by the family that their item names"; !strings.Contains(out, want) {
				t.Errorf("doctor says\n%s\nwant %q", out, want)
			}
			s := h.serveHere(t)
			first(t, s)
			livesCommissioned(t, s)
			s.stop()
			if out, _ = h.runHere(t, "", append([]string{"doctor"}, h.flags...)...); strings.Contains(out, "people (") {
				t.Errorf("doctor says afterwards\n%s", out)
			}
		})
	}
	t.Run("a copy", func(t *testing.T) {
		h := homes(t)["dynamodb"]
		commissioned(t, h)
		dir := t.TempDir()
		h.copies(t, "copy", "--from", "dynamodb:"+environmentOf(h), "--to", "sqlite:"+dir)
		s := home{flags: []string{"--data", dir}}.serveHere(t)
		livesCommissioned(t, s)
		s.stop()
	})
}

// asks enters the commissioned code.
func asks(b *browser) {
	b.Ask(http.MethodPost, "/api/family/join", `{"inviteCode":"1234"}`).Want(http.StatusAccepted)
}

// livesCommissioned does what people do with the commissioned items.
func livesCommissioned(t *testing.T, s *served) {
	t.Helper()
	jiro := s.signIn("次郎")
	asks(jiro)
	taro := s.signIn("太郎")
	if got := taro.Contents(); !strings.Contains(got, "牛乳を買う") {
		t.Errorf("Taro sees %q, want the memo", got)
	}
	alexa.Post(t, s.url, alexa.AddMemo("1", commissionedEcho, "パン"))
	hanako := s.signIn("花子")
	taro.Call(http.MethodPost, "/api/family/requests/"+"dev%23"+hash("次郎"), "", http.StatusOK)
	code := taro.Call(http.MethodPost, "/api/family/invite-codes", "{}", http.StatusCreated)["code"]
	saburo := s.signIn("三郎")
	saburo.Call(http.MethodPost, "/api/family/join", fmt.Sprintf(`{"inviteCode":%q}`, code), http.StatusOK)
	for _, b := range []*browser{taro, hanako, jiro, saburo} {
		if got := b.Contents(); !strings.Contains(got, "牛乳を買う") || !strings.Contains(got, "パン") {
			t.Errorf("got the memos %q, want the old one and that of the Echo", got)
		}
		family := b.Call(http.MethodGet, "/api/family/members", "", http.StatusOK)
		if members, _ := family["members"].([]any); len(members) != 5 {
			t.Errorf("got the members %v, want five", family)
		}
	}
}
