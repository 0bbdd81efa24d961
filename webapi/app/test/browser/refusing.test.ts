import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { catalogues } from '../../src/messages';
import { FakeBrowser } from '../kit/browser';
import { memoOf } from '../kit/fake_server';
import { openPage, worldOf } from '../kit/page';
import { until } from '../kit/wait';

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

/** Opens a page in a browser that refuses access to some of its storage. */
async function openRefused(t: TestContext, names: readonly string[]) {
  const browser = new FakeBrowser();
  const tab = browser.open();
  if (names.includes('indexedDB')) Object.defineProperty(browser, 'databases', { get: refuse });
  for (const name of names) Object.defineProperty(tab.window, name, { get: refuse });
  const world = worldOf();
  world.server.put(memoOf('m1', 'milk', 1000));
  const open = openPage(t, { world, browser, tab });
  const said: string[] = [];
  open.page.notices.facts.subscribe((facts) => void said.push(...facts.map(({ text }) => text)));
  await open.page.start();
  await until(() => open.page.lists.listed.value, 'the list is not there');
  return { ...open, said };
}

for (const names of [['sessionStorage'], ['localStorage', 'sessionStorage', 'indexedDB'], ['indexedDB']])
  test(`a browser that refuses ${names.join(', ')} shows the list and takes memos`, async (t) => {
    const { page, said, texts, world } = await openRefused(t, names);
    assert.deepEqual([page.person.session.value, texts()], ['in', ['milk']]);
    page.draft.value = 'half a thought';
    await page.memos.add('eggs');
    await until(() => world.server.texts().includes('eggs') && page.lists.unsent.value === 0, 'it was not sent');
    assert.deepEqual(said, names.includes('indexedDB') ? [catalogues.en.notKept] : []);
  });
