// Runs the tests: bundles them and the page into a temporary directory, and hands them to node's own test runner, in a
// random order within each file. ORDER=<seed> repeats an order; arguments go on to the runner. With --alone each test
// runs in its own process, and the arguments are parts of the names of the files to run.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundle } from '../build.mjs';
import { runAlone } from './alone.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const order = join(here, 'order.mjs');

/** Lets the bundled tests use order.mjs for node:test, and makes an entry of a test file that starts its tests. */
const ordered = {
  name: 'ordered',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:test$/ }, ({ importer }) => (importer === order ? { external: true } : { path: order }));
    onResolve({ filter: /^entry:/ }, ({ path }) => ({ path: path.slice('entry:'.length), namespace: 'entry' }));
    onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => {
      const [file, runner, name] = [join(here, path), order, path].map((text) => JSON.stringify(text));
      return { contents: `import ${file};\nimport { run } from ${runner};\nrun(${name});`, resolveDir: here };
    });
  },
};

/** Bundles the test files with these names into a directory, each into a file of its own. */
function bundleTests(names, outdir) {
  return build({
    entryPoints: names.map((name) => ({ in: `entry:${name}`, out: name.replace(/\.ts$/, '') })),
    outdir,
    outExtension: { '.js': '.mjs' },
    plugins: [ordered],
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/** Runs the files with node's test runner and returns its exit code. */
function runInOrder(files, args, { cwd, env }) {
  const seed = process.env.ORDER || String(randomInt(1_000_000));
  const hint = `order ${seed}: ORDER=${seed} npm test repeats it`;
  console.log(hint);
  const paths = files.map(({ path }) => path);
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...args, ...paths], {
    cwd,
    env: { ...env, ORDER: seed },
    stdio: 'inherit',
  });
  if (status !== 0) console.log(hint);
  return status ?? 1;
}

const alone = process.argv[2] === '--alone';
const args = process.argv.slice(alone ? 3 : 2);
const out = await mkdtemp(join(tmpdir(), 'voicememo-app-'));
try {
  const found = (await readdir(here, { recursive: true })).filter((name) => name.endsWith('.test.ts')).sort();
  const names = alone && args.length > 0 ? found.filter((name) => args.some((part) => name.includes(part))) : found;
  if (names.length === 0) throw new Error(`no test file is named like ${args.join(' or ')}`);
  await Promise.all([bundleTests(names, join(out, 'test')), bundle(join(out, 'dist'))]);
  const files = names.map((name) => ({ name, path: join(out, 'test', name.replace(/\.ts$/, '.mjs')) }));
  const options = { cwd: dirname(here), env: { ...process.env, TZ: 'Asia/Tokyo', BUNDLE: join(out, 'dist') } };
  process.exitCode = alone ? await runAlone(files, options) : runInOrder(files, args, options);
} finally {
  await rm(out, { recursive: true });
}
