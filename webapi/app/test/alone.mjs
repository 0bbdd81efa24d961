// Runs every test in a process of its own.
import { fork, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** How long one test may take, in milliseconds. */
const limit = 60_000;

/**
 * Runs each test of the bundled files in its own process, as many at a time as there are processors. Prints the
 * output of those that fail, then how many they are, and returns the exit code.
 */
export async function runAlone(files, options) {
  const tests = (await all(files, (file) => namesOf(file, options))).flat();
  const failed = (await all(tests, (test) => outcomeOf(test, options))).filter(({ error }) => error);
  for (const { file, name, error } of failed) console.log(`✖ ${file.name}: ${name}\n${error}`);
  console.log(`alone: ${tests.length} tests of ${files.length} files, ${failed.length} failed`);
  for (const { file, name } of failed) console.log(`  ${file.name}: ${name}`);
  return failed.length === 0 ? 0 : 1;
}

/** Returns the outcomes of a job for every item, in the order of the items. */
async function all(items, job) {
  const outcomes = [];
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const place = next++;
      outcomes[place] = await job(items[place]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return outcomes;
}

/** Asks a file for the names of its tests. A name may be there several times; a test is known by its place. */
function namesOf(file, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const child = fork(file.path, { cwd, env: { ...env, NAMES: '1' }, timeout: limit });
    child.once('message', (names) => {
      child.kill(); // what the file's modules have started may keep it alive
      resolve(names.map((name, place) => ({ file, name, place })));
    });
    child.once('exit', (code) => reject(new Error(`${file.name} ended with ${code} before it named its tests`)));
  });
}

/** Runs one test; error is its output if it failed. */
function outcomeOf({ file, name, place }, { cwd, env }) {
  return new Promise((resolve) => {
    const args = ['--enable-source-maps', '--test-reporter=spec', file.path];
    const child = spawn(process.execPath, args, { cwd, env: { ...env, ALONE: String(place) }, timeout: limit });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('close', (code, signal) => {
      const error = code === 0 ? '' : `${output}\nended with ${signal ?? code}`;
      resolve({ file, name, error });
    });
  });
}
