// Texts about devices.

import { formatAccuracy, formatAge, formatAltitude, formatSpeed, compassLetters } from '../../live/model/units.js';
import { asArray, isNumber, isText } from '../../live/model/values.js';
import { timeText } from '../../live/model/place-text.js';
import { states } from './device.js';

/**
 * @typedef {import('./device.js').Device} Device
 * @typedef {import('./device.js').DeviceState} DeviceState
 */

/** @type {Record<DeviceState, string>} */
const labels = { live: 'Live', stale: 'Stale', silent: 'Silent', unknown: 'Unknown', none: 'No position' };

/** @param {DeviceState} state */
export const stateLabel = (state) => labels[state];

const numbers = new Intl.NumberFormat('en');

/** @param {number} number */
export const numberText = (number) => numbers.format(number);

/** @param {number} count */
export const countText = (count) => numberText(count) + (count === 1 ? ' device' : ' devices');

/**
 * Returns a number of at most four characters: 999, 1.2k, 12k.
 * @param {number} count
 */
export function shortCount(count) {
  if (count < 1000) { return String(count); }
  return count < 10000 ? (Math.floor(count / 100) / 10).toFixed(1) + 'k' : Math.floor(count / 1000) + 'k';
}

/**
 * Returns a part as a percentage, where only all of them are 100 % and only none are 0 %.
 * @param {number} part
 * @param {number} whole
 */
export function percentText(part, whole) {
  return (part === 0 ? 0 : part === whole ? 100 : Math.min(99, Math.max(1, Math.round(100 * part / whole)))) + '%';
}

/**
 * Returns the numbers of devices in each state: "9 live, 2 stale".
 * @param {Record<DeviceState, number>} counts
 */
export function countsText(counts) {
  return states.filter((state) => counts[state] > 0)
    .map((state) => numberText(counts[state]) + ' ' + labels[state].toLowerCase()).join(', ');
}

/**
 * Returns the ages of the fix and of its arrival.
 * @param {Device} device
 * @param {number} now milliseconds by the server's clock
 */
export function agesText({ fixAt, receivedAt }, now) {
  const age = (/** @type {number} */ time) => formatAge(Math.max(0, now - time) / 1000);
  return [fixAt === null ? '' : 'Fix ' + age(fixAt), receivedAt === null ? '' : (fixAt === null ? 'Received ' : 'received ') + age(receivedAt)]
    .filter(Boolean).join(', ') || 'Nothing received yet';
}

/**
 * Returns what the state means for the position; empty while it is current.
 * @param {Device} device
 */
export function warningText({ state, position }) {
  if (state === 'live' || !position) { return ''; }
  if (state === 'unknown') { return 'Not connected: this is where the device was, not where it is.'; }
  return state === 'stale' ? 'It reports, but not where it is now. This is where it was.'
    : 'It does not report. This is where it was, not where it is.';
}

/**
 * Returns the warning about a clock that is ahead; empty without one.
 * @param {Device} device
 */
export function suspectText({ suspectAt }) {
  return suspectAt === null ? '' : 'Its clock is wrong: it reports a fix from the future, '
    + new Date(suspectAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) + '.';
}

/**
 * Returns the facts of a device, as labels and texts.
 * @param {Device} device
 * @param {string} units
 * @param {number} now milliseconds by the server's clock
 * @returns {[string, string][]}
 */
export function deviceFacts({ fix, status, isOnline, teams }, units, now) {
  const number = (/** @type {unknown} */ value, /** @type {(value: number, units: string) => string} */ format) => (
    isNumber(value) ? format(value, units) : '');
  const facts = /** @type {[string, string][]} */ ([
    ['Teams', teams.join(', ')],
    ['Speed', number(fix.speed, formatSpeed)],
    ['Course', number(fix.course, (course) => Math.round(course) % 360 + '° ' + compassLetters(course))],
    ['Altitude', number(fix.altitude, formatAltitude)],
    ['Accuracy', number(fix.horizontalAccuracy, (metres, system) => '± ' + formatAccuracy(metres, system))],
    ['Connection', isOnline === null ? '' : isOnline ? 'Online' : 'Offline'],
    ['Waiting fixes', isNumber(status.waiting) && status.waiting > 0 ? waitingText(status, now) : ''],
    ['Satellites', number(status.satellites, String)],
    ['Receiver', isText(status.receiver) ? status.receiver : ''],
    ['Free disk', number(status.diskFree, (bytes) => (bytes / 1e9).toFixed(1) + '\u00a0GB')],
    ['Clock', status.clock === 'unsynchronised' ? 'Not synchronised' : ''],
    ['Version', isText(status.version) ? status.version : ''],
  ]);
  return facts.filter(([, text]) => text);
}

/** @param {FleetStatus} status @param {number} now */
function waitingText({ waiting, oldestWaiting }, now) {
  const oldest = isText(oldestWaiting) ? Date.parse(oldestWaiting) : NaN;
  return numberText(Number(waiting)) + (Number.isNaN(oldest) ? '' : ', the oldest ' + formatAge((now - oldest) / 1000));
}

/**
 * An event of a device.
 * @typedef {{ device: string, kind: string, place: string, at: number }} FleetEvent
 */

/** @type {Record<string, string>} */
const eventTexts = {
  enter: 'entered', leave: 'left', silent: 'is silent', back: 'reports again', dragging: 'drags its anchor',
  holding: 'holds at its anchor again', lost: 'has no position at its anchor', found: 'has a position at its anchor again',
};

/**
 * Parses an event; null for an invalid one.
 * @param {any} document
 * @returns {FleetEvent | null}
 */
export function parseFleetEvent(document) {
  const { device, event, place, time } = document || {};
  const at = isText(time) ? Date.parse(time) : NaN;
  const needsPlace = event === 'enter' || event === 'leave';
  if (!isText(device) || !Object.hasOwn(eventTexts, String(event)) || Number.isNaN(at) || (needsPlace && !isText(place))) { return null; }
  return { device, kind: event, place: needsPlace ? place : '', at };
}

/**
 * Returns the stored events, a document of v1/events/past, together with those that came meanwhile: each once, the newest
 * first.
 * @param {any} document
 * @param {FleetEvent[]} newer
 * @returns {FleetEvent[]}
 */
export function withPastEvents(document, newer) {
  /** @param {FleetEvent} event */
  const key = ({ device, kind, place, at }) => [at, kind, device, place].join(' ');
  const known = new Set(newer.map(key));
  const older = asArray(document && document.events).map(parseFleetEvent).flatMap((event) => event && !known.has(key(event)) ? [event] : []);
  return [...newer, ...older].sort((a, b) => b.at - a.at);
}

/** @param {FleetEvent} event */
export function fleetEventText({ device, kind, place }) {
  // The name of a place may be written from right to left.
  return device + ' ' + eventTexts[kind] + (place && ' \u2068' + place + '\u2069');
}

/** @param {FleetEvent} event @param {number} now milliseconds */
export const eventTimeText = ({ at }, now) => timeText(at, now);

/**
 * Returns the names of the teams that the reader may share, in a document of v1/teams.
 * @param {any} document
 * @returns {string[]}
 */
export function shareableTeams(document) {
  return asArray(document && document.teams).filter((team) => team && isText(team.name) && ['share', 'admin'].includes(team.role))
    .map((team) => team.name);
}

/**
 * Returns a device in one line, for a pointer on its marker.
 * @param {Device} device
 * @param {number} now
 */
export const tooltipText = (device, now) => device.name + ': ' + labels[device.state].toLowerCase() + '. ' + agesText(device, now);
