import { networkFirst, showsShell } from './shell';
import { trusted } from './trusted';

declare const self: ServiceWorkerGlobalScope;

/** The files of the shell and the name of their cache, which changes with their content; filled in by the build. */
declare const SHELL: readonly string[];
declare const CACHE: string;

/** The scripts of the modules, which handle other events; also filled in by the build. */
declare const MODULES: readonly string[];

importScripts(...trusted(MODULES));

/** Names of one file whatever the headers and the query it is asked for with. */
const exactly = { ignoreVary: true, ignoreSearch: true } as const;

self.addEventListener('install', (event) => {
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (showsShell(address.pathname))
      event.respondWith(
        networkFirst(
          () => fetch(request),
          () => kept('/'),
        ),
      );
  } else if (SHELL.includes(address.pathname)) {
    event.respondWith(file(request));
  }
});

/** Caches the server's present shell. Open pages continue with what they have loaded. */
async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: 'reload' })));
  await self.skipWaiting();
}

/** Drops the shells of earlier builds. */
async function takeOver(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const kept = async (path: string) => (await caches.open(CACHE)).match(path, exactly);

async function file(request: Request): Promise<Response> {
  return (await kept(new URL(request.url).pathname)) ?? fetch(request);
}
