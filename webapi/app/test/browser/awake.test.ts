import assert from 'node:assert/strict';
import { test } from 'vitest';
import { keepAwake } from '../../src/browser/awake';
import type { Browser } from '../../src/browser/browser';
import { turns } from '../kit/wait';

/** A browser that counts how many locks keep its screen on. */
function screenOf({ refuses = false, able = true } = {}) {
  const held = new Set<object>();
  const request = async () => {
    if (refuses) throw new DOMException('low battery', 'NotAllowedError');
    const lock = { release: async () => void held.delete(lock) };
    held.add(lock);
    return lock;
  };
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const browser = { document, navigator: able ? { wakeLock: { request } } : {} } as unknown as Browser;
  const show = (state: 'visible' | 'hidden') => {
    if (state === 'hidden') held.clear(); // as a browser does
    document.visibilityState = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  return { browser, held, show };
}

test('the screen stays on until it is let go', async () => {
  const { browser, held } = screenOf();
  const end = keepAwake(browser);
  await turns();
  assert.equal(held.size, 1);
  end();
  await turns();
  assert.equal(held.size, 0);
});

test('out of sight nothing is kept, and back in sight it is again', async () => {
  const { browser, held, show } = screenOf();
  const end = keepAwake(browser);
  await turns();
  show('hidden');
  await turns();
  assert.equal(held.size, 0);
  show('visible');
  await turns();
  assert.equal(held.size, 1);
  end();
  show('visible');
  await turns();
  assert.equal(held.size, 0);
});

test('what comes after the end is let go', async () => {
  const { browser, held } = screenOf();
  keepAwake(browser)();
  await turns();
  assert.equal(held.size, 0);
});

for (const [name, options] of [
  ['a browser that cannot', { able: false }],
  ['a refusal', { refuses: true }],
] as const)
  test(`${name} is no error`, async () => {
    const end = keepAwake(screenOf(options).browser);
    await turns();
    end();
  });
