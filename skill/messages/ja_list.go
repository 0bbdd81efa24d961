package messages

// japaneseList returns the sentences about the list of memos.
func japaneseList() Catalogue {
	return merged(japaneseReading(), japaneseDeleting(), japaneseWhen(), japaneseListQuestions(), japaneseListHelp())
}

func japaneseReading() Catalogue {
	return Catalogue{
		Added:       "「{content}」を追加しました。",
		ReadNone:    "メモはありません。",
		ReadIntro:   "新しい順に読みます。",
		ReadItem:    "{number}番、{content}。",
		ReadRest:    "{content}。",
		ReadItemBy:  "{number}番、{by}。{content}。",
		ReadGone:    "{number}番は、もうありません。",
		ReadDone:    "{number}番は、もう済んでいます。",
		ReadFirst:   "これが一番新しいメモです。",
		ReadEnd:     "以上です。",
		ReadLimit:   "一度に読めるのは{count}件までです。",
		FindIntro:   "「{text}」のメモです。",
		FindNone:    "「{text}」のメモは見つかりませんでした。",
		FindNoneYet: "「{text}」のメモは、まだ見つかりません。",
		CardItem:    "{number}. {content}（{who}、{when}）",
		OneMemo:     "1件",
		ManyMemos:   "{count}件",
		TextBefore:  "あの|その|この",
		UndoWords:   "元に戻して|元に戻す|もとに戻して|戻して|取り消して|取り消す|取り消し|元に戻してください|取り消してください|さっきのを取り消して|今のを取り消して",
		TextLast:    "それ|これ|あれ|さっきの|今の|いまの|最後の|最新の|新しいの|一番新しいの",
		NumberAnd:   "と|、|や",
		TextAll:     "全部|ぜんぶ|全て|すべて|全部の|みんな",
		TextAfter:   "のメモを|というメモを|のメモ|というメモ|のやつ|を",
	}
}

func japaneseDeleting() Catalogue {
	return Catalogue{
		Deleted:       "{number}番、「{content}」を消しました。",
		DeletedNamed:  "「{content}」を消しました。",
		DeletedGone:   "{number}番はもう消してあります。",
		Done:          "{number}番、「{content}」を済みにしました。",
		DoneNamed:     "「{content}」を済みにしました。",
		DoneAlready:   "{number}番はもう済んでいます。",
		DeleteRange:   "{number}番はありません。番号は{last}番までです。",
		DeletedAll:    "メモを{memos}、ゴミ箱に移しました。",
		UndoHint:      "「元に戻して」で戻せます。",
		AllGone:       "そのメモは、もうありません。",
		Unadded:       "「{content}」を取り消しました。",
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
		"ask.news":    "読みましょうか？",
		"ask.more":    "続けますか？",
		"ask.rest":    "続きを読みますか？",
		"ask.one":     "何番を読みますか？",
		"ask.number":  "何番を消しますか？",
		"ask.done":    "何番が済みましたか？",
		"ask.again":   "同じメモを追加したところです。もう一度追加しますか？",
		"ask.search":  "何を探しますか？",
		"ask.others":  "それはほかの人がしたことです。元に戻しますか？",
		"ask.all":     "メモが{memos}あります。全部ゴミ箱に移しますか？",
		"ask.newest":  "メモが{memos}以上あります。新しいほうから{memos}をゴミ箱に移しますか？",

		"reprompt.text":    "「牛乳を買う」のように言ってください。",
		"reprompt.another": "「卵を買う」のように言うか、「いいえ」と言ってください。",
		"reprompt.more":    "「はい」か「いいえ」で答えてください。",
		"reprompt.news":    "「はい」か「いいえ」で答えてください。",
		"reprompt.rest":    "「はい」か「いいえ」で答えてください。",
		"reprompt.one":     "「2番」のように言ってください。",
		"reprompt.number":  "「2番」のように言ってください。",
		"reprompt.done":    "「2番」のように言ってください。",
		"reprompt.again":   "「はい」か「いいえ」で答えてください。",
		"reprompt.search":  "「牛乳」のように言ってください。",
		"reprompt.others":  "「はい」か「いいえ」で答えてください。",
		"reprompt.all":     "「はい」か「いいえ」で答えてください。",
		"reprompt.newest":  "「はい」か「いいえ」で答えてください。",
	}
}

func japaneseListHelp() Catalogue {
	return Catalogue{
		"help.text":    "メモにしたいことを、「牛乳を買う」のようにそのまま言ってください。やめるときは「ストップ」です。",
		"help.another": "続けてメモするときは、「卵を買う」のようにそのまま言ってください。なければ「いいえ」で終わります。",
		"help.more":    "「はい」で続きを、「前」で前のメモを読みます。「2番を削除」のように消すこともできます。",
		"help.news":    "「はい」で新しいメモを読みます。読まなくてよければ「いいえ」と言ってください。",
		"help.rest":    "「はい」でこのメモの続きを、「次」で次のメモを読みます。やめるときは「いいえ」と言ってください。",
		"help.one":     "全部聞きたいメモの番号を、「2番」のように言ってください。やめるときは「ストップ」です。",
		"help.done":    "済んだメモの番号を、「2番」のように言ってください。やめるときは「ストップ」です。",
		"help.number":  "読み上げた番号を、「2番」のように言ってください。やめるときは「ストップ」です。",
		"help.again":   "「はい」で「{content}」をもう1件追加します。いらないときは「いいえ」と言ってください。",
		"help.search":  "メモにある言葉を、「牛乳」のように言ってください。やめるときは「ストップ」です。",
		"help.others":  "「はい」で、ほかの人がさっきしたことを元に戻します。そのままでよければ「いいえ」と言ってください。",
		"help.all":     "「はい」で全部ゴミ箱に移しますが、あとで「元に戻して」と言えば戻せます。残すときは「いいえ」と言ってください。",
		"help.newest":  "「はい」で新しいほうからゴミ箱に移しますが、あとで「元に戻して」と言えば戻せます。残すときは「いいえ」と言ってください。",
	}
}
