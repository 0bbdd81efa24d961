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

// leaves returns a deed that ends the session without a word and advances the clock.
func leaves(d time.Duration) func(*world, *talk.Talk) {
	return func(w *world, tk *talk.Talk) {
		w.t.Helper()
		w.must(tk.End(w.t.Context()))
		w.pass(d)
	}
}

// writes returns a deed with which a person writes a memo on the web.
func writes(name, content string) func(*world, *talk.Talk) {
	return func(w *world, _ *talk.Talk) {
		w.t.Helper()
		w.write(w.person(name), content, 0)
	}
}
