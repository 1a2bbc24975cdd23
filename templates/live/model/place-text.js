// Places as text: the whereabouts, distances, events, the alarm of the anchor watch.

import { distanceAndBearing, distanceToPlace } from './geodesy.js';
import { compassPoint, formatDistance, formatRoughDistance } from './units.js';
import { asArray, isNumber, isText } from './values.js';

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

/**
 * Returns " to the north-east"; empty without a bearing, as at the same position. Letters alone could be read as the
 * direction from the place, as in the headline.
 * @param {number | null | undefined} bearing
 */
function directionText(bearing) {
  return isNumber(bearing) ? ' to the ' + compassPoint(bearing) : '';
}

/**
 * Returns the distance and direction from a position to a place: "0.8 km to the north-east", or for one with a border
 * "edge 154 m to the south"; empty without a position.
 * @param {import('./geodesy.js').Position | null} here
 * @param {import('./geodesy.js').Shape & { isAnchor?: boolean }} place
 * @param {string} units
 */
export function distanceText(here, place, units) {
  if (!here) { return ''; }
  if (place.isAnchor) {
    const way = distanceAndBearing(here, place);
    return formatDistance(way.distance, units) + directionText(way.bearing);
  }
  const { distance, bearing } = distanceToPlace(here, place);
  if (!place.radius && !place.rings) { return formatRoughDistance(distance, units) + directionText(bearing); }
  if (distance === 0) { return 'inside'; }
  return 'edge ' + formatDistance(distance, units) + (isNumber(bearing) ? directionText(bearing) : ' away');
}

// Metres from the centre of a town in which the position is in the town, as on the server.
const centreRadius = 250;

/**
 * Returns the position relative to a place of the gazetteer: "0.8 km north of Melbourne, Victoria, AU", "in Melbourne".
 * @param {NonNullable<Report['place']>} place
 * @param {string} units
 */
function relativePosition(place, units) {
  if (place.distance <= centreRadius) { return 'in ' + placeTitle(place); }
  // The bearing of the place from here is the opposite of the direction from the place to here.
  const direction = isNumber(place.bearing) ? compassPoint(place.bearing + 180) + ' of ' : 'from ';
  return formatRoughDistance(place.distance, units) + ' ' + direction + placeTitle(place);
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
  if (names.length > 0) { parts.push('at ' + joinedNames(names.map(isolatedName))); }
  if (place && isText(place.name) && isNumber(place.distance)) {
    parts.push(relativePosition(place, units));
  }
  if (isOwner && names.length === 0 && near && isText(near.name) && isNumber(near.distance)) {
    const name = isolatedName(near.name);
    parts.push(near.distance > 0 ? formatDistance(near.distance, units) + ' from the edge of ' + name
      : 'within ' + name + ', not entered yet');
  }
  return parts;
}

/** @param {string[]} names */
function joinedNames(names) {
  return names.slice(0, 3).join(', ') + (names.length > 3 ? ' and ' + (names.length - 3) + ' more' : '');
}

/**
 * Returns a description of `whereabouts` for the start of a line.
 * @param {string} text
 */
export function capitalized(text) {
  return text.replace(/^(at|in) /, (word) => word[0].toUpperCase() + word.slice(1));
}

/**
 * Returns the description of an event.
 * @param {{ kind: string, place: string }} event
 */
export function eventText({ kind, place }) {
  switch (kind) {
    case 'enter': return 'Entered ' + isolatedName(place);
    case 'leave': return 'Left ' + isolatedName(place);
    case 'dragging': return 'The anchor is dragging';
    case 'holding': return 'The anchor is holding again';
    case 'lost': return 'The anchor watch has lost the position';
    case 'silent': return 'The device is silent';
    case 'back': return 'The device reports again';
    default: return 'The anchor watch has a position again';
  }
}

/**
 * Returns a time of today, or a time with its date.
 * @param {number} moment milliseconds
 * @param {number} now milliseconds
 */
export function timeText(moment, now) {
  const date = new Date(moment);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return date.toLocaleString(undefined, { timeStyle: 'short', ...(isToday ? {} : { dateStyle: 'medium' }) });
}

// The anchor watch raises an alarm after that many seconds without a current position, as the server does.
const maxSilence = 60;

/**
 * Returns true if there has been no current position for so long that nothing watches an anchor.
 * @param {boolean} isLive
 * @param {number | null} age seconds
 */
export const isPositionLost = (isLive, age) => !isLive && (age === null || age >= maxSilence);

/**
 * Returns the text of the alarm; empty without one.
 * @param {{ isDragging: boolean } | null} watch
 * @param {boolean} isLive
 * @param {number | null} age of the position, in seconds
 */
export function anchorAlarm(watch, isLive, age) {
  if (!watch) { return ''; }
  const isLost = isPositionLost(isLive, age);
  if (watch.isDragging) { return 'The anchor is dragging' + (isLost ? ', and there is no current position' : ''); }
  return isLost ? 'The anchor is not watched: there is no current position' : '';
}
