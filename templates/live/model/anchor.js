// The anchor watch: its choices, requests, texts and alarm.

import { distanceAndBearing } from './geodesy.js';
import { isPositionLost, timeText } from './place-text.js';
import { formatDistance, formatMeasuredDistance, lengthExample, parseLength } from './units.js';

/**
 * @typedef {import('./geodesy.js').Position} Position
 * @typedef {import('./places.js').AnchorWatch} AnchorWatch
 */

const radii = [20, 25, 30, 40, 50, 60, 80, 100];

/** The radius of a new watch in metres. */
export const usualRadius = 40;

/**
 * Returns the radii to choose from, in metres, with that of the watch, which another program may have set.
 * @param {AnchorWatch | null} watch
 */
export function radiusChoices(watch) {
  return [...new Set(watch ? [...radii, watch.radius] : radii)].sort((a, b) => a - b);
}

/**
 * Returns the body of a request for a watch at the current position, or ahead of it where both are given.
 * @param {{ radius: string, bearing: string, distance: string }} fields of the form
 * @param {string} units
 */
export function anchorRequest({ radius, bearing, distance }, units) {
  const isAhead = bearing.trim() !== '' || distance.trim() !== '';
  return { radius: Number(radius), ...(isAhead ? { bearing: Number(bearing), distance: parseLength(distance, units) } : {}) };
}

/**
 * Returns what is wrong with the form; empty if nothing is.
 * @param {{ bearing: string, distance: string }} fields of the form
 * @param {string} units
 */
export function anchorProblem({ bearing, distance }, units) {
  const missing = [bearing, distance].filter((field) => field.trim() === '').length;
  if (missing === 2) { return ''; }
  if (missing === 1) { return 'Enter both the bearing and the distance of the anchor, or neither.'; }
  if (!(Number(bearing) >= 0 && Number(bearing) <= 360)) { return 'The bearing of the anchor is a number from 0 to 360 degrees.'; }
  const isDistance = parseLength(distance, units) <= 1000;
  return isDistance ? '' : 'The distance of the anchor is a length up to 1000 m, such as ' + lengthExample(units) + '.';
}

/**
 * Returns where the form puts the anchor; empty if it is at the current position.
 * @param {{ bearing: string, distance: string }} fields of the form
 * @param {string} units
 */
export function offsetText({ bearing, distance }, units) {
  if (bearing.trim() === '') { return ''; }
  return 'The new anchor is ' + formatDistance(parseLength(distance, units), units) + ' from here, bearing ' + Number(bearing) + '°.';
}

/**
 * Returns the description of a watch: "12 m from the anchor; alarm radius 40 m". The distance is that of the position
 * shown, to the anchor itself.
 * @param {AnchorWatch} watch
 * @param {Position | null} here
 * @param {string} units
 * @param {boolean} isLive false if the position is old
 */
export function anchorText(watch, here, units, isLive) {
  const age = isLive ? '; ' : ' when last known; ';
  const distance = here ? formatDistance(distanceAndBearing(here, watch).distance, units) + ' from the anchor' + age : '';
  return distance + 'alarm radius ' + formatDistance(watch.radius, units);
}

/**
 * Returns how far the position is from the anchor, and how far it may be: "7 m of 40 m".
 * @param {AnchorWatch} watch
 * @param {Position | null} here
 * @param {string} units
 * @param {boolean} isLive false if the position is old
 */
export function swingText(watch, here, units, isLive) {
  const radius = formatDistance(watch.radius, units);
  if (!here) { return 'alarm radius ' + radius; }
  return formatMeasuredDistance(distanceAndBearing(here, watch).distance, units) + ' of ' + radius + (isLive ? '' : ' when last known');
}

/**
 * Returns whether an alarm would be heard on this device.
 * @param {boolean} isAudible
 * @param {boolean} hasFailed true if the browser has refused the sound
 */
export function soundText(isAudible, hasFailed) {
  if (hasFailed) { return 'This browser plays no sound'; }
  return isAudible ? 'Sound is on here' : 'Sound is off here';
}

/**
 * Returns the question before a watch is moved or raised.
 * @param {AnchorWatch} watch
 * @param {Position | null} here
 * @param {string} units
 * @param {boolean} isLive
 * @param {number} now milliseconds
 */
export function confirmationText(watch, here, units, isLive, now) {
  const since = watch.set === null ? '' : ' since ' + timeText(watch.set, now);
  const state = watch.isDragging ? ' The anchor is dragging.' : '';
  return 'The anchor is watched' + since + ': ' + anchorText(watch, here, units, isLive) + '.' + state;
}

/**
 * Returns the advice for a phone, which raises no alarm while it sleeps.
 * @param {boolean} isScreenKeptOn by the page
 */
export function sleepNote(isScreenKeptOn) {
  return 'A phone that sleeps, or shows another app, raises no alarm: '
    + (isScreenKeptOn ? 'keep this page open; it keeps the screen on.' : 'set the screen to stay on, because this page cannot keep it on.');
}

/**
 * What a screen reader is given of the watch: everything but the distance in `key`, which is empty without a watch.
 * Lengths are in metres; null without a position.
 * @typedef {{ key: string, radius: number, distance: number | null }} Announcement
 */

/**
 * Returns what a screen reader is to be given of the watch.
 * @param {AnchorWatch | null} watch
 * @param {Position | null} here
 * @param {boolean} isLive
 * @returns {Announcement}
 */
export function announcement(watch, here, isLive) {
  if (!watch) { return { key: '', radius: 0, distance: null }; }
  const { set, radius, isDragging } = watch;
  const distance = here && distanceAndBearing(here, watch).distance;
  return { key: [set, radius, isDragging, isLive, here !== null].join(' '), radius, distance };
}

/**
 * Returns true where a screen reader is to be informed. A boat that swings across some distance to and fro is not
 * announced each time: it must have moved by a quarter of the radius since the last announcement.
 * @param {Announcement} last
 * @param {Announcement} next
 */
export function isAnnouncementDue(last, next) {
  if (last.key !== next.key) { return true; }
  return last.distance !== null && next.distance !== null && Math.abs(next.distance - last.distance) >= next.radius / 4;
}

/**
 * Returns the page's own words for a refusal by the server; the server's are for programs.
 * @param {string} code of the problem
 */
export function refusalText(code) {
  if (code === 'anchor-set') { return 'another page or program has set an anchor watch meanwhile.'; }
  return code === 'anchor-changed' ? 'another page or program has changed the anchor watch meanwhile.' : '';
}

/**
 * Returns the reasons of an alarm, each of which is acknowledged for itself: this drag, and the loss of the position.
 * @param {AnchorWatch | null} watch
 * @param {boolean} isLive
 * @param {number | null} age seconds
 */
export function alarmReasons(watch, isLive, age) {
  if (!watch) { return []; }
  return [...(watch.isDragging ? ['dragging since ' + watch.since] : []), ...(isPositionLost(isLive, age) ? ['lost'] : [])];
}
