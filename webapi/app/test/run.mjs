// Runs the tests: bundles them and the page into a temporary directory, and
// hands them to node's own test runner. Arguments go on to it.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../build.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const out = await mkdtemp(join(tmpdir(), 'voicememo-app-'));
try {
  const names = (await readdir(here)).filter((name) => name.endsWith('.test.ts'));
  await build({
    entryPoints: names.map((name) => join(here, name)),
    outdir: join(out, 'test'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  await bundle(join(out, 'dist'));
  const files = names.map((name) => join(out, 'test', name.replace(/\.ts$/, '.mjs')));
  const { status } = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...process.argv.slice(2), ...files], {
    cwd: dirname(here),
    env: { ...process.env, TZ: 'Asia/Tokyo', BUNDLE: join(out, 'dist') },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  await rm(out, { recursive: true });
}
