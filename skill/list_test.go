package skill_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/skill"
	"voicememo/skill/messages"
)

// TestSameMemoAgain checks that the skill asks about the same text by the same speaker
// within ten seconds, but not about other text, another speaker or a later time.
func TestSameMemoAgain(t *testing.T) {
	const asks = "同じメモを追加したところです。もう一度追加しますか？"
	for name, tc := range map[string]struct {
		again, voice string
		after        time.Duration
		asked        bool
	}{
		"at once":             {"牛乳を買う を追加", taroVoice, time.Second, true},
		"other letters":       {"ギュウニュウ を追加", taroVoice, 0, false},
		"later":               {"牛乳を買う を追加", taroVoice, 11 * time.Second, false},
		"other words":         {"卵を買う を追加", taroVoice, 0, false},
		"someone else":        {"牛乳を買う を追加", hanakoVoice, 0, false},
		"no voice recognised": {"牛乳を買う を追加", "", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.says(w.spokenBy(w.talk("ja-JP"), taroVoice), "牛乳を買う を追加")
			w.pass(tc.after)
			a := w.says(w.spokenBy(w.talk("ja-JP"), tc.voice), tc.again)
			if asked := a.Speech == asks; asked != tc.asked || len(w.contents()) != map[bool]int{true: 1, false: 2}[asked] {
				t.Errorf("got speech %q with %q", a.Speech, w.contents())
			}
		})
	}
}

func TestAnswersToTheSameMemoAgain(t *testing.T) {
	for name, tc := range map[string]struct {
		ja, en []string
		memos  int
	}{
		"yes":            {[]string{"はい"}, []string{"yes"}, 2},
		"no":             {[]string{"いいえ"}, []string{"no"}, 1},
		"help, then yes": {[]string{"ヘルプ", "はい"}, []string{"help", "yes"}, 2},
		"a turn later":   {[]string{"一覧", "はい"}, []string{"read the memos", "yes"}, 1},
		"stop":           {[]string{"ストップ"}, []string{"stop"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			bilingual(t, func(t *testing.T, w *world, locale string) {
				add := w.word("牛乳を買う を追加", "add buy milk")
				w.says(w.talk(locale), add)
				tk := w.talk(locale)
				w.says(tk, add)
				w.says(tk, map[bool][]string{true: tc.en, false: tc.ja}[w.english]...)
				if got := w.contents(); len(got) != tc.memos {
					t.Errorf("memos: %q", got)
				}
			})
		})
	}
}

// TestYesToTheSameMemoIsTheSpeakers checks that a "yes" by a voice that is not
// recognised counts as the speaker's, and that a repeat by Alexa adds one memo.
func TestYesToTheSameMemoIsTheSpeakers(t *testing.T) {
	w := newWorld(t)
	_, err := w.families.NameVoice(t.Context(), w.device(), taroVoice, "太郎")
	w.must(err)
	tk := w.spokenBy(w.talk("ja-JP"), taroVoice)
	w.says(tk, "牛乳を買う を追加", "牛乳を買う を追加")
	a := w.says(w.spokenBy(tk, ""), "はい")
	again, err := w.send(t.Context(), a.Request)
	w.must(err)
	list, err := w.memos.List(t.Context(), w.device(), memoQuery)
	w.must(err)
	if len(list.Memos) != 2 || list.Memos[0].CreatedByName != "太郎" || string(again) != string(a.Response) {
		t.Errorf("got memos %+v, reply to the repeat %s", list.Memos, again)
	}
}

// TestPagesStayPut checks that pages keep their numbers while others add and delete
// memos.
func TestPagesStayPut(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		shopping(w)
		tk := w.talk(locale)
		w.says(tk, w.word("一覧", "read the memos"))
		list, err := w.memos.List(t.Context(), w.device(), memoQuery)
		w.must(err)
		_, err = w.memos.Trash(t.Context(), w.device(), list.Memos[1].Ref())
		w.must(err)
		w.write(w.device(), w.word("新しいメモ", "a new memo"), 0)
		w.converse(tk, w.both(
			[]exchange{
				{"次", []string{"6番、42分前。パンを買う"}},
				{"前", []string{"1番、7分前。米を買う", "2番は、もうありません。", "3番、花子さん、21分前。", "!新しいメモ", "!味噌", w.sentence(messages.Ask("more"))}},
				{"2番を削除", []string{w.sentence(messages.DeletedGone, "number", "2")}},
				{"前", []string{w.sentence(messages.ReadFirst) + w.sentence(messages.Ask("more"))}},
				{"次", []string{"6番、"}},
				{"次", []string{"11番、", "12番、", "以上です。"}},
				{"次", []string{"以上です。", "!12番"}},
				{"前", []string{"6番、", "10番、", "!11番", w.sentence(messages.Ask("more"))}},
			},
			[]exchange{
				{"next", []string{"Number 6, 42 minutes ago: buy bread"}},
				{"previous", []string{"Number 1, 7 minutes ago: buy rice", "Number 2 is gone.", "Number 3, Hanako, 21 minutes ago", "!a new memo", "!miso", "Should I keep going?"}},
				{"delete number 2", []string{w.sentence(messages.DeletedGone, "number", "2")}},
				{"previous", []string{"There's nothing newer."}},
				{"next", []string{"Number 6, "}},
				{"next", []string{"Number 11:", "Number 12:", "That's all."}},
				{"next", []string{"That's all.", "!Number 12"}},
				{"previous", []string{"Number 6, ", "Number 10:", "!Number 11", "Should I keep going?"}},
			},
		))
	})
}

// TestPagesWithoutAReading checks that the first page is read, and that "repeat"
// repeats only the question.
func TestPagesWithoutAReading(t *testing.T) {
	for say, want := range map[string]string{
		"次": "新しい順に読みます。1番、7分前。米を買う。", "前": "新しい順に読みます。1番、7分前。米を買う。", "もう一度": "読みましょうか？",
	} {
		t.Run(say, func(t *testing.T) {
			w := newWorld(t)
			shopping(w)
			tk := w.talk("ja-JP")
			w.launch(tk)
			if a := w.says(tk, say); !strings.Contains(a.Speech, want) {
				t.Errorf("got speech %q", a.Speech)
			}
		})
	}
}

func TestRepeat(t *testing.T) {
	for name, tc := range map[string]struct {
		lines []string
		want  string
	}{
		"a page":                    {[]string{"一覧", "次"}, "6番、42分前。"},
		"which number":              {[]string{"1番を削除"}, "何番を消しますか？"},
		"the list of that question": {[]string{"1番を削除"}, "1番、7分前。"},
		"the text":                  {[]string{"一覧", "メモを追加"}, "何をメモしますか？"},
		"all":                       {[]string{"一覧", "全部消して"}, "メモが12件あります。全部ゴミ箱に移しますか？"},
		"the members":               {[]string{"家族ボイスメモを開いて", "一覧", "家族は誰"}, "家族は2人です。"},
		"a page after the members":  {[]string{"家族ボイスメモを開いて", "家族は誰", "一覧"}, "1番、7分前。"},
		"an add after a page":       {[]string{"一覧", "紙を買う を追加"}, "ほかには？"},
		"a search":                  {[]string{"家族ボイスメモを開いて", "牛乳 を探して"}, "低脂肪牛乳"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			shopping(w)
			tk := w.talk("ja-JP")
			w.says(tk, tc.lines...)
			if a := w.says(tk, "もう一度"); !strings.Contains(a.Speech, tc.want) {
				t.Errorf("got speech %q", a.Speech)
			}
		})
	}
}

func TestFinding(t *testing.T) {
	bilingual(t, func(t *testing.T, w *world, locale string) {
		shopping(w)
		tk := w.talk(locale)
		w.launch(tk)
		w.converse(tk, w.both(
			[]exchange{
				{"を買う を探して", []string{"「を買う」のメモです。", "1番、", "5番、", w.sentence(messages.Ask("more"))}},
				{"はい", []string{"6番、", "10番、", "!を買う」のメモです"}},
				{"前", []string{"1番、", "米を買う"}},
				{"牛乳 を探して", []string{"「牛乳」のメモです。1番、21分前。", "牛乳石鹸", "3番、", "!4番", "以上です。"}},
				{"2番を削除", []string{w.sentence(messages.Deleted, "number", "2", "content", "牛乳石鹸を買う")}},
				{"キャビア を探して", []string{w.sentence(messages.FindNone, "text", "キャビア")}},
				{"2番を削除", []string{w.sentence(messages.DeletedGone, "number", "2")}},
			},
			[]exchange{
				{"find buy", []string{"Here's what I found for buy.", "Number 1, ", "Number 5, ", "Should I keep going?"}},
				{"yes", []string{"Number 6, ", "Number 10:", "!" + w.sentence(messages.FindIntro, "text", "buy")}},
				{"previous", []string{"Number 1, ", "buy rice"}},
				{"find milk", []string{"Here's what I found for milk. Number 1, 21 minutes ago:", "milk soap", "Number 3,", "!Number 4", "That's all."}},
				{"delete number 2", []string{"Deleted number 2: buy milk soap."}},
				{"find caviar", []string{"I couldn't find a memo about caviar."}},
				{"delete number 2", []string{w.sentence(messages.DeletedGone, "number", "2")}},
			},
		))
	})
}

// patchy is a list in which a search must read many pages for few matches.
type patchy struct {
	skill.Memos
	pages []memo.List
}

func (p *patchy) List(context.Context, models.User, memo.Query) (memo.List, error) {
	next := p.pages[0]
	p.pages = p.pages[1:]
	return next, nil
}

// TestFindingInALongList checks that a search that reaches the limit of one turn offers
// to continue.
func TestFindingInALongList(t *testing.T) {
	found := func(id string) models.Memo {
		return models.Memo{UserID: echo, ID: models.MemoID(id), Content: "牛乳" + id, CreatedByName: "太郎", Timestamp: time.Unix(0, 0)}
	}
	w := newWorld(t, func(_ *world, o *skill.Options) {
		o.Memos = &patchy{o.Memos, []memo.List{
			{Next: "a"},
			{Memos: []models.Memo{found("1"), found("2")}, Next: "b"},
			{Next: "c"},
			{Memos: []models.Memo{found("3")}},
		}}
	})
	w.converse(w.talk("ja-JP"), []exchange{
		{"牛乳 を探して", []string{"「牛乳」のメモは、まだ見つかりません。続けますか？"}},
		{"はい", []string{"「牛乳」のメモです。1番、牛乳1。", "2番、牛乳2。", w.sentence(messages.Ask("more"))}},
		{"はい", []string{"まだ見つかりません。続けますか？"}},
		{"はい", []string{"3番、太郎さん、", "以上です。"}},
	})
}

// TestListening checks that memos are no longer new once all new ones were read, and that
// a search or a jump to an older memo does not count as that.
func TestListening(t *testing.T) {
	for name, tc := range map[string]struct {
		lines []string
		noted bool
	}{
		"the list":          {[]string{"一覧", "次", "次"}, true},
		"to delete":         {[]string{"1番を削除", "次", "次"}, true},
		"the new ones":      {[]string{"家族ボイスメモを開いて", "はい", "はい", "はい"}, true},
		"one page":          {[]string{"一覧"}, false},
		"two pages":         {[]string{"一覧", "次"}, false},
		"the first, twice":  {[]string{"一覧", "前", "もう一度"}, false},
		"the last one only": {[]string{"12番を読んで"}, false},
		"back to the first": {[]string{"一覧", "次", "1番を読んで", "次"}, false},
		"a search":          {[]string{"牛乳 を探して"}, false},
		"launch":            {[]string{"家族ボイスメモを開いて"}, false},
		"an add":            {[]string{"紙を買う を追加"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			shopping(w)
			w.says(w.talk("ja-JP"), tc.lines...)
			if noted := !w.device().LastReadAt.IsZero(); noted != tc.noted {
				t.Errorf("got recordings %v", noted)
			}
		})
	}
}

// unnoted is a family service that records nothing.
type unnoted struct {
	skill.Families
	notes int
}

func (u *unnoted) MarkListened(context.Context, models.User, models.VoiceID, time.Time) error {
	u.notes++
	return models.Unavailable(fmt.Errorf("secret"))
}

func TestListeningOnceAndWithoutHarm(t *testing.T) {
	var people *unnoted
	w := newWorld(t, func(_ *world, o *skill.Options) {
		people = &unnoted{Families: o.Families}
		o.Families = people
	})
	shopping(w)
	if a := w.says(w.talk("ja-JP"), "一覧", "次", "次"); !strings.Contains(a.Speech, "12番、") || people.notes != 1 {
		t.Errorf("got speech %q after %d recordings", a.Speech, people.notes)
	}
	w.must(w.families.MarkListened(t.Context(), w.device(), "", w.now))
	w.says(w.talk("ja-JP"), "一覧", "次", "前", "次", "次")
	if people.notes != 1 {
		t.Errorf("%d notes of the same list", people.notes)
	}
	if strings.Contains(w.log.String(), "secret") {
		t.Error(w.log.String())
	}
}

// TestEndingWherePhrasesAreAwaited checks that stop ends, that no continues or, where
// only a memo is awaited, ends, and that a command is carried out, although Alexa takes
// them for the awaited phrase.
func TestEndingWherePhrasesAreAwaited(t *testing.T) {
	w := newWorld(t)
	shopping(w)
	type phrase struct{ say, intent, slot string }
	for question, p := range map[string]phrase{
		"text":   {"メモを追加", "AddMemoIntent", "memoText"},
		"search": {"メモを探して", "FindMemosIntent", "searchText"},
		"number": {"メモを消したい", "DeleteMemoIntent", "memoNumber"},
	} {
		for heard, want := range map[string]string{
			"やめて": "では、また。", "ストップ": "では、また。", "いいえ。": "わかりました。", "一覧": "1番、7分前。米を買う。",
		} {
			w.run(question+" "+heard, func(t *testing.T) {
				tk := w.talk("ja-JP")
				a := w.says(tk, "家族ボイスメモを開いて", p.say)
				next := changed(t, a.Request, "session.attributes", attributesOf(t, a.Response))
				next = changed(t, changed(t, next, "session.new", false), "request.requestId", w.id())
				next = changed(t, next, "request.intent.name", p.intent)
				next = changed(t, next, "request.intent.slots", map[string]any{p.slot: map[string]any{"name": p.slot, "value": heard}})
				out, err := w.send(t.Context(), next)
				w.must(err)
				if got := speechOf(t, out); !strings.Contains(got, want) || slices.Contains(w.contents(), heard) {
					t.Errorf("got speech %q", got)
				}
			})
		}
	}
}

// TestStopEndsEverywhere checks every question and the middle of a dialog.
func TestStopEndsEverywhere(t *testing.T) {
	w := newWorld(t)
	w.code(w.person("太郎"))
	for _, begin := range [][]string{
		{}, {"一覧"}, {"メモを追加"}, {"メモを探して"}, {"牛乳を買う を追加"}, {"全部消して"}, {"1番を削除"},
		{"家族に参加"}, {"招待コード %s で参加"}, {"名前を変えて"}, {"むにゃむにゃ"}, {"ヘルプ"},
	} {
		for _, stop := range []string{"ストップ", "キャンセル", "ホームに戻って"} {
			t.Run(strings.Join(begin, " ")+" "+stop, func(t *testing.T) {
				tk := w.talk("ja-JP")
				w.launch(tk)
				for _, line := range begin {
					w.says(tk, w.withCode(line))
				}
				if a := w.says(tk, stop); a.Open || a.Speech != "わかりました。では、また。" {
					t.Errorf("got speech %q, open %v", a.Speech, a.Open)
				}
			})
		}
	}
}
