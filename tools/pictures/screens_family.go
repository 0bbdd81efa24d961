package main

import (
	"context"
	"fmt"
	"time"

	"voicememo/memo"
	"voicememo/models"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

var trashScreens = []screen{
	{name: "trash", path: "/trash", steps: does(chromium.Counts(2, "trash-memo", ""), unfocused)},
	{name: "trash-none", path: "/trash", who: guest, steps: does(chromium.Sees("trash-empty-note", ""), unfocused)},
	{name: "trash-purge", path: "/trash", steps: does(chromium.Clicks("trash-purge", ""), chromium.Sees("purge-confirm", ""))},
	{name: "trash-empty", path: "/trash", steps: does(chromium.Clicks("trash-empty", ""), chromium.Sees("empty-trash-confirm", ""))},
}

var familyScreens = []screen{
	{name: "family", path: "/family", steps: does(chromium.Counts(5, "member", ""), unfocused)},
	{name: "family-member", path: "/family", who: partner, steps: does(chromium.Counts(5, "member", ""), unfocused)},
	{name: "family-menu", path: "/family", who: partner, steps: does(household.FamilyMenu, unfocused)},
	{name: "family-alone", path: "/family", who: guest, steps: does(chromium.Counts(1, "member", ""), unfocused)},
	{name: "request", path: "/family", seed: asks, steps: does(chromium.Sees("request", ""), unfocused)},
	{name: "pending", path: "/family", who: guest, seed: asks, steps: does(chromium.Sees("pending", ""), unfocused)},
	{name: "invite", path: "/family", steps: does(chromium.Clicks("invite-make", ""), chromium.Sees("invite-code", ""), chromium.Sees("invite-qr", ""), dialogTop)},
	{name: "member-menu", path: "/family", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.memberMenu(partner), unfocused}
	})},
	{name: "hand-over", path: "/family", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.memberMenu(partner), chromium.Clicks("member-hand-over", ""), chromium.Sees("hand-over-confirm", ""), unfocused}
	})},
	{name: "remove", path: "/family", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.memberMenu(partner), chromium.Clicks("member-remove", ""), chromium.Sees("remove-confirm", ""), unfocused}
	})},
	{name: "name-echo", path: "/family", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{v.memberMenu(echo), chromium.Clicks("member-name", ""), chromium.Sees("name-echo-dialog", ""), unfocused}
	})},
	{name: "add-echo", path: "/family", steps: does(chromium.Clicks("add-echo", ""), chromium.Sees("echo-dialog", ""), unfocused)},
	{name: "add-echo-found", path: "/family", seed: secondEcho, steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{chromium.Clicks("add-echo", ""), chromium.Writes("echo-number", v.number), chromium.Clicks("echo-next", ""), chromium.Sees("echo-found", ""), unfocused}
	})},
	{name: "join", path: "/family", who: guest, steps: func(ctx context.Context, v *visit) error {
		var invitation struct{ Code string }
		if err := v.call(ctx, v.server.URL, owner, "POST", "/api/family/invite-codes", "", &invitation); err != nil {
			return err
		}
		return v.window.Do(chromium.Writes("join-code", invitation.Code), chromium.Clicks("join-submit", ""), chromium.Sees("join-confirm", ""), unfocused)
	}},
	{name: "leave", path: "/family", who: partner, steps: does(household.FamilyMenu, chromium.Clicks("leave", ""), chromium.Sees("leave-confirm", ""), unfocused)},
}

// memberMenu opens what can be done with a member.
func (v *visit) memberMenu(r role) chromium.Step {
	script := fmt.Sprintf(`[...document.querySelectorAll('[data-testid=member]')].some((e) => e.textContent.includes(%q) && (document.querySelector('[data-meant]')?.removeAttribute('data-meant'),
		e.querySelector('[data-testid=member-menu]')?.toggleAttribute('data-meant', true)))`, v.name(r))
	return chromium.Steps(chromium.Until("there is a menu of "+v.name(r), script), chromium.Clicks("[data-meant]", ""), chromium.Sees("member-menu-dialog", ""))
}

// dialogTop shows a dialog from its beginning.
var dialogTop = run("document.activeElement?.blur(), document.querySelector('dialog[open]')?.scrollTo(0, 0)")

// asks lets the guest ask to join, in a family whose owner is asked first.
func asks(ctx context.Context, s stored) error {
	s.at(20 * clock(0, 8, 29))
	host, err := s.person(ctx, owner)
	if err != nil {
		return err
	}
	if err := s.Families.SetAskBeforeJoin(ctx, host, true); err != nil {
		return err
	}
	return s.joinOne(ctx, owner, guest)
}

// secondEcho makes another Echo, which tells its connection number now.
func secondEcho(ctx context.Context, s stored) error {
	s.at(month)
	device, err := s.Families.Ensure(ctx, models.Profile{ID: "amzn1.ask.account.BEDROOM", Name: words{"寝室のエコー", "Bedroom Echo"}.in(s.language), Source: models.SourceAlexa})
	if err != nil {
		return err
	}
	if _, _, err := s.Memos.Add(ctx, device, memo.Draft{Content: tea.in(s.language), Key: "tea"}); err != nil {
		return err
	}
	s.Families.Now = time.Now
	connection, err := s.Families.ConnectionNumber(ctx, device)
	s.number = connection.Number
	return err
}

var accountScreens = []screen{
	{name: "you", path: "/you", steps: does(chromium.Sees("access", ""), unfocused)},
	{name: "account", path: "/you", steps: does(chromium.Clicks("access", ""), chromium.Sees("access-item", ""), unfocused, run("scrollTo(0, 1e6)"))},
	{name: "program-key", path: "/you", steps: does(chromium.Clicks("access", ""), chromium.Clicks("key-open", ""), chromium.Sees("key-save", ""), unfocused)},
	{name: "program-key-made", path: "/you", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{makesKey(v), unfocused}
	})},
	{name: "program-keys", path: "/you", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{makesKey(v), chromium.Clicks("key-close", ""), chromium.Counts(2, "access-item", ""), unfocused, run("document.querySelector('[data-testid=access]').scrollIntoView({ block: 'center' })")}
	})},
	{name: "program-key-end", path: "/you", steps: says(func(v *visit) []chromium.Step {
		return []chromium.Step{makesKey(v), chromium.Clicks("key-close", ""), chromium.ClicksIn("access-item", v.text(programName), "access-end"), chromium.Sees("end-access-confirm", ""), unfocused}
	})},
	{name: "profile", path: "/you", steps: does(chromium.Clicks("profile-open", ""), chromium.Sees("profile-dialog", ""), unfocused)},
	{name: "sign-out-everywhere", path: "/you", steps: does(chromium.Clicks("sign-out-everywhere", ""), chromium.Sees("sign-out-everywhere-confirm", ""))},
	{name: "delete-account", path: "/you", who: partner, steps: does(chromium.Clicks("delete-account", ""), chromium.Sees("delete-account-dialog", ""), unfocused)},
}

// programName is the name of a program that has a key.
var programName = words{"台所のタブレット", "Kitchen tablet"}

// makesKey makes a key for a program, and leaves it shown. The picture shows other
// characters than the key's.
func makesKey(v *visit) chromium.Step {
	return chromium.Steps(chromium.Clicks("access", ""), chromium.Clicks("key-open", ""), chromium.Writes("key-name", v.text(programName)),
		chromium.Clicks("key-save", ""), chromium.Sees("key-token", ""), run("{ const e = document.querySelector('[data-testid=key-token]'); e.value = e.value.slice(0, 3) + 'Xk3'.repeat(e.value.length / 3 - 1) }"))
}

var outsideScreens = []screen{
	{name: "welcome", who: stranger, steps: does(chromium.Sees("sign-in", ""))},
	{name: "signed-out", path: "/you", steps: does(chromium.Clicks("sign-out", ""), chromium.Sees("farewell", ""), unfocused)},
	{name: "away", isBare: true, before: "window.fetch = () => Promise.reject(new TypeError());", steps: does(chromium.Sees(".centred .button", ""))},
	{name: "loading", isBare: true, before: "window.fetch = () => new Promise(() => {});", steps: does(chromium.Sees(".centred .quiet", ""))},
	{name: "privacy", path: "/privacy", isBare: true, steps: does()},
}
