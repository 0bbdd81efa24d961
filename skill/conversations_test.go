package skill_test

import (
	"slices"
	"time"
)

const day = 24 * time.Hour

// lived is a family with several days of memos: Taro's, with the Echo in it.
func lived(w *world) {
	taro := w.household(w.word("太郎", "Taro"))
	w.write(taro, w.word("市役所に電話", "call the city hall"), 400*day)
	w.write(taro, w.word("タイヤ交換", "change the tyres"), 40*day)
	w.write(taro, w.word("本を返す", "return the books"), 3*day)
	w.write(w.device(), w.word("卵を買う", "buy eggs"), day)
	w.write(taro, w.word("PTAの<会費> & \"名札\"", "<fees> & \"tags\" for school"), day/2)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Hour)
	w.write(taro, w.word("傘を忘れない", "don't forget the umbrella"), time.Minute)
}

// inviting is Taro with a valid code, and an Echo with two memos of its own.
func inviting(w *world) {
	w.code(w.person(w.word("太郎", "Taro")))
	w.write(w.device(), w.word("卵を買う", "buy eggs"), time.Hour)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Minute)
}

// shopping is a family with a long list.
func shopping(w *world) {
	hanako := w.household(w.word("花子", "Hanako"))
	for i, what := range []string{
		w.word("米", "rice"), w.word("味噌", "miso"), w.word("牛乳", "milk"), w.word("豆腐", "tofu"), w.word("卵", "eggs"),
		w.word("パン", "bread"), w.word("バター", "butter"), w.word("牛乳石鹸", "milk soap"), w.word("電池", "batteries"),
		w.word("りんご", "apples"), w.word("バナナ", "bananas"), w.word("低脂肪牛乳", "skimmed milk"),
	} {
		w.write(hanako, w.word(what+"を買う", "buy "+what), time.Duration(i+1)*7*time.Minute)
	}
}

func fresh(*world) {}

// conversation is a golden conversation: the lines spoken to an Echo in both languages.
// A line after "kitchen> " is spoken to the kitchen Echo; a line in parentheses names a
// deed.
type conversation struct {
	name   string
	before func(*world)
	ja, en []string
}

// conversations are the golden conversations, including mistakes and interruptions.
var conversations = slices.Concat(joining, adding, readings, changing, people, launching, linking, []conversation{
	{"launch", fresh, []string{"家族ボイスメモを開いて", "いいえ"}, []string{"open family voice memo", "no"}},
	{"launch-with-memos", lived, []string{"家族ボイスメモを開いて", "ストップ"}, []string{"open family voice memo", "stop"}},
	{
		"launch-after-reading", lived,
		[]string{"家族ボイスメモを開いて", "メモを読んで", "いいえ", "いいえ", "家族ボイスメモを開いて", "終了"},
		[]string{"open family voice memo", "read the memos", "no", "no", "open family voice memo", "stop"},
	},
	{"add-at-once", fresh, []string{"家族ボイスメモで牛乳を買う を追加"}, []string{"ask family voice memo to add buy milk"}},
	{
		"add-loop", fresh,
		[]string{"家族ボイスメモを開いて", "牛乳を買うを追加", "卵を買う", "はい", "パンを買う", "いいえ"},
		[]string{"open family voice memo", "add buy milk", "buy eggs", "yes", "buy bread", "no"},
	},
	{
		"add-without-text", fresh,
		[]string{"メモを追加", "ヘルプ", "牛乳を買う", "やめて"},
		[]string{"add a memo", "help", "buy milk", "cancel"},
	},
	{
		"add-twice", fresh,
		[]string{"牛乳を買う を追加", "牛乳を買う を追加", "いいえ", "家族ボイスメモで牛乳を買う を追加", "はい", "一覧"},
		[]string{"add buy milk", "add buy milk", "no", "ask family voice memo to add buy milk", "yes", "read the memos"},
	},
	{
		"add-interrupted", fresh,
		[]string{"メモを追加", "一覧", "メモを追加", "むにゃむにゃのあれをあれする", "ストップ"},
		[]string{"add a memo", "read the memos", "add a memo", "the thing for the thing", "stop"},
	},
	{"read-none", fresh, []string{"一覧"}, []string{"read the memos"}},
	{
		"read-pages", lived,
		[]string{"一覧", "はい", "次", "いいえ"},
		[]string{"read the memos", "yes", "next", "no"},
	},
	{
		"read-back-and-forth", shopping,
		[]string{"家族ボイスメモを開いて", "一覧", "次", "前", "前", "もう一度", "次", "次", "次", "もう一度", "いいえ"},
		[]string{"open family voice memo", "read the memos", "next", "previous", "previous", "repeat", "next", "next", "next", "repeat", "no"},
	},
	{
		"find", shopping,
		[]string{"牛乳 を探して", "メモを探して", "ぎゅうにゅう", "メモを探して", "電池", "1番を削除", "元に戻して", "いいえ"},
		[]string{"find milk", "find a memo", "caviar", "find a memo", "batteries", "delete number one", "undo", "no"},
	},
	{
		"delete", lived,
		[]string{"家族ボイスメモを開いて", "一覧", "2番を削除", "2番を削除", "9番を削除", "三番", "次", "7番を消して", "いいえ"},
		[]string{"open family voice memo", "read the memos", "delete number 2", "delete number two", "delete 9", "three", "next", "delete 7", "no"},
	},
	{"delete-without-reading", lived, []string{"1番を削除", "1番", "いいえ"}, []string{"delete number one", "number one", "no"}},
	{
		"delete-and-undo", lived,
		[]string{"一覧", "2番を削除", "元に戻して", "元に戻して", "2番を削除", "3番を削除", "取り消して", "もう一度", "いいえ"},
		[]string{"read the memos", "delete number 2", "undo", "undo", "delete number 2", "delete number 3", "undo", "repeat", "no"},
	},
	{
		"undo-later", lived,
		[]string{"一覧", "1番を削除", "いいえ", "家族ボイスメモで元に戻して", "家族ボイスメモで元に戻して"},
		[]string{"read the memos", "delete number 1", "no", "ask family voice memo to undo", "ask family voice memo to undo"},
	},
	{
		"delete-all", lived,
		[]string{"家族ボイスメモを開いて", "全部消して", "はい", "一覧", "元に戻して", "一覧", "いいえ"},
		[]string{"open family voice memo", "delete all memos", "yes", "read the memos", "undo", "read the memos", "no"},
	},
	{
		"delete-all-thought-better", lived,
		[]string{"全部消して", "いいえ", "全部消して", "一覧", "はい", "いいえ"},
		[]string{"delete all memos", "no", "delete all memos", "read the memos", "yes", "no"},
	},
	{
		"delete-all-somebody-else", lived,
		[]string{"ママ: 私はママ", "ママ: 全部消して", "たろう: はい", "ママ: 一覧", "ママ: ストップ"},
		[]string{"mum: call me Mum", "mum: delete all memos", "tim: yes", "mum: read the memos", "mum: stop"},
	},
	{
		"invite", fresh,
		[]string{"家族ボイスメモを開いて", "招待コードを作って", "もう一度", "いいえ"},
		[]string{"open family voice memo", "make an invite code", "repeat", "no"},
	},
	{"invite-not-owner", lived, []string{"招待コードを作って"}, []string{"make an invite code"}},
	{
		"join", inviting,
		[]string{"家族に参加", "九九九九", "いいえ", "%s です", "はい", "一覧"},
		[]string{"join a family", "nine nine nine nine", "no", "%s", "yes", "read the memos"},
	},
	{"join-wrong-code", inviting, []string{"招待コード 12 で参加", "はい", "ストップ"}, []string{"join with code 12", "yes", "stop"}},
	{
		"join-too-often", inviting,
		[]string{"招待コード 0001 で参加", "はい", "0002", "はい", "0003", "はい", "招待コード %s で参加", "はい", "アカウントにつなぐ", "ストップ"},
		[]string{"join with code 0001", "yes", "0002", "yes", "0003", "yes", "join with code %s", "yes", "connect to a family", "stop"},
	},
	{
		"members-and-leave", lived,
		[]string{"家族は誰", "家族から抜ける", "いいえ", "家族から抜ける", "はい", "一覧", "家族は誰"},
		[]string{"who is in my family", "leave the family", "no", "leave the family", "yes", "read the memos", "who is in my family"},
	},
	{
		"names", lived,
		[]string{
			"ママ: 家族ボイスメモを開いて", "ママ: いいえ", "ママ: 私の名前はママ", "ママ: 卵を買うを追加", "たろう: 牛乳を買う", "たろう: いいえ",
			"たろう: 家族ボイスメモを開いて", "たろう: いいえ", "ママ: 一覧",
		},
		[]string{
			"mum: open family voice memo", "mum: no", "mum: my name is Mum", "mum: add buy eggs", "tim: buy milk", "tim: no",
			"tim: open family voice memo", "tim: no", "mum: read the memos",
		},
	},
	{
		"name-of-the-echo", lived,
		[]string{"私は台所", "はい", "卵を買うを追加", "一覧", "ストップ"},
		[]string{"call me Kitchen", "yes", "add buy eggs", "read the memos", "stop"},
	},
	{
		"not-understood", fresh,
		[]string{"メモを追加", "牛乳を買う", "家族ボイスメモを開いて", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]"},
		[]string{"add a memo", "buy milk", "open family voice memo", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]"},
	},
	{"help", fresh, []string{"ヘルプ", "いいえ"}, []string{"help", "no"}},
	{
		"help-in-the-middle", inviting,
		[]string{"家族に参加", "ヘルプ", "%s", "ヘルプ", "はい", "全部消して", "ヘルプ", "いいえ", "キャンセル"},
		[]string{"join a family", "help", "%s", "help", "yes", "delete all memos", "help", "no", "cancel"},
	},
	{"home", fresh, []string{"家族ボイスメモを開いて", "ホームに戻って"}, []string{"open family voice memo", "go home"}},
})
