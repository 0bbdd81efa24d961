package push_test

import (
	"strings"
	"testing"
	"time"

	"voicememo/family/push"
	"voicememo/models"
	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/must"
)

// TestOneMemo: everything about the message that tells of one memo.
func TestOneMemo(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	h.add(taro, "ja") // the author is not told
	stranger := h.Person("次郎")
	h.add(stranger, "ja")
	m := h.Add(taro, "牛乳を買う")
	next := h.work(0)
	h.tellsNothing()
	if want := m.Timestamp.Add(time.Minute); !next.Equal(want) {
		t.Errorf("got %v as the next time, want %v", next, want)
	}
	h.work(time.Minute)
	messages := h.web.Accepted()
	if len(messages) != 1 {
		t.Fatalf("got %d messages, want 1", len(messages))
	}
	got := messages[0]
	if got.Urgency != "normal" || got.TTL > 25*time.Hour || got.TTL < 25*time.Hour-time.Minute || got.Subscriber != "mailto:voicememo@example.com" || string(got.Key) != string(h.service.Key()) {
		t.Errorf("got %+v, want a normal message for 25 hours, of the service's key", got)
	}
	h.Same(h.told(), []shown{{
		Title: "太郎さん", Body: "牛乳を買う", Tag: got.Topic, URL: "/memos/" + m.Ref().String(), Lang: "ja", At: m.Timestamp,
	}})
	h.work(24 * time.Hour)
	h.tellsNothing()
	h.Same(h.counts, map[string]int{"PushSent": 1})
}

// TestWords: what the title and the body say, in both languages.
func TestWords(t *testing.T) {
	for name, c := range map[string]struct {
		do     func(h *house, taro, hanako models.User)
		ja, en string
	}{
		"three memos": {func(h *house, taro, _ models.User) {
			h.Add(taro, "牛乳を買う\n\nと卵")
			h.Add(taro, "卵")
			h.Add(taro, "パン")
		}, "太郎さん|牛乳を買う と卵 ほか2件", "太郎|牛乳を買う と卵 and 2 more"},
		"an Echo": {func(h *house, taro, _ models.User) {
			echo := h.Connect(h.Echo("エコー"), taro)
			h.take()
			h.Add(echo, "牛乳")
		}, "エコー|牛乳", "Echo|牛乳"},
		"a polite name": {func(h *house, taro, _ models.User) {
			mother := h.Join(h.Person("お母さん"), taro)
			h.take()
			h.Add(mother, "牛乳")
		}, "お母さん|牛乳", "お母さん|牛乳"},
		"joined": {func(h *house, taro, _ models.User) { h.Join(h.Person("次郎"), taro) },
			"家族のお知らせ|次郎さんが家族に加わりました。", "Family news|次郎 joined the family."},
		"left": {func(h *house, taro, _ models.User) {
			jiro := h.Join(h.Person("次郎"), taro)
			h.take()
			h.OK(must.Err(h.Families.Leave(h.Ctx(), jiro)))
		}, "家族のお知らせ|次郎さんが家族から抜けました。", "Family news|次郎 left the family."},
		"another is removed": {func(h *house, taro, _ models.User) {
			jiro := h.Join(h.Person("次郎"), taro)
			h.take()
			h.OK(h.Families.Remove(h.Ctx(), taro, jiro.ID))
		}, "家族のお知らせ|次郎さんが家族から外れました。", "Family news|次郎 was removed from the family."},
		"the reader is removed": {func(h *house, taro, hanako models.User) {
			h.Add(taro, "牛乳")
			h.OK(h.Families.Remove(h.Ctx(), taro, hanako.ID))
		}, "家族のお知らせ|家族から外れました。あなたのメモはいっしょに移りました。", "Family news|You were removed from the family. Your memos came with you."},
		"the reader is the owner": {func(h *house, taro, hanako models.User) {
			h.OK(h.Families.Transfer(h.Ctx(), taro, hanako.ID))
		}, "家族のお知らせ|あなたが代表になりました。", "Family news|You are the owner now."},
		"another is the owner": {func(h *house, taro, _ models.User) {
			jiro := h.Join(h.Person("次郎"), taro)
			h.take()
			h.OK(h.Families.Transfer(h.Ctx(), taro, jiro.ID))
		}, "家族のお知らせ|次郎さんが代表になりました。", "Family news|次郎 is the owner now."},
		"two owners": {func(h *house, taro, _ models.User) {
			jiro := h.Join(h.Person("次郎"), taro)
			h.take()
			h.OK(h.Families.Transfer(h.Ctx(), taro, jiro.ID))
			h.OK(h.Families.Transfer(h.Ctx(), h.Again(jiro), taro.ID))
		}, "家族のお知らせ|太郎さんが代表になりました。", "Family news|太郎 is the owner now."},
		"joined, left and joined": {func(h *house, taro, _ models.User) {
			jiro := h.Join(h.Person("次郎"), taro)
			h.OK(must.Err(h.Families.Leave(h.Ctx(), jiro)))
			h.Join(h.Again(jiro), taro)
		}, "家族のお知らせ|次郎さんが家族に加わりました。", "Family news|次郎 joined the family."},
		"a memo and a person": {func(h *house, taro, _ models.User) {
			h.Add(taro, "牛乳")
			h.Join(h.Person("次郎"), taro)
		}, "太郎さん|牛乳\n次郎さんが家族に加わりました。", "太郎|牛乳\n次郎 joined the family."},
		"joined and left": {func(h *house, taro, _ models.User) {
			jiro := h.Join(h.Person("次郎"), taro)
			h.OK(must.Err(h.Families.Leave(h.Ctx(), jiro)))
		}, "家族のお知らせ|次郎さんが家族から抜けました。", "Family news|次郎 left the family."},
	} {
		for language, want := range map[string]string{"ja": c.ja, "en": c.en} {
			t.Run(name+" "+language, func(t *testing.T) {
				t.Parallel()
				h := newHouse(t)
				taro := h.Person("太郎")
				hanako := h.Join(h.Person("花子"), taro)
				h.add(hanako, language)
				h.forget()
				c.do(h, taro, h.Again(hanako))
				h.work(2 * time.Minute)
				title, body, _ := strings.Cut(want, "|")
				h.tells(title, body)
			})
		}
	}
}

// TestAuthors: a title names one or two authors, or the first one and how many others.
func TestAuthors(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	h.add(hanako, "en")
	jiro, saburo := h.Join(h.Person("Jiro"), taro), h.Join(h.Person("Saburo"), taro)
	h.forget()
	h.Add(taro, "牛乳")
	h.Add(jiro, "卵")
	h.work(time.Minute)
	got := h.told()
	if len(got) != 2 || titles(got) != "太郎 and Jiro|太郎さんとJiroさん" || got[0].URL != "/" {
		t.Errorf("got %+v, want two authors in each language and the list", got)
	}
	for _, u := range []models.User{taro, jiro, saburo, taro} {
		h.Add(u, "パン")
	}
	h.work(time.Minute)
	if got := h.told(); titles(got) != "太郎 and 2 more|太郎さんほか2人" {
		t.Errorf("got %+v, want three authors in each language", got)
	}
}

// titles returns the titles in the order of the alphabet.
func titles(all []shown) string {
	var en, ja string
	for _, s := range all {
		if s.Lang == "ja" {
			ja = s.Title
		} else {
			en = s.Title
		}
	}
	return en + "|" + ja
}

// TestAsking: only the owner is told that a person asks to join, and not if the request has
// been decided before. A person who was let in is told so.
func TestAsking(t *testing.T) {
	h := newHouse(t)
	owner := h.AskingOwner("太郎")
	member := h.Admit(h.Person("花子"), owner)
	jiro := h.Person("次郎")
	for _, u := range []models.User{owner, member, jiro} {
		h.add(u, "ja")
	}
	h.forget()
	h.Ask(jiro, owner)
	h.work(time.Minute)
	if got := h.told(); len(got) != 1 || got[0].URL != "/family" || got[0].Body != "次郎さんが参加を申し込んでいます。" {
		t.Errorf("got %+v, want one message, for the owner", got)
	}
	h.OK(must.Err(h.Families.Allow(h.Ctx(), owner, jiro.ID)))
	h.work(time.Minute)
	got := h.told()
	if len(got) != 2 || got[0].Body == got[1].Body {
		t.Fatalf("got %+v, want messages for the member and the person let in", got)
	}
	for _, s := range got {
		if s.Body != "次郎さんが家族に加わりました。" && s.Body != "許可されて、家族に加わりました。" {
			t.Errorf("got %q", s.Body)
		}
	}
	saburo := h.Person("三郎")
	h.Ask(saburo, owner)
	h.OK(h.Families.Refuse(h.Ctx(), owner, saburo.ID))
	h.work(time.Minute)
	h.tellsNothing()
	h.Ask(saburo, owner)
	h.handOn()
	h.OK(h.Families.Transfer(h.Ctx(), owner, member.ID)) // who asks is no longer the owner's concern
	h.take()
	h.work(time.Minute)
	h.tellsNothing()
}

// TestGathered: events of a minute are one message, a later one is another.
func TestGathered(t *testing.T) {
	h := newHouse(t)
	taro, hanako, _ := h.pair()
	h.Add(taro, "牛乳")
	h.work(30 * time.Second)
	h.Add(taro, "卵")
	h.work(29 * time.Second)
	h.tellsNothing()
	h.Add(taro, "パン")
	h.work(2 * time.Second)
	h.tells("太郎さん", "牛乳 ほか2件")
	h.Add(taro, "米")
	h.work(time.Minute)
	h.tells("太郎さん", "米")
	check.Equal(t, h.waiting(hanako), 0, "unfinished batches")
}

// TestNoLongerSo: nothing is told of a memo that is in the trash, seen, or no longer in the
// reader's family when it would be sent.
func TestNoLongerSo(t *testing.T) {
	for name, do := range map[string]func(h *house, taro, hanako models.User, m models.Memo){
		"trashed": func(h *house, taro, _ models.User, m models.Memo) {
			h.OK(must.Err(h.Memos.Trash(h.Ctx(), taro, m.Ref())))
		},
		"seen": func(h *house, _, hanako models.User, m models.Memo) {
			h.OK(h.Families.MarkListened(h.Ctx(), hanako, models.Speaker{}, m.Timestamp))
		},
		"the reader left": func(h *house, _, hanako models.User, _ models.Memo) {
			h.OK(must.Err(h.Families.Leave(h.Ctx(), hanako)))
		},
		"the author left": func(h *house, taro, hanako models.User, _ models.Memo) {
			h.OK(h.Families.Transfer(h.Ctx(), taro, hanako.ID))
			h.OK(must.Err(h.Families.Leave(h.Ctx(), h.Again(taro))))
			h.take()
		},
		"the reader's account is closed": func(h *house, _, hanako models.User, _ models.Memo) {
			h.OK(h.Families.Close(h.Ctx(), hanako))
			h.take() // an event is not what ends the batch
		},
		"signed out": func(h *house, _, hanako models.User, _ models.Memo) {
			h.OK(h.access.EndAll(h.Ctx(), hanako.ID, hanako.ID))
		},
		"nothing is wanted any more": func(h *house, _, hanako models.User, _ models.Memo) {
			h.OK(h.service.SetSettings(h.Ctx(), hanako, push.Settings{What: push.None, TimeZone: "UTC"}))
		},
		"the device is deleted": func(h *house, _, hanako models.User, _ models.Memo) {
			all, err := h.service.Devices(h.Ctx(), h.Again(hanako))
			h.OK(err)
			h.OK(h.service.Delete(h.Ctx(), hanako, all[0].ID))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			taro, hanako, _ := h.pair()
			m := h.Add(taro, "秘密")
			h.handOn()
			do(h, taro, h.Again(hanako), m)
			h.work(time.Minute)
			for _, s := range h.told() {
				if strings.Contains(s.Body, "秘密") {
					t.Errorf("got %+v, want nothing of the memo", s)
				}
			}
			check.Equal(t, h.waiting(hanako), 0, "unfinished batches")
		})
	}
}

// TestWhat: a person is told of what they chose.
func TestWhat(t *testing.T) {
	for what, want := range map[push.What]string{push.All: "太郎さん", push.Family: "家族のお知らせ", push.None: ""} {
		t.Run(string(what), func(t *testing.T) {
			h := newHouse(t)
			taro, hanako, _ := h.pair()
			h.OK(h.service.SetSettings(h.Ctx(), hanako, push.Settings{What: what, TimeZone: "UTC"}))
			h.Add(taro, "牛乳")
			h.Join(h.Person("次郎"), taro)
			h.work(2 * time.Minute)
			got := h.told()
			if len(got) > 1 || (len(got) == 1) != (want != "") || len(got) == 1 && got[0].Title != want {
				t.Errorf("got %+v, want the title %q", got, want)
			}
		})
	}
}

// TestLateEvents: an event of more than 25 hours ago, or from before the reader joined, is not
// told.
func TestLateEvents(t *testing.T) {
	h := newHouse(t)
	taro, _, _ := h.pair()
	h.Add(taro, "古い")
	late := h.take()
	jiro := h.Join(h.Person("次郎"), taro)
	h.add(jiro, "ja")
	h.forget()
	h.OK(h.service.Happened(h.Ctx(), late))
	h.work(time.Minute)
	h.tells("太郎さん", "古い")
	h.Add(taro, "とても古い")
	h.Advance(26 * time.Hour)
	h.work(time.Hour)
	h.tellsNothing()
	h.Add(taro, "とても古い")
	h.Advance(26 * time.Hour)
	h.Add(taro, "新しい")
	h.work(time.Minute)
	if got := h.told(); len(got) != 2 || got[0].Body != "新しい" || got[1].Body != "新しい" {
		t.Errorf("got %+v, want the new memo for two readers", got)
	}
}

// TestErasedAccounts: nothing is kept of an account that is gone.
func TestErasedAccounts(t *testing.T) {
	h := newHouse(t)
	_, hanako, _ := h.pair()
	h.OK(h.service.Happened(h.Ctx(), []models.Event{{ID: "s0", Kind: models.EventAccountErased, Person: hanako.ID}}))
	r, err := h.store.Load(h.Ctx(), hanako.ID)
	h.OK(err)
	h.Same(r, push.Record{})
}
