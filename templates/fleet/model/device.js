// A device of a fleet: parsed from the server's JSON, and its state as time passes.

import { asArray, isNumber, isText } from '../../live/model/values.js';
import { unitPoint } from './mercator.js';

/**
 * @typedef {'live' | 'stale' | 'contradicted' | 'silent' | 'none' | 'unknown'} DeviceState
 */

/** @typedef {{ name: string, distance: number, bearing: number | null }} NearestTown metres and degrees from the position */

/**
 * A device on the page. Times are in milliseconds by the server's clock, null where they are unknown.
 * @typedef {object} Device
 * @property {string} name
 * @property {string} text the name, the teams and the town in lower case, for the filter
 * @property {string[]} teams
 * @property {import('../../live/model/geodesy.js').Position | null} position
 * @property {import('./mercator.js').UnitPoint | null} point the position on the map
 * @property {NearestTown | null} place the town that is nearest to the position
 * @property {number | null} fixAt when the receiver had the position
 * @property {number | null} receivedAt when the device reported last, be it its past or no more than a status
 * @property {number | null} suspectAt the time of a fix from the future, which is not shown as the position
 * @property {import('../../live/model/geodesy.js').Position | null} claim what the receiver claims while it is contradicted
 * @property {number} staleAfter seconds
 * @property {DeviceState} reported the server's state when it was sent
 * @property {DeviceState} state the state to show
 * @property {boolean | null} isOnline
 * @property {ReportFix} fix
 * @property {string} motion
 * @property {FleetStatus} status
 */

/**
 * The states, from the best to the worst.
 * @type {DeviceState[]}
 */
export const states = ['live', 'stale', 'contradicted', 'silent', 'unknown', 'none'];

// For a device without an interval of its own; seconds.
const usualStaleAfter = 900;

/** @param {unknown} text */
function timeOf(text) {
  const time = isText(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? null : time;
}

/**
 * Returns the position of a device; null without one, and for one outside the valid range.
 * @param {any} document
 */
function positionOf({ latitude, longitude }) {
  const isValid = isNumber(latitude) && isNumber(longitude) && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isValid ? { latitude, longitude } : null;
}

/**
 * Returns the town of a device; null without one.
 * @param {any} place
 * @returns {NearestTown | null}
 */
function townOf(place) {
  const { name, distance, bearing } = place || {};
  if (!isText(name) || !isNumber(distance) || distance < 0) { return null; }
  return { name, distance, bearing: isNumber(bearing) ? bearing : null };
}

/**
 * Parses a device; null for an invalid one.
 * @param {any} document
 * @returns {Device | null}
 */
export function parseDevice(document) {
  if (!document || !isText(document.name)) { return null; }
  const teams = asArray(document.teams).filter(isText);
  const position = positionOf(document);
  const place = position && townOf(document.place);
  return {
    name: document.name, text: [document.name, ...teams, place ? place.name : ''].join('\n').toLowerCase(), teams, place,
    position, point: position && unitPoint(position),
    fixAt: timeOf(document.time), receivedAt: timeOf(document.received), suspectAt: timeOf(document.suspectTime),
    claim: positionOf(document.claim || {}),
    staleAfter: isNumber(document.staleAfter) && document.staleAfter > 0 ? document.staleAfter : usualStaleAfter,
    reported: states.includes(document.state) ? document.state : 'unknown', state: 'unknown',
    isOnline: typeof document.isOnline === 'boolean' ? document.isOnline : null,
    fix: document, motion: isText(document.motion) ? document.motion : '',
    status: document.status && typeof document.status === 'object' ? document.status : {},
  };
}

/**
 * Returns the state to show: the server's, but only while the times of the fix and of the last report allow it. They never
 * improve what the server says.
 * @param {Device} device
 * @param {number} now milliseconds by the server's clock
 * @param {number} delay of a share, in seconds
 * @returns {DeviceState}
 */
export function stateOf(device, now, delay = 0) {
  const { reported, position, fixAt, receivedAt } = device;
  if (reported !== 'live' && reported !== 'stale' && reported !== 'contradicted') { return reported; }
  const maxAge = 1000 * (device.staleAfter + delay);
  if (receivedAt !== null && now - receivedAt > maxAge) { return 'silent'; }
  if (reported === 'contradicted') { return reported; }
  if (!position || fixAt === null) { return 'none'; }
  return reported === 'stale' || now - fixAt > maxAge ? 'stale' : 'live';
}
