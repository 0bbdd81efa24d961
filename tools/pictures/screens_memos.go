package main

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

var memoScreens = []screen{
	{name: "first", who: guest, steps: does(chromium.Sees("first-write", ""), unfocused)},
	{name: "first-memo", who: guest, steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{household.Adds(v.text(words{"牛乳を買う", "Buy milk"})), chromium.Misses("first-write", ""), unfocused}
	})},
	{name: "list", steps: does(chromium.Sees("new-line", ""), unfocused)},
	{name: "list-scrolled", steps: does(run("scrollTo(0, 700)"))},
	{name: "opened", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.opens(shop), chromium.Sees("before-restore", ""), chromium.Sees("seen-by", ""), unfocused}
	})},
	{name: "opened-far", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.opens(cleaning), chromium.Sees("before-restore", ""), chromium.Sees("seen-by", ""), unfocused}
	})},
	{name: "editor", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.opens(shop), chromium.Clicks("memo-edit", ""), chromium.Sees("editor-text", "")}
	})},
	{name: "hover", only: desks, steps: does(chromium.Points(500, 190), chromium.Sees("quick-edit", ""))},
	{name: "long-memo", steps: does(chromium.Clicks(".memo .more", ""), unfocused)},
	{name: "done", steps: does(chromium.Clicks("done-fold", ""), chromium.Sees(".memo.done", ""), unfocused)},
	{name: "menu", only: phones, steps: does(chromium.Clicks("menu-open", ""), chromium.Sees("menu", ""))},
	{name: "search", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{household.Searches(v.text(words{"電話", "ring"})), chromium.Sees("found", v.text(words{"見つかりました", "found"}))}
	})},
	{name: "search-none", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{household.Searches(v.text(words{"冷凍庫", "freezer"})), chromium.Sees("empty", "")}
	})},
	{name: "chip", steps: says(func(v *visit) []chromium.Step {
		chooses := chromium.Steps(chromium.Clicks("chip", v.name(partner)), chromium.Sees("found", v.text(words{"見つかりました", "found"})), unfocused)
		if v.kind.wide {
			return []chromium.Step{chooses}
		}
		return []chromium.Step{chromium.Clicks("search-open", ""), chooses}
	})},
	{name: "settings", path: "/you", steps: does(chromium.Clicks("settings-text-open", ""), chromium.Clicks("settings-theme-open", ""), unfocused)},
	{name: "settings-largest", path: "/you", steps: says(func(v *visit) []chromium.Step {
		largest := v.text(words{"最大", "Largest"})
		return []chromium.Step{household.Chooses("settings-text", largest), unfocused}
	})},
	{name: "list-largest", before: `localStorage.setItem('display', '{"text":"largest"}');`, steps: does(unfocused)},
	{name: "shortcuts", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.shortcuts(), chromium.Sees("shortcuts", ""), unfocused}
	})},
}

// shortcuts opens the list of shortcuts, which is in the menu of a phone.
func (v *visit) shortcuts() chromium.Step {
	opens := chromium.Clicks("shortcuts-open", "")
	if v.kind.wide {
		return opens
	}
	return chromium.Steps(chromium.Clicks("menu-open", ""), opens)
}

// recogniser stands in for the browser's: it hears what the visit lets it hear.
const recogniser = `window.SpeechRecognition = class {
	start() { window.ear = this; setTimeout(() => this.onstart?.()); }
	stop() {}
	abort() {}
};`

var writingScreens = []screen{
	{name: "writing", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{chromium.Writes("composer", v.text(words{"明日は燃えるごみ", "Rubbish goes out tomorrow"}))}
	})},
	{name: "writing-long", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{chromium.Writes("composer", strings.Repeat(v.text(words{"運動会の持ち物を忘れない。", "Do not forget the blanket for sports day. "}), 40)[:1560])}
	})},
	{name: "pasted", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{chromium.Pastes("composer", v.text(words{"牛乳\n卵\nパン\nバター", "Milk\nEggs\nBread\nButter"})), chromium.Sees("paste-many", "4"), unfocused}
	})},
	{name: "listening", before: recogniser, steps: says(func(v *visit) []chromium.Step {
		heard := v.text(words{"帰りにトイレットペーパーと", "Toilet paper on the way home and"})
		return []chromium.Step{chromium.Clicks("mic", ""), chromium.Until("it listens", "!!window.ear?.onresult"),
			run("window.ear.onresult({ results: [Object.assign([{ transcript: '" + heard + "' }], { isFinal: false })] })"), chromium.Sees("composer", heard)}
	})},
	{name: "mic-refused", before: recogniser, steps: does(chromium.Clicks("mic", ""), chromium.Until("it listens", "!!window.ear?.onerror"),
		run("window.ear.onerror({ error: 'not-allowed' })"), unfocused)},
}

var stateScreens = []screen{
	{name: "undo", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{household.Deletes(v.text(gym)), chromium.Sees("snackbar-undo", ""), unfocused, toTheTop}
	})},
	{name: "undo-done", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{household.Marks(v.text(milk)), chromium.Sees("snackbar-undo", ""), unfocused, toTheTop}
	})},
	{name: "news", steps: func(ctx context.Context, v *visit) error {
		return errors.Join(v.joins(ctx), v.window.Do(chromium.Sees("notice", v.name(guest))))
	}},
	{name: "error", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{run("navigator.clipboard.writeText = () => Promise.reject(new Error()), document.execCommand = () => false"),
			v.opens(curry), household.Copies, chromium.Sees(`[data-kind=error]`, ""), unfocused, toTheTop}
	})},
	{name: "offline", steps: func(_ context.Context, v *visit) error {
		if err := v.server.Stop(); err != nil {
			return err
		}
		return v.window.Do(chromium.Sees("offline", ""), chromium.Writes("composer", v.text(tea)), chromium.Clicks("send", ""),
			chromium.Sees("memo-sending", v.text(tea)), unfocused, toTheTop)
	}},
	{name: "refused", flags: []string{"--max-memos", "20"}, steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{chromium.Writes("composer", v.text(tea)), chromium.Clicks("send", ""), chromium.Sees("memo-failed", ""), unfocused, toTheTop}
	})},
	{name: "conflict", steps: conflict},
}

// asPerson calls the API as another person.
func (v *visit) asPerson(ctx context.Context, r role, method, path, body string) chromium.Step {
	return func(*chromium.Window) error { return v.call(ctx, v.server.URL, r, method, path, body, nil) }
}

// joins lets the guest join the family.
func (v *visit) joins(ctx context.Context) error {
	var invitation struct{ Code string }
	if err := v.call(ctx, v.server.URL, owner, http.MethodPost, "/api/family/invite-codes", "", &invitation); err != nil {
		return err
	}
	return v.call(ctx, v.server.URL, guest, http.MethodPost, "/api/family/join", `{"inviteCode":"`+invitation.Code+`"}`, nil)
}

// conflict lets two people change one memo at the same time.
func conflict(ctx context.Context, v *visit) error {
	restore, err := v.window.CutOff()
	if err != nil {
		return err
	}
	mine, theirs := words{"今夜はカレー。にんじんと福神漬け", "Curry tonight, we need carrots and rice"}, words{"今夜はシチュー。にんじんが足りない", "Stew tonight, we need carrots"}
	err = v.window.Do(v.opens(curry), chromium.Clicks("memo-edit", ""), chromium.Writes("editor-text", v.text(mine)), chromium.Clicks("editor-save", ""), household.Shuts,
		chromium.Sees("memo-sending", ""))
	if err != nil {
		return err
	}
	var list struct {
		Memos []struct{ ID, Content string } `json:"memos"`
	}
	if err := v.call(ctx, v.server.URL, partner, "GET", "/api/memos", "", &list); err != nil {
		return err
	}
	for _, m := range list.Memos {
		if m.Content != v.text(curry) {
			continue
		}
		if err := v.call(ctx, v.server.URL, partner, "PUT", "/api/memos/"+m.ID, `{"content":"`+v.text(theirs)+`"}`, nil); err != nil {
			return err
		}
	}
	if err := restore(); err != nil {
		return err
	}
	return v.window.Do(chromium.Sees("conflict", ""), unfocused, toTheTop)
}
