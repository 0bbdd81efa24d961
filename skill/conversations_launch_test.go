package skill_test

// launching are the golden conversations about the first turns of a session.
var launching = []conversation{
	{
		"launch-tapers", fresh,
		[]string{
			"家族ボイスメモを開いて", "牛乳を買う", "ないよ", "家族ボイスメモを開いて", "(黙る)", "家族ボイスメモを開いて", "メモを読んで", "おしまい", "家族ボイスメモを開いて", "卵", "それだけ",
			"家族ボイスメモ", "いや、いい",
		},
		[]string{
			"open family voice memo", "buy milk", "nope", "open family voice memo", "(silence)", "open family voice memo", "read the memos", "i'm done", "open family voice memo", "eggs", "that's everything",
			"start family voice memo", "no thanks",
		},
	},
	{
		"launch-news", twoRooms,
		[]string{
			"台所> 家族ボイスメモで、おやつは棚の上、をメモして", "家族ボイスメモを開いて", "うん、お願い", "ありがとう", "家族ボイスメモを開いて", "大丈夫", "(太郎がウェブでメモする)", "家族ボイスメモを開いて", "今はいい", "(次の日)",
			"家族ボイスメモを開いて", "はい", "いいえ",
		},
		[]string{
			"kitchen> ask family voice memo to add the snacks are on the shelf", "open family voice memo", "yes please", "thanks", "open family voice memo", "i'm fine", "(Taro writes on the web)", "open family voice memo", "not now", "(the next day)",
			"open family voice memo", "sure", "no",
		},
	},
	{
		"launch-news-ignored", twoRooms,
		[]string{
			"台所> 家族ボイスメモでティッシュを追加", "家族ボイスメモを開いて", "[AMAZON.FallbackIntent]", "牛乳を買っておいて", "ティッシュ買った", "いいえ", "家族ボイスメモを開いて", "(黙る)", "台所> 家族ボイスメモを開いて", "台所> 1番を消して", "台所> いいえ",
		},
		[]string{
			"kitchen> ask family voice memo to add tissues", "open family voice memo", "[AMAZON.FallbackIntent]", "get some milk", "i bought tissues", "no", "open family voice memo", "(silence)", "kitchen> open family voice memo", "kitchen> delete number one", "kitchen> no",
		},
	},
	{
		"launch-not-heard", fresh,
		[]string{"家族ボイスメモを開いて", "[AMAZON.FallbackIntent]", "卵と牛乳", "[AMAZON.FallbackIntent]", "[AddMemoIntent]", "パン", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]"},
		[]string{"open family voice memo", "[AMAZON.FallbackIntent]", "eggs and milk", "[AMAZON.FallbackIntent]", "[AddMemoIntent]", "bread", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]", "[AMAZON.FallbackIntent]"},
	},
	{
		"launch-help", lived,
		[]string{"家族ボイスメモを開いて", "ヘルプ", "いいえ", "何ができるの", "もっと", "続き", "もっと教えて", "家族に参加", "ヘルプ", "やめる"},
		[]string{"open family voice memo", "help", "no", "what can i do", "more", "more", "tell me more", "join a family", "help", "quit"},
	},
	{
		"launch-yes-and-no", fresh,
		[]string{"家族ボイスメモを開いて", "はい", "はい", "トマト", "うん", "きゅうり", "いいえ", "家族ボイスメモを開いて", "次", "前", "もう一度", "いいえ"},
		[]string{"open family voice memo", "yes", "yes", "tomatoes", "yes", "cucumbers", "no", "open family voice memo", "next", "previous", "repeat", "no"},
	},
	{
		"launch-stranger", twoRooms,
		[]string{
			"台所> 家族ボイスメモでピアノは5時、をメモして", "ママ: 家族ボイスメモを開いて", "ママ: はい", "ママ: いいです", "ママ: 家族ボイスメモを開いて", "ママ: 洗剤を買う、をメモして", "ママ: ないよ", "ママ: 家族ボイスメモを開いて", "ママ: いいえ",
		},
		[]string{
			"kitchen> ask family voice memo to add piano at five", "mum: open family voice memo", "mum: yes", "mum: that's all", "mum: open family voice memo", "mum: add washing powder", "mum: no more", "mum: open family voice memo", "mum: no",
		},
	},
	{
		"launch-numbers", lived,
		[]string{"家族ボイスメモを開いて", "いいえ", "[AddMemoIntent memoText=うーん、5番を消して]", "5番", "6番を読んで", "いいえ", "電気を消して", "やっぱりいい"},
		[]string{"open family voice memo", "no", "[AddMemoIntent memoText=um delete number five]", "number five", "read number six", "no", "delete the lights", "never mind"},
	},
	{
		"launch-home", lived,
		[]string{"家族ボイスメモを開いて", "はい", "[AMAZON.NavigateHomeIntent]", "家族ボイスメモを開いて", "[AMAZON.CancelIntent]", "家族ボイスメモで元に戻して"},
		[]string{"open family voice memo", "yes", "[AMAZON.NavigateHomeIntent]", "open family voice memo", "[AMAZON.CancelIntent]", "ask family voice memo to undo"},
	},
}
