// A share for its reader.

import { language, text } from './text.js';
import { formatDuration } from './units.js';
import { isNumber } from './values.js';

/**
 * Returns the description of a share for its reader.
 * @param {ShareSettings} share
 * @param {number} now milliseconds
 */
export function shareDescription(share, now) {
  const parts = [text('share.read-only')];
  if (isNumber(share.precision) && share.precision > 0) {
    parts.push(text('share.rounded-about', { length: roughLength(share.precision) }));
  }
  if (isNumber(share.delay) && share.delay > 0) { parts.push(text('share.shown-late', { duration: formatDuration(share.delay) })); }
  const remaining = Date.parse(share.expires || '') - now;
  if (isNumber(remaining)) {
    parts.push(remaining > 0 ? text('share.expires-in', { duration: formatDuration(remaining / 1000) }) : text('share.has-expired'));
  }
  return parts.join(' ');
}

/**
 * Returns true where the positions of the page are rounded.
 * @param {Settings} settings
 */
export function isRounded({ share }) {
  return Boolean(share && isNumber(share.precision) && share.precision > 0);
}

/**
 * Returns the length to which positions are rounded.
 * @param {number} metres
 */
export function roughLength(metres) {
  const format = (/** @type {number} */ length) => length.toLocaleString(language(), { maximumSignificantDigits: 3 });
  return metres < 1000 ? format(Math.round(metres)) + '\u00a0m' : format(Number((metres / 1000).toPrecision(2))) + '\u00a0km';
}
