package skill_test

import (
	"strings"
	"testing"

	"voicememo/invite"
	"voicememo/skill/words"
)

// TestTwoEchosNameEachOther: an Echo without a name is the other Echo, in the list of members
// and where it is the owner.
func TestTwoEchosNameEachOther(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		_, err := w.invites.RedeemCode(t.Context(), w.kitchen(), w.code(w.device()), invite.Alexa)
		w.must(err)
		ask := w.word("家族は誰", "who is in my family")
		own := w.word("いま、もう1台のエコーと、このエコーで使っています。代表はこのエコーです。", "This list is shared by two Echos; this one manages it.")
		if a := w.says(w.talk(locale), ask); a.Speech != own {
			t.Errorf("the owner: got %q, want %q", a.Speech, own)
		}
		other := w.word("いま、もう1台のエコーと、このエコーで使っています。代表はもう1台のほうです。", "This list is shared by two Echos; the other one manages it.")
		if a := w.says(w.other(locale), ask); a.Speech != other {
			t.Errorf("the other: got %q, want %q", a.Speech, other)
		}
		for line, want := range map[string]string{
			w.word("招待コードを作って", "make an invite code"): w.word("代表のもう1台のエコーだけです", "the family's owner, the other Echo,"),
			w.word("家族から抜ける", "leave the family"):      w.word("もう1台のエコーの家族から", "the other Echo's family"),
		} {
			if a := w.says(w.other(locale), line); !strings.Contains(a.Speech, want) {
				t.Errorf("%s: got %q, want %q in it", line, a.Speech, want)
			}
		}
	})
}

// TestLinkedEchoIsThisEcho: a person who has linked the Echo hears it named as the one that
// they speak to.
func TestLinkedEchoIsThisEcho(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		tk, name := w.talk(locale), w.word("花子", "Hanako")
		w.person(name)
		w.linkedBy(tk, name)
		w.says(tk, w.word("牛乳を追加", "add milk"))
		a := w.says(tk, w.word("家族は誰", "who is in my family"))
		if want := w.word("いま、花子さんと、このエコーで使っています。代表は花子さんです。", "This list is shared by Hanako and this Echo. The owner is Hanako."); !strings.HasPrefix(a.Speech, want) {
			t.Errorf("got %q, want %q", a.Speech, want)
		}
	})
}

// TestRoomOfAPerson: the name of an Echo in a person's room has the room after it, in English.
func TestRoomOfAPerson(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		tk := w.on(w.talk(locale), kitchenDevice, "")
		a := w.says(tk, w.word("このエコーはおばあちゃんの部屋", "this echo is in grandma's room"), w.word("はい", "yes"))
		if want := w.word("このエコーは「おばあちゃんの部屋のエコー」ですね。", "All right, this is the Echo in grandma's room."); !strings.HasPrefix(a.Speech, want) {
			t.Errorf("got %q, want %q", a.Speech, want)
		}
		a = w.says(tk, w.word("牛乳を追加", "add milk"), w.word("一覧", "read the memos"))
		if want := w.word("1番、おばあちゃんの部屋の", "Number 1, the Echo in grandma's room, just now: milk."); !strings.HasPrefix(a.Speech, want) {
			t.Errorf("got %q, want %q", a.Speech, want)
		}
	})
}

// TestUnknownAuthorIsNotSaid: a memo of an Echo without a name has no author. Beside it, the
// author of every other memo is said.
func TestUnknownAuthorIsNotSaid(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		taro := w.household(w.word("太郎", "Taro"))
		read := func() string {
			return strings.ReplaceAll(w.says(w.talk(locale), w.word("一覧", "read the memos")).Speech, "\n", w.word("", " "))
		}
		w.says(w.talk(locale), w.word("牛乳を追加", "add milk"))
		if got, want := read(), w.word("1番、牛乳。以上です。", "Number 1: milk. That's all."); strings.TrimSpace(got) != want {
			t.Errorf("got %q, want %q", got, want)
		}
		w.write(taro, w.word("卵", "eggs"), day)
		w.write(taro, w.word("パン", "bread"), day)
		want := w.word("1番、牛乳。2番、太郎さん、昨日。卵。3番、太郎さん。パン。", "Number 1: milk. Number 2, Taro, yesterday: eggs. Number 3, Taro: bread.")
		if got := read(); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	})
}

// TestRepeatAfterAMiss: "repeat" says again that nothing was found, until something else is said.
func TestRepeatAfterAMiss(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.fill([]string{w.word("卵", "eggs")})
		repeat := w.word("もう一度", "repeat")
		for line, missed := range map[string]string{
			w.word("電池を探して", "find batteries"):             w.sentence(words.FindNone, "text", w.word("電池", "batteries")) + w.after(words.Ask("else")),
			w.word("電池のメモを消して", "delete the battery memo"): w.sentence(words.FindWhich) + w.after(words.Ask("else")),
			w.word("新しいメモを読んで", "are there any new memos"): w.sentence(words.NoNewMemos) + w.after(words.OldMemos.One) + w.after(words.Ask("news")),
		} {
			tk := w.talk(locale)
			w.launch(tk)
			w.says(tk, w.word("一覧", "read the memos"))
			for _, said := range []string{line, repeat, repeat} {
				if a := w.says(tk, said); a.Speech != missed {
					t.Errorf("%s, %s: got %q, want %q", line, said, a.Speech, missed)
				}
			}
			if a := w.says(tk, w.word("一覧", "read the memos"), repeat); !strings.Contains(a.Speech, w.word("卵", "eggs")) {
				t.Errorf("%s, after a reading: got %q", line, a.Speech)
			}
		}
	})
}

// TestWhoseMemosMoved: the sentence about the memos of a person who was admitted is about that
// person, in English, which tells them from the speaker's.
func TestWhoseMemosMoved(t *testing.T) {
	w := newWorld(t)
	w.english = true
	w.asking()
	hanako := w.person("Hanako")
	w.write(hanako, "buy milk", day)
	w.applies("Hanako")
	tk := w.talk("en-US")
	w.launch(tk)
	if a, want := w.says(tk, "yes"), "Hanako is in the family now. Their memo moved over too. "; !strings.HasPrefix(a.Speech, want) {
		t.Errorf("got %q, want %q", a.Speech, want)
	}
}
