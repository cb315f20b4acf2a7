// Serves the assets of its version and, where the gateway does not answer, a page without anybody's data. Assets of the
// version before stay for pages that are still open.

declare const ASSETS: readonly string[];
declare const ENTRY: string;
declare const SIGN_IN_PATH: string;

interface WorkerEvent extends Event {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
}

interface WorkerScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: { navigationPreload?: { enable(): Promise<void> } };
}

const scope = globalThis as unknown as WorkerScope;
const PREFIX = 'vitrina-shell:';
const CACHE = PREFIX + ENTRY;
const MAX_WAIT_MS = 8000;
const UNAVAILABLE = new Set([502, 503, 504]);

const on = (type: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) =>
  addEventListener(type, listener as EventListener);

on('install', (event) => event.waitUntil(install()));
on('activate', (event) => event.waitUntil(activate()));
on('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request));
  else if (request.mode === 'navigate' && !/^\/(?:v3|desk)\//.test(pathname))
    event.respondWith(fetchPage(event));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const page = await fetch(SIGN_IN_PATH, {
    credentials: 'omit',
    cache: 'no-store',
    headers: { accept: 'text/html' },
  });
  const html = await page.text();
  if (!html.includes(ENTRY)) throw new Error('The gateway has another version');
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  await cache.put(SIGN_IN_PATH, new Response(html.replace('<html', '<html data-stored'), { headers }));
  for (const asset of ASSETS) {
    const stored = await caches.match(asset, { ignoreVary: true });
    await (stored ? cache.put(asset, stored) : cache.add(asset));
  }
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await scope.registration.navigationPreload?.enable();
  await scope.clients.claim();
}

async function fetchAsset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function fetchPage(event: WorkerEvent): Promise<Response> {
  const answer = event.preloadResponse.then((response) => response ?? fetch(event.request));
  event.waitUntil(answer.catch(() => {}));
  const timeout = new Promise<undefined>((resolve) => {
    setTimeout(resolve, MAX_WAIT_MS);
  });
  const response = await Promise.race([answer.catch(() => undefined), timeout]);
  if (response && !UNAVAILABLE.has(response.status)) return response;
  const cache = await caches.open(CACHE);
  return (await cache.match(SIGN_IN_PATH)) ?? answer;
}
