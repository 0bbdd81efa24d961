package messages

// Japanese returns the catalogue for ja-JP.
func Japanese() Catalogue {
	return merged(japaneseSentences(), japaneseQuestions(), japaneseList(), japaneseErrors(), japaneseFamily(), japaneseNumbers(), japaneseLinks(), japaneseScreen())
}

func japaneseSentences() Catalogue {
	return Catalogue{
		Gap:          "",
		DigitGap:     "、",
		DeviceName:   japaneseDevice,
		Title:        "家族ボイスメモ",
		Cut:          "{text}…",
		LineEnd:      "。",
		Honorific:    "{name}さん",
		Goodbye:      "では、また。",
		AllRight:     "わかりました。",
		OtherSpeaker: "ほかの人の声だったので、何もしませんでした。",
		NotHeard:     "すみません、聞き取れませんでした。",
		WaitOne:      "1分ほど待ってから、もう一度試してください。",
		WaitHours:    "{hours}時間ほど待ってから、もう一度試してください。",
		WaitCount:    "{minutes}分ほど待ってから、もう一度試してください。",
	}
}

func japaneseQuestions() Catalogue {
	return Catalogue{
		"ask.menu": "何をメモしますか？",
		"ask.else": "ほかには？",

		"reprompt.menu": "「牛乳を買う」か、「メモを読んで」と言ってください。",
		"reprompt.else": "「卵を買う」のように言うか、「いいえ」と言ってください。",

		"help.menu": "メモしたいことをそのまま言うか、「メモを読んで」と言ってください。「もっと」と言うと、消し方や戻し方も説明します。",
		"help.else": "続けてメモするか、「メモを読んで」と言ってください。「もっと」と言うと、消し方や戻し方も説明します。",

		HelpMore: "「牛乳を買った」と言うと済みになり、「牛乳を消して」で消え、「元に戻して」で取り消せます。「新しいメモを読んで」や「牛乳を探して」、「家族に参加」とも言えます。",
	}
}

func japaneseErrors() Catalogue {
	return Catalogue{
		"error.invalid":             "すみません、それは使えません。",
		"error.unauthenticated":     "アカウントのリンクが切れています。アレクサのアプリに送ったカードから、もう一度リンクしてください。",
		"error.forbidden":           "すみません、それはできません。",
		"error.not_found":           "すみません、見つかりませんでした。",
		"error.conflict":            "すみません、今はできません。",
		"error.precondition_failed": "すみません、先にほかの人が変更していました。",
		"error.too_many":            "回数が多すぎます。{wait}",
		"error.unavailable":         "すみません、今はメモにつながりません。少し待ってから、もう一度試してください。",
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
		"error.hand_over_first":   "今の家族の代表なので、ほかの人がいるうちは抜けられません。ほかの人が抜けてから、もう一度試してください。",
	}
}
