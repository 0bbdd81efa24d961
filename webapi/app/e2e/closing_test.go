package e2e

import (
	"testing"

	"voicememo/tools/testkit/check"
	"voicememo/tools/testkit/chromium"
	"voicememo/tools/testkit/household"
	"voicememo/tools/testkit/sizes"
)

// TestClosingAsksWhereNothingIsKept: a page asks before it closes if the browser refuses storage and a person
// is writing, and never otherwise.
func TestClosingAsksWhereNothingIsKept(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	refusing := s.device(chromium.Settings{Language: "ja", Before: "delete Navigator.prototype.storageBuckets; Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError') } })"})
	for name, d := range map[string]*device{"refused": refusing, "kept": s.phone()} {
		d.do(chromium.Visit(s.URL), household.SignsIn(name), household.Adds("牛乳"), laterLoaded)
		asks := func(want bool) {
			t.Helper()
			before := d.Asked()
			d.do(chromium.Visit(s.URL), chromium.Sees("memo", "牛乳"), laterLoaded)
			check.Equal(t, d.Asked() > before, want, "%s: the page asks before it closes", name)
		}
		asks(false)
		d.do(chromium.Writes("composer", "書きかけ"))
		if name == "kept" {
			d.do(keeps("書きかけ"))
		}
		asks(name == "refused")
		d.do(empties)
		if name == "kept" {
			d.do(chromium.Until("it is kept no more", inDatabases+".then((kept) => !kept.includes('書きかけ'))"))
		}
		asks(false)
	}
}

// TestOutboxIsMadePersistent: the browser is asked to keep the storage of the unsent texts, not only the site's default
// storage, which is empty.
func TestOutboxIsMadePersistent(t *testing.T) {
	sizes.Nightly(t)
	t.Parallel()
	s := newHome(t).serve()
	d := s.phone()
	d.do(chromium.Persists(s.URL), household.SignsIn("太郎"), household.Adds("牛乳"))
	const persisted = `(async () => {
		const names = await navigator.storageBuckets.keys();
		const all = await Promise.all(names.map(async (name) => [name, await (await navigator.storageBuckets.open(name)).persisted()]));
		return all.map(([name, is]) => name.replace(/-[0-9a-f]+$/, '') + ' ' + is).sort().join();
	})()`
	d.do(chromium.Until("the unsent bucket is persistent", persisted+".then((all) => all === 'voicememo-readable false,voicememo-unsent true')"))
}
