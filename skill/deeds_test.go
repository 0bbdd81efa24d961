package skill_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"voicememo/invite"
	"voicememo/memo"
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

// does performs a deed of a transcript, or returns a view.
func (w *world) does(tk *talk.Talk, line string) string {
	w.t.Helper()
	if passes := afterwards.FindStringSubmatch(line); passes != nil {
		d, err := time.ParseDuration(passes[1])
		w.must(err)
		leaves(d)(w, tk)
		return ""
	}
	if view, ok := views[line]; ok {
		return view(w)
	}
	deed, ok := deeds[line]
	if !ok {
		w.t.Fatalf("there is no deed %q", line)
	}
	deed(w, tk)
	return ""
}

// afterwards is the deed that ends the session and lets time pass.
var afterwards = regexp.MustCompile(`^\(after (\w+)\)$`)

// views are what a transcript shows of the store.
var views = map[string]func(*world) string{
	"(list)":   (*world).listView,
	"(family)": func(w *world) string { return strings.Join(append(w.people(w.device()), w.askers()...), ", ") },
	"(names)": func(w *world) string {
		u := w.device()
		names := slices.Concat([]string{u.Name}, slices.Sorted(maps.Values(u.Skill.Voices)), slices.Sorted(maps.Values(u.Skill.Rooms)))
		return strings.Join(slices.DeleteFunc(names, func(name string) bool { return name == "" }), ", ")
	},
	"(again)": (*world).again,
}

// again delivers the last request once more, as Alexa may, and returns what is said.
func (w *world) again() string {
	w.t.Helper()
	before := w.last.Response
	reply, err := w.send(w.t.Context(), w.last.Request)
	w.must(err)
	if string(reply) == string(before) {
		return "The same answer."
	}
	return speechOf(w.t, reply)
}

// listView returns the list with authors and what is done, and the texts in the trash.
func (w *world) listView() string {
	w.t.Helper()
	lines := []string{}
	for _, m := range w.list() {
		line := "- " + m.Content + " (" + m.CreatedByName + ")"
		if m.Done() {
			line += ", done"
		}
		lines = append(lines, line)
	}
	trash, err := w.memos.List(w.t.Context(), w.device(), memo.Query{Deleted: true})
	w.must(err)
	for _, m := range trash.Memos {
		lines = append(lines, "x "+m.Content)
	}
	return strings.Join(lines, "\n")
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

	"(the voices are known)":              knows("太郎", "Taro", "花子", "Hanako"),
	"(Taro is known)":                     knows("太郎", "Taro"),
	"(the eggs are deleted on the page)":  func(w *world, _ *talk.Talk) { w.trashes(w.word("卵を買う", "buy eggs")) },
	"(the second is deleted on the page)": func(w *world, _ *talk.Talk) { w.trashes(w.contents()[1]) },
	"(the list is purged)":                func(w *world, _ *talk.Talk) { w.purges(true) },
	"(what is not done is purged)":        func(w *world, _ *talk.Talk) { w.purges(false) },

	"(Hanako asks to join)": func(w *world, _ *talk.Talk) {
		w.write(w.applies(w.word("花子", "Hanako")), w.word("傘", "umbrella"), 0)
	},
	"(Jiro asks to join)": func(w *world, _ *talk.Talk) { w.applies(w.word("次郎", "Jiro")) },
	"(Hanako withdraws)": func(w *world, _ *talk.Talk) {
		w.must(w.families.Withdraw(w.t.Context(), w.person(w.word("花子", "Hanako"))))
	},
	"(the kitchen Echo asks to join)": func(w *world, _ *talk.Talk) {
		_, err := w.invites.RedeemCode(w.t.Context(), w.kitchen(), w.code(w.device()), invite.Alexa)
		w.must(err)
	},
	"(the Echo withdraws)": func(w *world, _ *talk.Talk) { w.must(w.families.Withdraw(w.t.Context(), w.device())) },
	"(the owner refuses)": func(w *world, _ *talk.Talk) {
		w.must(w.families.Refuse(w.t.Context(), w.person(w.word("太郎", "Taro")), echo))
	},
	"(the owner admits)": func(w *world, _ *talk.Talk) { w.admits(w.word("太郎", "Taro")) },

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

// knows returns a deed after which the Echo knows the names of voices, in pairs of Japanese
// and English.
func knows(names ...string) func(*world, *talk.Talk) {
	return func(w *world, _ *talk.Talk) {
		w.t.Helper()
		for pair := range slices.Chunk(names, 2) {
			name := w.word(pair[0], pair[1])
			_, err := w.families.NameVoice(w.t.Context(), w.device(), models.VoiceID(talk.VoiceID(name)), name)
			w.must(err)
		}
	}
}

// trashes deletes the memos with a text on the page.
func (w *world) trashes(content string) {
	w.t.Helper()
	for _, ref := range w.refs(content) {
		_, err := w.memos.Trash(w.t.Context(), w.device(), ref)
		w.must(err)
	}
}

// purges deletes the memos of the list permanently, or those that are not done.
func (w *world) purges(done bool) {
	w.t.Helper()
	for _, m := range w.list() {
		for range 2 { // into the trash, then permanently
			if done || !m.Done() {
				_, err := w.memos.Delete(w.t.Context(), w.owner(), m.Ref(), 0)
				w.must(err)
			}
		}
	}
}
