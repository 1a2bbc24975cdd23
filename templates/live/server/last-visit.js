// What a browser that has signed in keeps for while the box cannot be reached: the files of the page and the last report, in one
// cache. Nothing of it stays after signing out.

import { lastingReport, positionOf } from '../model/state.js';

/**
 * The last report with a position, when it arrived by the clock of this machine, and what the map needs.
 * @typedef {{ report: Report, at: number, settings: Settings }} Visit
 */

/** The name of the cache, which service-worker.js fills too. */
const cacheName = 'whereismy-page';

// The name of the report in the cache, which is none of a file; and the milliseconds between two writes.
const [entry, interval] = ['last-visit', 10000];

/** True where a browser has these: with HTTPS, or on the machine itself. */
const isSupported = Boolean(navigator.serviceWorker && window.caches);

/**
 * Returns the settings that the map needs without the box, whose own tiles cannot be reached either.
 * @param {Settings} settings
 * @returns {Settings}
 */
function settingsToKeep({ staleAfter, tiles, attribution, attributionLink, minZoom, maxZoom }) {
  const map = tiles && /^https?:/i.test(tiles) ? { tiles, attribution, attributionLink, minZoom, maxZoom } : {};
  return { staleAfter, ...map };
}

/** Keeps the page and its newest report. */
export class VisitKeeper {
  #writtenAt = -Infinity;
  #isForgotten = false;
  /** @type {{ report: Report, at: number } | null} */
  #newest = null;
  /**
   * Opened once: what is written to it after it has been removed, by this page or another, is not kept.
   * @type {Promise<Cache>}
   */
  #cache;

  /** @param {Settings} settings */
  constructor(settings) {
    this.settings = settingsToKeep(settings);
    this.#cache = isSupported ? caches.open(cacheName) : Promise.reject(new Error('no caches'));
    this.#keepPage().catch(() => null);
    document.addEventListener('visibilitychange', () => this.#write().catch(() => null));
  }

  /** @param {Report} report */
  keep(report) {
    if (!isSupported || !positionOf(report)) { return; }
    this.#newest = { report: lastingReport(report), at: Date.now() };
    if (performance.now() - this.#writtenAt >= interval) { this.#write().catch(() => null); }
  }

  /** Removes all that is kept. */
  async forget() {
    this.#isForgotten = true;
    await forgetVisit().catch(() => null);
  }

  async #write() {
    if (!this.#newest || this.#isForgotten) { return; }
    this.#writtenAt = performance.now();
    const visit = JSON.stringify({ ...this.#newest, settings: this.settings });
    this.#newest = null;
    await (await this.#cache).put(entry, new Response(visit));
  }

  async #keepPage() {
    const cache = await this.#cache;
    if (this.#isForgotten) { return; }
    await navigator.serviceWorker.register('service-worker.js');
    await navigator.serviceWorker.ready;
    const base = new URL('./', location.href).href;
    // One file has several icons.
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name.split('#')[0]);
    // The worker keeps what it sees; these files were loaded before it ran. The page is of no use without them.
    const files = new Set(loaded.filter((name) => name.startsWith(base + 'assets/')));
    const isKept = await Promise.all([...files].map((address) => cache.match(address)));
    const missing = [...files].filter((_, index) => !isKept[index]);
    await cache.addAll(missing);
    if (!await cache.match(base)) { await cache.add(base); }
    // The worker may have been registered after it was to be removed.
    if (this.#isForgotten) { await forgetVisit(); }
  }
}

/**
 * Returns the last visit; null without one.
 * @returns {Promise<Visit | null>}
 */
export async function lastVisit() {
  if (!isSupported || !await caches.has(cacheName)) { return null; }
  const cache = await caches.open(cacheName);
  const stored = await cache.match(entry);
  const { report, at, settings } = stored ? await stored.json() : { report: null, at: NaN, settings: {} };
  // An earlier version of the page kept all of the report.
  return positionOf(report) && Number.isFinite(at) ? { report: lastingReport(report), at, settings } : null;
}

/** Removes all that any page keeps. */
export async function forgetVisit() {
  if (!isSupported) { return; }
  const workers = await navigator.serviceWorker.getRegistrations();
  await Promise.all([caches.delete(cacheName), ...workers.map((worker) => worker.unregister())]);
}
