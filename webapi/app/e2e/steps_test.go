package e2e

import (
	"fmt"

	"github.com/chromedp/chromedp/kb"

	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
)

// The end of a session replaces this page by another one.
var (
	marked      = chromium.Until("the page is marked", "window.former = true")
	anotherPage = chromium.Until("it is another page", "!window.former && !!document.querySelector('[data-testid=sign-in]')")
)

// leaves ends the session by these steps.
func leaves(steps ...chromium.Step) chromium.Step {
	return chromium.Steps(marked, chromium.Steps(steps...), anotherPage)
}

// serverSignedOut waits until the server has ended the session.
var serverSignedOut = chromium.Until("the server knows", "!localStorage.parting.includes('due')")

// shellKept waits until the page opens without the server.
var shellKept = chromium.Until("the service worker has the page", "navigator.serviceWorker.ready.then(() => true)")

// saysWhy waits for an error message.
var saysWhy = chromium.Until("it says why", `[...document.querySelectorAll('[data-testid=problem]')].some((e) => e.textContent)`)

// refusesNumber waits until the open form refuses the number.
var refusesNumber = chromium.Until("a refusal", `!!document.querySelector('[data-testid=echo-dialog] [data-testid=problem]')?.textContent`)

// hasFocus waits until a target has the focus.
func hasFocus(testid string) chromium.Step {
	return chromium.Until(testid+" has the focus", "document.activeElement?.dataset.testid === '"+testid+"'")
}

// opensShortcuts opens the list of shortcuts from the menu.
var opensShortcuts = chromium.Steps(household.Menu, chromium.Clicks("shortcuts-open", ""))

// breaksLine inserts a line break in the composer.
var breaksLine = chromium.PressesWith(chromium.Shift, kb.Enter)

// keeps waits until IndexedDB has a text, which a reload then finds.
func keeps(text string) chromium.Step {
	return chromium.Until(fmt.Sprintf("%q is kept", text), fmt.Sprintf("%s.then((kept) => kept.includes(%q))", inDatabases, text))
}

// inDatabases evaluates to the contents of IndexedDB, as text.
const inDatabases = `(async () => {
	const kept = [];
	const buckets = await Promise.all(((await navigator.storageBuckets?.keys()) ?? []).map((name) => navigator.storageBuckets.open(name)));
	for (const { indexedDB } of [window, ...buckets]) for (const { name } of await indexedDB.databases()) {
		const db = await new Promise((done, fail) => Object.assign(indexedDB.open(name), { onsuccess: (e) => done(e.target.result), onerror: fail }));
		for (const store of db.objectStoreNames) {
			const all = db.transaction(store).objectStore(store).getAll();
			kept.push(await new Promise((done, fail) => Object.assign(all, { onsuccess: () => done(all.result), onerror: fail })));
		}
		db.close();
	}
	return JSON.stringify(kept);
})()`
