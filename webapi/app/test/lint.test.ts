import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'vitest';

interface Finding {
  category: string;
  message: string | { content: string }[];
  location: { path: string; start: { line: number } };
}

const biome = join(process.cwd(), 'node_modules/@biomejs/biome/bin/biome');

/** Lints files, by path, with the page's own rules. Returns the lines that break a rule of this kind, as "path:line". */
function broken(kind: RegExp, files: Record<string, string[]>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'voicememo-lint-'));
  try {
    for (const part of ['biome.jsonc', 'lint', 'package.json']) cpSync(part, join(root, part), { recursive: true });
    for (const [path, lines] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), `${lines.join('\n')}\n`);
    }
    const args = [
      biome,
      'lint',
      '--reporter=json',
      '--max-diagnostics=none',
      ...new Set(Object.keys(files).map(folder)),
    ];
    const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    const { diagnostics } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { diagnostics: Finding[] };
    const found = diagnostics.filter(({ category, message }) => kind.test(`${category} ${text(message)}`));
    return [...new Set(found.map(({ location: { path, start } }) => `${path}:${start.line}`))].sort();
  } finally {
    rmSync(root, { recursive: true });
  }
}

const text = (message: Finding['message']) =>
  typeof message === 'string' ? message : message.map(({ content }) => content).join('');

const folder = (path: string) => path.slice(0, path.indexOf('/'));

/** The places of all lines of the files. */
const every = (files: Record<string, string[]>) =>
  Object.entries(files)
    .flatMap(([path, lines]) => lines.map((_, i) => `${path}:${i + 1}`))
    .sort();

test('the linter sees state of a module', () => {
  const state = {
    'src/sync/state.ts': [
      'export let a = 1;',
      'var b: string | undefined;',
      'export const c = signal(0);',
      'const d = signal<string | null>(null);',
      'const e = computed(() => 1);',
      'effect(() => undefined);',
      'const f = new Map<string, number>();',
      "export const g = new Set(['a']);",
      'const h = new WeakMap<object, string>();',
      'const i = new ChangesBox({});',
      'const j: string[] = [];',
      'const k: Record<string, string> = {};',
      'const l = { changes: new Map() };',
      'const m = createPage();',
      'const n = (() => new Map())();',
      'class O { static cache = new Map(); }',
      'export const { p } = new Session();',
    ],
  };
  assert.deepEqual(broken(/plugin (A module|An empty|A static)/, state), every(state));
});

test('the linter takes nothing else for state of a module', () => {
  const allowed = {
    'src/sync/allowed.ts': [
      "const a: ReadonlySet<string> = new Set(['a']);",
      "export const b: ReadonlyMap<string, number> = new Map([['a', 1]]);",
      'const c: readonly string[] = [];',
      "const d = new Intl.DateTimeFormat('ja');",
      'const e = createContext<Page | null>(null);',
      'const f = () => signal(0);',
      'function g(seen = new Set<string>()) { const list: string[] = []; let h = 0; return [seen, list, h++]; }',
      'class I { private readonly known = new Map(); static readonly limit = 3; }',
      'const j = { make() { return new Map(); } };',
      "const k = ['a', 'b'];",
    ],
    'src/main.tsx': ['const page = createPage();'],
  };
  assert.deepEqual(broken(/plugin (A module|An empty|A static)/, allowed), []);
});

test('the linter sees assignments as conditions', () => {
  const conditions = {
    'src/sync/condition.ts': [
      'export function a(x: number, y: number) { if (x === y) return 1;',
      'if (x = y) return 2;',
      'while ((x = y)) y--;',
      'return (x = y) ? 3 : 4; }',
      'export const b = (list: { value: number }) => void (list.value = 1);',
    ],
  };
  assert.deepEqual(
    broken(/plugin An assignment/, conditions),
    [2, 3, 4].map((line) => `src/sync/condition.ts:${line}`),
  );
});

test('the linter sees input of a component test that no person made', () => {
  const synthetic = [
    "field.dispatchEvent(new Event('input'));",
    "document.execCommand('insertText', false, 'milk');",
    'button.click();',
    "send(new KeyboardEvent('keydown'));",
  ];
  const files = { 'test/components/a.test.tsx': synthetic, 'test/memos/a.test.ts': synthetic };
  assert.deepEqual(broken(/plugin A component/, files), every({ 'test/components/a.test.tsx': synthetic }));
});

/** The files that may be imported, lowest first: a file of each folder. */
const files = ['messages/x', 'browser/x', 'sync/x', 'family/x', 'memos/x', 'account/x', 'page', 'components/x'];
const shown = ['components/account/x', 'components/memos/x', 'components/family/x'];

/** Every way to import a file of src from a file as deep as from. */
function imports(from: string, to: string): string[] {
  const path = `${'../'.repeat(from.split('/').length - 1) || './'}${to}`;
  const near = from.startsWith('components/') && to.startsWith('components/');
  const spec = near ? `${from.split('/').length > 2 ? '../' : './'}${to.slice('components/'.length)}` : path;
  return [
    `import { a } from '${spec}';`,
    `import type { B } from '${spec}';`,
    `export { c } from '${spec}';`,
    `import '${spec}';`,
    `export const later = () => import('${spec}');`,
  ];
}

test('the linter sees imports of a higher folder, and no others', () => {
  const all = [...files, ...shown, 'later_parts', 'app', 'main'];
  const others = {
    'memos/x': 'family/x',
    'components/memos/x': 'components/family/x',
    'components/family/x': 'components/memos/x',
  };
  const planted: Record<string, string[]> = {};
  const wanted: string[] = [];
  for (const [place, from] of [...all.entries(), [2, 'sync/store/x'] as const]) {
    const name = `src/${from}.ts${from.startsWith('components') || from === 'app' ? 'x' : ''}`;
    planted[name] = all.flatMap((to) => imports(from, to));
    for (const [at, to] of all.entries()) {
      const higher = at > place || others[from as keyof typeof others] === to;
      if (higher) for (let i = 1; i <= 5; i++) wanted.push(`${name}:${at * 5 + i}`);
    }
  }
  assert.deepEqual(broken(/plugin Imports/, planted), wanted.sort());
});

test('the linter reports imports of a module, and imports of a module from above', () => {
  const core = [...files, ...shown, 'sync/store/x', 'later_parts', 'app', 'main'];
  const above = ['modules', 'later_parts', 'rare_parts', 'app', 'main'];
  const planted: Record<string, string[]> = {
    'src/extra/x.tsx': [...core.slice(0, 12).flatMap((to) => imports('extra/x', to)), ...imports('extra/x', 'other/x')],
    'src/extra/y.ts': above.flatMap((to) => imports('extra/y', to)),
    'src/modules.ts': imports('modules', 'extra/x'),
  };
  const wanted = [1, 2, 3, 4, 5].map((line) => `src/extra/x.tsx:${core.slice(0, 12).length * 5 + line}`);
  wanted.push(...every({ 'src/extra/y.ts': planted['src/extra/y.ts']! }));
  for (const from of core) {
    const name = `src/${from}.ts${from.startsWith('components') || from === 'app' ? 'x' : ''}`;
    planted[name] = imports(from, 'extra/x');
    wanted.push(...every({ [name]: planted[name] }));
  }
  assert.deepEqual(broken(/plugin Imports/, planted), wanted.sort());
});

test('the linter reports unawaited promises, cycles, and long functions', () => {
  const planted = {
    'src/sync/a.ts': ["import { b } from './b';", 'export const a = async () => b;', 'a();', 'void a();'],
    'src/sync/b.ts': ["import { a } from './a';", 'export const b = () => a;'],
    'src/sync/long.ts': ['export function long() {', ...Array<string>(70).fill('  work();'), '}'],
    'src/sync/longer.ts': Array.from({ length: 401 }, (_, i) => `export const n${i} = ${i};`),
    'test/long.test.ts': [],
  };
  const kinds = /noFloatingPromises|noImportCycles|noExcessiveLines/;
  assert.deepEqual(broken(kinds, planted), [
    'src/sync/a.ts:1',
    'src/sync/a.ts:3',
    'src/sync/b.ts:1',
    'src/sync/long.ts:1',
    'src/sync/longer.ts:1',
  ]);
});
