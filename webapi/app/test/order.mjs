// Takes the place of node:test in the bundled tests: collects the tests of a file and starts them in a random order,
// so that no test can rely on another.
import { test as start } from 'node:test';

export { after, afterEach, before, beforeEach, mock } from 'node:test';

/** The arguments of every test of the file, as written. */
const collected = [];

/** Declares a test, with the arguments of node:test's test. */
export function test(...args) {
  collected.push(args);
}

/**
 * Starts the collected tests of a file. ORDER is the seed of the order. With ALONE only the test at that place is
 * started; with NAMES none is, and the parent process is sent the names of all.
 */
export function run(file) {
  const { ORDER, ALONE, NAMES } = process.env;
  if (collected.length === 0) throw new Error(`${file} has no tests`);
  if (NAMES) {
    process.send(collected.map(([first]) => (typeof first === 'string' ? first : first.name)));
  } else if (ALONE) {
    if (!collected[ALONE]) throw new Error(`${file} has no test at place ${ALONE}`);
    start(...collected[ALONE]);
  } else {
    for (const args of shuffled(collected, random(`${ORDER} ${file}`))) start(...args);
  }
}

function shuffled(list, next) {
  const rest = [...list];
  return list.map(() => rest.splice(Math.floor(next() * rest.length), 1)[0]);
}

/** Returns a generator of numbers from 0 up to 1 (mulberry32) whose state starts as a hash of the text (FNV-1a). */
function random(text) {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
