import assert from 'node:assert/strict';
import { type TestContext, test } from 'vitest';
import { sendsOn } from '../../src/components/growing';

/** Sets the device's answer about touch as its main input. */
function fingersFirst(t: TestContext, coarse: boolean): void {
  Object.defineProperty(globalThis, 'matchMedia', { value: () => ({ matches: coarse }), configurable: true });
  t.onTestFinished(() => void delete (globalThis as { matchMedia?: unknown }).matchMedia);
}

const pressed = (more: Partial<KeyboardEvent> = {}) => ({ key: 'Enter', ...more }) as KeyboardEvent;

test('Enter sends, and with Shift it breaks the line', (t) => {
  fingersFirst(t, false);
  assert.equal(sendsOn(pressed()), true);
  assert.equal(sendsOn(pressed({ shiftKey: true })), false);
  assert.equal(sendsOn(pressed({ key: 'a' })), false);
});

test('the Enter that ends a conversion does not send', (t) => {
  fingersFirst(t, false);
  assert.equal(sendsOn(pressed({ isComposing: true })), false);
  assert.equal(sendsOn(pressed({ keyCode: 229 })), false);
});

test('the Enter of a keyboard on the screen breaks the line, and that with Control or Command sends', (t) => {
  fingersFirst(t, true);
  assert.equal(sendsOn(pressed()), false);
  assert.equal(sendsOn(pressed({ ctrlKey: true })), true);
  assert.equal(sendsOn(pressed({ metaKey: true })), true);
});
