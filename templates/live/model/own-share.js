// A share for its owner: the request for one, its link, its row in the list.

import { isolatedName } from './place-text.js';
import { roughLength } from './share.js';
import { language, text } from './text.js';
import { formatDuration } from './units.js';
import { asArray, isNumber, isText } from './values.js';

/**
 * What a share of a fleet shows; empty for the receiver of a server without a fleet, and for all shares.
 * @typedef {{ device?: string, team?: string }} ShareSubject
 */

/**
 * The body of a request to v1/shares.
 * @typedef {ShareSubject & { for: string, since?: string, precision?: number, delay?: number, label?: string, note?: string }} ShareRequest
 */

/**
 * Returns the body of a request to v1/shares.
 * @param {Record<string, string>} fields of the form; `today` only with today's track
 * @param {ShareSubject} subject
 * @param {number} now milliseconds
 */
export function shareRequest(fields, subject, now) {
  /** @type {ShareRequest} */
  const request = { for: fields.for, ...subject };
  if (fields.today) { request.since = new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString(); }
  if (Number(fields.precision) > 0) { request.precision = Number(fields.precision); }
  if (Number(fields.delay) > 0) { request.delay = Number(fields.delay); }
  if (fields.label.trim()) { request.label = fields.label.trim(); }
  if (fields.note.trim()) { request.note = fields.note.trim(); }
  return request;
}

// The lifetimes, the roundings and the delays to choose from: the value for the server, and the number for the text.
const lifetimes = /** @type {[string, string, number][]} */ ([
  ['30m', 'share.minutes', 30], ['2h', 'share.hours', 2], ['8h', 'share.hours', 8], ['1d', 'share.days', 1], ['7d', 'share.days', 7]]);
const precisions = [100, 1000, 10000];
const delays = /** @type {[number, string, number][]} */ ([
  [600, 'share.minutes', 10], [1800, 'share.minutes', 30], [7200, 'share.hours', 2]]);

/**
 * Returns the choices of the form by the name of the field: value, label.
 * @returns {Record<'for' | 'precision' | 'delay', [string, string][]>}
 */
export function shareChoices() {
  return {
    for: lifetimes.map(([value, key, count]) => [value, text(key, { count })]),
    precision: [['0', text('share.exact')], ...precisions.map((length) => /** @type {[string, string]} */ ([String(length), roughLength(length)]))],
    delay: [['0', text('share.no-delay')], ...delays.map(([value, key, count]) => /** @type {[string, string]} */ ([String(value), text(key, { count })]))],
  };
}

/**
 * Returns true for an address that only the machine itself can open.
 * @param {string} address
 */
export function isOfThisMachine(address) {
  const { hostname } = new URL(address);
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Returns the time until which a link can be opened; empty for an invalid one.
 * @param {string} expires
 */
function untilText(expires) {
  const end = new Date(expires);
  return Number.isNaN(end.getTime()) ? '' : end.toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * Returns who can see the position with a new link, and until when.
 * @param {string} expires
 */
export function newShareText(expires) {
  const time = untilText(expires);
  return time ? text('share.seen-until', { time }) : text('share.seen');
}

/**
 * Returns the title, the note and the limits of a share, for its owner. Without a title it has the note in its place.
 * @param {Share} share
 */
export function shareRow({ label, note, expires, since, precision, delay, device, team }) {
  const [title, ...more] = [label, note].filter(isText).map(isolatedName);
  const until = untilText(expires);
  const begin = untilText(since || '');
  const limits = [
    team ? text('share.team', { name: team }) : device || '', until && text('share.until', { time: until }),
    isNumber(precision) && precision > 0 ? text('share.rounded', { length: roughLength(precision) }) : text('share.exact-position'),
    isNumber(delay) && delay > 0 ? text('share.late', { duration: formatDuration(delay) }) : '',
    begin && text('share.with-track', { time: begin }),
  ];
  return { name: title || text('share.untitled'), note: more.join(), limits: limits.filter(Boolean).join(', ') };
}

/**
 * Returns the shares of a document of v1/shares that have not expired, those that end first at the beginning.
 * @param {any} document
 * @param {number} now milliseconds
 * @param {ShareSubject} subject the one whose shares are returned
 * @returns {Share[]}
 */
export function activeShares(document, now, subject = {}) {
  return asArray(document && document.shares).filter((share) => share && isText(share.id) && !(Date.parse(share.expires) <= now)
    && Object.entries(subject).every(([kind, name]) => share[kind] === name))
    .sort((a, b) => Date.parse(a.expires) - Date.parse(b.expires));
}
