package skill_test

import (
	"encoding/json"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"voicememo/skill"
	"voicememo/skill/talk"
)

// utteranceModel is the part of a model that utterances are made from.
type utteranceModel struct {
	InteractionModel struct {
		LanguageModel struct {
			Intents []struct {
				Name    string
				Samples []string
				Slots   []struct {
					Name    string
					Samples []string
				}
			}
		}
	}
}

func modelOf(t *testing.T, locale string) utteranceModel {
	t.Helper()
	raw, err := fs.ReadFile(skill.Package(), "interactionModels/custom/"+locale+".json")
	if err != nil {
		t.Fatal(err)
	}
	var m utteranceModel
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func matcherOf(t *testing.T, locale string) *talk.Matcher {
	t.Helper()
	m, err := talk.NewMatcher(locale)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// spoken is the words for a slot, and the value that Alexa derives from them.
type spoken struct{ words, value string }

func same(words ...string) []spoken {
	out := make([]spoken, len(words))
	for i, w := range words {
		out[i] = spoken{w, w}
	}
	return out
}

// fillings are the words that people say in each slot, including awkward ones: a memo
// may read like a command. A key with an intent is for that intent's slot: "two" names
// a memo by number and "everything" all memos, so these are not the text of a memo that
// is deleted or done.
var fillings = map[string]map[string][]spoken{
	"ja-JP": {
		"memoText": same("牛乳を買う", "明日の朝8時にゴミを出す", "一覧", "全部", "2番", "家族", "招待コード", "はい", "ストップ", "次", "もう一度",
			"元に戻して", "2番を削除", "メモ一覧を読んで", "家族は誰", "牛乳を探して", "私は太郎", "名前は花子", "パパに電話", "1234で参加", "全部消して"),
		"speech":                    same("牛乳", "一覧", "歯医者は三時", "昨日のメモを読んで"),
		"reminderText":              same("歯医者に電話する", "牛乳を買う", "明日は燃えるゴミ", "2番を消す", "家族は誰"),
		"RemindIntent.reminderText": same("歯医者に電話", "パパに牛乳を買う", "明日のゴミ出し", "薬を飲む"),
		"tellText":                  same("パパに遅くなる", "ママにご飯できた", "みんなに明日は雨だ", "太郎に電話をかける"),
		"listText":                  same("牛乳", "卵2個", "歯ブラシ", "パパの電池", "招待状"),
		"changeText":                same("2番を低脂肪乳", "牛乳を豆乳", "三時を四時", "歯医者を木曜日", "今のを卵3個"),
		"searchText":                same("牛乳", "病院の予約", "一覧", "全部", "2番", "家族", "当主", "代表", "接続番号", "招待コード", "次", "はい", "昨日", "パパ", "元に戻して"),
		"memoNumber":                {{"1", "1"}, {"２", "2"}, {"十二", "12"}, {"二十一", "21"}, {"にじゅういち", "21"}, {"100", "100"}},
		"inviteCode":                {{"1234", "1234"}, {"0012", "0012"}, {"一二三四", "1234"}, {"９ ８ ７ ６", "9876"}, {"いちにさんよん", "1234"}, {"〇、〇、一、二", "0012"}},
		"number": {
			{"1234567890", "1234567890"}, {"１２３４５６７８９０", "1234567890"}, {"一二三四五六七八九〇", "1234567890"},
			{"123 456 7890", "1234567890"}, {"123-456-7890", "1234567890"}, {"1、2、3、4、5、6、7、8、9、0", "1234567890"},
		},
		"userName": same("太郎", "花子", "お母さん", "パパ", "ばあば", "みゆき", "ジョン", "山田太郎", "太郎さん"),
		"roomName": same("台所", "リビング", "子供部屋", "おばあちゃんの部屋", "二階", "書斎"),

		"DoneByTextIntent.memoText":   same("牛乳", "卵2個", "歯医者の予約", "明日のゴミ出し", "パパの電話", "招待状", "1000円の会費"),
		"DeleteByTextIntent.memoText": same("牛乳", "卵2個", "歯医者の予約", "明日のゴミ出し", "パパの電話", "招待状", "1000円の会費"),
	},
	"en-US": {
		"memoText": same("buy milk", "call the dentist at three", "everything", "all", "number two", "the memos for school", "a family", "an invite code for grandma", "yes",
			"stop", "next", "undo", "delete number two", "read the list", "who is in my family", "find milk", "my name is taro", "i am late", "call me", "join with 1234"),
		"speech":                    same("milk", "the list", "dentist at three", "read yesterday's memos"),
		"reminderText":              same("call the dentist", "buy milk", "it is trash day", "delete number two", "read the list"),
		"RemindIntent.reminderText": same("dad to call the dentist", "everyone that it is trash day", "mom about the party", "the kids to feed the cat"),
		"tellText":                  same("dad dinner is ready", "everyone to be home by six", "mom i am late", "grandma the list is long"),
		"listText":                  same("milk", "two eggs", "a card for mom", "everything for the party"),
		"changeText":                same("number two to oat milk", "the milk to oat milk", "the dentist to four o'clock", "it to three", "tuesday to thursday"),
		"searchText": same("milk", "the dentist appointment", "everything", "all", "number two", "the memos", "my family", "the owner", "an invite code",
			"next", "yes", "yesterday", "grandma", "undo"),
		"memoNumber": {{"1", "1"}, {"two", "2"}, {"twelve", "12"}, {"twenty one", "21"}, {"twenty-one", "21"}, {"one hundred", "100"}},
		"inviteCode": {{"1234", "1234"}, {"0012", "0012"}, {"one two three four", "1234"}, {"oh oh one two", "0012"}, {"twelve thirty four", "1234"}, {"9, 8, 7, 6", "9876"}},
		"number": {
			{"1234567890", "1234567890"}, {"123 456 7890", "1234567890"}, {"123-456-7890", "1234567890"}, {"123, 456, 7890", "1234567890"},
			{"one two three four five six seven eight nine oh", "1234567890"},
		},
		"userName": same("taro", "Mary Ann", "mom", "grandma", "O'Neil", "Jean-Luc", "uncle bob"),
		"roomName": same("kitchen", "living room", "bedroom upstairs", "grandma's room", "office", "garage"),

		"DoneByTextIntent.memoText":   same("milk", "two eggs", "the eggs", "the dentist appointment", "the laundry", "dad's birthday present", "the trash"),
		"DeleteByTextIntent.memoText": same("milk", "two eggs", "the eggs", "the dentist appointment", "the laundry", "dad's birthday present", "the trash"),
	},
}

var slotName = regexp.MustCompile(`\{(\w+)\}`)

// utterances returns an intent's sample with its slot filled with each of the fillings.
func utterances(locale, intent, sample string) (all []spoken, slot string) {
	found := slotName.FindStringSubmatch(sample)
	if found == nil {
		return []spoken{{words: sample}}, ""
	}
	words, own := fillings[locale][intent+"."+found[1]]
	if !own {
		words = fillings[locale][found[1]]
	}
	for _, f := range words {
		all = append(all, spoken{strings.Replace(sample, found[0], f.words, 1), f.value})
	}
	return all, found[1]
}

// TestEveryUtteranceMeansItsOwnIntent checks that each filled sample means only its own
// intent, with that value.
func TestEveryUtteranceMeansItsOwnIntent(t *testing.T) {
	for locale := range fillings {
		m := matcherOf(t, locale)
		for _, intent := range modelOf(t, locale).InteractionModel.LanguageModel.Intents {
			for _, sample := range intent.Samples {
				all, slot := utterances(locale, intent.Name, sample)
				for _, u := range all {
					checkMeaning(t, m.Best(u.words, talk.Elicited{}), u, talk.Elicited{Intent: intent.Name, Slot: slot})
				}
			}
		}
	}
}

// TestEveryAnswerFillsTheSlotAskedFor checks that a slot's own samples fill that slot
// when the skill asked for it, unless they are a command word for word.
func TestEveryAnswerFillsTheSlotAskedFor(t *testing.T) {
	for locale := range fillings {
		m := matcherOf(t, locale)
		for _, intent := range modelOf(t, locale).InteractionModel.LanguageModel.Intents {
			for _, slot := range intent.Slots {
				asked := talk.Elicited{Intent: intent.Name, Slot: slot.Name}
				for _, sample := range slot.Samples {
					all, _ := utterances(locale, intent.Name, sample)
					for _, u := range all {
						if command := m.Best(u.words, talk.Elicited{}); command[0].Intent != "AMAZON.FallbackIntent" {
							continue
						}
						checkMeaning(t, m.Best(u.words, asked), u, asked)
					}
				}
			}
		}
	}
}

// TestEverySlotHasFillings checks that the tests above have words for every slot.
func TestEverySlotHasFillings(t *testing.T) {
	for locale := range fillings {
		for _, intent := range modelOf(t, locale).InteractionModel.LanguageModel.Intents {
			for _, slot := range intent.Slots {
				if all, _ := utterances(locale, intent.Name, "{"+slot.Name+"}"); len(all) < 4 {
					t.Errorf("%s: %s.%s: got %d fillings, want at least 4", locale, intent.Name, slot.Name, len(all))
				}
			}
		}
	}
}

func checkMeaning(t *testing.T, got []talk.Meaning, u spoken, want talk.Elicited) {
	t.Helper()
	if len(got) != 1 || got[0].Intent != want.Intent || got[0].Slot != want.Slot || got[0].Value != u.value {
		t.Errorf("%q: got %+v, want %s %s=%q", u.words, got, want.Intent, want.Slot, u.value)
	}
}
