package messages

// Japanese gives the catalogue for ja-JP.
func Japanese() Catalogue {
	return merged(japaneseSentences(), japaneseQuestions(), japaneseErrors())
}

func japaneseSentences() Catalogue {
	return Catalogue{
		Gap:          "",
		DigitGap:     "、",
		DeviceName:   "エコー",
		Title:        "家族ボイスメモ",
		Refusals:     "いいえ|いえ|いや|ない|ないです|ありません|もうない|もうないです|特にない|特にないです|以上|以上です|大丈夫|大丈夫です|結構です|終わり|終わりです|終了|やめて|やめる|ストップ|キャンセル",
		Cut:          "{text}、以下省略",
		Honorific:    "{name}さん",
		Goodbye:      "またどうぞ。",
		All:          "わかりました。",
		NotHeard:     "すみません、聞き取れませんでした。",
		WelcomeNone:  "家族ボイスメモです。メモはまだありません。",
		WelcomeOne:   "家族ボイスメモです。メモが1件あります。",
		WelcomeCount: "家族ボイスメモです。メモが{count}件あります。",
		WelcomeMany:  "家族ボイスメモです。メモが{count}件より多くあります。",
		WelcomeSome:  "家族ボイスメモです。メモがあります。",
		Added:        "「{content}」を追加しました。",
		ReadNone:     "メモはありません。",
		ReadIntro:    "新しい順に読みます。",
		ReadItem:     "{number}番、{who}、{when}。{content}。",
		ReadEnd:      "以上です。",
		ReadLimit:    "一度に読めるのは{count}件までです。",
		CardItem:     "{number}. {content}（{who}、{when}）",
		Deleted:      "{number}番、「{content}」を消しました。{days}日間はごみ箱に残ります。",
		DeletedGone:  "{number}番はもう消しました。",
		DeleteRange:  "{number}番はありません。読んだのは{last}番までです。",
		CodeFormat:   "招待コードは4桁の数字です。",
		Joined:       "{who}の家族に入りました。",
		JoinedOne:    "メモも1件、一緒に移りました。",
		JoinedCount:  "メモも{count}件、一緒に移りました。",
		WaitOne:      "1分ほど待ってから、もう一度試してください。",
		WaitCount:    "{minutes}分ほど待ってから、もう一度試してください。",

		Today:     "今日",
		Yesterday: "昨日",
		DaysAgo:   "{days}日前",
		OnDate:    "{month}月{day}日",
		OnYear:    "{year}年{month}月{day}日",
		Months:    "1|2|3|4|5|6|7|8|9|10|11|12",
	}
}

func japaneseQuestions() Catalogue {
	return Catalogue{
		"ask.menu":    "何をしますか？",
		"ask.else":    "ほかにご用はありますか？",
		"ask.text":    "何をメモしますか？",
		"ask.another": "ほかには？",
		"ask.more":    "続けますか？",
		"ask.number":  "何番を消しますか？",
		"ask.code":    "4桁の招待コードは何ですか？",
		"ask.join":    "招待コードは、{digits}、ですね？",

		"reprompt.menu":    "「一覧」のように言ってください。",
		"reprompt.else":    "「一覧」か「いいえ」と言ってください。",
		"reprompt.text":    "「牛乳を買う」のように言ってください。",
		"reprompt.another": "「卵を買う」か「いいえ」のように。",
		"reprompt.more":    "「はい」か「いいえ」で答えてください。",
		"reprompt.number":  "「2番」のように言ってください。",
		"reprompt.code":    "「1、2、3、4」のように言ってください。",
		"reprompt.join":    "「はい」か「いいえ」で答えてください。",

		"help.menu":    "「牛乳を買う、を追加」でメモを残せます。「一覧」で読み上げ、「1番を削除」で消します。家族に入るには「家族に参加」と言ってください。",
		"help.else":    "「牛乳を買う、を追加」でメモを残せます。「一覧」で読み上げ、「1番を削除」で消します。終わるときは「いいえ」と言ってください。",
		"help.text":    "メモにしたいことを、「牛乳を買う」のようにそのまま言ってください。やめるときは「ストップ」です。",
		"help.another": "続けてメモできます。「卵を買う」のようにそのまま言ってください。なければ「いいえ」です。",
		"help.more":    "「はい」で続きを読みます。「2番を削除」のように消すこともできます。",
		"help.number":  "読み上げた番号を、「2番」のように言ってください。やめるときは「ストップ」です。",
		"help.code":    "家族の当主が作った4桁の招待コードを、ひとつずつ言ってください。やめるときは「ストップ」です。",
		"help.join":    "「はい」でその家族に入ります。違うときは「いいえ」と言ってください。",
	}
}

func japaneseErrors() Catalogue {
	return Catalogue{
		"error.invalid":             "すみません、それは使えません。",
		"error.unauthenticated":     "すみません、アカウントを確認できませんでした。スキルをもう一度有効にしてください。",
		"error.forbidden":           "すみません、それはできません。",
		"error.not_found":           "すみません、見つかりませんでした。",
		"error.conflict":            "すみません、今はできません。",
		"error.precondition_failed": "すみません、ほかの人が先に変えました。",
		"error.too_many":            "回数が多すぎます。{wait}",
		"error.unavailable":         "すみません、今メモの保管場所につながりません。少し待ってから、もう一度試してください。",
		"error.internal":            "すみません、うまくいきませんでした。少し待ってから、もう一度試してください。",

		"error.empty":            "メモの内容がありません。",
		"error.too_long":         "メモは500文字までです。もう少し短くしてください。",
		"error.key_reused":       "すみません、うまく聞き取れませんでした。",
		"error.moved":            "すみません、家族が変わったところです。少し待ってから、もう一度試してください。",
		"error.invite_not_valid": "その招待コードは使えません。番号が違うか、5分を過ぎています。",
		"error.already_member":   "もうその家族に入っています。",
		"error.family_full":      "その家族は人数がいっぱいです。",
		"error.hand_over_first":  "今の家族の当主なので、先に当主をほかの人に譲ってください。",
		"error.wait":             "招待コードを何度も試しました。{wait}",
	}
}
