// Keeps the page, so that it works without a network after the first visit. The worker keeps the weights.

declare const FILES: readonly string[];
declare const VERSION: string;
declare const WEIGHTS: string;

const scope = self as unknown as ServiceWorkerGlobalScope;
const PAGE_CACHE = `page-${VERSION}`;
/** The page by the only name that every server has for it. */
const PAGE = './';
const WEIGHTS_CACHE = `weights-${WEIGHTS}`;

scope.addEventListener('install', (event) => {
  const keep = async (): Promise<void> => {
    const cache = await caches.open(PAGE_CACHE);
    await cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: 'reload' })));
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});

scope.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    const old = (await caches.keys()).filter((name) => name !== PAGE_CACHE && name !== WEIGHTS_CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  if (request.method !== 'GET' || !path.startsWith(new URL(scope.registration.scope).pathname)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.some((file) => path.endsWith(`/${file}`))) event.respondWith(kept(request));
});

/** The page itself is asked of the server while there is one: it says which engine there is. */
async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return await caches.match(PAGE) ?? Response.error();
  }
}

async function kept(request: Request): Promise<Response> {
  const cache = await caches.open(PAGE_CACHE);
  return await cache.match(request) ?? fetch(request);
}
