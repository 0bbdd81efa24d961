import assert from 'node:assert/strict';

/** The timers of the process; a test may replace the global ones. */
const { setTimeout: later } = globalThis;

/** How long a test waits at most, in milliseconds. */
const patience = 20_000;

/** How many turns of the event loop are tried before a timer. */
const turnsAtOnce = 50;

/** Runs n turns of the event loop: everything that needs no timer has happened after that. */
export async function turns(times = 200): Promise<void> {
  for (let i = 0; i < times; i++) await new Promise((done) => setImmediate(done));
}

/** Waits until a condition holds. The message is made when it does not. */
export async function until(holds: () => boolean | Promise<boolean>, what: string | (() => string)): Promise<void> {
  const end = performance.now() + patience;
  for (let i = 0; performance.now() < end; i++) {
    if (await holds()) return;
    await (i < turnsAtOnce ? turns(1) : new Promise((done) => later(done, 1)));
  }
  assert.fail(typeof what === 'string' ? what : what());
}
