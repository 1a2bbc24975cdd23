// The days with data, as the server lists them.

import { areExact } from '../model/calendar.js';
import { zoneQuery } from '../model/range.js';
import { requestJSON } from './requests.js';

/** @typedef {import('../model/calendar.js').Day} Day */

// The pause in milliseconds before the list is requested again from a server that is busy with another one.
const retryInterval = 10000;

// That before it is requested again from a server that still estimates some days, for which it needs minutes.
const estimateInterval = 30000;

// Days of a history of a hundred years.
const maxDays = 36600;

/** The list of the days with data, latest first: those of a year, and the earlier ones once they are needed. */
export class DayList {
  /** @type {Day[]} */
  days = [];
  /** True once the server has listed the days, of which there may be none. */
  isLoaded = false;
  /** True once the days of all years are requested. */
  isAll = false;
  #isStopped = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;

  /**
   * @param {() => void} changed
   * @param {(message: string) => void} failed is called with the message of a server that does not know the zone
   */
  constructor(changed, failed) {
    this.changed = changed;
    this.failed = failed;
  }

  /**
   * Requests the list.
   * @returns {Promise<void>}
   */
  async load() {
    const isAll = this.isAll;
    const body = await requestJSON('v1/days?' + (isAll ? 'from=1970-01-01T00:00:00Z&' : '') + zoneQuery()).catch((error) => {
      if (this.#isStopped) { return null; }
      // The list of another page can take half a minute.
      if (error.status === 503) { this.#loadAfter(retryInterval); }
      // A zone that is newer than the server's list of them.
      if (error.status === 400) { this.failed(error.message); }
      return null;
    });
    // The list stays while the server is unreachable.
    if (!body || !Array.isArray(body.days) || this.#isStopped || isAll !== this.isAll) { return; }
    this.days = body.days.filter((/** @type {Day} */ { day }) => /^\d{4}-\d{2}-\d{2}$/.test(day)).slice(0, maxDays);
    this.isLoaded = true;
    if (!areExact(this.days)) { this.#loadAfter(estimateInterval); }
    this.changed();
  }

  /** @param {number} pause in milliseconds */
  #loadAfter(pause) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.load(), pause);
  }

  /** Requests the days of all years, once. */
  async loadAll() {
    if (this.isAll) { return; }
    this.isAll = true;
    await this.load();
  }

  /** Ends all requests. */
  stop() {
    this.#isStopped = true;
    clearTimeout(this.#retry);
  }
}
