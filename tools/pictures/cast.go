package main

import "time"

// role is a part in the household: each language has a person for it.
type role int

// The family's members, and a person of another family.
const (
	owner role = iota
	partner
	child
	grandma
	echo
	guest
)

// words are a text in both languages.
type words struct{ ja, en string }

// in returns the text in a language.
func (w words) in(language string) string {
	if language == "ja" {
		return w.ja
	}
	return w.en
}

// names are the names of the roles.
var names = map[role]words{
	owner: {"花子", "Anna"}, partner: {"大輔", "Ben"}, child: {"結衣", "Chloe"}, grandma: {"ばあば", "Grandma"},
	echo: {"台所のエコー", "Kitchen Echo"}, guest: {"真理", "Mary"},
}

// emoji are those that members have chosen.
var emoji = map[role]string{partner: "🐻", child: "🍓"}

// line is a memo of a certain age.
type line struct {
	author  role
	ago     time.Duration // before half past eight in the morning
	content words

	edit    words         // by the owner; zero: none
	done    bool          // by the owner
	deleted time.Duration // how long ago by the owner; zero: not
}

// clock returns the age of a moment some days before, by the hour and minute.
func clock(days, hour, minute int) time.Duration {
	return time.Duration(days)*24*time.Hour + 8*time.Hour + 30*time.Minute - time.Duration(hour)*time.Hour - time.Duration(minute)*time.Minute
}

// The memos that screens are about.
var (
	milk     = words{"牛乳と卵を買う", "Buy milk and eggs"}
	curry    = words{"今夜はカレー。にんじんが足りない", "Curry tonight, we need carrots"}
	shop     = words{"土曜の買い物\n・電球（E26）2個、単3電池", "Hardware shop on Saturday\n– two bulbs, AA batteries"}
	gym      = words{"体操着を持たせる", "Gym clothes in the school bag"}
	bikeKey  = words{"自転車の鍵は下駄箱の上", "Bike key is on the shoe rack"}
	cleaning = words{"クリーニングを取ってくる\n・コート2着、引換券は玄関\n・店の電話 03-1234-5678", "Pick up the dry cleaning\n– two coats, ticket is in the hall\n– the shop: 020 7946 0123"}
	library  = words{"図書館の本を返す", "Library books are due"}
	tea      = words{"お茶の葉がもうない", "We are out of tea"}
)

// lines are the family's memos, the oldest first.
var lines = []line{
	{author: owner, ago: clock(3, 7, 55), content: words{"月曜は燃えないごみ", "Recycling goes out on Monday"}},
	{author: partner, ago: clock(3, 12, 12), content: words{"釣りの道具は物置の奥", "Fishing rods are behind the shed door"}},
	{author: child, ago: clock(3, 17, 30), content: words{"ばあばの誕生日に電話", "Ring Grandma on her birthday"}},
	{author: owner, ago: clock(3, 19, 5), content: words{"個人面談は水曜15時40分", "Parents’ evening is Wednesday at 3:40"}},
	{author: owner, ago: clock(2, 8, 2), content: words{"傘を学校に忘れた", "Left the umbrella at school"}},
	{author: partner, ago: clock(2, 9, 40), content: words{"洗濯機の修理は木曜の午前", "The washing machine man comes Thursday morning"}},
	{author: grandma, ago: clock(2, 15, 20), content: words{"りんごを送りました", "I have posted you a box of apples"}},
	{author: echo, ago: clock(2, 18, 45), content: words{"電池を買う", "Buy batteries"}, deleted: clock(1, 9, 10)},
	{author: owner, ago: clock(1, 12, 30), content: words{"銀行で両替する", "Change at the bank"}, deleted: clock(1, 16, 0)},
	{author: owner, ago: clock(1, 16, 2), content: words{"水泳の帰り、5時に迎え", "Pick up from swimming at five"}},
	{author: partner, ago: clock(1, 17, 46), content: words{"クリーニング、コート1着", "Dry cleaning, one coat"}, edit: cleaning},
	{author: grandma, ago: clock(1, 17, 58), content: words{
		"運動会のおさらい。集合は8時20分に東門、車では来ないこと。結衣は赤組で、出番は徒競走が3番目、ダンスが7番目、玉入れが11番目。お弁当は大輔が作るので、前の晩に鶏のから揚げの下味をつけておく。ばあばは10時のバスで来るから、だれかバス停まで迎えに行く。雨のときは6時半に学校からメールが来て、火曜日に延びる。レジャーシートと水筒、日よけの帽子、予備の靴下も忘れずに。終わったら校庭の片づけを手伝い、ばあばを駅まで送って、夕飯はみんなで外で食べる。",
		"Sports day, all in one place. Meet at 8:20 by the east gate and leave the car at home. Chloe is in the red team: third in the running, seventh in the dance, eleventh in the ball toss. Ben makes the packed lunch, so put the chicken in its marinade the night before. Grandma comes on the ten o’clock bus and somebody has to meet her at the stop. If it rains the school writes at half past six and it moves to Tuesday. Blanket, flasks, sun hats and spare socks.",
	}},
	{author: grandma, ago: clock(1, 18, 20), content: words{"灯油を2缶たのむ", "Order two cans of heating oil"}},
	{author: child, ago: clock(1, 20, 51), content: library},
	{author: owner, ago: clock(0, 5, 58), content: words{"ゴミ出し", "Take the bins out"}, done: true},
	{author: partner, ago: clock(0, 6, 4), content: words{"猫のえさを補充", "Refill the cat food"}, done: true},
	{author: child, ago: clock(0, 6, 12), content: words{"連絡帳にサイン", "Sign the school diary"}, done: true},
	{author: owner, ago: clock(0, 6, 31), content: words{"カレンダーに三者面談を書いた", "The dentist is on the calendar now"}},
	{author: partner, ago: clock(0, 6, 40), content: bikeKey},
	{author: grandma, ago: clock(0, 6, 58), content: words{"歯医者に電話 03-1234-5678", "Ring the dentist 020 7946 0123"}},
	{author: child, ago: clock(0, 7, 5), content: gym},
	{author: partner, ago: clock(0, 7, 21), content: words{"土曜の買い物　電球1個", "Saturday: one light bulb"}, edit: shop},
	{author: owner, ago: clock(0, 7, 30), content: words{"11月の献立 https://school.example.jp/lunch", "Lunches https://school.example.jp/lunch"}},
	{author: partner, ago: clock(0, 7, 48), content: curry},
	{author: echo, ago: clock(0, 8, 12), content: milk},
}

// visitedAt is how long ago the owner saw the whole list.
var visitedAt = clock(0, 7, 40)
