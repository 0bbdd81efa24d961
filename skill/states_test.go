package skill_test

import (
	"time"

	"voicememo/invite"
)

const day = 24 * time.Hour

// befores are the states before a conversation, by their names in transcripts.
var befores = map[string]func(*world){
	"fresh": fresh, "lived": lived, "shopping": shopping, "letters": letters, "twoRooms": twoRooms, "twoEchos": twoEchos,
	"inviting": inviting, "asking": (*world).asking, "askingEcho": askingEcho, "hanakos": hanakos, "hanakoAsked": hanakoAsked,
	"hanakosWithJiro": hanakosWithJiro, "echosFamily": echosFamily, "askedHanako": askedHanako,
	"pantry": pantry, "pantryAndWash": pantryAndWash, "umbrella": func(w *world) { w.fill([]string{w.word("傘", "umbrella")}) }, "waiting": waiting, "forsaken": forsaken,
}

// pantryAndWash is pantry with an older memo.
func pantryAndWash(w *world) {
	pantry(w)
	w.write(w.device(), w.word("かさを干す", "dry the towels"), 2*day)
}

// waiting is an Echo that waits to be admitted to Taro's family.
func waiting(w *world) { w.asksFor(w.person(w.word("太郎", "Taro")), "") }

// lived is a family with several days of memos: Taro's, with the Echo in it.
func lived(w *world) {
	taro := w.household(w.word("太郎", "Taro"))
	w.write(taro, w.word("市役所に電話", "call the city hall"), 400*day)
	w.write(taro, w.word("タイヤ交換", "change the tyres"), 40*day)
	w.write(taro, w.word("本を返す", "return the books"), 3*day)
	w.write(w.device(), w.word("卵を買う", "buy eggs"), day)
	w.write(taro, w.word("PTAの<会費> & \"名札\"", "<fees> & \"tags\" for school"), day/2)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Hour)
	w.write(taro, w.word("傘を忘れない", "don't forget the umbrella"), time.Minute)
}

// inviting is Taro with a valid code, and an Echo with two memos of its own.
func inviting(w *world) {
	w.code(w.person(w.word("太郎", "Taro")))
	w.write(w.device(), w.word("卵を買う", "buy eggs"), time.Hour)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Minute)
}

// shopping is a family with a long list.
func shopping(w *world) {
	hanako := w.household(w.word("花子", "Hanako"))
	for i, what := range []string{
		w.word("米", "rice"), w.word("味噌", "miso"), w.word("牛乳", "milk"), w.word("豆腐", "tofu"), w.word("卵", "eggs"),
		w.word("パン", "bread"), w.word("バター", "butter"), w.word("牛乳石鹸", "milk soap"), w.word("電池", "batteries"),
		w.word("りんご", "apples"), w.word("バナナ", "bananas"), w.word("低脂肪牛乳", "skimmed milk"),
	} {
		w.write(hanako, w.word(what+"を買う", "buy "+what), time.Duration(i+1)*7*time.Minute)
	}
}

func fresh(*world) {}

// hanakos is Hanako's family, and an Echo with a family of its own and a memo.
func hanakos(w *world) {
	w.write(w.person(w.word("花子", "Hanako")), w.word("傘を忘れない", "don't forget the umbrella"), time.Hour)
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Minute)
}

// hanakoAsked is Hanako's family, which asks first and has Jiro as a member.
func hanakoAsked(w *world) {
	hanakos(w)
	hanako := w.person(w.word("花子", "Hanako"))
	_, err := w.invites.RedeemCode(w.t.Context(), w.person(w.word("次郎", "Jiro")), w.code(hanako), invite.Web)
	w.must(err)
	w.must(w.families.SetAskBeforeJoin(w.t.Context(), hanako, true))
}

// askingEcho is an Echo that asks before a person joins, and has made a code; the
// kitchen Echo has a memo.
func askingEcho(w *world) {
	w.asking()
	w.code(w.device())
	w.write(w.kitchen(), w.word("卵を買う", "buy eggs"), time.Minute)
}

// twoEchos is a family of two Echos without a person.
func twoEchos(w *world) {
	w.write(w.device(), w.word("牛乳を買う", "buy milk"), time.Hour)
	_, err := w.invites.RedeemCode(w.t.Context(), w.kitchen(), w.code(w.device()), invite.Alexa)
	w.must(err)
}

// twoRooms is Taro's family with the Echo and the kitchen Echo.
func twoRooms(w *world) {
	taro := w.household(w.word("太郎", "Taro"))
	_, err := w.invites.RedeemCode(w.t.Context(), w.kitchen(), w.code(taro), invite.Alexa)
	w.must(err)
}

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

// hanakosWithJiro is hanakos, with the Echo in Jiro's family.
func hanakosWithJiro(w *world) {
	hanakos(w)
	w.household(w.word("次郎", "Jiro"))
}

// echosFamily is Jiro in the Echo's family, and Hanako in her own.
func echosFamily(w *world) {
	hanakos(w)
	_, err := w.invites.RedeemCode(w.t.Context(), w.person(w.word("次郎", "Jiro")), w.code(w.device()), invite.Web)
	w.must(err)
}

// askedHanako is hanakos, and a request of Jiro to join Hanako's family.
func askedHanako(w *world) {
	hanakos(w)
	hanako := w.person(w.word("花子", "Hanako"))
	w.must(w.families.SetAskBeforeJoin(w.t.Context(), hanako, true))
	_, err := w.invites.RedeemCode(w.t.Context(), w.person(w.word("次郎", "Jiro")), w.code(hanako), invite.Web)
	w.must(err)
}
