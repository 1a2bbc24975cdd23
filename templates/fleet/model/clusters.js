// Groups the devices of a map's view that are too close to each other to be drawn one by one.

import { nearestX } from './mercator.js';

/** @typedef {import('./device.js').Device} Device */

/**
 * One or more devices on the map.
 * @typedef {object} Cluster
 * @property {string} key stays the same while the map is moved at one zoom level
 * @property {number} x the mean of its devices, on a map of side 1
 * @property {number} y
 * @property {Device[]} devices
 */

/**
 * A view of the map: its zoom level, its edges on a map of side 1, and whether marks are drawn without their names.
 * @typedef {import('./mercator.js').UnitBox & { zoom: number, isNameless?: boolean }} View
 */

// The sides of a cell in pixels: markers of one cell would overlap, those with names sooner. Near the highest zoom level only
// those do that are really at one place.
const cellSize = 72;
const namelessCellSize = 36;
const closeCellSize = 28;
const closeZoom = 17;

// Groups of neighbouring cells are merged where they are nearer to each other than this part of a cell.
const mergedDistance = 0.75;

/**
 * Returns the clusters in a view. The cells belong to the map, so that a move of the map does not change the groups.
 * @param {Iterable<Device>} devices
 * @param {View} view
 * @returns {Cluster[]}
 */
export function clusters(devices, view) {
  const pixels = view.zoom >= closeZoom ? closeCellSize : view.isNameless ? namelessCellSize : cellSize;
  const side = pixels / (256 * 2 ** view.zoom);
  /** @type {Map<string, Cluster>} */
  const cells = new Map();
  const centre = (view.west + view.east) / 2;
  for (const device of devices) {
    const { point } = device;
    if (!point || point.y < view.north || point.y > view.south) { continue; }
    const x = nearestX(point.x, centre);
    if (x < view.west || x > view.east) { continue; }
    add(cells, device, x, point.y, side);
  }
  return named(merged(cells, side), view.zoom);
}

/** @param {Map<string, Cluster>} cells @param {Device} device @param {number} x @param {number} y @param {number} side */
function add(cells, device, x, y, side) {
  const key = Math.floor(x / side) + ' ' + Math.floor(y / side);
  const cell = cells.get(key);
  if (!cell) {
    cells.set(key, { key, x, y, devices: [device] });
    return;
  }
  cell.devices.push(device);
  cell.x += (x - cell.x) / cell.devices.length;
  cell.y += (y - cell.y) / cell.devices.length;
}

/**
 * Merges each cell with the next ones, unless they are far enough away.
 * @param {Map<string, Cluster>} cells
 * @param {number} side
 */
function merged(cells, side) {
  const gone = new Set();
  for (const [key, cell] of cells) {
    if (gone.has(key)) { continue; }
    const [column, row] = key.split(' ').map(Number);
    for (const [right, down] of [[1, 0], [0, 1], [1, 1], [-1, 1]]) {
      const otherKey = (column + right) + ' ' + (row + down);
      const other = cells.get(otherKey);
      if (!other || gone.has(otherKey) || Math.hypot(other.x - cell.x, other.y - cell.y) >= mergedDistance * side) { continue; }
      merge(cell, other);
      gone.add(otherKey);
    }
  }
  return Array.from(cells.values()).filter((cell) => !gone.has(cell.key));
}

/** @param {Cluster} cluster @param {Cluster} other */
function merge(cluster, other) {
  const share = other.devices.length / (cluster.devices.length + other.devices.length);
  cluster.x += (other.x - cluster.x) * share;
  cluster.y += (other.y - cluster.y) * share;
  cluster.devices = cluster.devices.concat(other.devices);
}

/**
 * Gives a single device its name as the key, so that its marker survives a change of the zoom level. No name has a space.
 * @param {Cluster[]} list
 * @param {number} zoom
 */
function named(list, zoom) {
  for (const cluster of list) {
    cluster.key = cluster.devices.length === 1 ? cluster.devices[0].name : zoom + ' ' + cluster.key;
  }
  return list;
}

/**
 * Returns the number of devices in each state.
 * @param {Iterable<Device>} devices
 * @returns {Record<import('./device.js').DeviceState, number>}
 */
export function stateCounts(devices) {
  const counts = { live: 0, stale: 0, contradicted: 0, silent: 0, unknown: 0, none: 0 };
  for (const { state } of devices) { counts[state] += 1; }
  return counts;
}
