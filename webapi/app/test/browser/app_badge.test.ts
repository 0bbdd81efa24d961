import assert from 'node:assert/strict';
import { signal } from '@preact/signals';
import { test } from 'vitest';
import { followAppBadge } from '../../src/browser/app_badge';
import type { Browser } from '../../src/browser/browser';

test('the icon shows the number, nothing for none, and stays as it is after the page', () => {
  const shown: number[] = [];
  const navigator = {
    setAppBadge: async (n: number) => void shown.push(n),
    clearAppBadge: async () => void shown.push(0),
  };
  const life = new AbortController();
  const count = signal(2);
  followAppBadge({ navigator } as unknown as Browser, () => count.value, life.signal);
  count.value = 0;
  life.abort();
  count.value = 3;
  assert.deepEqual(shown, [2, 0]);
  followAppBadge({ navigator: {} } as unknown as Browser, () => count.value, life.signal);
});
