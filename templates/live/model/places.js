// Parses the server's documents about places. Invalid members are dropped.

import { enclosesPole, normalizedLongitude } from './geodesy.js';
import { asArray, isNumber, isText } from './values.js';

/**
 * A latitude and a longitude in degrees.
 * @typedef {import('./geodesy.js').Position} Position
 * @typedef {import('./geodesy.js').Point} Point
 */

/**
 * A place on the page. The owner's have a radius in metres or rings, those of the gazetteer region, country and code.
 * @typedef {object} Place
 * @property {string} key identifies it among all places of the page
 * @property {string} name
 * @property {number} latitude of its centre
 * @property {number} longitude of its centre
 * @property {boolean} [isInside] true while the position is inside
 * @property {number} [radius]
 * @property {number} [dwell] the seconds inside after which a visit begins
 * @property {string} [created] when it was saved, in ISO 8601
 * @property {boolean} [isConfigured] true for a place of the configuration, which only that changes
 * @property {boolean} [isPoint] true for a point of the map without a name of its own
 * @property {string} [reading] how coordinates were read that can be read in two ways
 * @property {Point[][]} [rings] with continuous longitudes
 * @property {number} [pole] the latitude of the pole that a polygon encloses
 * @property {string | null} [region]
 * @property {string | null} [country]
 * @property {string | null} [code] the kind of place, by GeoNames
 */

/**
 * @typedef {object} AnchorWatch
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} radius of the swing circle, in metres
 * @property {boolean} isDragging
 * @property {boolean} [isUnsure] true while the receiver is contradicted
 * @property {number | null} set when the watch was set, in milliseconds
 * @property {number | null} since when the boat left the circle, or returned, in milliseconds
 */

/**
 * An event at a place. Times are in milliseconds.
 * @typedef {object} PlaceEvent
 * @property {string} kind
 * @property {string} place
 * @property {number} moment when it was detected
 * @property {number} since when it happened
 */

// The server stores no more.
const maxPlaces = 5000;

/**
 * Parses the owner's places from GeoJSON.
 * @param {any} document
 */
export function parsePlaces(document) {
  return asArray(document && document.features).slice(0, maxPlaces).map(parsePlace).filter(isPresent);
}

/**
 * @template Value
 * @param {Value | null} value
 * @returns {value is Value}
 */
const isPresent = (value) => value !== null;

/** @param {any} feature @returns {Place | null} */
function parsePlace(feature) {
  const { geometry, properties } = feature || {};
  if (!properties || !isText(properties.name) || !geometry) { return null; }
  const known = {
    key: properties.name, name: properties.name, isInside: properties.inside === true,
    ...(properties.configured === true && { isConfigured: true }), ...(isNumber(properties.dwell) && { dwell: properties.dwell }),
    ...(isText(properties.created) && { created: properties.created }),
  };
  if (geometry.type === 'Point') {
    const [longitude, latitude] = asArray(geometry.coordinates);
    const { radius } = properties;
    return isPosition(latitude, longitude) && isNumber(radius) && radius > 0 && radius <= 1e5
      ? { ...known, latitude, longitude, radius } : null;
  }
  return geometry.type === 'Polygon' ? parsePolygon(known, asArray(geometry.coordinates)) : null;
}

/**
 * Returns the names of the places in a document that the position is inside.
 * @param {any} document
 * @returns {Set<string>}
 */
export function namesOfPlacesInside(document) {
  return new Set(asArray(document && document.features).map((feature) => (feature && feature.properties) || {})
    .filter((properties) => properties.inside === true).map((properties) => properties.name));
}

/** @param {unknown} latitude @param {unknown} longitude @param {number} maxLongitude */
function isPosition(latitude, longitude, maxLongitude = 180) {
  return isNumber(latitude) && isNumber(longitude) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= maxLongitude;
}

// The longitudes of a polygon may continue beyond 180.
const maxPolygonLongitude = 720;

/**
 * @param {{ key: string, name: string, isInside: boolean }} known
 * @param {any[]} coordinates
 * @returns {Place | null}
 */
function parsePolygon(known, coordinates) {
  const rings = coordinates.map((ring) => asArray(ring).map(
    (point) => /** @type {Point} */ ([asArray(point)[1], asArray(point)[0]])));
  const isValid = rings.length > 0 && rings.every((ring) => ring.length > 3
    && ring.every(([latitude, longitude]) => isPosition(latitude, longitude, maxPolygonLongitude)));
  if (!isValid) { return null; }
  const outline = continuousRing(rings[0], rings[0][0][1]);
  const [latitude, longitude] = [0, 1].map((part) => {
    const values = outline.map((point) => point[part]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  const holes = rings.slice(1).map((ring) => continuousRing(ring, longitude));
  const place = { ...known, latitude, longitude, rings: [outline, ...holes] };
  const pole = 90 * Math.sign(latitude);
  return enclosesPole(outline) ? { ...place, latitude: pole, pole } : place;
}

/**
 * Returns a ring with continuous longitudes, on the copy of the world that is nearest to another longitude.
 * @param {Point[]} ring
 * @param {number} longitude
 */
function continuousRing(ring, longitude) {
  let last = longitude;
  return ring.map(([latitude, east]) => {
    last += normalizedLongitude(east - last);
    return /** @type {Point} */ ([latitude, last]);
  });
}

/**
 * Parses places of the gazetteer.
 * @param {any} document
 * @returns {Place[]}
 */
export function parseGazetteer(document) {
  const textOrNull = (/** @type {unknown} */ value) => (isText(value) ? value : null);
  return asArray(document).filter((place) => place && isText(place.name) && isPosition(place.latitude, place.longitude))
    .map(({ name, region, country, code, latitude, longitude }) => ({
      key: [name, latitude, longitude].join('|'), name, region: textOrNull(region), country: textOrNull(country),
      code: textOrNull(code), latitude, longitude,
    }));
}

/**
 * Parses the anchor watch.
 * @param {any} document
 * @returns {AnchorWatch | null}
 */
export function parseAnchor(document) {
  const { latitude, longitude, radius, dragging, unsure, set, since } = document || {};
  if (!isPosition(latitude, longitude) || !isNumber(radius) || radius <= 0) { return null; }
  const [setAt, began] = [set, since].map((time) => (isText(time) && !Number.isNaN(Date.parse(time)) ? Date.parse(time) : null));
  return { latitude, longitude, radius, isDragging: dragging === true, ...(unsure === true ? { isUnsure: true } : {}), set: setAt, since: began };
}

// Those of a fleet's device that is silent, or reports again, have no place.
const kindsWithoutPlace = ['silent', 'back'];
const eventKinds = ['enter', 'leave', 'dragging', 'holding', 'lost', 'found', 'contradicted', 'trusted', ...kindsWithoutPlace];

/**
 * Parses one event at a place; null for an invalid one.
 * @param {any} document
 * @returns {PlaceEvent | null}
 */
export function parseEvent(document) {
  const { event, place, moment, since } = document || {};
  const [detected, began] = [Date.parse(moment), Date.parse(since)];
  const isComplete = isText(place) || kindsWithoutPlace.includes(event);
  if (!eventKinds.includes(event) || !isComplete || Number.isNaN(detected)) { return null; }
  return { kind: event, place: isText(place) ? place : '', moment: detected, since: Number.isNaN(began) ? detected : began };
}

/**
 * Parses the last events at places, the newest first.
 * @param {any} document
 */
export function parseEvents(document) {
  return asArray(document && document.events).map(parseEvent).filter(isPresent).sort((a, b) => b.moment - a.moment);
}
