// All devices that the reader may see, kept by the events of the server, and the clock that their ages are measured by.

import { maxFleetSilence } from '../../live/model/state.js';
import { asArray } from '../../live/model/values.js';
import { parseDevice, stateOf } from './device.js';

/** @typedef {import('./device.js').Device} Device */

/**
 * The clocks of the browser: the timer may stop while the machine sleeps, the time of day may be set. Milliseconds.
 * @typedef {{ timer: number, clock: number }} Clocks
 */


/** The devices, their states and the clock. A lost connection may return at once: states last some seconds without it. */
export class Fleet {
  /** @type {Map<string, Device>} */
  #devices = new Map();
  /** @type {Device[] | null} */
  #sorted = null;
  /** @type {(Clocks & { server: number }) | null} */
  #heard = null;
  /** @type {Clocks | null} */
  #lost = null;
  /** The number of documents read. */
  documents = 0;

  /**
   * @param {() => Clocks} clocks
   * @param {number} delay of a share, in seconds
   */
  constructor(clocks, delay = 0) {
    this.clocks = clocks;
    this.delay = delay;
  }

  get size() { return this.#devices.size; }

  /** True once there is a list, even an empty one. */
  get isKnown() { return this.#heard !== null; }

  /** @param {string | null} name */
  device(name) { return name === null ? null : this.#devices.get(name) || null; }

  /** All devices by name. */
  get devices() {
    if (!this.#sorted) {
      const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
      this.#sorted = Array.from(this.#devices.values()).sort((a, b) => order.compare(a.name, b.name));
    }
    return this.#sorted;
  }

  /**
   * Replaces all devices.
   * @param {any} document
   */
  replace(document) {
    this.#hear(document);
    this.#devices = new Map();
    this.#sorted = null;
    this.#read(document);
  }

  /**
   * Replaces the devices that have changed, and adds new ones.
   * @param {any} document
   */
  update(document) {
    // Changes of a list that has not arrived are part of it.
    if (!this.#heard) { return; }
    this.#hear(document);
    this.#read(document);
  }

  /** @param {any} document */
  #read(document) {
    let isLonger = false;
    this.documents += 1;
    for (const item of asArray(document && document.devices)) {
      const device = parseDevice(item);
      if (!device) { continue; }
      const known = this.#devices.get(device.name);
      // The same object: the list, the map and the selection hold it.
      if (known) { Object.assign(known, device); } else { this.#devices.set(device.name, device); }
      isLonger = isLonger || !known;
    }
    if (isLonger) { this.#sorted = null; }
    this.age();
  }

  /** @param {any} document */
  #hear(document) {
    const server = Date.parse(document && document.time);
    const clocks = this.clocks();
    this.#heard = { ...clocks, server: Number.isNaN(server) ? clocks.clock : server };
    this.#lost = null;
  }

  /** Notes that the connection is lost. */
  lose() { this.#lost = this.#lost || this.clocks(); }

  /** The time by the server's clock, in milliseconds. */
  get now() {
    const [{ timer, clock }, heard] = [this.clocks(), this.#heard];
    return heard ? heard.server + Math.max(0, timer - heard.timer, clock - heard.clock) : clock;
  }

  /** True while the connection is lost for so long that nothing is known to be current. */
  get isOutdated() {
    const [{ timer, clock }, lost] = [this.clocks(), this.#lost];
    return lost !== null && Math.max(timer - lost.timer, clock - lost.clock) > 1000 * maxFleetSilence;
  }

  /** Updates the states of all devices to the present. Returns true if one has changed. */
  age() {
    const [{ now, isOutdated, delay }] = [this];
    let hasChanged = false;
    for (const device of this.#devices.values()) {
      const state = stateOf(device, now, delay);
      const shown = isOutdated && state !== 'none' ? 'unknown' : state;
      hasChanged = hasChanged || shown !== device.state;
      device.state = shown;
    }
    return hasChanged;
  }
}
