// Bundles the page into a directory: "npm run build" into dist.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
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

/** The names of the app and of its places, by language. The first language is that of files without one in their name. */
const names = JSON.parse(await readFile(join(here, 'src/names.json'), 'utf8'));
const languages = Object.keys(names);

/** The names of the modules, as the list of them has been generated. */
const listed = await readFile(join(here, 'src/modules.ts'), 'utf8');
export const allModules = [...listed.matchAll(/import\('\.\/(\w+)\/module'\)/g)].map(([, name]) => name);

/** The path of a file of a module. */
const own = (name, file) => join(here, 'src', name, file);

/** The name of a file's form in a language: index.ja.html is the Japanese index.html. */
const inLanguage = (name, language) => (language === languages[0] ? name : name.replace(/\.[a-z]+$/, `.${language}$&`));

/**
 * Writes into out the page and its manifest in each language, its hashed scripts and style sheets, the service worker,
 * the icons, and the compressed form of each of them. modules are the names of the included modules.
 */
export async function bundle(out, modules = allModules) {
  await mkdir(out, { recursive: true });
  for (const old of await readdir(out)) if (old !== '.gitkeep') await rm(join(out, old), { recursive: true });
  const built = await page(out, modules);
  await cp(join(here, 'static'), out, { recursive: true });
  for (const name of modules)
    if (existsSync(own(name, 'static'))) await cp(own(name, 'static'), out, { recursive: true });
  await favicon(out);
  await worker(out, built, await moduleWorkers(out, modules));
  await compress(out);
}

/**
 * Makes the parts that are loaded later import all of the page, and modules also the later parts. Otherwise the code
 * that they share with it would become scripts of its own; so the page begins with one script, which compresses better.
 */
const together = {
  name: 'together',
  setup({ onLoad }) {
    const after = (filter, ...names) =>
      onLoad({ filter }, async ({ path }) => ({
        contents: `${names.map((name) => `import '${join(here, 'src', name)}';\n`).join('')}${await readFile(path, 'utf8')}`,
        loader: extname(path).slice(1),
      }));
    after(/\/src\/((later|rare)_parts\.ts|components\/account\/welcome\.tsx)$/, 'main');
    after(/\/src\/\w+\/module\.tsx$/, 'main', 'later_parts');
  },
};

/** Leaves the other modules out of the page. */
const only = (modules) => ({
  name: 'only',
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/modules\.ts$/ }, () => ({
      contents: listed.replace(/^ *(\w+): \(\) => import.*\n/gm, (line, name) => (modules.includes(name) ? line : '')),
      loader: 'ts',
    }));
  },
});

/** The style sheets in the page that are not used before their components have been loaded. */
const laterSheets = ['later', 'rare'];

/** Bundles the page and returns the addresses of its scripts and its style sheets. */
async function page(out, modules) {
  const result = await build({
    ...common,
    entryPoints: [
      { in: 'src/main.tsx', out: 'app' },
      { in: 'src/styles/index.css', out: 'app' },
      ...laterSheets.map((name) => ({ in: `src/styles/${name}.css`, out: name })),
    ],
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    outdir: out,
    format: 'esm',
    splitting: true, // parts that are not needed at once, and other languages, stay out of the first scripts
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
    plugins: [together, only(modules)],
  });
  const [first] = await alone(out, [{ in: 'src/first.ts', out: 'first' }]);
  const built = [first, ...Object.keys(result.metafile.outputs).map((path) => `/${basename(path)}`)];
  const address = (begin, end) => built.find((path) => path.startsWith(`/${begin}-`) && path.endsWith(end));
  const { imports } = Object.values(result.metafile.outputs).find((output) => output.entryPoint === 'src/main.tsx');
  const shared = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => `/${basename(path)}`);
  for (const language of languages) {
    const preloaded = [...shared, address(language, '.js')];
    const words = {
      ...names[language],
      lang: language,
      ...Object.fromEntries(['app', ...laterSheets].map((name) => [`${name}.css`, address(name, '.css')])),
      'app.js': address('app', '.js'),
      'first.js': first,
      preloaded: preloaded.map((path) => `<link rel="modulepreload" href="${path}">`).join('\n    '),
    };
    for (const name of ['index.html', 'manifest.json']) {
      const template = await readFile(join(here, 'src', name), 'utf8');
      await writeFile(join(out, inLanguage(name, language)), filled(template, words));
    }
  }
  return built;
}

/** A template with each {{name}} replaced by its value. */
const filled = (template, words) =>
  template.replace(/\{\{([\w.]+)\}\}/g, (placeholder, name) => {
    if (words[name] === undefined) throw new Error(`nothing to put for ${placeholder}`);
    return words[name];
  });

/** Writes favicon.ico, which some programs request in spite of the page's links: a file of one picture in PNG. */
async function favicon(out) {
  const size = 192;
  const png = await readFile(join(here, `static/icon-${size}.png`));
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // of one picture
  header.set([size, size], 6);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits of a pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18); // the offset
  await writeFile(join(out, 'favicon.ico'), Buffer.concat([header, png]));
}

/** The files that the page needs without the server besides its scripts and style sheets; "/" is index.html. */
const shell = ['/', '/icon.svg', '/apple-touch-icon.png'];

/** Bundles the service worker, with the list of the files of the shell and a name for this build of them. */
async function worker(out, built, scripts) {
  const files = [...shell, ...built];
  const pages = languages.map((language) => `/${inLanguage('index.html', language)}`);
  const sum = createHash('sha256');
  for (const path of [...pages, ...files.filter((path) => path !== '/')])
    sum.update(path).update(await readFile(join(out, path)));
  await build({
    ...common,
    entryPoints: [{ in: 'src/browser/sw.ts', out: 'sw' }],
    outdir: out,
    format: 'iife',
    define: {
      SHELL: JSON.stringify(files),
      CACHE: JSON.stringify(`shell-${sum.digest('hex').slice(0, 16)}`),
      MODULES: JSON.stringify(scripts),
    },
  });
}

/** Bundles the modules' parts of the service worker, each as a separate script, and returns the addresses. */
async function moduleWorkers(out, modules) {
  const workers = modules.filter((name) => existsSync(own(name, 'sw.ts')));
  if (workers.length === 0) return [];
  return alone(
    out,
    workers.map((name) => ({ in: own(name, 'sw.ts'), out: `${name}_sw` })),
  );
}

/** Bundles scripts that share nothing with others, and returns their addresses. */
async function alone(out, entryPoints) {
  const { metafile } = await build({
    ...common,
    entryPoints,
    entryNames: '[name]-[hash]',
    outdir: out,
    format: 'iife',
    metafile: true,
  });
  return Object.keys(metafile.outputs).map((path) => `/${basename(path)}`);
}

/** Writes a Brotli form beside each file that becomes smaller by it. The server compresses with gzip. */
async function compress(out) {
  const compressible = new Set(['.html', '.css', '.js', '.json', '.svg', '.txt']);
  for (const name of await readdir(out)) {
    if (!compressible.has(extname(name))) continue;
    const plain = await readFile(join(out, name));
    const packed = await promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    });
    if (packed.length < plain.length) await writeFile(join(out, `${name}.br`), packed);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle(join(here, 'dist'));
