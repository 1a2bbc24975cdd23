// Places as text: the whereabouts, distances, visits and events.

import { distanceAndBearing, distanceToPlace } from './geodesy.js';
import { language, text } from './text.js';
import { compassPoint, formatDistance, formatEdgeDistance, formatRoughDistance } from './units.js';
import { asArray, isNumber, isText } from './values.js';

/** @typedef {import('./geodesy.js').Position} Position */

/**
 * Returns a name that does not affect the direction of the surrounding text: characters that change the direction of
 * writing are removed, and a right-to-left name is isolated.
 * @param {string} name
 */
export function isolatedName(name) {
  const plain = name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(plain);
  return isRightToLeft ? '\u2068' + plain + '\u2069' : plain;
}

/**
 * Returns "Melbourne, Victoria, AU".
 * @param {{ name: string, region?: string | null, country?: string | null }} place
 */
export function placeTitle({ name, region, country }) {
  return [name, region, country].filter(isText).map(isolatedName).join(', ');
}

// Metres below which a direction means nothing: they are written as 0 m.
const nowhere = 0.5;

/** @param {number} bearing */
const direction = (bearing) => text('places.to-' + compassPoint(bearing));

/**
 * Returns the distance and direction from a position to another: "0.8 km to the north-east". The direction is a word, because
 * letters could be read as the direction from the place, as in the headline.
 * @param {string} distance as text
 * @param {number | null | undefined} bearing null for the same position
 */
function way(distance, bearing) {
  return isNumber(bearing) ? text('places.way', { distance, direction: direction(bearing) }) : distance;
}

/**
 * Returns the distance and direction from a position to an anchor; empty without a position, and at the anchor itself.
 * @param {Position | null} here
 * @param {Position} anchor
 * @param {string} units
 */
export function anchorWay(here, anchor, units) {
  if (!here) { return ''; }
  const { distance, bearing } = distanceAndBearing(here, anchor);
  return distance < nowhere || !isNumber(bearing) ? '' : way(formatDistance(distance, units), bearing);
}

/**
 * Returns where the anchor is, as a sentence without its stop; empty without a position.
 * @param {Position | null} here
 * @param {Position} anchor
 * @param {string} units
 */
export function anchorPlace(here, anchor, units) {
  if (!here) { return ''; }
  const anchorIs = anchorWay(here, anchor, units);
  return anchorIs ? text('watch.direction', { way: anchorIs }) : text('watch.at-position');
}

/**
 * Returns the distance and direction from a position to a place: "0.8 km to the north-east", or for one with a border
 * "edge 154 m to the south"; empty without a position.
 * @param {Position | null} here
 * @param {import('./geodesy.js').Shape} place
 * @param {string} units
 */
export function distanceText(here, place, units) {
  if (!here) { return ''; }
  const { distance, bearing } = distanceToPlace(here, place);
  if (!place.radius && !place.rings) { return way(formatRoughDistance(distance, units), bearing); }
  if (distance === 0) { return text('places.inside'); }
  const length = formatEdgeDistance(distance, units);
  return isNumber(bearing) ? text('places.edge-way', { distance: length, direction: direction(bearing) })
    : text('places.edge', { distance: length });
}

// Metres from the centre of a town in which the position is in the town, as on the server.
const centreRadius = 250;

/**
 * Returns the position relative to a place of the gazetteer: "0.8 km north of Melbourne, Victoria, AU", "in Melbourne".
 * @param {NonNullable<Report['place']>} place
 * @param {string} units
 */
function relativePosition(place, units) {
  const name = placeTitle(place);
  if (place.distance <= centreRadius) { return text('places.in', { name }); }
  // The bearing of the place from here is the opposite of the direction from the place to here.
  const side = isNumber(place.bearing) ? compassPoint(place.bearing + 180) + '-of' : 'from';
  return text('places.' + side, { name, distance: formatRoughDistance(place.distance, units) });
}

/**
 * Returns the description of a report's position, the closest part first, in the words of the server: "at Home",
 * "0.8 km north of Melbourne, Victoria, AU", "300 m from the edge of Home". Shares do not show the owner's places.
 * @param {Report | null} report
 * @param {string} units
 * @param {boolean} isOwner
 * @returns {string[]}
 */
export function whereabouts(report, units, isOwner) {
  const { place, near, inside } = report || {};
  const names = (isOwner ? asArray(inside) : []).filter(isText);
  const parts = [];
  if (names.length > 0) { parts.push(text('places.at', { names: joinedNames(names.map(isolatedName)) })); }
  if (place && isText(place.name) && isNumber(place.distance)) {
    parts.push(relativePosition(place, units));
  }
  if (isOwner && names.length === 0 && near && isText(near.name) && isNumber(near.distance)) {
    const name = isolatedName(near.name);
    parts.push(near.distance > 0 ? text('places.from-edge', { name, distance: formatEdgeDistance(near.distance, units) })
      : text('places.within', { name }));
  }
  return parts;
}

/** @param {string[]} names */
function joinedNames(names) {
  const first = names.slice(0, 3).join(', ');
  return names.length > 3 ? text('places.names-and-more', { names: first, count: names.length - 3 }) : first;
}

/**
 * Returns a description of `whereabouts` for the start of a line. A name stays as it is, in a language that begins with it.
 * @param {string} description
 */
export function capitalized(description) {
  const begin = (/** @type {string} */ key) => text(key, { names: '\0', name: '\0' }).split('\0')[0];
  const isWord = ['places.at', 'places.in', 'places.within'].map(begin).some((word) => word !== '' && description.startsWith(word));
  return isWord ? description[0].toLocaleUpperCase(language()) + description.slice(1) : description;
}

/** @type {Record<string, string>} */
const eventKeys = {
  enter: 'places.entered', leave: 'places.left', dragging: 'watch.is-dragging', holding: 'watch.is-holding',
  lost: 'watch.has-lost-position', found: 'watch.has-position', silent: 'places.device-silent', back: 'places.device-back',
  contradicted: 'problems.integrity-contradicted', trusted: 'watch.is-trusted',
};

/**
 * Returns the description of an event.
 * @param {{ kind: string, place: string }} event
 */
export function eventText({ kind, place }) {
  const known = Object.hasOwn(eventKeys, kind) ? eventKeys[kind] : eventKeys.found;
  return text(known, { name: isolatedName(place) });
}

/**
 * Returns a time of today, or a time with its date.
 * @param {number} moment milliseconds
 * @param {number} now milliseconds
 */
export function timeText(moment, now) {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString(language(), { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) });
}

// The days for which the name of the day says when something was.
const week = 6 * 86400000;

/**
 * Returns the time of a visit: a time of today, a day of the last week with its time, or else a date.
 * @param {number} moment milliseconds
 * @param {number} now milliseconds
 */
function visitTime(moment, now) {
  const [date, today] = [new Date(moment), new Date(now)];
  if (date.toDateString() === today.toDateString()) { return date.toLocaleString(language(), { timeStyle: 'short' }); }
  if (moment > now - week) { return date.toLocaleString(language(), { weekday: 'long', hour: 'numeric', minute: '2-digit' }); }
  const isThisYear = date.getFullYear() === today.getFullYear();
  return date.toLocaleString(language(), { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/**
 * Returns when a place was last visited, from the last event there; empty without one.
 * @param {import('./places.js').PlaceEvent | undefined} event
 * @param {boolean} isInside
 * @param {number} now milliseconds
 */
export function visitText(event, isInside, now) {
  if (!event) { return ''; }
  const time = visitTime(event.since, now);
  if (event.kind === 'leave') { return isInside ? '' : text('places.left-at', { time }); }
  return text(isInside ? 'places.here-since' : 'places.visited-at', { time });
}
