package messages

// japaneseFamily has the sentences about people and families.
func japaneseFamily() Catalogue {
	return merged(japaneseGreetings(), japaneseMembership(), japaneseRequests(), japaneseNames(), japaneseFamilyQuestions(), Catalogue{
		"error.owner_only":      "すみません、それは当主だけができます。",
		"error.alone":           "この家族には、ほかの人がいません。",
		"error.too_many_voices": "すみません、これ以上は声の名前を覚えられません。",
		"error.many_requests":   "その家族には、もうたくさんの人が申し込んでいます。しばらくしてから、もう一度試してください。",
		"error.issues":          "招待コードを何度も作りました。{wait}",
	})
}

func japaneseGreetings() Catalogue {
	return Catalogue{
		Welcome:        "家族ボイスメモです。",
		Hello:          "{who}、こんにちは。",
		NewVoice:       "はじめての声ですね。",
		SomeMemos:      "メモがあります。",
		AllMemos.None:  "メモはまだありません。",
		AllMemos.One:   "メモが1件あります。",
		AllMemos.Count: "メモが{count}件あります。",
		AllMemos.Many:  "メモが{count}件より多くあります。",
		AllMemos.Least: "メモが{count}件以上あります。",
		NewMemos.None:  "新しいメモはありません。",
		NewMemos.One:   "新しいメモが1件あります。",
		NewMemos.Count: "新しいメモが{count}件あります。",
		NewMemos.Many:  "新しいメモが{count}件より多くあります。",
		NewMemos.Least: "新しいメモが{count}件以上あります。",
	}
}

func japaneseMembership() Catalogue {
	return Catalogue{
		Invite:      "招待コードは、\n",
		InviteAgain: "もう一度言います。\n",
		InviteUse:   "参加する人は、エコーに「家族に参加」と言うか、ウェブの画面に入れてください。",
		InviteLink:  "今は番号を出せません。ウェブの画面の招待リンクを使うか、5分ほど待ってから、もう一度言ってください。",
		InviteOwner: "招待コードを作れるのは、当主の{who}だけです。",
		InviteTitle: "招待コード {code}",
		InviteUntil: "{code}（{time}まで）",
		SlowDigits:  "{a}、\n{b}、\n{c}、\n{d}。\n",
		ValidCount:  "{minutes}分間使えます。",
		ValidOne:    "あと1分ほど使えます。",
		ValidLess:   "使えるのは、あと1分足らずです。",
		Clock:       "15時04分",
		CodeFormat:  "招待コードは4桁の数字です。",
		Joined:      "{who}の家族に入りました。",
		JoinedOne:   "メモも1件、一緒に移りました。",
		JoinedCount: "メモも{count}件、一緒に移りました。",
		Leaving:     "{who}の家族から抜けると、このエコーで残したメモは一緒に移り、ほかの人のメモは聞けなくなります。",
		Left:        "家族から抜けました。このエコーで残したメモは、これからも聞けます。",
		LeaveAlone:  "ほかに誰もいないので、抜ける家族がありません。",
		LeaveOwner:  "このエコーが当主なので、ほかの人がいる間は抜けられません。ほかの人は、「家族から抜ける」と言うか、ウェブの画面で抜けられます。",
	}
}

func japaneseRequests() Catalogue {
	return Catalogue{
		Filed:       "{who}に聞いています。許可されると家族に入ります。",
		Asks:        "{who}が家族に入りたがっています。",
		Allowed:     "{who}が家族に入りました。",
		Refused:     "{who}の申し込みを断りました。",
		RequestOver: "その申し込みは、もうありません。",
		AskerOwns:   "{who}は今、ほかの家族の当主なので、先に当主を譲ってもらってください。",
		NoRoom:      "家族の人数がいっぱいなので、{who}はまだ入れません。",
	}
}

func japaneseNames() Catalogue {
	return Catalogue{
		Members:       "家族は{count}人です。当主は{owner}、ほかに{others}。",
		MembersAlone:  "家族はまだ、このエコーだけです。「招待コードを作って」で家族を招待できます。「家族に参加」で、ほかの家族に入れます。",
		MembersOwner:  "{who}（当主）",
		ThisDevice:    "このエコー",
		NameGap:       "、",
		NameLast:      "、",
		Named:         "{who}ですね。覚えました。",
		NameFormat:    "その名前は覚えられません。名前は50文字までです。",
		NameBefore:    "私の名前は|わたしの名前は|僕の名前は|名前は|私は|わたしは|僕は|ぼくは|俺は",
		NameAfter:     "と呼んでください|って呼んでください|と申します|といいます|と言います|っていいます|って言います|と呼んで|って呼んで|だよ|です",
		NameRefusals:  "いいえ|いえ|いや|いやです|ない|ないです|なし|ありません|内緒|秘密|言わない|言いたくない|結構です|大丈夫です",
		PoliteEndings: "さん|ちゃん|くん|君|さま|様|殿|先生",
	}
}

func japaneseFamilyQuestions() Catalogue {
	return Catalogue{
		"ask.code":       "4桁の招待コードは何ですか？",
		"ask.join":       "招待コードは、{digits}、ですね？",
		"ask.allow":      "許可しますか？",
		"ask.leave":      "本当にこの家族から抜けますか？",
		"ask.name":       "お名前は何ですか？",
		"reprompt.code":  "「1、2、3、4」のように言ってください。",
		"reprompt.join":  "「はい」か「いいえ」で答えてください。",
		"reprompt.allow": "「はい」か「いいえ」と言ってください。",
		"reprompt.leave": "「はい」か「いいえ」でどうぞ。",
		"reprompt.name":  "「太郎です」のように。",
		"help.code":      "家族の当主が作った4桁の招待コードを、ひとつずつ言ってください。やめるときは「ストップ」です。",
		"help.join":      "「はい」でその家族に入ります。違うときは「いいえ」と言ってください。",
		"help.allow":     "「はい」でその人が家族に入り、家族のメモを聞けるようになります。「いいえ」で申し込みを断ります。",
		"help.leave":     "「はい」で家族から抜け、自分だけの家族になります。抜けないときは「いいえ」と言ってください。",
		"help.name":      "誰のメモかを伝えるために、声とお名前を覚えます。「太郎です」のように言ってください。覚えなくてよければ「いいえ」です。",
	}
}
