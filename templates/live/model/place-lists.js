// The contents of the lists of places: the owner's places at a position, the results of a search, the last events; and
// the interval between requests for nearby places.

import { distanceAndBearing, distanceToPlace } from './geodesy.js';

/**
 * @typedef {import('./places.js').Place} Place
 * @typedef {import('./places.js').PlaceEvent} PlaceEvent
 * @typedef {import('./geodesy.js').Position} Position
 */

/** The maximum number of places in the list. */
export const maxListedPlaces = 12;

// The nearest places that each position is compared with; all others are searched once one may be nearer than these.
const candidateCount = 5 * maxListedPlaces;

/**
 * Returns the places with their distances, the nearest first; in their original order without a position.
 * @param {Place[]} places
 * @param {Position | null} here
 */
function byDistance(places, here) {
  const rated = places.map((place) => ({ place, distance: here ? distanceToPlace(here, place).distance : 0 }));
  return here ? rated.sort((a, b) => a.distance - b.distance) : rated;
}

/** Selects the places to list: those around the position, then the nearest. */
export class NearestPlaces {
  /** @type {Position | null} */
  #searchedAt = null;
  /** @type {Place[]} */
  #candidates = [];
  /** The distance of the nearest place that is no candidate, from where they were searched. */
  #reach = 0;

  /** @param {Place[]} places */
  constructor(places) { this.places = places; }

  /** @param {Position | null} here */
  list(here) {
    const inside = byDistance(this.places.filter((place) => place.isInside), here).map(({ place }) => place);
    const nearest = here ? this.#nearest(here) : this.places.slice(0, maxListedPlaces);
    return [...new Set([...inside, ...nearest])].slice(0, maxListedPlaces);
  }

  /** @param {Position} here */
  #nearest(here) {
    if (this.#searchedAt) {
      const nearest = byDistance(this.#candidates, here).slice(0, maxListedPlaces);
      const farthest = nearest.length > 0 ? nearest[nearest.length - 1].distance : Infinity;
      if (farthest + distanceAndBearing(this.#searchedAt, here).distance <= this.#reach) {
        return nearest.map(({ place }) => place);
      }
    }
    const all = byDistance(this.places, here);
    this.#searchedAt = here;
    this.#candidates = all.slice(0, candidateCount).map(({ place }) => place);
    this.#reach = all.length > candidateCount ? all[candidateCount].distance : Infinity;
    return this.#candidates.slice(0, maxListedPlaces);
  }
}

/**
 * Returns a text without accents and in lower case, for comparisons.
 * @param {string} text
 */
export function foldedText(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Returns the places whose name, or a word of it, begins with a text.
 * @template {{ name: string }} Named
 * @param {Named[]} places
 * @param {string} text
 */
export function matchingPlaces(places, text) {
  const start = foldedText(text.trim());
  return start ? places.filter(({ name }) => (' ' + foldedText(name)).includes(' ' + start)) : [];
}

/** The maximum number of events in the list, and of those from which the last visits are known. */
export const maxListedEvents = 10;
export const maxKnownEvents = 200;

/**
 * Returns the last arrival or departure at each place, by its name.
 * @param {PlaceEvent[]} events the newest first
 */
export function lastVisits(events) {
  const visits = events.filter(({ kind }) => kind === 'enter' || kind === 'leave');
  return new Map(visits.reverse().map((event) => [event.place, event]));
}

/**
 * Returns the identity of an event, which the server may send more than once.
 * @param {PlaceEvent} event
 */
export const eventKey = ({ kind, place, moment }) => [kind, moment, place].join('|');

/**
 * Returns the events of two lists, each once and the newest first.
 * @param {PlaceEvent[]} known
 * @param {PlaceEvent[]} more
 */
export function mergedEvents(known, more) {
  const all = new Map([...known, ...more].map((event) => [eventKey(event), event]));
  return [...all.values()].sort((a, b) => b.moment - a.moment).slice(0, maxKnownEvents);
}

/**
 * The last request; `at` in seconds.
 * @typedef {{ here: Position, at: number, hasFailed: boolean }} NearbyRequest
 */

// The distance in metres and the seconds after which a new request for nearby places is due, and the seconds after a
// failed one.
const minDistance = 300;
const minInterval = 15;
const retryInterval = 300;

/**
 * Returns true where a new request for nearby places is due.
 * @param {NearbyRequest | null} last
 * @param {Position} here
 * @param {number} now seconds
 */
export function isRequestDue(last, here, now) {
  if (!last) { return true; }
  if (last.hasFailed) { return now - last.at >= retryInterval; }
  return now - last.at >= minInterval && distanceAndBearing(last.here, here).distance >= minDistance;
}
