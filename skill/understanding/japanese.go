package understanding

import "strings"

func newJapanese() *language {
	l := &language{
		unspaced: true,
		spellings: []spelling{
			{"ばん", "番"}, {"番め", "番目"}, {"下さい", "ください"}, {"全て", "すべて"}, {"1回", "一回"}, {"1度", "一度"}, {"ぜんぶ", "全部"}, {"無し", "なし"},
			{"ちがう", "違う"}, {"ちがい", "違い"}, {"まちがえ", "間違え"}, {"ま違い", "間違い"}, {"まちがっ", "間違っ"}, {"取消し", "取り消し"}, {"とりけし", "取り消し"},
		},
		kinds:    map[string]slotKind{number: japaneseNumber, fourDigitNumber: japaneseCode, firstName: japaneseName},
		builtIns: japaneseBuiltIns(),
		carriers: []carrier{{after: "を追加"}, {after: "を追加して"}, {after: "追加"}, {after: "追加して"}},
		position: japanesePosition,
	}
	const fillers = "えっと|えっとね|えーと|えーとね|えーっと|ええと|うーん|うーんと|うんとね|んーと|あのね|あのー"
	l.fillers = l.set(fillers)
	const (
		nothing = fillers + "|ねえねえ|じゃあ|それじゃあ|アレクサ"
		apart   = "あ|あっ|ああ|あー|え|えっ|うん|うんと|ねえ|ごめん|では|あと|あとは|それと|それから"
	)
	l.openings = openings{l.set(nothing), l.set(apart)}
	l.objections = openings{l.set(nothing, "やっぱり"), l.set(apart, "いや|いやいや|いいえ|だめ|だめだめ|違う|違うよ|やっぱ")}
	l.statements = japaneseStatements(l)
	l.noRoom = isNoJapaneseRoom
	l.closings = l.closingsOf(japaneseClosings())
	l.withdrawals = l.japaneseWithdrawals()
	l.polite = newJapanesePoliteness(l)
	l.correct = newJapaneseCorrection(l).find
	return l
}

// japaneseName reports whether words may be a name. A name does not contain the object
// particle を: 「太郎を追加」 is not a name.
func japaneseName(heard string) (string, bool) {
	return heard, heard != "" && !strings.ContainsAny(heard, " 　0123456789０１２３４５６７８９、。を")
}

func japaneseBuiltIns() []builtIn {
	return []builtIn{
		{"AMAZON.YesIntent", list("はい|はいはい|うん|うんうん|ええ|そう|そうです|そうだよ|そうして|そうしてください|いいよ|いいですよ|お願い|お願いします|" +
			"はいお願い|うんお願い|もちろん|合ってる|合ってます|合っています|合ってるよ|正しい|正しいです|オッケー|オーケー|それでいい|それでいいです")},
		{"AMAZON.NoIntent", list("いいえ|いえ|いや|いやいや|いやだ|やだ|嫌だ|ううん|だめ|違う|違うよ|違います|いらない|いりません|今はいい|結構です")},
		{"AMAZON.StopIntent", list("やめて|やめる|ストップ|終了|止めて|とめて|終わり|終わる|終わって|終わりにして|おしまい|バイバイ|さようなら|さよなら")},
		{"AMAZON.CancelIntent", list("キャンセル|キャンセルして|取り消し|やっぱりやめる|やめとく|やめておく")},
		{"AMAZON.HelpIntent", list("ヘルプ|助けて|使い方|使い方は|使い方を教えて|使い方教えて|どうすればいい|どうすればいいの|どうやって使うの|何ができる|何ができるの|" +
			"何ができますか|できることを教えて|何て言えばいい|何て言えばいいの|なんて言えばいいの|わからない|分からない|困った")},
		{"AMAZON.NextIntent", list("次|次へ|次は|次に|次のページ|次のページへ|次お願い|次を読んで|次読んで|次に進んで|進んで|続き|続けて|続けてください")},
		{"AMAZON.PreviousIntent", list("前|前へ|前は|前に戻って|前に戻る|前のページ|前のページへ|前を読んで|戻って|戻る|ひとつ前|一つ前")},
		{"AMAZON.RepeatIntent", list("もう一度|もう一回|もう一度言って|もう一回言って|もう一度お願い|もう一度お願いします|もう一回お願い|もう一度読んで|もう一回読んで|" +
			"繰り返して|繰り返し|リピート|リピートして|何て言った|なんて言った|何て言ったの|今何て言った|聞こえなかった")},
		{"AMAZON.NavigateHomeIntent", list("ホーム|ホームに戻って|ホーム画面|ホーム画面に戻って")},
	}
}
