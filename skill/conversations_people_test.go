package skill_test

// people are the golden conversations about voices, names and rooms.
var people = []conversation{
	{
		"name-confirmed", lived,
		[]string{"はると: 家族ボイスメモを開いて", "はると: いいえ", "はると: 私の名前はミッフィー", "はると: 違う", "はると: はるくん", "はると: うん", "はると: 元に戻して", "はると: 名前を覚えて", "はると: 内緒", "はると: ばいばい"},
		[]string{"leo: open family voice memo", "leo: no", "leo: my name is spider man", "leo: no", "leo: leo bear", "leo: yeah", "leo: undo", "leo: remember my name", "leo: no name", "leo: bye"},
	},
	{
		"name-is-no-name", lived,
		[]string{"ママ: 読んで", "ママ: 私は大丈夫", "ママ: 家族ボイスメモを開いて", "ママ: いいえ", "ママ: [AddMemoIntent memoText=私はお腹がすいた]", "ママ: いいえ", "ママ: 私は花", "ママ: いいえ", "ママ: 内緒", "ママ: もうないよ"},
		[]string{"mum: read the memos", "mum: [SetNameIntent userName=done]", "mum: open family voice memo", "mum: no", "mum: [AddMemoIntent memoText=call me later]", "mum: no", "mum: call me queen bee", "mum: no", "mum: no name", "mum: no more"},
	},
	{
		"name-corrected", twoRooms,
		[]string{"ママ: 私の名前は花子", "ママ: 私の名前は花", "ママ: はい", "ママ: 元に戻して", "ママ: 傘を持っていってね、をメモして", "ママ: もうない", "家族ボイスメモで一覧"},
		[]string{"mum: my name is hanako", "mum: call me hannah bee", "mum: yes", "mum: undo", "mum: make a note that it will rain", "mum: that's all", "ask family voice memo to read the memos"},
	},
	{
		"name-asked-at-launch", lived,
		[]string{"ママ: 家族ボイスメモで一覧", "ママ: 続けて", "ママ: いいです", "ママ: 家族ボイスメモを開いて", "[AMAZON.FallbackIntent]", "ママだよ", "ママ: 読んで", "ママ: はい", "ママ: 大丈夫", "ママ: 家族ボイスメモを開いて", "ママ: ないです"},
		[]string{"mum: ask family voice memo to read the memos", "mum: continue", "mum: i'm fine", "mum: open family voice memo", "[AMAZON.FallbackIntent]", "it's mum", "mum: read the memos", "mum: yes", "mum: all good", "mum: open family voice memo", "mum: nothing"},
	},
	{
		"room", twoRooms,
		[]string{
			"台所> このエコーは台所にあります", "台所> おたまを買う、をメモして", "家族ボイスメモで何かある", "家族は誰", "このエコーの名前を変えて", "[NameRoomIntent roomName=?]", "こども部屋", "元に戻して",
			"このエコーは居間", "台所> 家族ボイスメモで家族は誰", "終わり",
		},
		[]string{
			"kitchen> this echo is in the kitchen", "kitchen> add a new ladle", "ask family voice memo what's new", "who is in my family", "rename this echo", "[NameRoomIntent roomName=?]", "the kids' room", "undo",
			"this echo is in the den", "kitchen> ask family voice memo who is in my family", "i'm finished",
		},
	},
	{
		"brother-and-sister", twoRooms,
		[]string{
			"はると: 家族ボイスメモで、私の名前ははると", "はると: はい", "りん: 家族ボイスメモを開いて", "りん: りん", "りん: はい", "りん: いちごがいい", "はると: ぼくもいちご", "はると: いちごを消して",
			"はると: 1番", "りん: [AddMemoIntent memoText=だめ、戻して]", "はると: 戻して", "はると: いちごは買った", "はると: 2番", "はると: おしまい",
		},
		[]string{
			"leo: tell family voice memo my name is leo", "leo: yes", "mia: open family voice memo", "mia: mia", "mia: yes", "mia: i want strawberries", "leo: i want strawberries too", "leo: delete strawberries",
			"leo: number one", "mia: [AddMemoIntent memoText=no bring it back]", "leo: bring it back", "leo: i bought strawberries", "leo: number two", "leo: we're done",
		},
	},
	{
		"guest", twoRooms,
		[]string{"おばあちゃん: 家族ボイスメモを開いて", "おばあちゃん: 何て言えばいいの", "おばあちゃん: [AMAZON.FallbackIntent]", "おばあちゃん: もう一度お願い", "おばあちゃん: いいえ", "おばあちゃん: みんな元気でね", "おばあちゃん: はいはい、どうもありがとう"},
		[]string{"granny: open family voice memo", "granny: what can i say", "granny: [AMAZON.FallbackIntent]", "granny: say that again", "granny: no thanks", "granny: look after yourselves", "granny: thank you very much"},
	},
	{
		"join-undone", inviting,
		[]string{"招待コード %s で参加", "はい", "いいえ", "家族ボイスメモで元に戻して", "家族ボイスメモで家族は誰"},
		[]string{"join with code %s", "yes", "no", "ask family voice memo to undo", "ask family voice memo who is in my family"},
	},
}
