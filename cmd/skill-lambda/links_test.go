package main

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"voicememo/auth"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/functiontest"
	"voicememo/tools/testkit/must"
)

// sealer seals the access tokens of linked Echos.
type sealer struct {
	ring *auth.KeyRing
	json string
}

func newSealer(t *testing.T) sealer {
	t.Helper()
	ring := auth.NewKeyRing(time.Now())
	raw, err := ring.JSON()
	must.OK(t, err)
	return sealer{ring, string(raw)}
}

// link links an Echo to a person and returns the access. The token ends then.
func (h house) link(tk *talk.Talk, s sealer, u models.User, ends time.Time) models.AccessID {
	h.t.Helper()
	u, err := h.families.Person(h.t.Context(), u.ID)
	must.OK(h.t, err)
	grant := auth.Grant{Kind: models.AccessEcho, Name: "Alexa", Scope: models.ScopeFull, Lifetime: 24 * time.Hour}
	access, err := auth.NewAccesses(h.aws.DB.Access()).Begin(h.t.Context(), u, grant)
	must.OK(h.t, err)
	tk.AccessToken = s.ring.SealAppToken(auth.AppToken{
		User: u.ID, Access: access.ID, Scope: models.ScopeFull, Resource: "https://memo.example.com" + auth.EchoResource, Ends: ends.UnixMilli(),
	})
	return access.ID
}

// linked: a linked Echo speaks as its person until its skill is disabled. An Echo that is in
// another family is asked whether to move.
func (h house) linked(s sealer) {
	h.t.Helper()
	taro, user := h.person("太郎"), account()
	tk := conversation(h.t, h.process, user)
	say(h.t, tk, "私の名前はママ", "")
	say(h.t, tk, "ストップ", "")
	access := h.link(tk, s, taro, time.Now().Add(time.Hour))
	say(h.t, tk, "家族ボイスメモで卵を買う を追加", "太郎さんのアカウントとつながりました")
	list, err := h.memos.List(h.t.Context(), h.person("太郎"), memo.Query{})
	if err != nil || len(list.Memos) == 0 || list.Memos[0].UserID != taro.ID {
		h.t.Errorf("got %+v, %v; want a memo by Taro", list.Memos, err)
	}
	echo, err := h.families.Person(h.t.Context(), models.UserID(user))
	if err != nil || echo.FamilyID != taro.FamilyID || echo.Echo.Link.Access != access {
		h.t.Errorf("got %+v, %v; want the Echo in Taro's family", echo, err)
	}
	h.disable(user)
	if u := h.person("太郎"); u.Grants(access) {
		h.t.Error("the access has not ended")
	}
	say(h.t, tk, "一覧", "リンクが切れた")

	other := account()
	elsewhere := conversation(h.t, h.process, other)
	say(h.t, elsewhere, "一覧", "")
	inv, err := h.invites.Issue(h.t.Context(), h.person("四郎"))
	must.OK(h.t, err)
	if echo, err = h.families.Person(h.t.Context(), models.UserID(other)); err == nil {
		_, err = h.invites.RedeemLink(h.t.Context(), echo, inv.Token)
	}
	must.OK(h.t, err)
	h.link(elsewhere, s, taro, time.Now().Add(time.Hour))
	say(h.t, elsewhere, "家族ボイスメモを開いて", "移しますか")
	say(h.t, elsewhere, "はい", "入りました")
}

// TestLinkedTurns: the keys are read when the first turn carries a token, and then kept; a
// turn whose token is not valid is the Echo's, and the first gets a card for linking.
func TestLinkedTurns(t *testing.T) {
	t.Parallel()
	aws, s := functiontest.NewAWS(t), newSealer(t)
	aws.Keep("the keys", s.json)
	var reads atomic.Int32
	aws.Instead(func(action string, _ []byte) (int, string) {
		if action == "GetSecretValue" {
			reads.Add(1)
		}
		return 0, ""
	})
	h := newHouse(t, aws, append(with(aws), "VOICEMEMO_SESSION_KEYS_ID=the keys")...)
	tk := conversation(t, h.process, account())
	say(t, tk, "牛乳を買う を追加", "牛乳を買う")
	tk.AccessToken = "a token of another service"
	say(t, tk, "一覧", "リンクが切れた")
	if n := reads.Load(); n != 0 {
		t.Errorf("got the keys read %d times without a token, want never", n)
	}
	taro := h.person("太郎")
	h.link(tk, s, taro, time.Now().Add(time.Hour))
	for range 3 {
		say(t, tk, "家族は誰", "太郎")
	}
	if n := reads.Load(); n != 1 {
		t.Errorf("got the keys read %d times, want once", n)
	}
	h.link(tk, s, taro, time.Now())
	a := say(t, tk, "卵を買う を追加", "リンクが切れた")
	if !strings.Contains(string(a.Response), `"card":{"type":"LinkAccount"}`) {
		t.Errorf("expired: got %s, want a card for linking", a.Response)
	}
	h.link(tk, newSealer(t), taro, time.Now().Add(time.Hour))
	say(t, tk, "パンを買う を追加", "パンを買う")
	tk.AccessToken = ""
	say(t, tk, "一覧", "牛乳を買う") // as a member of Taro's family, under its own name
	if list, err := h.memos.List(t.Context(), taro, memo.Query{}); err != nil || len(list.Memos) != 3 {
		t.Errorf("got %d memos, %v; want three", len(list.Memos), err)
	}
}

// keyRing is a ring in a test, which counts how often it is read.
type keyRing struct {
	ring
	t       *testing.T
	time    time.Time
	stored  *auth.KeyRing
	failure error
	reads   int
}

func newKeyRing(t *testing.T) *keyRing {
	t.Helper()
	k := &keyRing{t: t, time: time.Now(), stored: newSealer(t).ring}
	k.now = func() time.Time { return k.time }
	k.read = func(context.Context) (*auth.KeyRing, error) {
		k.reads++
		return k.stored, k.failure
	}
	return k
}

// token returns a token that is sealed with the newest of the stored keys.
func (k *keyRing) token() string {
	k.t.Helper()
	return k.stored.SealAppToken(auth.AppToken{User: "taro"})
}

// opens checks whether the kept keys open a token, and how often they have been read.
func (k *keyRing) opens(token string, want bool, reads int) {
	k.t.Helper()
	keys, err := k.get(k.t.Context(), token)
	must.OK(k.t, err)
	if _, ok := keys.OpenAppToken(token); ok != want || k.reads != reads {
		k.t.Errorf("got opened %v after %d readings, want %v after %d", ok, k.reads, want, reads)
	}
}

// TestRingIsKept: the keys are kept for five minutes, and a failed reading is not.
func TestRingIsKept(t *testing.T) {
	k := newKeyRing(t)
	token := k.token()
	k.failure = errors.New("away")
	if _, err := k.get(t.Context(), token); !models.IsCode(err, models.CodeUnavailable) {
		t.Errorf("got %v, want it unavailable", err)
	}
	k.failure = nil
	for i, passes := range []time.Duration{0, ringFor - 1, 1, ringFor - 1} {
		k.time = k.time.Add(passes)
		k.opens(token, true, []int{2, 2, 3, 3}[i])
	}
}

// TestRingAfterRotation: a token of a new key is accepted at once, although other keys were
// kept, and tokens with made-up keys cause one reading in five seconds.
func TestRingAfterRotation(t *testing.T) {
	k := newKeyRing(t)
	k.opens(k.token(), true, 1)
	rotated := k.stored.Rotate(k.time)
	k.stored, k.time = rotated, k.time.Add(againAfter)
	fresh := k.token()
	k.opens(fresh, true, 2)
	made := "va_00000000.AAAA"
	k.opens(made, false, 2)
	k.time = k.time.Add(againAfter - 1)
	k.opens(made, false, 2)
	k.time = k.time.Add(1)
	k.opens(made, false, 3)
	k.opens(made, false, 3)
	k.opens(fresh, true, 3)
}
