// The anchor watch: its choices, its requests, and the reasons of its alarm.

import { distanceAndBearing } from './geodesy.js';
import { text } from './text.js';
import { lengthExample, parseLength } from './units.js';

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
  if (missing === 1) { return text('watch.both-fields'); }
  if (!(Number(bearing) >= 0 && Number(bearing) <= 360)) { return text('watch.bearing-range'); }
  return parseLength(distance, units) <= 1000 ? '' : text('watch.distance-range', { example: lengthExample(units) });
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

// The anchor watch raises an alarm after that many seconds without a current position, as the server does.
const maxSilence = 60;

/**
 * Returns true if there has been no current position for so long that nothing watches an anchor.
 * @param {boolean} isLive
 * @param {number | null} age seconds
 */
export const isPositionLost = (isLive, age) => !isLive && (age === null || age >= maxSilence);

/**
 * Returns the reasons of an alarm, each of which is acknowledged for itself: this drag, and the loss of the position or
 * of the trust in it.
 * @param {AnchorWatch | null} watch
 * @param {boolean} isLive
 * @param {number | null} age seconds
 */
export function alarmReasons(watch, isLive, age) {
  if (!watch) { return []; }
  const blind = watch.isUnsure ? ['unsure'] : isPositionLost(isLive, age) ? ['lost'] : [];
  return [...(watch.isDragging ? ['dragging since ' + watch.since] : []), ...blind];
}

/**
 * Returns the mark on the tab of the watch: the alarm, a sound that is off on this device, or none.
 * @param {boolean} isWatched
 * @param {boolean} isAlarmed
 * @param {boolean} isAudible
 * @returns {'alarm' | 'silent' | ''}
 */
export function tabMark(isWatched, isAlarmed, isAudible) {
  if (!isWatched) { return ''; }
  if (isAlarmed) { return 'alarm'; }
  return isAudible ? '' : 'silent';
}
