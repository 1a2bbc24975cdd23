// The anchor watch as text.

import { isPositionLost } from './anchor.js';
import { distanceAndBearing } from './geodesy.js';
import { timeText } from './place-text.js';
import { text } from './text.js';
import { compassPoint, formatDistance, formatMeasuredDistance, formatSpeed, parseLength } from './units.js';
import { isNumber } from './values.js';

/**
 * @typedef {import('./geodesy.js').Position} Position
 * @typedef {import('./places.js').AnchorWatch} AnchorWatch
 */

/**
 * Returns where the form puts the anchor; empty if it is at the current position.
 * @param {{ bearing: string, distance: string }} fields of the form
 * @param {string} units
 */
export function offsetText({ bearing, distance }, units) {
  if (bearing.trim() === '') { return ''; }
  return text('watch.next-anchor', { distance: formatDistance(parseLength(distance, units), units), bearing: Number(bearing) });
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
  const radius = formatDistance(watch.radius, units);
  if (!here) { return text('watch.radius-alone', { radius }); }
  const distance = formatDistance(distanceAndBearing(here, watch).distance, units);
  return text(isLive ? 'watch.away' : 'watch.away-when-last-known', { distance, radius });
}

/**
 * Returns how far the position is from the anchor, and how far it may be: "7 m of 40 m".
 * @param {AnchorWatch} watch
 * @param {Position | null} here
 * @param {string} units
 * @param {boolean} isLive false if the position is old
 */
export function swingText(watch, here, units, isLive) { return swingParts(watch, here, units, isLive).join(''); }

/**
 * Returns the same in three parts: before the distance, which is marked, the distance, and after it. Without a position all is in
 * the first.
 * @param {AnchorWatch} watch
 * @param {Position | null} here
 * @param {string} units
 * @param {boolean} isLive false if the position is old
 */
export function swingParts(watch, here, units, isLive) {
  return parts(watch, here, units, here ? (isLive ? 'of-radius' : 'of-radius-when-last-known') : 'radius-alone');
}

/**
 * Returns the parts of the line of the card: "Anchor 7 m of 40 m".
 * @param {AnchorWatch} watch
 * @param {Position | null} here
 * @param {string} units
 * @param {boolean} isLive false if the position is old
 */
export function lineParts(watch, here, units, isLive) {
  return parts(watch, here, units, here ? (isLive ? 'line' : 'line-when-last-known') : 'line-radius');
}

/** @param {AnchorWatch} watch @param {Position | null} here @param {string} units @param {string} key */
function parts(watch, here, units, key) {
  const [before, after] = text('watch.' + key, { distance: '\0', radius: formatDistance(watch.radius, units) }).split('\0');
  if (!here || after === undefined) { return [before, '', '']; }
  return [before, formatMeasuredDistance(distanceAndBearing(here, watch).distance, units), after];
}

/**
 * Returns when the watch was set, or since when the anchor has dragged; empty where the time is unknown.
 * @param {AnchorWatch} watch
 * @param {number} now milliseconds
 */
export function sinceText({ set, since, isDragging }, now) {
  if (isDragging && since !== null) { return text('watch.dragging-since', { time: timeText(since, now) }); }
  return set === null ? '' : text('watch.set', { time: timeText(set, now) });
}

/**
 * Returns how far the boat has swung; empty where that is unknown.
 * @param {number | null} farthest metres
 * @param {string} units
 * @param {boolean} isDragging true for the swing before the drag
 */
export function farthestText(farthest, units, isDragging) {
  if (farthest === null) { return ''; }
  return text(isDragging ? 'watch.swing-before' : 'watch.swing', { distance: formatMeasuredDistance(farthest, units) });
}

/**
 * Returns the course and the speed of a boat that drags; empty where they are not known.
 * @param {ReportFix | undefined} fix
 * @param {string} units
 * @param {boolean} isLive false if the position is old
 */
export function driftText(fix, units, isLive) {
  const { course, speed } = fix || {};
  if (!isLive || !isNumber(course) || !isNumber(speed)) { return ''; }
  return text('watch.moving', { direction: text('state.to-' + compassPoint(course)), speed: formatSpeed(speed, units) });
}

/**
 * Returns whether an alarm would be heard on this device.
 * @param {boolean} isAudible
 * @param {boolean} hasFailed true if the browser has refused the sound
 */
export function soundText(isAudible, hasFailed) {
  if (hasFailed) { return text('watch.no-sound'); }
  return text(isAudible ? 'watch.sound-on' : 'watch.sound-off');
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
  const state = anchorText(watch, here, units, isLive);
  const watched = watch.set === null ? text('watch.watched', { state })
    : text('watch.watched-since', { state, time: timeText(watch.set, now) });
  return watch.isDragging ? watched + ' ' + text('watch.dragging-now') : watched;
}

/**
 * Returns the advice for a phone, which raises no alarm while it sleeps.
 * @param {boolean} isScreenKeptOn by the page
 */
export function sleepNote(isScreenKeptOn) {
  return text(isScreenKeptOn ? 'watch.sleep-kept-on' : 'watch.sleep-not-kept-on');
}

/**
 * Returns the page's own words for a refusal by the server; the server's are for programs.
 * @param {string} code of the problem
 */
export function refusalText(code) {
  if (code === 'anchor-set') { return text('watch.set-elsewhere'); }
  return code === 'anchor-changed' ? text('watch.changed-elsewhere') : '';
}

/**
 * Returns the text of the alarm; empty without one.
 * @param {{ isDragging: boolean, isUnsure?: boolean } | null} watch
 * @param {boolean} isLive
 * @param {number | null} age of the position, in seconds
 */
export function anchorAlarm(watch, isLive, age) {
  if (!watch) { return ''; }
  const isLost = isPositionLost(isLive, age);
  if (watch.isUnsure) { return text('watch.is-unsure'); }
  if (watch.isDragging) { return text(isLost ? 'watch.is-dragging-and-lost' : 'watch.is-dragging'); }
  return isLost ? text('watch.is-lost') : '';
}
