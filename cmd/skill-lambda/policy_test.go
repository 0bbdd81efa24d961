package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"voicememo/family"
	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/cfn"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/must"
	"voicememo/tools/testkit/runtimeapi"
)

// house is the function with people around it who use the page.
type house struct {
	t        *testing.T
	aws      *functiontest.AWS
	process  *runtimeapi.Process
	families *family.Service
	memos    *memo.Service
	invites  *invite.Service
}

// TestRecordedCalls: the function makes only calls that its role in the template allows,
// and makes every call that the role allows.
func TestRecordedCalls(t *testing.T) {
	t.Parallel()
	aws := functiontest.NewAWS(t)
	core, whole := functiontest.Templates(t, "../../infra")
	keys, id := newSealer(t), keysID(t, whole)
	aws.Keep(id, keys.json)
	h := newHouse(t, aws, append(with(aws), "VOICEMEMO_SESSION_KEYS_ID="+id)...)
	h.echoJoins()
	h.ownerIsAsked()
	h.everythingElse() // while few codes are live: later, wrong codes would have to wait
	h.codesAreTaken()
	h.anotherCode()
	h.disabled()
	h.recovered()
	h.linked(keys)
	aws.RequirePolicy(t, core, whole, "SkillRole")
}

// newHouse starts the function with these variables.
func newHouse(t *testing.T, aws *functiontest.AWS, env ...string) house {
	t.Helper()
	families := family.NewService(aws.DB.Families(), aws.DB.Memos())
	memos := memo.NewService(aws.DB.Memos(), families)
	return house{t, aws, functiontest.Start(t, built, env...), families, memos, invite.NewService(aws.DB.Invites(), families, memos)}
}

// keysID returns the id of the keys' secret in the function's environment.
func keysID(t *testing.T, template *cfn.Template) string {
	t.Helper()
	function, _ := template.Resource("SkillFunction")
	environment, _ := function.Properties["Environment"].(map[string]any)
	variables, _ := environment["Variables"].(map[string]any)
	id, _ := variables["VOICEMEMO_SESSION_KEYS_ID"].(string)
	if id == "" {
		t.Fatal("the template sets no VOICEMEMO_SESSION_KEYS_ID")
	}
	return id
}

// person creates a person who uses the page.
func (h house) person(name string) models.User {
	h.t.Helper()
	u, err := h.families.Ensure(h.t.Context(), models.Profile{ID: models.UserID("google-" + name), Name: name, Source: models.SourceOIDC})
	must.OK(h.t, err)
	return u
}

// code creates an invite code.
func (h house) code(owner models.User) string {
	h.t.Helper()
	inv, err := h.invites.Issue(h.t.Context(), owner)
	must.OK(h.t, err)
	return inv.Code
}

// echoJoins: an Echo with memos joins a family, the memos follow, and it leaves.
func (h house) echoJoins() {
	h.t.Helper()
	taro := h.person("太郎")
	tk := conversation(h.t, h.process, account())
	say(h.t, tk, "牛乳を買う を追加", "牛乳を買う")
	say(h.t, tk, "招待コード "+h.code(taro)+" で参加", "")
	say(h.t, tk, "はい", "太郎")
	say(h.t, tk, "一覧", "牛乳を買う")
	if list, err := h.memos.List(h.t.Context(), taro, memo.Query{}); err != nil || len(list.Memos) != 1 {
		h.t.Errorf("the owner sees %d memos, %v", len(list.Memos), err)
	}
	say(h.t, tk, "家族から抜ける", "")
	say(h.t, tk, "はい", "")
}

// ownerIsAsked: an Echo asks to join, and an Echo that owns a family is asked.
func (h house) ownerIsAsked() {
	h.t.Helper()
	user := account()
	tk := conversation(h.t, h.process, user)
	code := say(h.t, tk, "招待コードを作って", "").Speech
	echo, err := h.families.Person(h.t.Context(), models.UserID(user))
	if err != nil {
		h.t.Fatalf("%v after %s", err, code)
	}
	must.OK(h.t, h.families.SetAskBeforeJoin(h.t.Context(), echo, true))
	for name, answer := range map[string]string{"花子": "はい", "次郎": "いいえ"} {
		inv, err := h.invites.Issue(h.t.Context(), echo)
		must.OK(h.t, err)
		must.OK(h.t, must.Err(h.invites.RedeemLink(h.t.Context(), h.person(name), inv.Token)))
		say(h.t, tk, "家族ボイスメモを開いて", name)
		say(h.t, tk, answer, "")
	}
	saburo := h.person("三郎")
	must.OK(h.t, h.families.SetAskBeforeJoin(h.t.Context(), saburo, true))
	tk = conversation(h.t, h.process, account())
	say(h.t, tk, "招待コード "+h.code(saburo)+" で参加", "")
	say(h.t, tk, "はい", "三郎")
}

// refused is DynamoDB's answer when a condition does not hold.
const refused = `{"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException"}`

// refuse makes DynamoDB refuse an action n times, if its request contains a text.
func (h house) refuse(n int, wanted, says string) {
	var asked atomic.Int64 // the function sends several requests at the same time
	h.aws.Instead(func(action string, body []byte) (int, string) {
		if action != wanted || !strings.Contains(string(body), says) || asked.Add(1) > int64(n) {
			return 0, ""
		}
		return http.StatusBadRequest, refused
	})
}

// codesAreTaken: the function chooses other digits if another family gets the same ones at
// the same moment.
func (h house) codesAreTaken() {
	h.t.Helper()
	h.refuse(1, "PutItem", `"inviteId"`)
	defer h.aws.Instead(nil)
	say(h.t, conversation(h.t, h.process, account()), "招待コードを作って", "招待コード")
}

// anotherCode: the family got another invitation at the same moment, so the new one is
// revoked.
func (h house) anotherCode() {
	h.t.Helper()
	h.refuse(1, "UpdateItem", `"inviteCode"`)
	defer h.aws.Instead(nil)
	say(h.t, conversation(h.t, h.process, account()), "招待コードを作って", "招待コード")
}

// disable sends the event that the skill of an account was disabled.
func (h house) disable(user string) {
	h.t.Helper()
	gone := request(talk.DefaultApplicationID, user, `{"type":"AlexaSkillEvent.SkillDisabled","requestId":"r","timestamp":"2026-01-02T03:04:05Z",`+
		`"body":{"userInformationPersistenceStatus":"NOT_PERSISTED"}}`)
	if _, err := h.process.Invoke(h.t.Context(), gone); err != nil {
		h.t.Error(err)
	}
}

// disabled: the skill of an Echo that is alone is disabled while its connection number is
// valid, and that of an Echo that owns a family, whose next owner is another member.
func (h house) disabled() {
	h.t.Helper()
	alone, owner := account(), account()
	tk := conversation(h.t, h.process, alone)
	say(h.t, tk, "牛乳を買う を追加", "牛乳を買う")
	say(h.t, tk, "アカウントにつなぐ", "接続番号")
	h.disable(alone)
	if u, err := h.families.Person(h.t.Context(), models.UserID(alone)); err != nil || u.EraseAt.IsZero() {
		h.t.Errorf("the Echo that was alone is %+v, %v", u, err)
	}

	say(h.t, conversation(h.t, h.process, owner), "パンを買う を追加", "パンを買う")
	echo, err := h.families.Person(h.t.Context(), models.UserID(owner))
	must.OK(h.t, err)
	inv, err := h.invites.Issue(h.t.Context(), echo)
	must.OK(h.t, err)
	heir := h.person("みどり")
	must.OK(h.t, must.Err(h.invites.RedeemLink(h.t.Context(), heir, inv.Token)))
	h.disable(owner)
	if f, err := h.families.ByID(h.t.Context(), echo.FamilyID); err != nil || f.OwnerID != heir.ID || f.Has(echo.ID) || !f.Lists(echo.ID) {
		h.t.Errorf("its family is %+v, %v", f, err)
	}
}

// recovered: the recovery number restores the memos of an Echo whose skill was disabled.
func (h house) recovered() {
	h.t.Helper()
	lost, err := h.families.Ensure(h.t.Context(), models.Profile{ID: models.UserID(account()), Name: "エコー", Source: models.SourceAlexa})
	must.OK(h.t, err)
	if _, _, err := h.memos.Add(h.t.Context(), lost, memo.Draft{Content: "傘を持っていく", Key: memo.NewKey()}); err != nil {
		h.t.Fatal(err)
	}
	number, err := h.families.RecoveryNumber(h.t.Context(), lost)
	must.OK(h.t, err)
	h.disable(string(lost.ID))
	tk := conversation(h.t, h.process, account())
	say(h.t, tk, "復元番号 "+number, "")
	say(h.t, tk, "はい", "1件")
	say(h.t, tk, "一覧", "傘を持っていく")
}

// everythingElse says all the words in the conversations of the skill's own tests, in
// families of one.
func (h house) everythingElse() {
	h.t.Helper()
	files, err := filepath.Glob("../../skill/testdata/conversations/*.ja-JP.txt")
	if err != nil || len(files) < 20 {
		h.t.Fatalf("%d conversations, %v", len(files), err)
	}
	for _, file := range files {
		if strings.Contains(file, "join-too-often") { // it would have to wait for real
			continue
		}
		content, err := os.ReadFile(file)
		must.OK(h.t, err)
		if bytes.Contains(content, []byte("\n\n# ")) { // short scenes, whose words the others have
			continue
		}
		tk := conversation(h.t, h.process, account())
		for _, turn := range strings.Split(strings.NewReplacer("%s", "6767", "%r", "9205856440").Replace(string(content)), "\n\n> ")[1:] {
			line, _, _ := strings.Cut(turn, "\n")
			if strings.HasPrefix(line, "(") || strings.Contains(line, "> ") {
				continue // events between the turns, and turns of another Echo
			}
			who, words, named := strings.Cut(line, ": ")
			if tk.PersonID = ""; named {
				tk.PersonID = talk.VoiceID(who)
			} else {
				words = line
			}
			say(h.t, tk, words, "")
		}
	}
}
