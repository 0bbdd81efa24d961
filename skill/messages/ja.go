package messages

// Japanese returns the catalogue for ja-JP.
func Japanese() Catalogue {
	return merged(japaneseSentences(), japaneseQuestions(), japaneseList(), japaneseErrors(), japaneseFamily(), japaneseNumbers(), japaneseScreen())
}

func japaneseSentences() Catalogue {
	return Catalogue{
		Gap:          "",
		DigitGap:     "、",
		DeviceName:   japaneseDevice,
		Title:        "家族ボイスメモ",
		Cut:          "{text}、続きあり",
		Honorific:    "{name}さん",
		Goodbye:      "では、また。",
		AllRight:     "わかりました。",
		OtherSpeaker: "別の方の声だったので、何もしませんでした。",
		NotHeard:     "すみません、聞き取れませんでした。",
		WaitOne:      "1分ほど待ってから、もう一度試してください。",
		WaitHours:    "{hours}時間ほど待ってから、もう一度試してください。",
		WaitCount:    "{minutes}分ほど待ってから、もう一度試してください。",
	}
}

func japaneseQuestions() Catalogue {
	return Catalogue{
		"ask.menu": "何をしますか？",
		"ask.else": "ほかにご用はありますか？",

		"reprompt.menu": "「一覧」のように言ってください。",
		"reprompt.else": "「一覧」か「いいえ」と言ってください。",

		"help.menu": "「牛乳を買う、を追加」でメモを残せます。「一覧」で読み上げ、「牛乳を探して」で探し、「1番を削除」で消し、「元に戻して」で戻します。家族に入るには「家族に参加」と言ってください。",
		"help.else": "「牛乳を買う、を追加」でメモを残せます。「一覧」で読み上げ、「牛乳を探して」で探し、「1番を削除」で消し、「元に戻して」で戻します。終わるときは「いいえ」と言ってください。",
	}
}

func japaneseErrors() Catalogue {
	return Catalogue{
		"error.invalid":             "すみません、それは使えません。",
		"error.unauthenticated":     "すみません、アカウントを確認できませんでした。少し待ってから、もう一度試してください。",
		"error.forbidden":           "すみません、それはできません。",
		"error.not_found":           "すみません、見つかりませんでした。",
		"error.conflict":            "すみません、今はできません。",
		"error.precondition_failed": "すみません、ほかの人が先に変えました。",
		"error.too_many":            "回数が多すぎます。{wait}",
		"error.unavailable":         "すみません、今、メモのデータにつながりません。少し待ってから、もう一度試してください。",
		"error.internal":            "すみません、うまくいきませんでした。少し待ってから、もう一度試してください。",

		"error.empty":             "メモの内容がありません。",
		"error.too_long":          "メモは500文字までです。もう少し短くしてください。",
		"error.control_character": "メモに使えない文字があります。",
		"error.key_reused":        "すみません、うまく聞き取れませんでした。",
		"error.moved":             "すみません、家族が変わったところです。少し待ってから、もう一度試してください。",
		"error.invite_not_valid":  "その招待コードは使えません。番号が違うか、もう使われたか、5分を過ぎています。",
		"error.already_member":    "もうその家族に入っています。",
		"error.family_full":       "その家族は人数がいっぱいです。",
		"error.list_full":         "家族のメモがいっぱいです。ウェブの画面で、いらないメモをゴミ箱からも消してください。",
		"error.storage_full":      "メモのサーバーの空き容量がなくなり、新しいメモを保存できません。いらないメモを消すか、サーバーを管理している人に空きを作ってもらってください。",
		"error.hand_over_first":   "今の家族の代表なので、ほかの人がいる間は抜けられません。ほかの人が抜けてから、もう一度試してください。",
	}
}
