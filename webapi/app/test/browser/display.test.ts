import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Browser } from '../../src/browser/browser';
import { Display } from '../../src/browser/display';
import { keepDisplay, speakIn } from '../../src/browser/display_change';
import { fakeItems } from '../kit/browser';

/** A window whose page has a bar for each of its colours. */
function windowOf({ protocol = 'https:', refused = false } = {}) {
  const items = new Map<string, string>();
  const bars = ['light', 'dark'].map((theme) => ({ dataset: { theme }, media: '' }));
  const root: { dataset: Record<string, string>; ownerDocument?: object } = { dataset: {} };
  const document = { cookie: '', documentElement: root, querySelectorAll: () => bars };
  root.ownerDocument = document;
  const done: string[] = [];
  const location = { protocol, reload: () => void done.push('reload') };
  const browser = {
    document,
    location,
    get localStorage() {
      if (refused) throw new DOMException('no', 'SecurityError');
      return fakeItems(items);
    },
  } as unknown as Browser;
  return { browser, items, bars, document, dataset: root.dataset, done };
}

test('nothing is chosen on a new device', () => {
  const display = new Display(windowOf().browser);
  assert.deepEqual(
    [display.language.value, display.theme.value, display.text.value, display.keys.value],
    ['', 'auto', 'normal', true],
  );
});

test('choices are restored at the next visit', () => {
  const { browser, dataset } = windowOf();
  const display = new Display(browser);
  display.theme.value = 'dark';
  display.text.value = 'largest';
  display.keys.value = false;
  keepDisplay(display, browser);
  assert.deepEqual({ ...dataset }, { theme: 'dark', text: 'largest' });
  const next = new Display(browser);
  assert.deepEqual([next.theme.value, next.text.value, next.keys.value], ['dark', 'largest', false]);
});

const broken = ['{', 'null', '7', '"dark"', '[]', '{"theme":"pink","text":3,"language":"fr","keys":"no"}'];
for (const kept of broken) {
  test(`choices that are not readable are none: ${kept}`, () => {
    const { browser, items } = windowOf();
    items.set('display', kept);
    const display = new Display(browser);
    assert.deepEqual(
      [display.language.value, display.theme.value, display.text.value, display.keys.value],
      ['', 'auto', 'normal', true],
    );
  });
}

test('a storage that is refused keeps the choice for this visit', () => {
  const { browser, dataset } = windowOf({ refused: true });
  const display = new Display(browser);
  display.theme.value = 'light';
  keepDisplay(display, browser);
  assert.equal(dataset['theme'], 'light');
});

test('the bar of the browser has the colour that was chosen', () => {
  const { browser, bars, document } = windowOf();
  const display = new Display(browser);
  const media = () => (display.apply(document.documentElement as unknown as HTMLElement), bars.map((bar) => bar.media));
  assert.deepEqual(media(), ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']);
  display.theme.value = 'dark';
  assert.deepEqual(media(), ['not all', 'all']);
});

test('a language is stored, sent to the server, and applied by a reload', () => {
  const { browser, document, done } = windowOf();
  speakIn('en', new Display(browser), browser);
  assert.equal(document.cookie, 'lang=en; Path=/; SameSite=Lax; Max-Age=31536000; Secure');
  assert.deepEqual(done, ['reload']);
  document.cookie = '';
  assert.equal(new Display(browser).language.value, 'en');
});

test('the language of the browser takes the cookie away', () => {
  const { browser, document } = windowOf({ protocol: 'http:' });
  speakIn('', new Display(browser), browser);
  assert.equal(document.cookie, 'lang=; Path=/; SameSite=Lax; Max-Age=0');
});

test('without a storage the cookie has the language', () => {
  const { browser, document } = windowOf({ refused: true });
  document.cookie = 'a=b; lang=ja';
  assert.equal(new Display(browser).language.value, 'ja');
});
