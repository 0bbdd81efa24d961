package messages

// japaneseList returns the sentences about the list of memos.
func japaneseList() Catalogue {
	return merged(japaneseReading(), japaneseDeleting(), japaneseWhen(), japaneseListQuestions(), japaneseListHelp())
}

func japaneseReading() Catalogue {
	return Catalogue{ //nolint:gosec // words that people say, no credentials
		Added:       "「{content}」を追加しました。",
		ReadNone:    "メモはありません。",
		ReadIntro:   "新しい順に読みます。",
		ReadItem:    "{number}番、{who}、{when}。{content}。",
		ReadGone:    "{number}番は、もうありません。",
		ReadFirst:   "これより新しいメモはありません。",
		ReadEnd:     "以上です。",
		ReadLimit:   "一度に読めるのは{count}件までです。",
		FindIntro:   "「{text}」のメモです。",
		FindNone:    "「{text}」のメモは見つかりませんでした。",
		FindNoneYet: "「{text}」のメモは、まだ見つかりません。",
		CardItem:    "{number}. {content}（{who}、{when}）",
		OneMemo:     "1件",
		ManyMemos:   "{count}件",
		Refusals:    "いいえ|いえ|いや|ない|ないです|ありません|もうない|もうないです|特にない|特にないです|以上|以上です|大丈夫|大丈夫です|結構です",
		Endings:     "終わり|終わりです|終わる|終了|やめて|やめる|やめます|止めて|ストップ|キャンセル",
		Agreements:  "はい|はいはい|ええ|うん|あります|ある|お願い|お願いします",
		HelpWords:   "ヘルプ|使い方|助けて",
		ListWords:   "一覧|一覧を読んで|メモを読んで|リストを読んで",
		UndoWords:   "元に戻して|元に戻す|もとに戻して|取り消して|取り消す",
	}
}

func japaneseDeleting() Catalogue {
	return Catalogue{
		Deleted:       "{number}番、「{content}」を消しました。「元に戻して」で戻せます。",
		DeletedGone:   "{number}番はもう消しました。",
		DeleteRange:   "{number}番はありません。読んだのは{last}番までです。",
		DeletedAll:    "メモを{memos}、ゴミ箱に移しました。「元に戻して」で戻せます。",
		AllGone:       "そのメモは、もうありません。",
		Undone:        "「{content}」を元に戻しました。",
		UndoneCount:   "メモを{memos}、元に戻しました。",
		UndoBack:      "「{content}」は、もう元に戻っています。",
		UndoBackCount: "メモは{memos}とも、もう元に戻っています。",
		UndoLost:      "{memos}はもうゴミ箱にないので、元に戻せません。",
		UndoNone:      "元に戻すものはありません。",
	}
}

func japaneseWhen() Catalogue {
	return Catalogue{
		Numerals:   "0123456789",
		JustNow:    "たった今",
		MinuteAgo:  "{minutes}分前",
		MinutesAgo: "{minutes}分前",
		HourAgo:    "{hours}時間前",
		HoursAgo:   "{hours}時間前",
		Yesterday:  "昨日",
		DaysAgo:    "{days}日前",
		OnDate:     "{month}月{day}日",
		OnYear:     "{year}年{month}月{day}日",
		Months:     "1|2|3|4|5|6|7|8|9|10|11|12",
	}
}

func japaneseListQuestions() Catalogue {
	return Catalogue{
		"ask.text":    "何をメモしますか？",
		"ask.another": "ほかには？",
		"ask.more":    "続けますか？",
		"ask.number":  "何番を消しますか？",
		"ask.again":   "同じメモを追加したところです。もう一度追加しますか？",
		"ask.search":  "何を探しますか？",
		"ask.all":     "メモが{memos}あります。全部ゴミ箱に移しますか？",
		"ask.newest":  "メモが{memos}以上あります。新しいほうから{memos}をゴミ箱に移しますか？",

		"reprompt.text":    "「牛乳を買う」のように言ってください。",
		"reprompt.another": "「卵を買う」のように言うか、「いいえ」と言ってください。",
		"reprompt.more":    "「はい」か「いいえ」で答えてください。",
		"reprompt.number":  "「2番」のように言ってください。",
		"reprompt.again":   "「はい」か「いいえ」で答えてください。",
		"reprompt.search":  "「牛乳」のように言ってください。",
		"reprompt.all":     "「はい」か「いいえ」で答えてください。",
		"reprompt.newest":  "「はい」か「いいえ」で答えてください。",
	}
}

func japaneseListHelp() Catalogue {
	return Catalogue{
		"help.text":    "メモにしたいことを、「牛乳を買う」のようにそのまま言ってください。やめるときは「ストップ」です。",
		"help.another": "続けてメモできます。「卵を買う」のようにそのまま言ってください。なければ「いいえ」で終わります。",
		"help.more":    "「はい」で続きを、「前」で前のページを読みます。「2番を削除」のように消すこともできます。",
		"help.number":  "読み上げた番号を、「2番」のように言ってください。やめるときは「ストップ」です。",
		"help.again":   "「はい」で「{content}」をもう1件追加します。要らないときは「いいえ」と言ってください。",
		"help.search":  "メモにある言葉を、「牛乳」のように言ってください。やめるときは「ストップ」です。",
		"help.all":     "「はい」で全部ゴミ箱に移します。あとで「元に戻して」と言えば戻せます。残すときは「いいえ」と言ってください。",
		"help.newest":  "「はい」で、新しいほうからゴミ箱に移します。あとで「元に戻して」と言えば戻せます。残すときは「いいえ」と言ってください。",
	}
}
