/** The moment that the charts, the map and the playback show together, in seconds since 1970; null for none. */
export class Moment {
  /** @type {number | null} */
  #seconds = null;
  /** @type {((seconds: number | null) => void)[]} */
  #listeners = [];

  get seconds() { return this.#seconds; }

  /** @param {number | null} seconds */
  set(seconds) {
    if (seconds === this.#seconds) { return; }
    this.#seconds = seconds;
    for (const listener of this.#listeners) { listener(seconds); }
  }

  /** @param {(seconds: number | null) => void} listener */
  onChange(listener) { this.#listeners.push(listener); }
}
