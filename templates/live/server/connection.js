// The connection to the server: its settings, the newest report, the age of its position.

import { backoff } from '../model/event-stream.js';
import { currentAge, timeOfPosition } from '../model/state.js';
import { ResponseError, addressOf, delay, device, requestJSON } from './requests.js';
import { EventStream, finalStatuses } from './stream.js';

/**
 * @typedef {object} ConnectionHandlers
 * @property {() => void} opened
 * @property {() => void} lost
 * @property {(report: Report) => void} report
 * @property {(event: unknown) => void} placeEvent
 * @property {() => void} missed events were lost during an interruption
 * @property {(status: number) => void} ended the session or the share
 */

/** The events of the server, and the clocks that the age of a position is measured by. */
export class Connection {
  /** @type {Report | null} */
  report = null;
  isConnected = false;
  /**
   * When the report of an earlier visit arrived, in milliseconds, while none has arrived since; otherwise null.
   * @type {number | null}
   */
  recalledAt = null;
  /**
   * Resolves with the first report.
   * @type {Promise<void>}
   */
  firstReport;

  /** When the report arrived, by the timer and by the clock of this machine; milliseconds. */
  #arrival = { timer: 0, clock: 0 };
  /**
   * How far the server's clock is ahead of ours, in milliseconds; null where that is unknown.
   * @type {number | null}
   */
  #clockOffset = null;
  #lostAt = 0;

  /** @param {ConnectionHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    let resolveFirst = () => {};
    this.firstReport = new Promise((resolve) => { resolveFirst = () => resolve(); });
    this.stream = new EventStream(addressOf('v1/events'), {
      opened: (date) => {
        this.#compareClocks(date);
        this.isConnected = true;
        handlers.opened();
      },
      lost: () => this.#lose(),
      event: (type, data) => {
        if (type === 'missed') { handlers.missed(); }
        if (type === 'place') { handlers.placeEvent(data); }
        // The database of a fleet is away: the stream goes on, but nothing is current until the next report.
        if (type === 'unavailable') { this.#lose(); }
        if (type !== 'report') { return; }
        if (!this.isConnected) {
          this.isConnected = true;
          handlers.opened();
        }
        this.recalledAt = null;
        this.report = data;
        this.#arrival = { timer: performance.now(), clock: Date.now() };
        handlers.report(data);
        resolveFirst();
      },
      ended: handlers.ended,
    }, device !== null);
  }

  start() { this.stream.start(); }

  /** Ends the connection for good, with nothing more to the handlers. */
  stop() { this.stream.stop(); }

  /**
   * Shows the report of an earlier visit until one arrives; it is never current.
   * @param {Report} report
   * @param {number} at when it arrived, in milliseconds
   */
  recall(report, at) {
    if (this.report) { return; }
    const elapsed = Math.max(0, Date.now() - at);
    // Whatever its state was: it says where the receiver was.
    this.report = { ...report, state: 'live' };
    this.recalledAt = at;
    this.#arrival = { timer: performance.now() - elapsed, clock: Date.now() - elapsed };
  }

  #lose() {
    if (this.isConnected) { this.#lostAt = performance.now(); }
    this.isConnected = false;
    this.handlers.lost();
  }

  /** Seconds since the connection was lost; 0 while there is one. */
  get silence() {
    if (this.recalledAt !== null) { return Infinity; }
    return this.isConnected ? 0 : (performance.now() - this.#lostAt) / 1000;
  }

  /**
   * Returns the age in seconds of a report's position; null where it is unknown.
   * @param {Report} report
   */
  age(report) {
    return currentAge(report, this.elapsed, this.#since(timeOfPosition(report, device !== null)));
  }

  /** Seconds since the report arrived. The timer may stop while the machine sleeps, the clock may be set: the longer of both times counts. */
  get elapsed() { return Math.max(performance.now() - this.#arrival.timer, Date.now() - this.#arrival.clock) / 1000; }

  /**
   * Returns the seconds since the report's position reached the server; null where they are unknown.
   * @param {Report} report
   */
  receivedAge(report) { return this.#since(Date.parse(report.received || '')); }

  /**
   * Returns the seconds since a time of the server's clock; null where they are unknown.
   * @param {number} time milliseconds
   */
  #since(time) {
    return this.#clockOffset === null || Number.isNaN(time) ? null : (Date.now() + this.#clockOffset - time) / 1000;
  }

  /**
   * Compares the server's clock with ours. The header has whole seconds: less than two are no difference.
   * @param {string | null} date
   */
  #compareClocks(date) {
    const offset = Date.parse(date || '') - Date.now();
    this.#clockOffset = Number.isNaN(offset) ? null : Math.abs(offset) < 2000 ? 0 : offset;
  }
}

/**
 * Returns the settings of v1/map, after as many attempts as necessary. Throws where the server refuses.
 * @returns {Promise<Settings>}
 */
export async function loadSettings() {
  for (let failures = 0; ; failures += 1) {
    try { return await requestJSON('v1/map'); } catch (error) {
      const final = device === null ? finalStatuses : [...finalStatuses, 404];
      if (error instanceof ResponseError && final.includes(error.status)) { throw error; }
      await delay(backoff(failures, Math.random()));
    }
  }
}
