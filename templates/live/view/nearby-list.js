import { isRequestDue } from '../model/place-lists.js';
import { distanceText, placeTitle } from '../model/place-text.js';
import { parseGazetteer } from '../model/places.js';
import { text } from '../model/text.js';
import { requestJSON } from '../server/requests.js';
import { element, setText } from './dom.js';
import { RowList } from './row-list.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').Place} Place
 */

/** The list of nearby places of the gazetteer. */
export class NearbyList {
  /** @type {Place[] | null} */
  #places = null;
  /** @type {import('../model/place-lists.js').NearbyRequest | null} */
  #lastRequest = null;
  #isRequesting = false;

  /** @param {(place: Place) => void} select */
  constructor(select) {
    this.rows = new RowList(element('nearby-list'), ({ place }) => select(place));
  }

  /** Allows a new request after a failed one, once the server has a gazetteer. */
  retry() {
    if (this.#lastRequest && this.#lastRequest.hasFailed) { this.#lastRequest = null; }
  }

  /**
   * @param {Position | null} here
   * @param {boolean} isLive
   * @param {string} units
   * @param {string | null} selectedKey
   */
  draw(here, isLive, units, selectedKey) {
    const isIdle = !document.hidden && !this.#isRequesting;
    if (here && isIdle && isRequestDue(this.#lastRequest, here, performance.now() / 1000)) { this.#request(here); }
    element('nearby').hidden = !here || !this.#places;
    if (!here || !this.#places) { return; }
    setText('nearby-title', text(isLive ? 'places.nearby' : 'places.nearby-last-known'));
    element('nearby-note').hidden = this.#places.length > 0;
    this.rows.show(this.#places.map((place) => ({
      key: place.key, place, name: placeTitle(place), distance: distanceText(here, place, units),
    })), selectedKey);
  }

  /** @param {Position} here */
  async #request(here) {
    this.#isRequesting = true;
    const at = [here.latitude, here.longitude].map((part) => part.toFixed(5)).join(',');
    const query = new URLSearchParams({ at, count: '5' });
    const places = await requestJSON('v1/places/nearest?' + query).then(parseGazetteer).catch(() => null);
    this.#lastRequest = { here, at: performance.now() / 1000, hasFailed: places === null };
    this.#places = places;
    this.#isRequesting = false;
  }
}
