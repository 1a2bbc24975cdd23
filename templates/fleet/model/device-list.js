// Which devices the list shows, in which order, and which of its rows are in view.

import { text } from '../../live/model/text.js';
import { states } from './device.js';
import { nearestX } from './mercator.js';

/**
 * @typedef {import('./device.js').Device} Device
 * @typedef {import('./device.js').DeviceState} DeviceState
 */

/**
 * What the reader has chosen. No state means all of them.
 * @typedef {object} Filter
 * @property {string} text
 * @property {string} team empty for all
 * @property {DeviceState[]} states
 * @property {import('./mercator.js').UnitBox | null} box what the map shows; null for everywhere
 */

/**
 * Returns the orders that a reader can choose: value, label.
 * @returns {[string, string][]}
 */
export const orders = () => ['name', 'state', 'newest', 'oldest'].map((order) => [order, text('fleet.order-' + order)]);

/** The number of devices from which on a reader can search and filter. */
export const leastFiltered = 8;

/**
 * Returns the devices that a filter lets pass, in their order.
 * @param {Device[]} devices
 * @param {Filter} filter
 */
export function filtered(devices, filter) {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  return devices.filter((device) => (filter.states.length === 0 || filter.states.includes(device.state))
    && (!filter.team || device.teams.includes(filter.team))
    && words.every((word) => device.text.includes(word))
    && (!filter.box || isInside(device, filter.box)));
}

/** @param {Device} device @param {import('./mercator.js').UnitBox} box */
function isInside({ point }, box) {
  if (!point || point.y < box.north || point.y > box.south) { return false; }
  const x = nearestX(point.x, (box.west + box.east) / 2);
  return x >= box.west && x <= box.east;
}

/** @type {Record<string, (device: Device) => number>} */
const ranks = {
  state: ({ state }) => -states.indexOf(state),
  newest: ({ fixAt }) => (fixAt === null ? Infinity : -fixAt),
  oldest: ({ receivedAt }) => (receivedAt === null ? -Infinity : receivedAt),
};

/**
 * Returns devices in another order; those of equal rank keep theirs.
 * @param {Device[]} devices by name
 * @param {string} order
 */
export function ordered(devices, order) {
  const rank = ranks[order];
  if (!rank) { return devices; }
  const ranked = devices.map((device) => ({ device, rank: rank(device) }));
  // The difference of two infinities is no number.
  return ranked.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0)).map(({ device }) => device);
}

// The rows drawn above and below those in view.
const margin = 6;

/**
 * Returns the first row to draw, and the one after the last.
 * @param {number} top the first pixel of the list that is in view; negative while its beginning is below
 * @param {number} height of the view in pixels
 * @param {number} rowHeight
 * @param {number} count
 * @returns {[number, number]}
 */
export function rowsInView(top, height, rowHeight, count) {
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + margin);
  return [Math.min(first, count), Math.max(Math.min(first, count), end)];
}
