import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const dist = process.env['BUNDLE'] ?? '';
const read = (name: string) => readFileSync(join(dist, name));
const named = (pattern: RegExp) => readdirSync(dist).filter((name) => pattern.test(name));
const page = read('index.html').toString();

const weight = (names: string[]) => names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
const scripts = named(/\.js$/);

test('everything is hashed but what has one address for ever', () => {
  for (const name of named(/\.(js|css)$/)) if (name !== 'sw.js') assert.match(name, /^[a-z_]+-[A-Z0-9]{8}\.(js|css)$/);
  for (const pattern of [/^app-.*\.js$/, /^app-.*\.css$/]) {
    const [name, ...others] = named(pattern);
    assert.ok(name && page.includes(`"/${name}"`));
    assert.deepEqual(others, []);
  }
});

/**
 * The scripts before the list is shown: what index.html names, one language, and the
 * service worker. The rest comes after the list, the QR code with the first invitation.
 * What the service worker keeps in the background is not counted.
 */
const firstVisit = (language: string) =>
  scripts.filter((name) => name === 'sw.js' || page.includes(`"/${name}"`) || name.startsWith(`${language}-`));

for (const language of ['ja', 'en']) {
  test(`the scripts before the list in ${language} are within 44 KB`, () => {
    assert.equal(firstVisit(language).length, 4);
    const bytes = weight(firstVisit(language));
    assert.ok(bytes <= 44 * 1024, `${bytes} bytes`);
  });

  test(`all that a first visit in ${language} fetches is within 80 KB`, () => {
    const later = scripts.filter((name) => name.startsWith('later_parts-') || name.startsWith(`family_${language}-`));
    assert.equal(later.length, 2);
    const bytes = weight(['index.html', ...named(/\.css$/), ...firstVisit(language), ...later]);
    assert.ok(bytes <= 80 * 1024, `${bytes} bytes`);
  });
}

test('every script that the page imports at once is fetched with it', () => {
  const [app = ''] = scripts.filter((name) => name.startsWith('app-'));
  const imported = [
    ...read(app)
      .toString()
      .matchAll(/(?:from|import)"\.\/([^"]+)"/g),
  ].map((m) => m[1]!);
  assert.ok(imported.length > 0);
  for (const name of imported) assert.ok(page.includes(`<link rel="modulepreload" href="/${name}">`), name);
});

test('the sentences of a language need no script but those that are there', () => {
  for (const language of ['ja', 'en']) {
    const [name = ''] = scripts.filter((script) => script.startsWith(`${language}-`));
    for (const [, imported] of read(name)
      .toString()
      .matchAll(/(?:from|import)"\.\/([^"]+)"/g)) {
      assert.ok(page.includes(`"/${imported}"`), `${name} imports ${imported}`);
    }
  }
});

test('the style sheet is within 10 KB', () => assert.ok(weight(named(/\.css$/)) <= 10 * 1024));

test('the page keeps a strict content security policy', () => {
  assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=|javascript:/i);
  for (const [, attributes, body] of page.matchAll(/<script([^>]*)>([^<]*)/g)) {
    assert.match(attributes!, /src="\//);
    assert.equal(body, '');
  }
  const script = scripts.map((name) => read(name).toString()).join('\n');
  assert.doesNotMatch(script, /\beval\(|new Function\(|document\.write/);
});

test('nothing comes from another host', () => {
  for (const name of named(/\.(html|js|css|json|svg)$/)) {
    const hosts = [
      ...read(name)
        .toString()
        .matchAll(/https?:\/\/([\w.-]+)/g),
    ].map((m) => m[1]);
    assert.deepEqual(
      hosts.filter((h) => h !== 'www.w3.org'),
      [],
      name,
    ); // names of XML namespaces
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

test('the service worker keeps what the page needs, and nothing of a person', () => {
  const worker = read('sw.js').toString();
  const kept = JSON.parse(/\["\/",[^\]]*\]/.exec(worker)?.[0] ?? '[]') as string[];
  for (const [, address = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) assert.ok(kept.includes(address), address);
  for (const path of kept) assert.ok(path === '/' || existsSync(join(dist, path)), path);
  assert.doesNotMatch(worker, /\/api|\/auth/);
  assert.match(worker, /"shell-[0-9a-f]{16}"/);
});

test('browser tests find their hooks', () => {
  const script = scripts.map((name) => read(name).toString()).join('\n');
  const hooks = [
    'sign-in',
    'composer',
    'send',
    'memo',
    'memo-delete',
    'snackbar-undo',
    'family-open',
    'invite-make',
    'invite-code',
    'invite-link',
    'join-code',
    'join-submit',
    'join-confirm',
    'member',
    'name-input',
    'sign-out',
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
