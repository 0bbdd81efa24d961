package skill_test

import (
	"time"

	"voicememo/invite"
	"voicememo/models"
	"voicememo/skill/talk"
)

// enabledAgain is the account of the Echo after its skill was disabled and enabled
// again.
const enabledAgain = "amzn1.ask.account.AFP3ZWPOS2BGJR7OWJZ3DHPKMOMNWY4AY66FUR7ILBWANIHQN73QHA4AGAIN"

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

// kitchen returns the current account of the kitchen Echo.
func (w *world) kitchen() models.User {
	w.t.Helper()
	u, err := w.families.Ensure(w.t.Context(), models.Profile{ID: kitchen, Name: w.word("エコー", "Echo"), Source: models.SourceAlexa})
	w.must(err)
	return u
}

// enters makes a person enter the connection number that the Echo showed.
func (w *world) enters(name string) models.Entry {
	w.t.Helper()
	entry, err := w.invites.AddEcho(w.t.Context(), w.person(name), w.connection)
	w.must(err)
	return entry
}

// disables disables the Echo's skill and enables it again under another account.
func (w *world) disables(tk *talk.Talk) {
	w.t.Helper()
	_, err := w.send(w.t.Context(), disabledEvent(w.t, echo, "NOT_PERSISTED"))
	w.must(err)
	w.must(tk.End(w.t.Context()))
	tk.UserID = enabledAgain
}

// deeds are the actions between two sentences, by their line in a conversation.
var deeds = map[string]func(w *world, tk *talk.Talk){
	"(花子が接続番号を入れる)":                    func(w *world, _ *talk.Talk) { w.enters("花子") },
	"(Hanako enters the number)":       func(w *world, _ *talk.Talk) { w.enters("Hanako") },
	"(次郎が接続番号を入れる)":                    func(w *world, _ *talk.Talk) { w.enters("次郎") },
	"(Jiro enters the number)":         func(w *world, _ *talk.Talk) { w.enters("Jiro") },
	"(花子が許可する)":                        func(w *world, _ *talk.Talk) { w.admits("花子") },
	"(Hanako admits the Echo)":         func(w *world, _ *talk.Talk) { w.admits("Hanako") },
	"(花子がコードで入る)":                      func(w *world, _ *talk.Talk) { w.joins("花子") },
	"(Hanako joins with the code)":     func(w *world, _ *talk.Talk) { w.joins("Hanako") },
	"(スキルが無効になり、また有効になる)":              (*world).disables,
	"(the skill is disabled, enabled)": (*world).disables,

	"(花子がリンクする)": links("花子"), "(Hanako links it)": links("Hanako"),
	"(次郎がリンクする)": links("次郎"), "(Jiro links it)": links("Jiro"),
	"(リンクが切れる)": (*world).unlinked, "(the link ends)": (*world).unlinked,
	"(アプリでリンクを外す)": (*world).forgets, "(the app unlinks it)": (*world).forgets,

	"(黙る)":                     leaves(0),
	"(silence)":                leaves(0),
	"(10分たつ)":                  leaves(10 * time.Minute),
	"(ten minutes go by)":      leaves(10 * time.Minute),
	"(次の日)":                    leaves(day),
	"(the next day)":           leaves(day),
	"(太郎がウェブでメモする)":            writes("太郎", "歯医者は木曜日の4時"),
	"(Taro writes on the web)": writes("Taro", "dentist on Thursday at four"),
}

// admits makes an owner admit the Echo.
func (w *world) admits(owner string) {
	w.t.Helper()
	_, err := w.families.Allow(w.t.Context(), w.person(owner), echo)
	w.must(err)
}

// joins makes a person join with the last code.
func (w *world) joins(name string) {
	w.t.Helper()
	_, err := w.invites.RedeemCode(w.t.Context(), w.person(name), w.invited, invite.Web)
	w.must(err)
}

// joining are the golden conversations about joining a family, and about changes to an
// Echo's membership between two conversations.
var joining = []conversation{
	{
		"connect", hanakos,
		[]string{"家族ボイスメモを開いて", "アカウントにつなぐ", "もう一度", "いいえ", "(花子が接続番号を入れる)", "一覧", "アカウントにつなぐ", "ストップ"},
		[]string{"open family voice memo", "connect to a family", "repeat", "no", "(Hanako enters the number)", "read the memos", "connect to a family", "stop"},
	},
	{
		"connect-asks-first", hanakoAsked,
		[]string{"アカウントにつなぐ", "(次郎が接続番号を入れる)", "家族ボイスメモを開いて", "(花子が許可する)", "いいえ"},
		[]string{"connect to a family", "(Jiro enters the number)", "open family voice memo", "(Hanako admits the Echo)", "no"},
	},
	{
		"recover", fresh,
		[]string{
			"家族ボイスメモで牛乳を買う を追加", "(スキルが無効になり、また有効になる)", "家族ボイスメモを開いて", "メモを取り戻す", "ヘルプ", "123",
			"1111111111", "はい", "%r", "いいえ", "%r", "はい", "一覧", "ストップ",
		},
		[]string{
			"ask family voice memo to add buy milk", "(the skill is disabled, enabled)", "open family voice memo", "get my memos back", "help", "123",
			"1111111111", "yes", "%r", "no", "%r", "yes", "read the memos", "stop",
		},
	},
	{
		"join-asks-first", askingEcho,
		[]string{"台所> 招待コード %s で参加", "台所> はい", "家族ボイスメモを開いて", "はい", "ストップ", "台所> 家族は誰"},
		[]string{"kitchen> join with code %s", "kitchen> yes", "open family voice memo", "yes", "stop", "kitchen> who is in my family"},
	},
	{
		"join-corrected", inviting,
		[]string{"招待コード 4071 で参加", "いいえ、4072", "4073", "%s です", "はい", "ストップ"},
		[]string{"join with code 4071", "no, 4072", "4073", "it's %s", "yes", "stop"},
	},
	{
		"owner-passes-on", twoEchos,
		[]string{
			"(スキルが無効になり、また有効になる)", "台所> 家族ボイスメモを開いて", "台所> 招待コードを作って", "(花子がコードで入る)",
			"台所> 家族は誰", "台所> ストップ", "家族は誰",
		},
		[]string{
			"(the skill is disabled, enabled)", "kitchen> open family voice memo", "kitchen> make an invite code", "(Hanako joins with the code)",
			"kitchen> who is in my family", "kitchen> stop", "who is in my family",
		},
	},
	{
		"invite-asks-first", (*world).asking,
		[]string{"招待コードを作って"}, []string{"make an invite code"},
	},
}
