import { NearestPlaces, maxListedPlaces } from '../model/place-lists.js';
import { distanceText, isolatedName, visitText } from '../model/place-text.js';
import { namesOfPlacesInside, parsePlaces } from '../model/places.js';
import { text } from '../model/text.js';
import { send } from '../server/requests.js';
import { element, showText } from './dom.js';
import { RowList } from './row-list.js';

/**
 * @typedef {import('../model/geodesy.js').Position} Position
 * @typedef {import('../model/places.js').Place} Place
 */

// The list is selected anew at most once in that many milliseconds.
const minInterval = 2000;

// The members of the document that change as the position moves. Quotation marks in names are escaped.
const insideMember = /"inside": ?(?:true|false)/g;

/** The owner's places: on the map, and as a list with their distances. */
export class PlaceList {
  /** @type {Place[]} */
  places = [];

  #document = '';
  #documentWithoutInside = '';
  #drawn = '';
  #requestCount = 0;
  /** @type {Place[]} */
  #listed = [];
  #listedAt = -Infinity;
  #nearest = new NearestPlaces([]);
  /** @type {Set<string>} */
  #names = new Set();

  /**
   * @param {import('./geofence-layer.js').GeofenceLayer} geofences
   * @param {(place: Place) => void} select
   */
  constructor(geofences, select) {
    this.geofences = geofences;
    this.rows = new RowList(element('place-list'), ({ place }) => select(place));
  }

  /** Requests the places. Returns the status of the response, 0 without one. */
  async load() {
    const request = this.#requestCount += 1;
    try {
      const response = await send('v1/places', { cache: 'no-store', headers: { Accept: 'application/geo+json' } });
      if (!response.ok) { return response.status; }
      const body = await response.text();
      if (request === this.#requestCount) { this.#read(body); }
      return response.status;
    } catch {
      return 0;
    }
  }

  /** @param {string} body */
  #read(body) {
    if (body === this.#document) { return; }
    const document = JSON.parse(body);
    const withoutInside = body.replace(insideMember, '');
    const isSame = withoutInside === this.#documentWithoutInside;
    this.#document = body;
    this.#documentWithoutInside = withoutInside;
    this.#drawn = '';
    this.#listedAt = -Infinity;
    if (isSame) { this.#updateInside(namesOfPlacesInside(document)); } else { this.#replace(parsePlaces(document)); }
  }

  /** @param {Place[]} places */
  #replace(places) {
    this.places = places;
    this.#names = new Set(places.map((place) => place.name));
    this.#nearest = new NearestPlaces(places);
    this.geofences.show(places);
  }

  /** @param {Set<string>} names */
  #updateInside(names) {
    for (const place of this.places) { place.isInside = names.has(place.name); }
    this.geofences.updateInside();
  }

  /**
   * Returns true for the name of one of the places.
   * @param {string} name
   */
  has(name) { return this.#names.has(name); }

  /**
   * @param {Position | null} here
   * @param {string} units
   * @param {string | null} selectedKey
   * @param {Map<string, import('../model/places.js').PlaceEvent>} visits the last event at each place, by its name
   */
  draw(here, units, selectedKey, visits) {
    this.geofences.select(selectedKey);
    const drawn = JSON.stringify([here, units, selectedKey, [...visits]]);
    if (drawn === this.#drawn) { return; }
    this.#drawn = drawn;
    element('places').hidden = this.places.length === 0;
    const now = performance.now();
    if (now - this.#listedAt >= minInterval) {
      this.#listed = this.#nearest.list(here);
      this.#listedAt = now;
    }
    this.rows.show(this.#listed.map((place) => ({
      key: place.key, place, isInside: place.isInside, name: isolatedName(place.name), icon: place.rings ? 'area' : 'places',
      distance: place.isInside ? text('places.inside') : distanceText(here, place, units),
      detail: visitText(visits.get(place.name), place.isInside === true, Date.now()),
    })), selectedKey);
    const remaining = this.places.length - maxListedPlaces;
    showText('places-note', remaining > 0 ? text('places.more', { count: remaining }) : '');
  }
}
