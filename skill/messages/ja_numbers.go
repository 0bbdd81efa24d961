package messages

// japaneseNumbers returns the sentences about connection and recovery numbers.
func japaneseNumbers() Catalogue {
	return Catalogue{
		GroupGap:         "。",
		Connection:       "このエコーの接続番号は、\n",
		ConnectionUse:    "家族の人に、ウェブの画面の「家族」の「エコーを追加」で入力してもらってください。",
		ConnectionTitle:  "接続番号 {number}",
		ConnectionUntil:  "{number}（{time}まで）",
		ConnectElsewhere: "このエコーは、もう{who}の家族に入っています。ほかの家族に入るときは、先に「家族から抜ける」と言ってください。",
		ConnectOthers:    "このエコーの家族には、もうほかの人がいます。",

		RecoveryFormat: "復元番号は10桁の数字です。",
		RecoveryCard:   "復元番号: {number}",
		RecoveryWhy:    "この番号を控えておいてください。スキルを無効にすると、メモは30日間だけ残ります。もう一度スキルを使うときに「メモを取り戻す」と言ってこの番号を言うか、ウェブの画面の「家族」の「エコーを追加」で入力すると、メモが戻ります。",
		RecoveredNone:  "番号は合っていますが、戻すメモはありませんでした。",
		RecoveredOne:   "メモが1件戻りました。",
		RecoveredCount: "メモが{count}件戻りました。",
		"error.recovery": "その番号のメモは見つかりませんでした。カードの番号を確かめてください。" +
			"メモが残るのは、スキルを無効にしてから30日間です。",

		OwnerNow:  "このエコーが家族の代表になりました。",
		OwnerNext: "次に家族に入る人が代表になります。",

		"ask.recovery":      "10桁の復元番号を教えてもらえますか？",
		"ask.back":          "復元番号は、{number}、ですね？",
		"reprompt.recovery": "「1、2、3、4、5、6、7、8、9、0」のように言ってください。",
		"reprompt.back":     "「はい」か「いいえ」で答えてください。",
		"help.recovery":     "最初のメモのカードにある10桁の復元番号をひとつずつ言うと、スキルを無効にする前のメモが戻ります。やめるときは「ストップ」です。",
		"help.back":         "「はい」で、その番号のメモを取り戻します。違うときは「いいえ」と言うか、正しい番号を言ってください。",
	}
}
