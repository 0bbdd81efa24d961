import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';

/** The limit of a module's share of the first visit, in bytes. */
const most = 300;

/** Bundles the page with these modules and returns the compressed bytes that its first visit fetches. */
function firstVisit(modules: string): number {
  const out = mkdtempSync(join(tmpdir(), 'voicememo-weight-'));
  try {
    const script = `import { bundle } from './build.mjs'; await bundle(${JSON.stringify(out)}, ${modules});`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    const read = (name: string) => readFileSync(join(out, name), 'utf8');
    const named = (pattern: RegExp) => readdirSync(out).filter((name) => pattern.test(name));
    const at = (text: string) => [...text.matchAll(/"(?:\.)?\/([\w-]+\.js)"/g)].map(([, name]) => name!);
    const imported = (name: string) =>
      [...read(name).matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, found]) => found!);
    const begin = [...at(read('index.ja.html')), ...named(/^(later_parts|family_ja)-.*\.js$/)];
    const all = new Set(begin);
    for (const name of all) for (const found of imported(name)) all.add(found);
    return ['index.ja.html', 'sw.js', ...named(/\.css$/), ...all].reduce((sum, n) => sum + gzipSync(read(n)).length, 0);
  } finally {
    rmSync(out, { recursive: true });
  }
}

test('the module adds little to the first visit', () => {
  const [without, with_] = [firstVisit('[]'), firstVisit("['push']")];
  assert.ok(
    without > 60_000 && with_ - without <= most,
    `${without} bytes without it, ${with_ - without} more with it`,
  );
});
