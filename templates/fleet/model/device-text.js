// Texts about devices.

import { isolatedName, whereabouts } from '../../live/model/place-text.js';
import { language, text } from '../../live/model/text.js';
import { compassLetters, formatAccuracy, formatAge, formatAltitude, formatDuration, formatSpeed } from '../../live/model/units.js';
import { isNumber, isText } from '../../live/model/values.js';
import { states } from './device.js';

/**
 * @typedef {import('./device.js').Device} Device
 * @typedef {import('./device.js').DeviceState} DeviceState
 */

// The seconds between a fix and its arrival from which both ages are shown.
const usualDelay = 60;
// The metres from the centre of a town in which its name alone says where a device is.
const centreRadius = 250;
// The metres per second from which a speed is worth a word.
const leastSpeed = 0.5;

/** @param {DeviceState} state */
export const stateLabel = (state) => text('fleet.' + state);

/** @param {number} count */
export const countText = (count) => text('fleet.devices', { count });

/** @param {DeviceState} state @param {number} count */
export const stateCountText = (state, count) => text('fleet.counted-' + state, { count });

/**
 * Returns a number of at most four characters: 999, 1.2k, 12k.
 * @param {number} count
 */
export function shortCount(count) {
  if (count < 1000) { return String(count); }
  return count < 10000 ? (Math.floor(count / 100) / 10).toFixed(1) + 'k' : Math.floor(count / 1000) + 'k';
}

/**
 * Returns the numbers of devices in each state: "9 live, 2 stale".
 * @param {Record<DeviceState, number>} counts
 */
export function countsText(counts) {
  return joined(states.filter((state) => counts[state] > 0).map((state) => stateCountText(state, counts[state])));
}

/** @param {string[]} parts */
const joined = (parts) => new Intl.ListFormat(language(), { type: 'unit', style: 'short' }).format(parts.filter(Boolean));

/**
 * Returns the one age of a row: that of the position, without one that of the last report; empty without both.
 * @param {Device} device
 * @param {number} now milliseconds by the server's clock
 */
export function ageText({ fixAt, receivedAt }, now) {
  const time = fixAt ?? receivedAt;
  if (time === null) { return ''; }
  const seconds = Math.max(0, now - time) / 1000;
  return seconds < 2 ? text('fleet.now') : formatDuration(seconds);
}

/** @param {Device} device */
const isDelayed = ({ fixAt, receivedAt }) => fixAt !== null && receivedAt !== null && receivedAt - fixAt > 1000 * usualDelay;

/**
 * @param {number} time
 * @param {number} now
 */
const age = (time, now) => formatAge(Math.max(0, now - time) / 1000);

/**
 * Returns the ages of the position and, where it differs, of the last report.
 * @param {Device} device
 * @param {number} now milliseconds by the server's clock
 */
export function agesText(device, now) {
  const { fixAt, receivedAt } = device;
  if (fixAt === null) { return receivedAt === null ? text('fleet.nothing-received') : text('fleet.reported', { age: age(receivedAt, now) }); }
  return receivedAt !== null && isDelayed(device)
    ? text('fleet.both-ages', { fix: age(fixAt, now), report: age(receivedAt, now) }) : text('fleet.position-age', { age: age(fixAt, now) });
}

/**
 * Returns where a device is, or was: "31 km east of Healesville"; empty without a town nearby.
 * @param {Device} device
 * @param {string} units
 */
export const placeText = ({ place }, units) => (place ? whereabouts(/** @type {any} */ ({ place }), units, false)[0] || '' : '');

/**
 * @param {Device} device
 * @param {string} units
 */
const townText = (device, units) => (device.place && device.place.distance <= centreRadius ? isolatedName(device.place.name) : placeText(device, units));

/**
 * Returns the second line of a row: the town and the speed of a device that moves, or when one last reported whose position is
 * older.
 * @param {Device} device
 * @param {string} units
 * @param {number} now milliseconds by the server's clock
 */
export function rowText(device, units, now) {
  const { state, position, receivedAt, fix, motion } = device;
  if (!position) { return agesText(device, now); }
  const isMoving = state === 'live' && motion !== 'stationary' && isNumber(fix.speed) && fix.speed >= leastSpeed;
  const second = isMoving ? formatSpeed(Number(fix.speed), units)
    : receivedAt !== null && isDelayed(device) ? text('fleet.reported-in-row', { age: age(receivedAt, now) }) : '';
  return joined([townText(device, units), second]);
}

/**
 * Returns what the state means for the position; empty while it is current.
 * @param {Device} device
 */
export const warningText = ({ state, position }) => (state === 'live' || !position ? '' : text('fleet.warning-' + state));

/**
 * Returns the warning about a clock that is ahead; empty without one.
 * @param {Device} device
 */
export function suspectText({ suspectAt }) {
  if (suspectAt === null) { return ''; }
  return text('fleet.from-the-future', { time: new Date(suspectAt).toLocaleString(language(), { dateStyle: 'medium', timeStyle: 'short' }) });
}

/**
 * Returns the facts of a device, as labels and texts.
 * @param {Device} device
 * @param {string} units
 * @param {number} now milliseconds by the server's clock
 * @returns {[string, string][]}
 */
export function deviceFacts({ fix, status, isOnline, teams, claim }, units, now) {
  const number = (/** @type {unknown} */ value, /** @type {(value: number, units: string) => string} */ format) => (
    isNumber(value) ? format(value, units) : '');
  const facts = /** @type {[string, string][]} */ ([
    ['teams', teams.join(', ')],
    ['claim', claim ? claim.latitude.toFixed(5) + ', ' + claim.longitude.toFixed(5) : ''],
    ['speed', number(fix.speed, formatSpeed)],
    ['course', number(fix.course, (course) => Math.round(course) % 360 + '° ' + compassLetters(course))],
    ['altitude', number(fix.altitude, formatAltitude)],
    ['accuracy', number(fix.horizontalAccuracy, (metres, system) => '± ' + formatAccuracy(metres, system))],
    ['connection', isOnline === null ? '' : text(isOnline ? 'fleet.online' : 'fleet.offline')],
    ['waiting-fixes', isNumber(status.waiting) && status.waiting > 0 ? waitingText(status, now) : ''],
    ['satellites', number(status.satellites, String)],
    ['receiver', isText(status.receiver) ? status.receiver : ''],
    ['free-disk', number(status.diskFree, diskText)],
    ['machines', isRecent(status.nameConflict, now) ? text('fleet.two-machines') : ''],
    ['clock', status.clock === 'unsynchronised' ? text('fleet.unsynchronised') : ''],
    ['version', isText(status.version) ? status.version : ''],
  ]);
  return facts.filter(([, value]) => value).map(([name, value]) => [text('fleet.' + name), value]);
}

/**
 * True for a day after a time: two machines with one name are said as long.
 * @param {unknown} time
 * @param {number} now
 */
const isRecent = (time, now) => isText(time) && now - Date.parse(time) < 86_400_000;

/** @param {number} bytes */
const diskText = (bytes) => new Intl.NumberFormat(language(), {
  style: 'unit', unit: 'gigabyte', minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e9);

/** @param {FleetStatus} status @param {number} now */
function waitingText({ waiting, oldestWaiting }, now) {
  const oldest = isText(oldestWaiting) ? Date.parse(oldestWaiting) : NaN;
  const count = Number(waiting);
  return Number.isNaN(oldest) ? text('fleet.waiting', { count }) : text('fleet.waiting-since', { count, age: age(oldest, now) });
}

/**
 * Returns a device in one line, for a pointer on its marker.
 * @param {Device} device
 * @param {number} now
 */
export const tooltipText = (device, now) => (
  text('fleet.tooltip', { name: device.name, state: stateLabel(device.state), ages: agesText(device, now) }));
