package skill_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/skill"
	"voicememo/skill/skilltest"
	"voicememo/skill/talk"
	"voicememo/skill/words"
)

// changed returns a request with one property replaced; the path has dots.
func changed(t testing.TB, raw []byte, path string, value any) []byte {
	t.Helper()
	var root map[string]any
	if err := json.Unmarshal(raw, &root); err != nil {
		t.Fatal(err)
	}
	steps, at := strings.Split(path, "."), root
	for _, step := range steps[:len(steps)-1] {
		next, ok := at[step].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[step] = next
		}
		at = next
	}
	at[steps[len(steps)-1]] = value
	if value == nil {
		delete(at, steps[len(steps)-1])
	}
	out, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func speechOf(t testing.TB, raw []byte) string {
	t.Helper()
	var e skilltest.Envelope
	if err := json.Unmarshal(raw, &e); err != nil {
		t.Fatal(err)
	}
	return skilltest.Speech(t, e.Response.Speech)
}

func TestRefusedEnvelopes(t *testing.T) {
	w := newWorld(t)
	good := w.says(w.talk("ja-JP"), "一覧").Request
	with := func(path string, value any) []byte { return changed(t, good, path, value) }
	both := func(id any) []byte {
		return changed(t, with("session.application.applicationId", id), "context.System.application.applicationId", id)
	}
	user := func(id any) []byte {
		return changed(t, with("session.user.userId", id), "context.System.user.userId", id)
	}
	again := func(member, before string) []byte {
		return []byte(strings.ReplaceAll(string(good), member, before+member))
	}
	for name, tc := range map[string]struct {
		raw  []byte
		want error
	}{
		"empty":                         {nil, skill.ErrEnvelope},
		"no JSON":                       {[]byte("{"), skill.ErrEnvelope},
		"a list":                        {[]byte("[]"), skill.ErrEnvelope},
		"null":                          {[]byte("null"), skill.ErrEnvelope},
		"an object":                     {[]byte("{}"), skill.ErrEnvelope},
		"no type":                       {with("request.type", nil), skill.ErrEnvelope},
		"no request id":                 {with("request.requestId", nil), skill.ErrEnvelope},
		"no user":                       {user(nil), skill.ErrEnvelope},
		"an account with an invalid id": {user("google-taro"), nil},
		"a user with a break":           {user("amzn1.ask.account.A\nB"), skill.ErrEnvelope},
		"a user without end":            {user("amzn1." + strings.Repeat("A", 300)), skill.ErrEnvelope},
		"no application":                {both(nil), skill.ErrApplication},
		"another application":           {both("amzn1.ask.skill.other"), skill.ErrApplication},
		"its prefix":                    {both("amzn1.ask.skill.tal"), skill.ErrApplication},
		"two applications":              {with("session.application.applicationId", "amzn1.ask.skill.other"), skill.ErrApplication},
		"the session's only":            {with("context.System.application.applicationId", nil), nil},
		"the context's only":            {with("session.application.applicationId", nil), nil},
		"unknown properties":            {with("request.new.of.2030", "x"), nil},
		"mistyped properties":           {with("session.attributes", []int{1}), nil},
		"no locale":                     {with("request.locale", nil), nil},
		"an unreadable time":            {with("request.timestamp", "yesterday"), nil},
		"the session's user":            {with("context.System.user", nil), nil},
		"the context's user":            {with("session.user", nil), nil},
		"another user in the session":   {with("session.user.userId", "amzn1.ask.account.OTHER"), skill.ErrEnvelope},
		"a user twice":                  {again(`"userId":`, `"userId":"amzn1.ask.account.OTHER",`), skill.ErrEnvelope},
		"a user in another case":        {again(`"userId":`, `"USERID":"amzn1.ask.account.OTHER",`), skill.ErrEnvelope},
		"a slot twice":                  {again(`"slots":`, `"slots":{},`), skill.ErrEnvelope},
		"a member twice in an unknown":  {again(`"request":`, `"new":{"of":[{"a":1,"a":2}]},`), skill.ErrEnvelope},
		"an intent of a later version":  {with("request.intent.name", "AMAZON.TomorrowIntent"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := w.send(t.Context(), tc.raw); !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}

// TestAccountOfThePageCannotBeNamed checks that no id in a request names a person who
// signs in on the web.
func TestAccountOfThePageCannotBeNamed(t *testing.T) {
	w := newWorld(t)
	w.write(w.person("taro"), "for the family only", 0)
	raw := w.says(w.talk("ja-JP"), "一覧").Request
	for _, path := range []string{"session.user.userId", "context.System.user.userId"} {
		raw = changed(t, raw, path, "google-taro")
	}
	answer, err := w.send(t.Context(), raw)
	if err != nil || strings.Contains(string(answer), "family only") {
		t.Errorf("%v: %s", err, answer)
	}
}

func TestApplications(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(*world, *skill.Options)
		want   error
	}{
		"none configured": {func(_ *world, o *skill.Options) { o.ApplicationIDs = nil }, skill.ErrApplication},
		"any":             {func(_ *world, o *skill.Options) { o.ApplicationIDs, o.AnyApplication = nil, true }, nil},
		"the second": {func(_ *world, o *skill.Options) {
			o.ApplicationIDs = []string{"x", talk.DefaultApplicationID}
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, tc.change)
			if _, err := w.talk("ja-JP").Say(t.Context(), "一覧"); !errors.Is(err, tc.want) {
				t.Errorf("got %v, want %v", err, tc.want)
			}
		})
	}
}

// TestRepeatedRequestMakesOneMemo checks that the replies are the same, except for the
// recovery number, which is shown once.
func TestRepeatedRequestMakesOneMemo(t *testing.T) {
	w := newWorld(t)
	first := w.says(w.talk("ja-JP"), "牛乳を買う を追加")
	w.now = w.now.Add(3 * time.Second)
	again, err := w.send(t.Context(), first.Request)
	w.must(err)
	if got := speechOf(t, again); got != first.Speech {
		t.Errorf("got a different reply to the repeat: %s", again)
	}
	if got := w.contents(); !slices.Equal(got, []string{"牛乳を買う"}) {
		t.Errorf("memos: %q", got)
	}
}

func TestRepeatedDeletionDeletesOne(t *testing.T) {
	w := newWorld(t)
	lived(w)
	before := len(w.contents())
	tk := w.talk("ja-JP")
	w.says(tk, "一覧")
	a := w.says(tk, "1番を削除")
	if _, err := w.send(t.Context(), a.Request); err != nil {
		t.Fatal(err)
	}
	if got := len(w.contents()); got != before-1 {
		t.Errorf("%d memos of %d are left", got, before)
	}
}

// TestWordsTakenForText checks words such as "no" where a memo is awaited.
func TestWordsTakenForText(t *testing.T) {
	for name, tc := range map[string]struct {
		locale, first, text string
		memos               int
		open                bool
	}{
		"いいえ":                  {"ja-JP", "牛乳を買う を追加", "いいえ", 1, false},
		"いいえ after a question": {"ja-JP", "メモを追加", "いいえ", 0, true},
		"No.":                  {"en-US", "add buy milk", "No.", 1, false},
		"stop":                 {"en-US", "add a memo", "Stop", 0, false},
		"nothing for dinner":   {"en-US", "add eggs", "nothing for dinner today", 2, true},
		"いいお茶":                 {"ja-JP", "牛乳を買う を追加", "いいお茶を買う", 2, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.english = tc.locale == "en-US"
			tk := w.talk(tc.locale)
			w.launch(tk)
			w.says(tk, tc.first)
			if a := w.meant(tk, "SpeakIntent", "speech", tc.text); a.Open != tc.open || len(w.contents()) != tc.memos {
				t.Errorf("got %q, open %v with memos %q, want open %v with %d", a.Speech, a.Open, w.contents(), tc.open, tc.memos)
			}
		})
	}
}

// TestAnswersTakenForText checks the same for "yes", help and undo.
func TestAnswersTakenForText(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		for _, tc := range []struct {
			ja, en string
			memos  int
			want   words.Key
		}{
			{"はい", "Yes.", 1, words.Ask("text")},
			{"ヘルプ", "help", 2, words.Help("another")},
			{"元に戻して", "undo", 2, words.Ask("text")},
		} {
			tk := w.talk(locale)
			w.launch(tk)
			w.says(tk, w.word("牛乳を買う"+tc.ja+"を追加", "add buy milk "+tc.en))
			a := w.meant(tk, "SpeakIntent", "speech", w.word(tc.ja, tc.en))
			if !strings.Contains(a.Speech, w.sentence(tc.want)) || !a.Open || len(w.contents()) != tc.memos {
				t.Errorf("%s: got speech %q and memos %q, want %d", tc.en, a.Speech, w.contents(), tc.memos)
			}
			w.pass(time.Minute)
		}
	})
}

func TestConfirmationIsBoundToItsSpeakerAndTurn(t *testing.T) {
	const joined = "太郎さんの家族に入りました"
	for name, tc := range map[string]struct {
		lines  []string
		change func(raw []byte) []byte
		joins  bool
	}{
		"the speaker": {[]string{"招待コード %s で参加", "はい"}, nil, true},
		"another person": {[]string{"招待コード %s で参加", "はい"}, func(raw []byte) []byte {
			raw = changed(t, raw, "session.user.userId", "amzn1.ask.account.OTHER")
			return changed(t, raw, "context.System.user.userId", "amzn1.ask.account.OTHER")
		}, false},
		"a turn later":     {[]string{"招待コード %s で参加", "一覧", "はい"}, nil, false},
		"after help":       {[]string{"招待コード %s で参加", "ヘルプ", "はい"}, nil, true},
		"not a code":       {[]string{"招待コード %s で参加", "はい"}, func(raw []byte) []byte { return changed(t, raw, "session.attributes.code", "12") }, false},
		"without question": {[]string{"家族ボイスメモを開いて", "はい"}, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			inviting(w)
			tk := w.talk("ja-JP")
			last := len(tc.lines) - 1
			for _, line := range tc.lines[:last] {
				w.says(tk, w.withCode(line))
			}
			if tc.change != nil {
				tk.Send = sendChanged(w, tc.change)
			}
			a := w.says(tk, tc.lines[last])
			if got := strings.HasPrefix(a.Speech, joined); got != tc.joins {
				t.Errorf("got speech %q", a.Speech)
			}
		})
	}
}

func TestAttributesOfStrangers(t *testing.T) {
	w := newWorld(t)
	lived(w)
	taro := w.person("花子")
	other := w.write(taro, "秘密", time.Hour)
	item := func(author, id string) map[string]any {
		items := []string{"0/" + id}
		return map[string]any{
			"authors": []string{author}, "reading": map[string]any{"items": items, "from": 1, "to": 1}, "last": "reading", "undo": items, "all": items,
		}
	}
	for name, attributes := range map[string]any{
		"nothing":                    nil,
		"a list":                     []any{1},
		"a text":                     "x",
		"mistyped":                   map[string]any{"asked": 1, "misses": "x", "reading": true},
		"unknown question":           map[string]any{"asked": "world peace"},
		"misses beyond bounds":       map[string]any{"misses": -5},
		"no authors":                 map[string]any{"reading": map[string]any{"items": []string{"0/x", "7/y", "z", "-1/a", ""}}},
		"impossible numbers":         map[string]any{"authors": []string{"a"}, "reading": map[string]any{"items": []string{"0/x"}, "gone": []int{-1, 99}}},
		"an impossible page":         map[string]any{"authors": []string{"a"}, "reading": map[string]any{"items": []string{"0/x"}, "from": 1, "to": 99}},
		"a false cursor":             map[string]any{"reading": map[string]any{"items": []string{}, "next": "%%%"}},
		"another family":             item(string(other.UserID), string(other.ID)),
		"a memo that does not exist": item(echo, "0000000000000abcdefabcdef"),
		"a broken id":                item(echo, "\x00\n"),
	} {
		t.Run(name, func(t *testing.T) {
			for _, say := range []string{"1番を削除", "次", "前", "もう一度", "元に戻して", "はい", "いいえ", "むにゃむにゃ", "ヘルプ"} {
				tk := w.talk("ja-JP")
				tk.Send = sendChanged(w, func(raw []byte) []byte {
					return changed(t, changed(t, raw, "session.new", false), "session.attributes", attributes)
				})
				if a := w.says(tk, say); a.Speech == plainJa || a.Speech == wrongJa || strings.Contains(a.Speech, "秘密") {
					t.Errorf("%s: got speech %q", say, a.Speech)
				}
			}
		})
	}
	if list, err := w.memos.List(t.Context(), taro, memoQuery); err != nil || len(list.Memos) != 1 || list.Memos[0].Version != 1 {
		t.Errorf("another family's memos: %v, %v", list, err)
	}
}

func TestLongAndManyMemos(t *testing.T) {
	for locale, letter := range map[string]string{"ja-JP": "あ", "en-US": `"`} {
		t.Run(locale, func(t *testing.T) {
			w := newWorld(t)
			w.english = locale == "en-US"
			w.household(strings.Repeat(w.word("寿", "Max "), 12))
			for i := range 107 {
				w.write(w.device(), fmt.Sprint(i)+strings.Repeat(letter, 490), time.Hour+time.Duration(i)*time.Minute)
			}
			tk := w.talk(locale)
			a := w.says(tk, w.word("一覧", "read the memos"))
			for range 100 {
				a = w.says(tk, w.word("次", "next"))
			}
			if want := w.word("最初の100件を読みました。", "That's the first 100."); !strings.Contains(a.Speech, want) {
				t.Errorf("got speech %q", a.Speech)
			}
			a = w.says(tk, w.word("100番を削除", "delete number 100"))
			if want := w.word("100番、「99あ", `Deleted number 100: 99"`); !strings.HasPrefix(a.Speech, want) {
				t.Errorf("got speech %q", a.Speech)
			}
			w.says(tk, w.word("次", "next"))
		})
	}
}

// TestLongSearches checks that the replies stay within 30 seconds of speech.
func TestLongSearches(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		w.household(strings.Repeat(w.word("寿", "Max "), 12))
		word := strings.Repeat(w.word("寿限無", "supercalifragilistic"), 10)
		for i := range 6 {
			w.write(w.device(), word+strings.Repeat("x", i), 400*day)
		}
		tk := w.talk(locale)
		for _, say := range []string{w.word(word+" を探して", "find "+word), w.word("次", "next"), w.word("前", "previous")} {
			if a := w.says(tk, say); !strings.Contains(a.Speech, w.word("寿限無", "supercal")) {
				t.Errorf("got speech %q", a.Speech)
			}
		}
	})
}

func TestEventsAreAnsweredWithNothing(t *testing.T) {
	w := newWorld(t)
	a := w.says(w.talk("ja-JP"), "家族ボイスメモを開いて")
	event := func(kind string) []byte {
		return changed(t, changed(t, a.Request, "request.type", kind), "session", nil)
	}
	for name, tc := range map[string]struct {
		raw    []byte
		logged string
	}{
		"session ended": {changed(t, event("SessionEndedRequest"), "request.reason", "EXCEEDED_MAX_REPROMPTS"), "EXCEEDED_MAX_REPROMPTS"},
		"an error": {changed(t, event("SessionEndedRequest"), "request.error",
			map[string]string{"type": "INVALID_RESPONSE", "message": "quotes what was said"}), "INVALID_RESPONSE"},
		"skill disabled": {changed(t, changed(t, event("AlexaSkillEvent.SkillDisabled"), "request.body.userInformationPersistenceStatus", "NOT_PERSISTED"),
			"context.System.user", nil), "NOT_PERSISTED"},
		"something new": {event("Alexa.Presentation.APL.UserEvent"), "Alexa.Presentation.APL.UserEvent"},
	} {
		t.Run(name, func(t *testing.T) {
			w.log.Reset()
			if _, err := w.send(t.Context(), tc.raw); err != nil {
				t.Fatal(err)
			}
			if log := w.log.String(); !strings.Contains(log, tc.logged) || strings.Contains(log, "quotes") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

func TestEndOfTalkTellsTheSkill(t *testing.T) {
	w := newWorld(t)
	tk := w.talk("ja-JP")
	w.says(tk, "家族ボイスメモを開いて")
	w.must(tk.End(t.Context()))
	if !strings.Contains(w.log.String(), "USER_INITIATED") || tk.Open() {
		t.Errorf("open %v, log: %s", tk.Open(), w.log.String())
	}
}

func TestLocales(t *testing.T) {
	w := newWorld(t)
	request := w.says(w.talk("en-US"), "read the memos").Request
	for locale, want := range map[string]string{
		"ja-JP": "メモはありません。", "en-US": "There are no memos.", "en-GB": "There are no memos.",
		"en-ZA": "There are no memos.", "de-DE": "There are no memos.", "": "There are no memos.",
	} {
		t.Run(locale, func(t *testing.T) {
			out, err := w.send(t.Context(), changed(t, request, "request.locale", locale))
			w.must(err)
			if got := speechOf(t, out); got != want {
				t.Errorf("got speech %q", got)
			}
		})
	}
}

func TestLogsHaveNothingThatWasSaid(t *testing.T) {
	w := newWorld(t)
	inviting(w)
	tk := w.talk("ja-JP")
	w.says(tk, "家族ボイスメモを開いて", "銀行の暗証番号を変えるを追加", "いいえ", "招待コード "+w.invited+" で参加", "はい", "一覧", "1番を削除")
	for _, said := range []string{"銀行", "牛乳", "太郎", "エコー", echo, `"` + w.invited + `"`} {
		if strings.Contains(w.log.String(), said) {
			t.Errorf("log contains %q: %s", said, w.log.String())
		}
	}
	if n := strings.Count(w.log.String(), "\n"); n != 7 {
		t.Errorf("%d lines for 7 turns", n)
	}
}
