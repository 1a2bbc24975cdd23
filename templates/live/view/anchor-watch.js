import { distanceAndBearing } from '../model/geodesy.js';
import { anchorAlarm } from '../model/place-text.js';
import { parseAnchor } from '../model/places.js';
import { formatDistance } from '../model/units.js';
import { send } from '../server/requests.js';
import { element, setText, showText } from './dom.js';
import { RowList } from './row-list.js';

/** @typedef {import('../model/places.js').AnchorWatch} Watch */

// The end of a watch is no event: during an alarm the server is asked at this interval, in milliseconds.
const alarmRequestInterval = 10000;

// No place of the owner's has this name.
const anchorKey = '/anchor';

/** The anchor watch: the swing circle and the alarm. */
export class AnchorWatch {
  /** @type {Watch | null} */
  #watch = null;
  #document = '';
  #requestCount = 0;
  #requestedAt = 0;

  /**
   * @param {import('./geofence-layer.js').GeofenceLayer} geofences
   * @param {(place: import('../model/places.js').Place) => void} select
   */
  constructor(geofences, select) {
    this.geofences = geofences;
    this.rows = new RowList(element('anchor-list'), ({ place }) => select(place));
  }

  async load() {
    const request = this.#requestCount += 1;
    this.#requestedAt = performance.now();
    try {
      const response = await send('v1/anchor', { cache: 'no-store' });
      const watch = response.status === 200 ? parseAnchor(await response.json()) : null;
      // A later request or event is newer.
      if (request !== this.#requestCount) { return; }
      // The server responds with 404 where no anchor is set. Other errors end no watch.
      if (response.ok || response.status === 404) { this.#update(watch); }
    } catch { /* The next request follows. */ }
  }

  /** @param {Watch | null} watch */
  #update(watch) {
    const text = JSON.stringify(watch);
    if (text === this.#document) { return; }
    this.#document = text;
    this.#watch = watch;
    this.geofences.showAnchor(watch);
  }

  /**
   * Applies an event, before the next request confirms it.
   * @param {string} kind
   */
  receive(kind) {
    this.#requestCount += 1;
    if (this.#watch && (kind === 'dragging' || kind === 'holding')) {
      this.#update({ ...this.#watch, isDragging: kind === 'dragging' });
    }
  }

  /**
   * Returns the text of the alarm; empty without one.
   * @param {import('../model/geodesy.js').Position | null} here
   * @param {boolean} isLive
   * @param {number | null} age seconds
   * @param {string} units
   * @param {string | null} selectedKey
   */
  draw(here, isLive, age, units, selectedKey) {
    const watch = this.#watch;
    const alarm = anchorAlarm(watch, isLive, age);
    // Screen readers speak text that appears in a visible element.
    element('alarm-box').hidden = !alarm;
    setText('alarm', alarm);
    if (alarm && !document.hidden && performance.now() - this.#requestedAt >= alarmRequestInterval) { this.load(); }
    const distance = watch && here ? formatDistance(distanceAndBearing(here, watch).distance, units) : '';
    const swing = watch ? formatDistance(watch.radius, units) : '';
    const prefix = distance && distance + ' from the anchor; ';
    showText('alarm-detail', alarm && prefix + 'the radius of the swing circle is ' + swing);
    this.#list(distance ? distance + ' of ' + swing : swing, selectedKey);
    return alarm;
  }

  /** @param {string} distance @param {string | null} selectedKey */
  #list(distance, selectedKey) {
    element('anchor-list').hidden = !this.#watch;
    if (!this.#watch) {
      this.rows.show([], selectedKey);
      return;
    }
    const place = { ...this.#watch, key: anchorKey, name: 'Anchor' };
    this.rows.show([{ key: anchorKey, place, name: 'Anchor watch', distance }], selectedKey);
  }
}
