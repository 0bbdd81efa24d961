import assert from 'node:assert/strict';
import { test } from 'vitest';
import { holdOpen } from '../../src/components/firm';

test('a dialog whose key was not copied stays open at Escape, and leaves other keys to it', () => {
  const events: [string, string, boolean][] = [
    ['keydown', 'Escape', true],
    ['keydown', 'Enter', false],
    ['keydown', 'Tab', false],
    ['cancel', '', true],
  ];
  for (const [type, key, want] of events) {
    let held = false;
    holdOpen({ type, key, preventDefault: () => (held = true) });
    assert.equal(held, want, `${type} ${key}`);
  }
});
