// Bundles the page into a directory: "npm run build" into dist.
import { build } from 'esbuild';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/** Writes index.html, its hashed script and style sheet, manifest and icons into out. */
export async function bundle(out) {
  await mkdir(out, { recursive: true });
  for (const old of await readdir(out)) if (old !== '.gitkeep') await rm(join(out, old), { recursive: true });
  const result = await build({
    absWorkingDir: here,
    entryPoints: [
      { in: 'src/main.tsx', out: 'app' },
      { in: 'src/styles/index.css', out: 'app' },
    ],
    entryNames: '[name]-[hash]',
    outdir: out,
    bundle: true,
    minify: true,
    format: 'esm',
    target: ['es2022', 'chrome109', 'safari16.4', 'firefox115'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  const built = Object.keys(result.metafile.outputs).map((path) => `/${basename(path)}`);
  const page = await readFile(join(here, 'src/index.html'), 'utf8');
  const address = (end) => built.find((path) => path.endsWith(end));
  await writeFile(
    join(out, 'index.html'),
    page.replace('{{app.css}}', address('.css')).replace('{{app.js}}', address('.js')),
  );
  await cp(join(here, 'static'), out, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(join(here, 'dist'));
