// Bundles the page into a directory: "npm run build" into dist.

import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));

const common = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome109', 'safari16.4', 'firefox115'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

/** Writes index.html, its hashed script and style sheet, the service worker, manifest and icons into out. */
export async function bundle(out) {
  await mkdir(out, { recursive: true });
  for (const old of await readdir(out)) if (old !== '.gitkeep') await rm(join(out, old), { recursive: true });
  const built = await page(out);
  await cp(join(here, 'static'), out, { recursive: true });
  await worker(out, built);
}

/** Bundles the page and returns the addresses of its scripts and its style sheet. */
async function page(out) {
  const result = await build({
    ...common,
    entryPoints: [
      { in: 'src/main.tsx', out: 'app' },
      { in: 'src/styles/index.css', out: 'app' },
    ],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: out,
    format: 'esm',
    splitting: true, // what is not needed at once, and the languages that are not read, stay out of what is loaded first
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
  });
  const built = Object.keys(result.metafile.outputs).map((path) => `/${basename(path)}`);
  const html = await readFile(join(here, 'src/index.html'), 'utf8');
  const address = (end) => built.find((path) => path.startsWith('/app-') && path.endsWith(end));
  const { imports } = Object.values(result.metafile.outputs).find((output) => output.entryPoint === 'src/main.tsx');
  const shared = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => `/${basename(path)}`);
  await writeFile(
    join(out, 'index.html'),
    html
      .replace('{{app.css}}', address('.css'))
      .replace('{{app.js}}', address('.js'))
      .replace('{{shared}}', shared.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n    ')),
  );
  return built;
}

/** What the page needs without the server beside its scripts and style sheet; "/" is index.html. */
const shell = ['/', '/manifest.json', '/icon.svg', '/icon-180.png'];

/** Bundles the service worker, which knows the files of the shell and a name for this build of them. */
async function worker(out, built) {
  const files = [...shell, ...built];
  const sum = createHash('sha256');
  for (const path of files) sum.update(path).update(await readFile(join(out, path === '/' ? 'index.html' : path)));
  await build({
    ...common,
    entryPoints: [{ in: 'src/browser/sw.ts', out: 'sw' }],
    outdir: out,
    format: 'iife',
    define: { SHELL: JSON.stringify(files), CACHE: JSON.stringify(`shell-${sum.digest('hex').slice(0, 16)}`) },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(join(here, 'dist'));
