// The server's stream of events, reopened after each end at increasing intervals.
//
// It is read with fetch instead of EventSource, which shows neither heartbeats nor the status of an error response.

import { EventReader, backoff } from '../model/event-stream.js';
import { delay } from './requests.js';

/**
 * @typedef {object} StreamHandlers
 * @property {(date: string | null) => void} opened with the server's `Date` header
 * @property {() => void} lost
 * @property {(type: string, data: any) => void} event
 * @property {(status: number) => void} ended
 */

// The server refuses for good: the session or the share has ended.
export const finalStatuses = [401, 403, 410];

// The server sends a heartbeat each 15 s. After that many milliseconds without a byte the connection counts as lost.
const maxSilence = 35000;

/** A stream of events that reconnects until the server refuses. */
export class EventStream {
  /** @type {AbortController | null} */
  #abort = null;
  /**
   * Ends the current pause.
   * @type {(() => void) | null}
   */
  #wake = null;
  #failures = 0;
  #isStopped = false;
  /** @type {string | null} */
  #lastEventID = null;

  /**
   * @param {string} address
   * @param {StreamHandlers} handlers
   * @param {boolean} mayVanish true for a route that ends with what it is about
   */
  constructor(address, handlers, mayVanish = false) {
    this.address = address;
    this.handlers = handlers;
    this.finalStatuses = mayVanish ? [...finalStatuses, 404] : finalStatuses;
  }

  start() {
    this.#run();
    // A page that returns from suspension or to the network reconnects at once.
    window.addEventListener('online', () => this.#reconnectNow());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) { this.#reconnectNow(); } });
    window.addEventListener('pagehide', () => this.#abort && this.#abort.abort());
    window.addEventListener('pageshow', () => this.#reconnectNow());
  }

  /** Ends the stream for good. */
  stop() {
    this.#isStopped = true;
    if (this.#abort) { this.#abort.abort(); }
    this.#reconnectNow();
  }

  #reconnectNow() {
    if (this.#wake) { this.#wake(); }
  }

  async #run() {
    while (!this.#isStopped) {
      const status = await this.#readOnce();
      if (this.#isStopped) { return; }
      if (this.finalStatuses.includes(status)) {
        this.handlers.ended(status);
        return;
      }
      const pause = delay(backoff(this.#failures, Math.random()));
      this.#failures += 1;
      this.handlers.lost();
      await Promise.race([pause, new Promise((resolve) => { this.#wake = () => resolve(null); })]);
      this.#wake = null;
    }
  }

  /** Reads one stream to its end. Returns the status of an error response, otherwise 0. */
  async #readOnce() {
    const abort = this.#abort = new AbortController();
    let watchdog = setTimeout(() => abort.abort(), maxSilence);
    try {
      const response = await fetch(this.address, { headers: this.#headers(), cache: 'no-store', signal: abort.signal });
      if (!response.ok || !response.body) { return response.status; }
      this.handlers.opened(response.headers.get('Date'));
      const [reader, decoder, events] = [response.body.getReader(), new TextDecoder(), new EventReader()];
      for (;;) {
        const { value, done } = await reader.read();
        if (done || this.#isStopped) { return 0; }
        clearTimeout(watchdog);
        watchdog = setTimeout(() => abort.abort(), maxSilence);
        this.#failures = 0;
        for (const event of events.read(decoder.decode(value, { stream: true }))) { this.#dispatch(event); }
      }
    } catch {
      return 0;
    } finally {
      clearTimeout(watchdog);
    }
  }

  #headers() {
    const headers = new Headers({ Accept: 'text/event-stream' });
    if (this.#lastEventID) { headers.set('Last-Event-ID', this.#lastEventID); }
    return headers;
  }

  /** @param {import('../model/event-stream.js').StreamEvent} event */
  #dispatch(event) {
    if (event.id !== undefined) { this.#lastEventID = event.id; }
    let data;
    try { data = JSON.parse(event.data); } catch { return; }
    if (data && typeof data === 'object') { this.handlers.event(event.type, data); }
  }
}
