// A share: the request for one, and its description for its reader and its owner.

import { isolatedName } from './place-text.js';
import { formatDuration } from './units.js';
import { asArray, isNumber, isText } from './values.js';

/**
 * What a share of a fleet shows; empty for the receiver of a server without a fleet, and for all shares.
 * @typedef {{ device?: string, team?: string }} ShareSubject
 */

/**
 * Returns the body of a request to v1/shares.
 * @param {Record<string, string>} fields of the form
 * @param {ShareSubject} subject
 */
export function shareRequest(fields, subject = {}) {
  /** @type {{ for: string, device?: string, team?: string, precision?: number, delay?: number, label?: string }} */
  const request = { for: fields.for, ...subject };
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
  const parts = ['Shared view, read-only.'];
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

/**
 * Returns true where the positions of the page are rounded.
 * @param {Settings} settings
 */
export function isRounded({ share }) {
  return Boolean(share && isNumber(share.precision) && share.precision > 0);
}

/**
 * Returns the name and the limits of a share, for its owner.
 * @param {Share} share
 */
export function shareRow({ label, expires, precision, delay, device, team }) {
  const end = new Date(expires);
  const until = Number.isNaN(end.getTime()) ? ''
    : 'until ' + end.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const limits = [
    team ? 'team ' + team : device || '', until, isNumber(precision) && precision > 0 ? 'rounded to ' + roughLength(precision) : 'exact position',
    isNumber(delay) && delay > 0 ? formatDuration(delay) + ' late' : '',
  ];
  return { name: label ? isolatedName(label) : 'Share without a label', limits: limits.filter(Boolean).join(', ') };
}

/**
 * Returns the shares of a document of v1/shares that have not expired, those that end first at the beginning.
 * @param {any} document
 * @param {number} now milliseconds
 * @param {ShareSubject} subject whose shares alone are returned
 * @returns {Share[]}
 */
export function activeShares(document, now, subject = {}) {
  return asArray(document && document.shares).filter((share) => share && isText(share.id) && !(Date.parse(share.expires) <= now)
    && Object.entries(subject).every(([kind, name]) => share[kind] === name))
    .sort((a, b) => Date.parse(a.expires) - Date.parse(b.expires));
}

/** @param {number} metres */
function roughLength(metres) {
  return metres < 1000 ? Math.round(metres) + '\u00a0m' : Number((metres / 1000).toPrecision(2)) + '\u00a0km';
}
