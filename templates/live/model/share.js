// A share: the request for one, and its description.

import { formatDuration } from './units.js';
import { isNumber } from './values.js';

/**
 * Returns the body of a request to v1/shares.
 * @param {Record<string, string>} fields of the form
 */
export function shareRequest(fields) {
  /** @type {{ for: string, precision?: number, delay?: number, label?: string }} */
  const request = { for: fields.for };
  if (Number(fields.precision) > 0) { request.precision = Number(fields.precision); }
  if (Number(fields.delay) > 0) { request.delay = Number(fields.delay); }
  if (fields.label.trim()) { request.label = fields.label.trim(); }
  return request;
}

/**
 * Returns the description of a share for its reader.
 * @param {ShareSettings} share
 * @param {number} now milliseconds
 */
export function shareDescription(share, now) {
  const parts = ['A shared, read-only view.'];
  if (isNumber(share.precision) && share.precision > 0) {
    parts.push('Positions are rounded to about ' + roughLength(share.precision) + '.');
  }
  if (isNumber(share.delay) && share.delay > 0) { parts.push('They are shown ' + formatDuration(share.delay) + ' late.'); }
  const remaining = Date.parse(share.expires || '') - now;
  if (isNumber(remaining)) {
    parts.push(remaining > 0 ? 'The link expires in ' + formatDuration(remaining / 1000) + '.' : 'The link has expired.');
  }
  return parts.join(' ');
}

/** @param {number} metres */
function roughLength(metres) {
  return metres < 1000 ? Math.round(metres) + '\u00a0m' : Number((metres / 1000).toPrecision(2)) + '\u00a0km';
}
