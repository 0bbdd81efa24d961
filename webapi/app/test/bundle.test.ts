import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const dist = process.env['BUNDLE'] ?? '';
const read = (name: string) => readFileSync(join(dist, name));
const named = (pattern: RegExp) => readdirSync(dist).filter((name) => pattern.test(name));
const page = read('index.html').toString();

/** Kilobytes after gzip that a first visit may cost. */
const budgets: [string, RegExp, number][] = [
  ['script', /^app-[A-Z0-9]{8}\.js$/, 45],
  ['style sheet', /^app-[A-Z0-9]{8}\.css$/, 10],
];
for (const [what, pattern, kilobytes] of budgets) {
  test(`one ${what}, hashed, within ${kilobytes} KB`, () => {
    const [name, ...others] = named(pattern);
    assert.ok(name);
    assert.deepEqual(others, []);
    assert.ok(page.includes(`"/${name}"`));
    assert.ok(gzipSync(read(name)).length <= kilobytes * 1024);
  });
}

test('the page keeps a strict content security policy', () => {
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|javascript:/i);
  for (const [, attributes, body] of page.matchAll(/<script([^>]*)>([^<]*)/g)) {
    assert.match(attributes!, /src="\//);
    assert.equal(body, '');
  }
  const script = read(named(/\.js$/)[0]!).toString();
  assert.doesNotMatch(script, /\beval\(|new Function\(|document\.write/);
});

test('nothing comes from another host', () => {
  for (const name of named(/\.(html|js|css|json|svg)$/)) {
    const hosts = [...read(name).toString().matchAll(/https?:\/\/([\w.-]+)/g)].map((m) => m[1]);
    assert.deepEqual(hosts.filter((h) => h !== 'www.w3.org'), [], name); // names of XML namespaces
  }
});

test('every address on the page and in the manifest is there', () => {
  const manifest = JSON.parse(read('manifest.json').toString()) as { icons: { src: string }[] };
  const addresses = [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map((m) => m[1]!);
  assert.ok(addresses.length >= 5);
  for (const address of [...addresses, ...manifest.icons.map((i) => i.src)]) {
    assert.ok(address.startsWith('/') && existsSync(join(dist, address)), address);
  }
});

test('browser tests find their hooks', () => {
  const script = read(named(/\.js$/)[0]!).toString();
  const hooks = [
    'sign-in', 'composer', 'send', 'memo', 'memo-delete', 'snackbar-undo', 'family-open', 'invite-make', 'invite-code',
    'invite-link', 'join-code', 'join-submit', 'join-confirm', 'member', 'name-input', 'sign-out',
  ];
  for (const hook of hooks) assert.match(script, new RegExp(`"data-testid":"${hook}"`), hook);
});

test('packages are pinned, and the lock names no registry', () => {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries({ ...own['dependencies'], ...own['devDependencies'] })) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
  }
  assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /"resolved"/);
});
