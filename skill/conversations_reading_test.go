package skill_test

import "time"

// letters is a family with long memos.
func letters(w *world) {
	hanako := w.household(w.word("花子", "Hanako"))
	w.write(hanako, w.word("ゴミ出しは月曜日と木曜日", "the bins go out on Monday and Thursday"), 2*day)
	w.write(hanako, w.word(
		"おばあちゃんの家の行き方。駅の北口を出て、2番のバスに乗り、市民病院の前で降ります。"+
			"横断歩道を渡って、パン屋の角を左に曲がると、青い屋根の家が見えます。その3軒先です。"+
			"鍵は植木鉢の下にあります。玄関の電気は右側、お風呂のスイッチは台所です。"+
			"金魚のえさは朝だけ、ひとつまみです。水は土曜日に替えてください。"+
			"帰るときは、窓の鍵とガスの元栓を確かめて、ポストの新聞を中に入れておいてください。"+
			"困ったら、となりの鈴木さんが何でも教えてくれます。",
		"How to get to Grandma's house. Leave the station by the north exit, take bus number two, and get off at the hospital. "+
			"Cross the road, turn left at the bakery, and look for the blue roof. The key is under the flower pot. "+
			"The light switch in the hall is on the right. Feed the goldfish only in the morning, just a pinch. "+
			"Before you leave, check the windows and the gas, and bring in the newspaper. If you need anything, ask Mrs. Suzuki next door.",
	), day)
	w.write(hanako, w.word("明日の朝、太郎のお弁当にりんごを入れるのを忘れないでください", "please don't forget to put an apple into Taro's lunch box tomorrow"), 3*time.Hour)
	w.write(hanako, w.word("金曜日の3時から歯医者、保険証を持っていく", "dentist on Friday at three, take the insurance card"), 2*time.Hour)
	w.write(hanako, w.word("宅配便が午後に来る", "a parcel comes in the afternoon"), time.Hour)
}

// readings are the golden conversations about hearing memos.
var readings = []conversation{
	{
		"reading-to-the-end", letters,
		[]string{"家族ボイスメモで読んで", "はい", "続きを読んで", "前", "うん", "ストップ"},
		[]string{"ask family voice memo to read the list", "yes", "read the rest", "previous", "yeah", "stop"},
	},
	{
		"reading-long-memo-skipped", letters,
		[]string{"一覧", "次", "次", "前", "もう一度", "4番を全部読んで", "次", "もういい"},
		[]string{"read the memos", "next", "next", "previous", "repeat", "read number four in full", "next", "that's enough"},
	},
	{
		"reading-one", lived,
		[]string{"家族ボイスメモで3番は何", "家族ボイスメモを開いて", "いいえ", "一つだけ読んで", "[ReadMemoIntent memoNumber=?]", "2番です", "20番を読んで", "[ReadMemoIntent memoNumber=最後]", "ストップ"},
		[]string{"ask family voice memo what's number three", "open family voice memo", "no", "read one memo", "[ReadMemoIntent memoNumber=?]", "number two", "read number twenty", "[ReadMemoIntent memoNumber=the last one]", "stop"},
	},
	{
		"reading-news-of-two-rooms", twoRooms,
		[]string{
			"台所> 家族ボイスメモでお米を追加して", "台所> 家族ボイスメモでカレーのルーも買っといて、をメモして", "家族ボイスメモで新しいメモはある", "家族ボイスメモで何か新しいのある",
			"(太郎がウェブでメモする)", "家族ボイスメモで新着", "台所> 家族ボイスメモで新しいのを読んで",
		},
		[]string{
			"kitchen> ask family voice memo to add rice", "kitchen> ask family voice memo to add curry powder", "ask family voice memo are there any new memos", "ask family voice memo what's new",
			"(Taro writes on the web)", "ask family voice memo for any news", "kitchen> ask family voice memo to read the new ones",
		},
	},
	{
		"reading-news-per-voice", twoRooms,
		[]string{
			"台所> 家族ボイスメモで公園に行ってくるって伝えて", "ママ: 家族ボイスメモで何かある", "パパ: 家族ボイスメモで何かある", "ママ: 家族ボイスメモで何かある",
			"パパ: 家族ボイスメモで6時に帰るって伝えて", "ママ: 家族ボイスメモで何かある", "パパ: 家族ボイスメモで何かある",
		},
		[]string{
			"kitchen> ask family voice memo to add we are at the park", "mum: ask family voice memo what's new", "dad: ask family voice memo what's new", "mum: ask family voice memo what's new",
			"dad: ask family voice memo to add home at six", "mum: ask family voice memo what's new", "dad: ask family voice memo what's new",
		},
	},
	{
		"reading-new-messages", twoRooms, // Alexa announces the memos as messages
		[]string{
			"台所> 家族ボイスメモでお米を追加して", "家族ボイスメモで新しいメッセージを読んで", "(太郎がウェブでメモする)", "家族ボイスメモを開いて", "新しいメッセージある", "いいえ",
			"家族ボイスメモで新しいメモは何件ある", "家族ボイスメモでメッセージある",
		},
		[]string{
			"kitchen> ask family voice memo to add rice", "ask family voice memo to read my new messages", "(Taro writes on the web)", "open family voice memo", "do i have new messages", "no",
			"ask family voice memo how many new memos are there", "ask family voice memo to read the messages",
		},
	},
	{
		"reading-interrupted", shopping,
		[]string{"家族ボイスメモで何を買えばいい", "牛肉を追加して", "続きを読んで", "牛乳は買ったよ", "2番", "続けて", "前", "もう大丈夫です"},
		[]string{"ask family voice memo to tell me what we need", "add beef", "keep reading", "i got milk", "number two", "go on", "previous", "no thank you"},
	},
	{
		"reading-without-done", lived,
		[]string{"読んで", "1番済み", "2番は買ったよ", "1番を読んで", "もう一度", "いいえ", "家族ボイスメモで読んで", "(10分たつ)", "家族ボイスメモでメモは何件"},
		[]string{"read them", "number one is done", "i bought number two", "read number one", "repeat", "no", "ask family voice memo to read them", "(ten minutes go by)", "ask family voice memo what's on the list"},
	},
	{
		"reading-find", letters,
		[]string{"家族ボイスメモで、おばあちゃんのメモはある", "はい", "はい", "歯医者 探して", "ゴミのメモはある", "プールのメモはある", "メモを探して", "やっぱりいい", "じゃあね"},
		[]string{"ask family voice memo is there a memo about grandma", "yes", "yes", "search for dentist", "find bins", "is there a memo about swimming", "find a memo", "never mind", "bye"},
	},
	{
		"reading-nothing-new", lived,
		[]string{"ママ: 家族ボイスメモで新しいメモを読んで", "ママ: 家族ボイスメモを開いて", "ママ: 新しいメモは", "ママ: じゃあ全部読んで", "ママ: いいえ", "ママ: 大丈夫です"},
		[]string{"mum: ask family voice memo to read the new memos", "mum: open family voice memo", "mum: anything new", "mum: then read everything", "mum: no", "mum: i'm done"},
	},
}
