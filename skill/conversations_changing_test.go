package skill_test

// changing are the golden conversations about marking memos as done, deleting them, and
// undoing that.
var changing = []conversation{
	{
		"done-by-number", lived,
		[]string{"家族ボイスメモを開いて", "はい", "2番済み", "2番は終わったよ", "元に戻して", "2番買った", "5番もやった", "まだやってない", "いいえ"},
		[]string{"open family voice memo", "yes", "number two is done", "check off number two", "undo", "i bought number two", "number five is done too", "it's not done yet", "no"},
	},
	{
		"done-by-text", shopping,
		[]string{"家族ボイスメモで卵買ったよ", "家族ボイスメモで電池はもう買った", "家族ボイスメモでトイレットペーパー買ってきた", "家族ボイスメモで卵買った", "家族ボイスメモでりんごとバナナを買った"},
		[]string{"tell family voice memo i bought eggs", "ask family voice memo to check off batteries", "tell family voice memo i got toilet paper", "tell family voice memo i bought eggs", "tell family voice memo i bought apples and bananas"},
	},
	{
		"done-which-one", shopping,
		[]string{"家族ボイスメモで牛乳買った", "ヘルプ", "[DoneMemoIntent memoNumber=?]", "2番", "あと、3番も", "100番", "1番", "元に戻して", "元に戻して", "オッケー、ありがとう"},
		[]string{"tell family voice memo i bought milk", "help", "[DoneMemoIntent memoNumber=?]", "number two", "and number three too", "number one hundred", "number one", "undo", "undo", "okay thanks"},
	},
	{
		"done-asked-first", lived,
		[]string{"家族ボイスメモで買ってきたよ", "[AMAZON.FallbackIntent]", "[DoneMemoIntent memoNumber=99]", "四番", "今のなし", "もう買った", "いいえ", "もういい"},
		[]string{"ask family voice memo to mark one as done", "[AMAZON.FallbackIntent]", "[DoneMemoIntent memoNumber=99]", "number four", "scratch that", "mark one as done", "no", "we're done"},
	},
	{
		"delete-by-text", shopping,
		[]string{"家族ボイスメモでバターを消して", "家族ボイスメモで今の取り消して", "家族ボイスメモを開いて", "いいえ", "味噌はもういらない", "醤油を消して", "お米のメモを消して", "元に戻して", "特にない"},
		[]string{"ask family voice memo to delete butter", "ask family voice memo to undo that", "open family voice memo", "no", "we don't need miso", "delete soy sauce", "take rice off the list", "undo", "nothing else"},
	},
	{
		"delete-the-last", lived,
		[]string{"家族ボイスメモで最後のメモを消して", "家族ボイスメモで読んで", "最後のを消して", "それ消して", "戻して", "戻して", "戻して", "戻して", "もういいよ"},
		[]string{"ask family voice memo to delete the last memo", "ask family voice memo to read the memos", "delete the last one", "delete that", "bring it back", "undo", "undo", "undo", "that's it"},
	},
	{
		"delete-which-one", shopping,
		[]string{"家族ボイスメモで牛乳を消して", "[DeleteMemoIntent memoNumber=?]", "もう一度", "3番", "牛乳を消して", "キャンセル"},
		[]string{"ask family voice memo to delete milk", "[DeleteMemoIntent memoNumber=?]", "repeat", "three", "delete milk", "cancel"},
	},
	{
		"delete-two-at-once", lived,
		[]string{"一覧", "1番と3番を消して", "[DeleteMemoIntent memoNumber=?]", "1番", "さっきのも消して", "3番も消して", "元に戻して", "元に戻して", "以上"},
		[]string{"read the memos", "delete numbers one and three", "[DeleteMemoIntent memoNumber=?]", "number one", "delete that one too", "delete number three as well", "undo", "undo", "done"},
	},
	{
		"delete-all-by-a-child", lived,
		[]string{
			"はると: 家族ボイスメモで全部消して", "ママ: だめ", "はると: 全部消して", "ママ: はい", "はると: 全部消して", "はると: はい",
			"ママ: 元に戻して", "はると: 元に戻して", "ママ: 読んで", "ママ: いいえ", "ママ: もう寝なさい", "ママ: 今のなし", "ママ: ストップ",
		},
		[]string{
			"leo: ask family voice memo to delete everything", "mum: no", "leo: delete everything", "mum: yes", "leo: delete everything", "leo: yes",
			"mum: undo", "leo: undo", "mum: read the memos", "mum: no", "mum: go to bed now", "mum: scratch that", "mum: stop",
		},
	},
	{
		"undo-levels", lived,
		[]string{"家族ボイスメモを開いて", "パンを追加", "バターを追加", "牛乳買った", "卵を消して", "元に戻して", "元に戻して", "元に戻して", "元に戻して", "元に戻して", "結構です"},
		[]string{"open family voice memo", "add bread", "add butter", "i bought milk", "delete eggs", "undo", "undo", "undo", "undo", "undo", "no thanks"},
	},
	{
		"undo-of-two-voices", twoRooms,
		[]string{
			"ママ: 家族ボイスメモでケーキを追加", "はると: 家族ボイスメモでロケットを追加", "ママ: 家族ボイスメモで元に戻して", "ママ: 家族ボイスメモで元に戻して",
			"はると: 家族ボイスメモで元に戻して", "家族ボイスメモで元に戻して", "台所> 家族ボイスメモで元に戻して",
		},
		[]string{
			"mum: ask family voice memo to add cake", "leo: ask family voice memo to add a rocket", "mum: ask family voice memo to undo", "mum: ask family voice memo to undo",
			"leo: ask family voice memo to undo", "ask family voice memo to undo", "kitchen> ask family voice memo to undo",
		},
	},
	{
		"withdrawn", lived,
		[]string{
			"家族ボイスメモを開いて", "いいえ", "パンを追加して", "全部消して", "元に戻して", "1番を消して", "[DeleteMemoIntent memoNumber=やっぱりやめた]",
			"メモを探して", "[FindMemosIntent searchText=やっぱりいい]", "元に戻して", "[AddMemoIntent memoText=やっぱりやめた]",
		},
		[]string{
			"open family voice memo", "no", "add bread", "delete everything", "undo", "delete number one", "[DeleteMemoIntent memoNumber=no wait]",
			"find a memo", "[FindMemosIntent searchText=no thanks]", "undo", "[AddMemoIntent memoText=i changed my mind]",
		},
	},
	{
		"corrected-with-a-command", fresh,
		[]string{"家族ボイスメモを開いて", "牛乳", "卵", "[AddMemoIntent memoText=違う、読んで]", "1番を消して", "[AddMemoIntent memoText=違う、2番]", "読んで", "いいえ"},
		[]string{"open family voice memo", "milk", "eggs", "[AddMemoIntent memoText=no wait read the memos]", "delete number one", "[AddMemoIntent memoText=no the second one]", "read the memos", "no"},
	},
	{
		"which-in-words", shopping,
		[]string{"牛乳を消して", "[DeleteMemoIntent memoNumber=1番と3番]", "元に戻して", "牛乳買った", "[DoneMemoIntent memoNumber=石鹸]", "牛乳を消して", "[DeleteMemoIntent memoNumber=?]", "[DeleteMemoIntent memoNumber=?]", "[DeleteMemoIntent memoNumber=?]"},
		[]string{"delete milk", "[DeleteMemoIntent memoNumber=one and three]", "undo", "check off milk", "[DoneMemoIntent memoNumber=soap]", "delete milk", "[DeleteMemoIntent memoNumber=?]", "[DeleteMemoIntent memoNumber=?]", "[DeleteMemoIntent memoNumber=?]"},
	},
}
