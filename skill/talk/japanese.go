package talk

import "strings"

func japanese() language {
	numeral := kanaNumerals()
	return language{
		space:    `[\s　、,]*`,
		spelling: strings.NewReplacer("番目", "(?:番目|ばんめ)", "番", "(?:番|ばん)"),
		wake:     `(?:アレクサ[、,\s]*)?`,
		launch:   `%s(?:を(?:開いて|起動して|起動|始めて|使って))?`,
		oneShot:  `%s(?:を使って|を開いて|で|に)[、,\s]*(.+)`,
		kinds: map[string]slotKind{
			number:          {expression: `(?:` + numeral + `)+|` + longNumber(numeral, `[\s　、,。・-]*`), value: japaneseNumber},
			fourDigitNumber: {expression: `(?:` + numeral + `)(?:[\s　、,・-]*(?:` + numeral + `))*`, value: japaneseDigits},
			// A name does not contain the object particle を: 「太郎を追加」 is not a name.
			firstName: {expression: `[^\s　0-9０-９、。を]+?`},
		},
		builtIns: map[string]string{
			"AMAZON.YesIntent":          "はい|うん|ええ|そう|そうです|いいよ|お願い|お願いします",
			"AMAZON.NoIntent":           "いいえ|いえ|いや|ううん|違う|違います",
			"AMAZON.StopIntent":         "やめて|ストップ|終了|止めて|終わり",
			"AMAZON.CancelIntent":       "キャンセル|キャンセルして|取り消し|やっぱりやめる",
			"AMAZON.HelpIntent":         "ヘルプ|助けて|使い方|使い方を教えて|どうすればいいの",
			"AMAZON.NextIntent":         "次|次へ|次は|次のページ|続き|続けて",
			"AMAZON.PreviousIntent":     "前|前へ|前は|前に戻って|前のページ|戻って|戻る",
			"AMAZON.RepeatIntent":       "もう一度|もう一回|もう一度言って|もう一回言って|もう一度読んで|繰り返して|リピート",
			"AMAZON.NavigateHomeIntent": "ホーム|ホームに戻って",
		},
	}
}
