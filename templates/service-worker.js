// Keeps the files of the page of the last visit, for while the box cannot be reached. It keeps no data: that is done by the
// page, with the last report alone (live/server/last-visit.js).

const cacheName = 'whereismy-page';
// The milliseconds after which the kept file is shown; without an answer, the next requests wait for less.
const [patience, shortPatience, shortFor] = [4000, 300, 20000];
const root = new URL('./', self.location.href).pathname;
let silentUntil = 0;

/** Returns true for the page and for its scripts, styles and pictures. */
function isKept(request) {
  const { origin, pathname } = new URL(request.url);
  return request.method === 'GET' && origin === self.location.origin
    && (pathname === root || pathname.startsWith(root + 'assets/'));
}

/** Returns the cache that the page has made; null once it is removed, and where the browser cannot open it. */
async function openCache() {
  try { return await caches.has(cacheName) ? await caches.open(cacheName) : null; } catch { return null; }
}

/**
 * Sends a request, and keeps a good answer, which does not wait for that: the disk may be full. An error of a proxy says that
 * it cannot reach the box.
 */
async function load(event, cache) {
  const response = await fetch(event.request);
  const ignore = () => null;
  if (response.ok && cache) { event.waitUntil(cache.put(event.request, response.clone()).catch(ignore)); }
  // Signed out elsewhere: nothing stays.
  if (response.status === 401 || response.status === 403) { await caches.delete(cacheName).catch(ignore); }
  if (response.status >= 502 && response.status <= 504) { throw new Error('status ' + response.status); }
  silentUntil = 0;
  return response;
}

async function answer(event) {
  const cache = await openCache();
  const kept = cache && await cache.match(event.request, { ignoreSearch: true }).catch(() => null);
  const fresh = load(event, cache);
  if (!kept) { return fresh; }
  event.waitUntil(fresh.catch(() => null));
  const late = new Promise((resolve) => {
    setTimeout(() => {
      resolve(kept);
    }, Date.now() < silentUntil ? shortPatience : patience);
  });
  const first = await Promise.race([fresh.catch(() => kept), late]);
  if (first === kept) { silentUntil = Date.now() + shortFor; }
  return first;
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (isKept(event.request)) { event.respondWith(answer(event)); }
});
