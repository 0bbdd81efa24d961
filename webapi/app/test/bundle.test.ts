import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { test } from 'vitest';

const dist = process.env['BUNDLE'] ?? '';
const read = (name: string) => readFileSync(join(dist, name));
const named = (pattern: RegExp) => readdirSync(dist).filter((name) => pattern.test(name));
const page = read('index.html').toString();
const pages: Record<string, string> = { en: page, ja: read('index.ja.html').toString() };

const weight = (names: string[]) => names.reduce((sum, name) => sum + gzipSync(read(name)).length, 0);
const scripts = named(/\.js$/);

test('everything is hashed but what has one address for ever', () => {
  for (const name of named(/\.(js|css)$/)) if (name !== 'sw.js') assert.match(name, /^[a-z_]+-[A-Z0-9]{8}\.(js|css)$/);
  for (const pattern of [/^app-.*\.js$/, /^app-.*\.css$/, /^later-.*\.css$/, /^rare-.*\.css$/]) {
    const [name, ...others] = named(pattern);
    assert.ok(name && page.includes(`"/${name}"`));
    assert.deepEqual(others, []);
  }
});

/** The scripts that a script imports at once. */
const importedBy = (name: string) =>
  [
    ...read(name)
      .toString()
      .matchAll(/(?:from|import)"\.\/([^"]+)"/g),
  ].map((m) => m[1]!);

/**
 * The scripts before the list is shown: those named by the page of a language, and the service
 * worker. The rest comes after the list, or on first use if few visits need it. What the
 * service worker keeps in the background is not counted.
 */
const firstVisit = (language: string) =>
  scripts.filter((name) => name === 'sw.js' || pages[language]!.includes(`"/${name}"`));

for (const language of ['ja', 'en']) {
  test(`the scripts before the list in ${language} are within 52 KB`, () => {
    assert.equal(firstVisit(language).length, 5);
    const bytes = weight(firstVisit(language));
    assert.ok(bytes <= 52 * 1024, `${bytes} bytes`);
  });

  test(`all that a first visit in ${language} fetches is within 90 KB`, () => {
    const first = firstVisit(language);
    const later = scripts.filter((name) => name.startsWith('later_parts-') || name.startsWith(`family_${language}-`));
    assert.equal(later.length, 2);
    const shared = later.flatMap(importedBy).filter((name) => !first.includes(name));
    const bytes = weight(['index.html', ...named(/^(app|later)-.*\.css$/), ...first, ...later, ...new Set(shared)]);
    assert.ok(bytes <= 90 * 1024, `${bytes} bytes`);
  });
}

test('every script that the page imports at once is fetched with it, and so are its sentences', () => {
  const [app = ''] = scripts.filter((name) => name.startsWith('app-'));
  const imported = importedBy(app);
  assert.ok(imported.length > 0);
  for (const [language, html] of Object.entries(pages)) {
    const words = scripts.filter((name) => name.startsWith(`${language}-`));
    assert.equal(words.length, 1);
    for (const name of [...imported, ...words]) {
      assert.ok(html.includes(`<link rel="modulepreload" href="/${name}">`), `${language}: ${name}`);
    }
    assert.equal([...html.matchAll(/rel="modulepreload"/g)].length, imported.length + words.length);
  }
});

test('the pages and the manifests of the languages differ only in their words', () => {
  const both = Object.entries(pages);
  for (const [language, html] of both) {
    assert.match(html, new RegExp(`<html lang="${language}">`));
    assert.doesNotMatch(html, /\{\{|undefined/);
  }
  const [english, japanese] = ['manifest.json', 'manifest.ja.json'].map((name) => JSON.parse(read(name).toString()));
  assert.equal(english.name, 'Family Voice Memo');
  assert.equal(japanese.name, '家族ボイスメモ');
  const wordless = (manifest: unknown) =>
    JSON.stringify(manifest, (key, value) =>
      /^(name|short_name|description|lang|screenshots)$/.test(key) ? '' : value,
    );
  assert.equal(wordless(english), wordless(japanese));
  const shown = [english, japanese].flatMap(({ icons, screenshots }) => [...icons, ...screenshots]);
  for (const { src } of [...shown, { src: '/apple-touch-icon.png' }])
    assert.ok(read(src.slice(1)).length < 60_000, src);
});

test('what becomes smaller by it is compressed with Brotli', () => {
  for (const name of named(/\.(html|js|css)$/)) {
    if (read(name).length < 200) continue; // scripts that only import others
    const packed = read(`${name}.br`);
    assert.ok(packed.length < gzipSync(read(name)).length, name);
    assert.deepEqual(brotliDecompressSync(packed), read(name));
  }
  assert.deepEqual(named(/\.(png|ico)\.br$/), []);
});

test('favicon.ico has a picture', () => {
  const icon = read('favicon.ico');
  assert.equal(icon.toString('latin1', icon.readUInt32LE(18), icon.readUInt32LE(18) + 8), '\x89PNG\r\n\x1a\n');
  assert.equal(icon.readUInt32LE(14), icon.length - icon.readUInt32LE(18));
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

test('the style sheet of the list is within 8 KB, those that come later are not fetched before', () => {
  assert.ok(weight(named(/^app-.*\.css$/)) <= 8 * 1024);
  const sheets = [...page.matchAll(/<link rel="stylesheet" href="\/(\w+)-[^>]*>/g)];
  assert.deepEqual(
    sheets.map(([link, name]) => [name, link.includes(' disabled')]),
    [
      ['app', false],
      ['later', true],
      ['rare', true],
    ],
  );
});

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
  const manifest = '/manifest.json'; // which is in the reader's language, and not needed without the server
  for (const [, address = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    assert.equal(kept.includes(address), address !== manifest, address);
  }
  for (const path of kept) {
    assert.ok(path === '/' || existsSync(join(dist, path)), path);
    assert.doesNotMatch(path, /\.(br|txt|ico)$/);
  }
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
    'memo-open',
    'snackbar-undo',
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
  for (const hook of hooks) assert.match(script, new RegExp(`\\b(?:data-)?testid"?:"${hook}"`), hook);
});

test('packages are pinned, and the lock names no registry', () => {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  for (const [name, version] of Object.entries({ ...own['dependencies'], ...own['devDependencies'] })) {
    assert.match(version, /^(npm:typescript@)?\d+\.\d+\.\d+$/, name);
  }
  assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /"resolved"/);
});
