package skill_test

import (
	"strings"
	"time"

	"voicememo/invite"
	"voicememo/skill/talk"
)

// twoRooms is Taro's family with the Echo and the kitchen Echo.
func twoRooms(w *world) {
	taro := w.household(w.word("太郎", "Taro"))
	_, err := w.invites.RedeemCode(w.t.Context(), w.kitchen(), w.code(taro), invite.Alexa)
	w.must(err)
}

// leaves returns a deed that ends the session without a word and advances the clock.
func leaves(d time.Duration) func(*world, *talk.Talk) {
	return func(w *world, tk *talk.Talk) {
		w.t.Helper()
		w.must(tk.End(w.t.Context()))
		w.pass(d)
	}
}

// writes returns a deed with which a person writes a memo on the web.
func writes(name, content string) func(*world, *talk.Talk) {
	return func(w *world, _ *talk.Talk) {
		w.t.Helper()
		w.write(w.person(name), content, 0)
	}
}

// adding are the golden conversations about leaving memos.
var adding = []conversation{
	{
		"memo-carriers", fresh,
		[]string{
			"家族ボイスメモを開いて", "卵をメモしといて", "買い物リストに食パンを足して", "あ、牛乳を追加", "[AddMemoIntent memoText=えっと、ヨーグルトをリストに入れて]",
			"ないよ", "家族ボイスメモで一覧",
		},
		[]string{
			"open family voice memo", "add a memo to buy eggs", "put bread on the shopping list", "oh and add milk", "[AddMemoIntent memoText=make a note that the plumber comes at three]",
			"no that's all thanks", "ask family voice memo to read the memos",
		},
	},
	{
		"memo-message", twoRooms,
		[]string{
			"パパ: 家族ボイスメモで、今日は遅くなるって伝えて", "台所> 家族ボイスメモで何かある", "台所> 家族ボイスメモで、ご飯は冷蔵庫に入れたって伝えて", "パパ: 家族ボイスメモで新着を読んで",
		},
		[]string{
			"dad: ask family voice memo to tell everyone i'm going to be late", "kitchen> ask family voice memo what's new",
			"kitchen> tell family voice memo to make a note that dinner is in the fridge", "dad: ask family voice memo is there anything new",
		},
	},
	{
		"memo-misheard", fresh,
		[]string{"家族ボイスメモを開いて", "党入を買う", "違う、豆乳を買う", "あと納豆", "いや、納豆じゃなくて豆腐", "もう大丈夫", "家族ボイスメモで一覧"},
		[]string{"open family voice memo", "by oak milk", "no wait i meant buy oat milk", "and toe food", "no, i said tofu", "i'm good", "ask family voice memo to read the memos"},
	},
	{
		"memo-scratch-that", fresh,
		[]string{"家族ボイスメモを開いて", "歯医者は火曜日の4時、をメモして", "[AddMemoIntent memoText=今のなし]", "歯医者は木曜日の4時", "[AddMemoIntent memoText=間違えた]", "やっぱりいい", "家族ボイスメモで一覧"},
		[]string{"open family voice memo", "make a note that the dentist is on tuesday at four", "[AddMemoIntent memoText=scratch that]", "dentist on thursday at four", "[AddMemoIntent memoText=oops]", "never mind", "ask family voice memo to read the memos"},
	},
	{
		"memo-taken-back-later", fresh,
		[]string{"家族ボイスメモで、雨だから迎えに来て、をメモして", "(10分たつ)", "家族ボイスメモで元に戻して", "家族ボイスメモで、やっぱり歩いて帰る、をメモして", "家族ボイスメモで、今の取り消して", "家族ボイスメモで一覧"},
		[]string{"ask family voice memo to add pick me up it's raining", "(ten minutes go by)", "ask family voice memo to undo", "ask family voice memo to add i'll walk home", "ask family voice memo to undo that", "ask family voice memo to read the memos"},
	},
	{
		"memo-commands-in-the-text", lived,
		[]string{
			"メモを追加", "[AddMemoIntent memoText=?]", "[AddMemoIntent memoText=一覧]", "[AddMemoIntent memoText=2番を削除]", "[AddMemoIntent memoText=元に戻して]",
			"[AddMemoIntent memoText=傘を探して]", "[AddMemoIntent memoText=もう一度]", "[AddMemoIntent memoText=全部消して]", "だめ", "[AddMemoIntent memoText=ありがとう]",
		},
		[]string{
			"add a memo", "[AddMemoIntent memoText=?]", "[AddMemoIntent memoText=read the memos]", "[AddMemoIntent memoText=delete number two]", "[AddMemoIntent memoText=undo]",
			"[AddMemoIntent memoText=find the umbrella]", "[AddMemoIntent memoText=repeat]", "[AddMemoIntent memoText=delete everything]", "no don't", "[AddMemoIntent memoText=thanks]",
		},
	},
	{
		"memo-sounds-like-a-command", lived,
		[]string{"家族ボイスメモを開いて", "いいえ", "[AddMemoIntent memoText=二階の電気を消して]", "[AddMemoIntent memoText=宿題やった]", "[AddMemoIntent memoText=お母さんに電話した]", "おしまい", "家族ボイスメモで一覧"},
		[]string{"open family voice memo", "no", "[AddMemoIntent memoText=delete the old photos]", "[AddMemoIntent memoText=i finished my homework]", "[AddMemoIntent memoText=i called grandma]", "bye bye", "ask family voice memo to read the memos"},
	},
	{
		"memo-by-children", lived,
		[]string{
			"はると: 家族ボイスメモを開いて", "はると: はるとです", "はると: うんとね、えっとね、ママだいすきって言っといて", "はると: 恐竜のやつがほしい", "はると: 歯がぬけた",
			"りん: お兄ちゃんがアイス食べた", "りん: だってほんとだもん", "りん: おわり",
		},
		[]string{
			"leo: open family voice memo", "leo: leo", "leo: um can you tell mommy i love her", "leo: i want the dinosaur thing", "leo: i lost a tooth",
			"mia: leo ate my ice cream", "mia: he did too", "mia: all done",
		},
	},
	{
		"memo-twice-by-two", twoRooms,
		[]string{"ママ: 家族ボイスメモで牛乳を追加", "パパ: 家族ボイスメモで牛乳を追加", "パパ: 家族ボイスメモで牛乳を追加", "パパ: いいえ", "パパ: 豆乳", "パパ: 以上です"},
		[]string{"mum: ask family voice memo to add milk", "dad: ask family voice memo to add milk", "dad: ask family voice memo to add milk", "dad: no", "dad: oat milk", "dad: that'll be all"},
	},
	{
		"memo-help-in-between", fresh,
		[]string{"家族ボイスメモでメモを取って", "[AMAZON.HelpIntent]", "[AMAZON.FallbackIntent]", "牛乳", "ヘルプ", "もっと", "牛乳を買った", "いいや"},
		[]string{"ask family voice memo to take a note", "[AMAZON.HelpIntent]", "[AMAZON.FallbackIntent]", "milk", "help", "more", "i bought milk", "nope that's everything"},
	},
	{
		"memo-too-long", fresh,
		[]string{"メモを追加", "[AddMemoIntent memoText=" + strings.Repeat("そして、それから、", 60) + "]", "[AddMemoIntent memoText=私はもう寝る]", "いいえ", "どうも"},
		[]string{"add a memo", "[AddMemoIntent memoText=" + strings.Repeat("and then and ", 45) + "]", "[AddMemoIntent memoText=just call me back]", "no", "thank you"},
	},
}
