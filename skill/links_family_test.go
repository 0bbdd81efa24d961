package skill_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"voicememo/invite"
	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/talk"
	"voicememo/tools/testkit/check"
)

// Linked implements skill.Links.
func (w *world) Linked(ctx context.Context, token string) (models.User, models.AccessID, error) {
	link, ok := w.links[token]
	if !ok {
		return models.User{}, "", &models.Error{Code: models.CodeUnauthenticated, Err: errors.New("the access has ended")}
	}
	u, err := w.families.Person(ctx, link.Person)
	return u, link.Access, err
}

// Unlink implements skill.Links.
func (w *world) Unlink(_ context.Context, l models.Link) error {
	for token, link := range w.links {
		if link.Person == l.Person && link.Access == l.Access {
			delete(w.links, token)
		}
	}
	return nil
}

// linkedBy links a device to a person.
func (w *world) linkedBy(tk *talk.Talk, name string) {
	w.t.Helper()
	u := w.person(name)
	tk.AccessToken = "va_" + w.id()
	w.links[tk.AccessToken] = models.Link{Person: u.ID, Access: models.AccessID(w.id())}
}

// unlinked ends what links the device; the Alexa app has not noticed yet.
func (w *world) unlinked(tk *talk.Talk) { delete(w.links, tk.AccessToken) }

// forgets is the Alexa app that has unlinked the device.
func (w *world) forgets(tk *talk.Talk) {
	w.unlinked(tk)
	tk.AccessToken = ""
}

// links returns the deed of a person who links the device.
func links(name string) func(*world, *talk.Talk) {
	return func(w *world, tk *talk.Talk) { w.linkedBy(tk, name) }
}

// TestLinkedSkillDisabled: switching the skill off ends the access of the person, also if
// the event has no token.
func TestLinkedSkillDisabled(t *testing.T) {
	for _, persistence := range []string{"PERSISTED", "NOT_PERSISTED"} {
		w := newWorld(t)
		w.person("Hanako")
		tk := w.talk("en-US")
		w.linkedBy(tk, "Hanako")
		w.says(tk, "ask family voice memo to add buy milk")
		w.linkedBy(w.talk("en-US"), "Hanako") // another Echo
		_, err := w.send(t.Context(), disabledEvent(t, echo, persistence))
		w.must(err)
		if _, ok := w.links[tk.AccessToken]; ok || len(w.links) != 1 {
			t.Errorf("%s: got %d links, want only that of the other Echo", persistence, len(w.links))
		}
		_, err = w.send(t.Context(), disabledEvent(t, echo, persistence)) // Alexa may repeat it
		w.must(err)
	}
}

// TestLinkUnavailable: a turn whose token cannot be checked does nothing as the Echo.
func TestLinkUnavailable(t *testing.T) {
	w := newWorld(t, func(w *world, o *skill.Options) { o.Links = awayLinks{w} })
	tk := w.talk("en-US")
	w.linkedBy(tk, "Hanako")
	a := w.says(tk, "ask family voice memo to add buy milk")
	if a.Open || !strings.Contains(a.Speech, "Sorry") || a.Card != "" {
		t.Errorf("got %q, want that the memos cannot be reached", a.Speech)
	}
	if got := w.contents(); len(got) != 0 {
		t.Errorf("got memos %q, want none", got)
	}
}

type awayLinks struct{ *world }

func (awayLinks) Linked(context.Context, string) (models.User, models.AccessID, error) {
	return models.User{}, "", models.Unavailable(errors.New("away"))
}

// TestOnePerson: one person with a phone and a linked Echo is one author, with one list of
// what is new, and leaves once.
func TestOnePerson(t *testing.T) {
	w := newWorld(t)
	hanako := w.person("Hanako")
	jiro := w.person("Jiro")
	_, err := w.invites.RedeemCode(t.Context(), jiro, w.code(hanako), invite.Web)
	w.must(err)
	tk := w.talk("en-US")
	w.linkedBy(tk, "Jiro")
	w.says(tk, "ask family voice memo to add buy milk")
	list, err := w.memos.List(t.Context(), w.person("Jiro"), memo.Query{})
	w.must(err)
	if len(list.Memos) != 1 || list.Memos[0].UserID != jiro.ID || list.Memos[0].CreatedByName != "Jiro" {
		t.Errorf("got memos %+v, want one by Jiro", list.Memos)
	}
	w.write(w.person("Hanako"), "the plumber comes", 0)
	if a := w.says(tk, "open family voice memo"); !strings.Contains(a.Speech, "one new memo") {
		t.Errorf("before the phone: got %q, want one new memo", a.Speech)
	}
	w.says(tk, "stop")
	w.must(w.families.MarkListened(t.Context(), w.person("Jiro"), models.Speaker{}, w.now)) // as the page does
	for _, voice := range []string{"", talk.VoiceID("Jiro")} {
		tk.PersonID = voice
		if a := w.says(tk, "open family voice memo"); strings.Contains(a.Speech, "new memo") {
			t.Errorf("after the phone: got %q, want nothing new", a.Speech)
		}
		w.says(tk, "stop")
	}
	tk.PersonID = ""
	w.says(tk, "leave the family", "yes", "stop")
	now, own := w.person("Jiro"), w.device()
	if now.FamilyID == hanako.FamilyID || own.FamilyID != now.FamilyID {
		t.Errorf("got Jiro in %s and the Echo in %s, want both in a family of their own", now.FamilyID, own.FamilyID)
	}
}

// TestChildOnLinkedEcho: what a named voice of a linked Echo hears is still new to the
// person on the phone.
func TestChildOnLinkedEcho(t *testing.T) {
	w := newWorld(t)
	hanako := w.person("Hanako")
	jiro := w.person("Jiro")
	_, err := w.invites.RedeemCode(t.Context(), jiro, w.code(hanako), invite.Web)
	w.must(err)
	tk := w.talk("en-US")
	w.linkedBy(tk, "Jiro")
	tk.PersonID = talk.VoiceID("mum")
	w.says(tk, "my name is Mum", "stop")
	w.write(w.person("Hanako"), "the plumber comes", 0)
	w.says(tk, "read the memos", "stop")
	if a := w.says(tk, "open family voice memo"); strings.Contains(a.Speech, "new memo") {
		t.Errorf("Mum: got %q, want nothing new", a.Speech)
	}
	w.says(tk, "stop")
	tk.PersonID = ""
	if a := w.says(tk, "open family voice memo"); !strings.Contains(a.Speech, "memo") || !w.person("Jiro").Skill.LastReadAt.IsZero() {
		t.Errorf("Jiro: got %q, last read %v, want the memo to be new", a.Speech, w.person("Jiro").Skill.LastReadAt)
	}
}

// TestLinkedEvent: the event of linking makes the Echo a member, before anything is said; a
// token that has ended by then changes nothing. The first turn then says what happened.
func TestLinkedEvent(t *testing.T) {
	w := newWorld(t)
	hanako := w.person("Hanako")
	tk := w.talk("en-US")
	w.linkedBy(tk, "Hanako")
	event := func(token string) []byte {
		return skillEvent(t, "AlexaSkillEvent.SkillAccountLinked", echo, map[string]any{"accessToken": token})
	}
	for _, token := range []string{"ended", tk.AccessToken, tk.AccessToken} {
		_, err := w.send(t.Context(), event(token))
		w.must(err)
		joined := token == tk.AccessToken
		if u := w.device(); (u.FamilyID == hanako.FamilyID) != joined || u.Echo.Link.Told {
			t.Errorf("%s: got the Echo in %s, want it in Hanako's family: %v", token, u.FamilyID, joined)
		}
	}
	if a := w.says(tk, "open family voice memo"); !strings.Contains(a.Speech, "linked to Hanako's account") {
		t.Errorf("got %q, want to hear it once", a.Speech)
	}
}

// TestLinkedEventAfterDisabled: an event of linking that comes after the skill was disabled
// does not bring the Echo back: its memos stay where they are, and its erasure goes on.
func TestLinkedEventAfterDisabled(t *testing.T) {
	for _, alone := range []bool{true, false} {
		for _, ended := range []bool{true, false} {
			t.Run(fmt.Sprintf("alone %v, token ended %v", alone, ended), func(t *testing.T) {
				w := newWorld(t)
				hanako := w.person("Hanako")
				if alone {
					w.write(w.device(), "milk", time.Minute)
				} else {
					linked(w)
				}
				tk := w.talk("en-US")
				w.linkedBy(tk, "Hanako")
				_, err := w.send(t.Context(), disabledEvent(t, echo, "NOT_PERSISTED"))
				w.must(err)
				before := w.account(echo)
				if alone == before.EraseAt.IsZero() || alone == before.Membership.Gone {
					t.Fatalf("got %+v, want the Echo disabled", before)
				}
				if ended {
					w.unlinked(tk)
				}
				for range 2 {
					_, err := w.send(t.Context(), skillEvent(t, "AlexaSkillEvent.SkillAccountLinked", echo, map[string]any{"accessToken": tk.AccessToken}))
					w.must(err)
				}
				if now := w.account(echo); !reflect.DeepEqual(now, before) {
					t.Errorf("got %+v, want %+v as before", now, before)
				}
				if list, err := w.memos.List(t.Context(), hanako, memoQuery); err != nil || len(list.Memos) != 0 {
					t.Errorf("Hanako: got %d memos, %v; want none", len(list.Memos), err)
				}
			})
		}
	}
}

// TestLinkedEventCreatesNothing: an event of linking with a token that has ended creates no
// account.
func TestLinkedEventCreatesNothing(t *testing.T) {
	w := newWorld(t)
	_, err := w.send(t.Context(), skillEvent(t, "AlexaSkillEvent.SkillAccountLinked", echo, map[string]any{"accessToken": "ended"}))
	w.must(err)
	if _, err := w.families.Person(t.Context(), echo); !models.IsReason(err, models.ReasonPerson) {
		t.Errorf("got an account, want none: %v", err)
	}
}

// TestLinkedEchoRemoved: an Echo that was removed from the family before it has said what
// linking means says it and does not join again, until it is told to or linked again.
func TestLinkedEchoRemoved(t *testing.T) {
	w := newWorld(t)
	hanako := w.person("Hanako")
	tk := w.talk("en-US")
	w.linkedBy(tk, "Hanako")
	_, err := w.send(t.Context(), skillEvent(t, "AlexaSkillEvent.SkillAccountLinked", echo, map[string]any{"accessToken": tk.AccessToken}))
	w.must(err)
	joined := func(when string, want bool) {
		t.Helper()
		check.Equal(t, w.device().FamilyID == hanako.FamilyID, want, "%s: the Echo is in Hanako's family", when)
	}
	joined("after the event", true)
	w.must(w.families.Remove(t.Context(), w.person("Hanako"), w.own))
	if a := w.says(tk, "ask family voice memo to add buy milk"); !strings.Contains(a.Speech, "linked to Hanako's account") || strings.Contains(a.Speech, "joined") {
		t.Errorf("got %q, want to hear that it is linked and nothing else", a.Speech)
	}
	joined("after the first turn", false)
	w.says(tk, "open family voice memo")
	joined("after the second turn", false)
	if a := w.says(tk, "connect to a family", "stop"); a.Open {
		t.Errorf("got %q, want the end", a.Speech)
	}
	joined("after it was told to", true)
	w.must(w.families.Remove(t.Context(), w.person("Hanako"), w.own))
	w.linkedBy(tk, "Hanako")
	w.says(tk, "ask family voice memo to add buy eggs")
	joined("linked again", true)
}

// TestLinkedEchoKeepsTheName: a voice that is not recognised does not change the name of the
// person who has linked the Echo, nor does taking back a name that was given before.
func TestLinkedEchoKeepsTheName(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		hanako := w.person(w.word("花子", "Hanako"))
		onPage := w.word("ウェブの画面", "on the web page")
		tk := w.talk(locale)
		w.launch(tk)
		w.says(tk, w.word("私の名前は太郎", "my name is Jiro"), w.word("はい", "yes"))
		w.linkedBy(tk, hanako.Name)
		for _, line := range []string{
			w.word("取り消して", "undo"), w.word("私の名前は太郎", "my name is Jiro"), w.word("私の名前はぽんぽこ", "my name is Zaphod"),
			w.word("名前を変えて", "change my name"),
		} {
			if a := w.says(tk, line); !strings.Contains(a.Speech, onPage) {
				t.Errorf("%s: got %q, want where the name is changed", line, a.Speech)
			}
			if got := w.account(string(hanako.ID)).Name; got != hanako.Name {
				t.Errorf("%s: got the name %q, want %q", line, got, hanako.Name)
			}
		}
	})
}

// TestLinksOff: where no Echo can be linked, a turn with a token is the Echo's.
func TestLinksOff(t *testing.T) {
	w := newWorld(t, func(_ *world, o *skill.Options) { o.Links = nil })
	w.english = true
	tk := w.talk("en-US")
	w.linkedBy(tk, "Hanako")
	w.adds(tk, "buy milk", true)
	w.adds(tk, "buy eggs", false)
	w.forgets(tk)
	w.adds(tk, "buy bread", false)
}

// adds adds a memo in a one-shot, which must be kept as the Echo's, and checks whether the
// reply says that a link has ended, with a card for linking.
func (w *world) adds(tk *talk.Talk, text string, ended bool) {
	w.t.Helper()
	a := w.says(tk, w.word("家族ボイスメモで"+text+"を追加", "ask family voice memo to add "+text))
	said := strings.Contains(a.Speech, w.word("リンクが切れた", "link to an account has ended"))
	card := strings.Contains(string(a.Response), `"card":{"type":"LinkAccount"}`)
	if said != ended || card != ended || a.Open || !strings.Contains(a.Speech, text) {
		w.t.Errorf("%s: got %s, want to hear of the end %v and that it was added", text, a.Response, ended)
	}
	list, err := w.memos.List(w.t.Context(), w.device(), memo.Query{})
	w.must(err)
	if len(list.Memos) == 0 || list.Memos[0].Content != text || list.Memos[0].UserID != w.own {
		w.t.Errorf("%s: got the list %+v, want the memo by the Echo", text, list.Memos)
	}
}

// TestLinkEnds: after its link has ended, an Echo to which Alexa still sends the token goes on
// as itself: no memo is lost, it says so once, and it has its own rights and no others. Linked
// again, it speaks as the person.
func TestLinkEnds(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		hanako := w.person(w.word("花子", "Hanako"))
		tk := w.talk(locale)
		w.linkedBy(tk, hanako.Name)
		w.says(tk, w.word("家族ボイスメモで卵を追加", "ask family voice memo to add eggs"))
		w.unlinked(tk)
		w.adds(tk, w.word("牛乳", "milk"), true)
		w.adds(tk, w.word("パン", "bread"), false)
		if a := w.says(tk, w.word("家族ボイスメモで招待コードを作って", "ask family voice memo to make an invite code")); a.Card != "" || !strings.Contains(a.Speech, hanako.Name) {
			t.Errorf("got %q, want that only Hanako can do this", a.Speech)
		}
		if a := w.says(tk, w.word("アカウントをリンク", "link my account")); !strings.Contains(string(a.Response), `"card":{"type":"LinkAccount"}`) {
			t.Errorf("got %s, want a card for linking", a.Response)
		}
		w.says(tk, w.word("ストップ", "stop"))
		w.linkedBy(tk, hanako.Name)
		if a := w.says(tk, w.word("家族ボイスメモで米を追加", "ask family voice memo to add rice")); !strings.Contains(a.Speech, hanako.Name) {
			t.Errorf("linked again: got %q, want whose account it is", a.Speech)
		}
		if list, err := w.memos.List(t.Context(), hanako, memoQuery); err != nil || len(list.Memos) != 4 || list.Memos[0].UserID != hanako.ID {
			t.Errorf("got %d memos, %v; want four, the last by Hanako", len(list.Memos), err)
		}
	})
}

// TestLinkEndsElsewhere: an Echo has no rights in a family of which its person is not a member
// any more, whether Alexa still sends the token or not.
func TestLinkEndsElsewhere(t *testing.T) {
	for _, sent := range []bool{true, false} {
		w := newWorld(t)
		w.english = true
		hanako, jiro := w.person("Hanako"), w.person("Jiro")
		w.write(hanako, "a secret", time.Hour)
		_, err := w.invites.RedeemCode(t.Context(), jiro, w.code(hanako), invite.Web)
		w.must(err)
		tk := w.talk("en-US")
		w.linkedBy(tk, "Jiro")
		w.says(tk, "ask family voice memo to add eggs")
		w.must(w.families.Remove(t.Context(), w.person("Hanako"), jiro.ID))
		if w.unlinked(tk); !sent {
			w.forgets(tk)
		}
		a := w.says(tk, "ask family voice memo to read the memos")
		if strings.Contains(a.Speech, "secret") || strings.Contains(a.Speech, "list of its own") != sent {
			t.Errorf("token sent %v: got %q, want nothing of the family", sent, a.Speech)
		}
		w.adds(tk, "milk", false)
		if f := w.device().FamilyID; f == hanako.FamilyID || f == w.person("Jiro").FamilyID {
			t.Errorf("token sent %v: got the Echo in %s, want it alone", sent, f)
		}
	}
}

// TestLinkEndsBeforeATouch: a touch with a token that is not valid is refused, as it loses no
// words, and the next sentence says that the link has ended.
func TestLinkEndsBeforeATouch(t *testing.T) {
	w := newWorld(t)
	w.english = true
	tk := w.talk("en-US")
	tk.Screen = true
	w.linkedBy(tk, "Hanako")
	w.says(tk, "open family voice memo", "add eggs", "read the memos")
	w.unlinked(tk)
	if a := w.touches(tk, "delete 1"); !strings.Contains(a.Speech, "has ended") || len(w.contents()) != 1 {
		t.Errorf("got %q and %q, want it refused", a.Speech, w.contents())
	}
}
