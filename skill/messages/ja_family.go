package messages

// japaneseFamily returns the sentences about people and families.
func japaneseFamily() Catalogue {
	return merged(japaneseGreetings(), japaneseMembership(), japaneseRequests(), japaneseNames(), japaneseFamilyQuestions(), japaneseFamilyErrors())
}

func japaneseFamilyErrors() Catalogue {
	return Catalogue{
		"error.owner_only":      "すみません、それができるのは家族の代表だけです。",
		"error.alone":           "この家族には、ほかの人がいません。",
		"error.too_many_voices": "すみません、これ以上は声の名前を覚えられません。",
		"error.too_many_rooms":  "すみません、これ以上はエコーの名前を覚えられません。",
		"error.wait":            "招待コードの間違いが続きました。{wait}「アカウントにつなぐ」と言うと、番号をお伝えします。家族の人がウェブの画面で入力すれば、待たずに参加できます。",
		"error.link_attempts":   "使えない招待リンクが続きました。{wait}",
		"error.number_attempts": "番号の間違いが続きました。{wait}",
		"error.busy":            "前の番号を確かめているところです。{wait}",
		"error.many_links":      "招待を作りすぎました。{wait}",
		"error.codes_exhausted": "すみません、今は空いている番号がありません。数分待ってから、もう一度試してください。",
		"error.many_requests":   "その家族への申し込みは、もういっぱいです。「アカウントにつなぐ」と言ってください。家族の代表が、このエコーをすぐに追加できます。",
		"error.already_asked":   "家族の代表に、もう聞いています。返事をお待ちください。申し込みは24時間で終わります。",
		"error.not_admitted":    "それは、招待してくれた家族に入ってからできます。",
		"error.not_alone":       "それは、家族がこのエコーだけのときに使えます。",
	}
}

func japaneseGreetings() Catalogue {
	return Catalogue{
		Welcome:        "家族ボイスメモです。",
		Hello:          "{who}、こんにちは。",
		NewVoice:       "はじめての声ですね。",
		Introduction:   "「牛乳を買う」のように、メモしたいことをそのまま言ってください。",
		AllMemos.One:   "メモが1件あります。",
		AllMemos.Count: "メモが{count}件あります。",
		AllMemos.Many:  "メモが{count}件以上あります。",
		AllMemos.Least: "メモが{count}件以上あります。",
		NoNewMemos:     "新しいメモはありません。",
		NewMemos.One:   "新しいメモが1件あります。",
		NewMemos.Count: "新しいメモが{count}件あります。",
		NewMemos.Many:  "新しいメモが{count}件以上あります。",
		NewMemos.Least: "新しいメモが{count}件以上あります。",
	}
}

func japaneseMembership() Catalogue {
	return Catalogue{
		Invite:         "招待コードは、\n",
		InviteAgain:    "もう一度言います。\n",
		InviteUse:      "参加する人は、「アレクサ、家族ボイスメモを開いて」、続けて「家族に参加」と言い、聞かれたら番号を言ってください。ウェブの画面でも入力できます。",
		InviteLink:     "今は番号を出せません。{wait}ウェブの画面の招待リンクなら、今すぐ使えます。",
		InviteAsks:     "使った人は、あなたが許可してから家族に入ります。次に開いたときにお聞きします。",
		InviteAsksLink: "リンクを使った人は、あなたが許可してから家族に入ります。次に開いたときにお聞きします。",
		InviteOwner:    "招待コードを作れるのは、代表の{who}だけです。",
		InviteTitle:    "招待コード {code}",
		InviteUntil:    "{code}（{time}まで）",
		SlowDigits:     "{a}、\n{b}、\n{c}、\n{d}。\n",
		ValidCount:     "{minutes}分間使えます。",
		ValidOne:       "あと1分ほど使えます。",
		ValidLess:      "あと少しで使えなくなります。",
		Clock:          "15時04分",
		CodeFormat:     "招待コードは4桁の数字です。",

		Joined:        "{who}の家族に入りました。",
		JoinedEcho:    "ほかのエコーと同じ家族になりました。",
		NumberNo:      "いいえ|いえ|いや|違います|違う|ちがう",
		NumberIs:      "です",
		JoinedOne:     "メモも1件、一緒に移りました。",
		JoinedCount:   "メモも{count}件、一緒に移りました。",
		JoinedMistake: "間違えたときは、「家族から抜ける」と言ってください。",

		Leaving:    "{who}の家族から抜けると、このエコーで残したメモは一緒に移り、ほかの人のメモは聞けなくなります。",
		Left:       "家族から抜けました。このエコーで残したメモは、これからも聞けます。",
		LeaveAlone: "ほかに誰もいないので、抜ける家族がありません。",
		LeaveOwner: "このエコーが代表なので、ほかの人がいるうちは抜けられません。ほかの人は、「家族から抜ける」と言うか、ウェブの画面で抜けられます。",
	}
}

func japaneseRequests() Catalogue {
	return Catalogue{
		Filed:       "{who}の返事を待ちます。確認番号は、{check}です。{who}に伝えてください。",
		FiledEcho:   "コードを作ったエコーで聞きます。確認番号は、{check}です。コードを作った人に伝えてください。",
		FiledNext:   "許可されると、次に開いたときにお知らせします。返事がなければ24時間で終わります。",
		Waits:       "{who}の返事を待っています。",
		WaitsEcho:   "ほかのエコーの返事を待っています。",
		CheckIs:     "確認番号は、{check}です。",
		Asks:        "確認番号{check}の{who}が、家族への参加を申し込んでいます。",
		AsksEcho:    "確認番号{check}の{who}が、エコーでの参加を申し込んでいます。",
		AsksDevice:  "確認番号{check}のエコーが、家族への参加を申し込んでいます。",
		AsksOld:     "{who}が、家族への参加を申し込んでいます。",
		AsksLike:    "名前が{who}と似ています。確認番号を確かめてください。",
		AsksCheck:   "相手の確認番号も{check}なら「はい」と言ってください。",
		Allowed:     "{who}が家族に入りました。",
		AllowedEcho: "そのエコーが家族に入りました。",
		Refused:     "{who}の申し込みを断りました。",
		RefusedEcho: "そのエコーの申し込みを断りました。",
		RequestOver: "その申し込みは、もうありません。",
		AskerOwns:   "{who}は今、ほかの家族の代表です。先に、代表をその家族のほかの人に引き継いでもらってください。",
		NoRoom:      "家族の人数がいっぱいなので、{who}はまだ参加できません。",
	}
}

func japaneseNames() Catalogue {
	return Catalogue{
		Members:       "家族は{count}人です。代表は{owner}で、ほかは{others}です。",
		MembersAlone:  "家族はまだ、このエコーだけです。「招待コードを作って」で家族を招待できます。「家族に参加」か「アカウントにつなぐ」で、ほかの家族に参加できます。",
		MembersOwner:  "{who}（代表）",
		ThisDevice:    "このエコー",
		NameGap:       "、",
		NameLast:      "、",
		Named:         "{who}ですね。覚えました。",
		Renamed:       "名前を「{name}」に戻しました。",
		Unnamed:       "名前を取り消しました。",
		NameOnPage:    "あなたの名前は、ウェブの画面の「家族」の「あなたのこと」で変えられます。",
		NameFormat:    "その名前は覚えられません。名前は50文字までです。",
		NameBefore:    "私の名前は|わたしの名前は|僕の名前は|名前は|私は|わたしは|僕は|ぼくは|俺は",
		NameAfter:     "と呼んでください|って呼んでください|と申します|といいます|と言います|っていいます|って言います|と呼んで|って呼んで|だよ|です",
		NameRefusals:  "いいえ|いえ|いや|いやです|ない|ないです|なし|ありません|内緒|秘密|言わない|言いたくない|結構です|大丈夫です",
		PoliteEndings: "さん|ちゃん|くん|君|さま|様|殿|先生|エコー|Echo|ママ|パパ",
		RoomName:      "{room}のエコー",
		RoomNamed:     "このエコーは「{name}」ですね。覚えました。",
		RoomBefore:    "このエコーの名前は|このエコーは|名前は|ここは",
		RoomAfter:     "にあります|と呼んで|って呼んで|にして|だよ|です|ね",
		RoomEndings:   "エコー|Echo|アレクサ",
	}
}

func japaneseFamilyQuestions() Catalogue {
	return Catalogue{
		"ask.code":       "4桁の招待コードを教えてもらえますか？",
		"ask.join":       "招待コードは、{digits}、ですね？",
		"ask.allow":      "許可しますか？",
		"ask.leave":      "本当にこの家族から抜けますか？",
		"ask.name":       "お名前を教えてもらえますか？",
		"ask.named":      "お名前は、「{content}」でよろしいですか？",
		"ask.room":       "このエコーはどの部屋にありますか？",
		"reprompt.code":  "「1、2、3、4」のように言ってください。",
		"reprompt.join":  "「はい」か「いいえ」で答えてください。",
		"reprompt.allow": "「はい」か「いいえ」で答えてください。",
		"reprompt.leave": "「はい」か「いいえ」で答えてください。",
		"reprompt.name":  "「太郎です」のように言ってください。",
		"reprompt.named": "「はい」か「いいえ」で答えてください。",
		"reprompt.room":  "「台所」のように言ってください。",
		"help.code":      "家族の代表が作った4桁の招待コードを、ひとつずつ言ってください。やめるときは「ストップ」です。",
		"help.join":      "「はい」でその家族に入ります。違うときは「いいえ」と言うか、正しい番号を言ってください。",
		"help.allow":     "相手の確認番号が同じときだけ「はい」と言うと、その人が家族に入り、メモを聞けるようになります。断るときは「いいえ」、番号を聞き直すときは「もう一度」と言ってください。",
		"help.leave":     "「はい」で家族から抜け、自分だけの家族になります。抜けないときは「いいえ」と言ってください。",
		"help.named":     "「はい」でその名前を覚えます。違うときは「いいえ」と言ってください。",
		"help.room":      "部屋の名前を、「台所」のように言ってください。誰のメモかわからないときに、「台所のエコー」のように読み上げます。",
		"help.name":      "誰のメモかわかるように、声とお名前を覚えます。「太郎です」のように言うか、覚えなくてよければ「いいえ」と言ってください。",
	}
}
