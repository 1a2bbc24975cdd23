// The groups of devices on the map of a fleet, and its projection.

import assert from 'node:assert/strict';
import test from 'node:test';

import { clusters } from '../../../templates/fleet/model/clusters.js';
import { boxAround, positionOfPoint, unitPoint } from '../../../templates/fleet/model/mercator.js';
import { all, assertNear, processorTime, randomNumbers } from './support.js';

/**
 * Returns a device as far as the groups need it.
 * @param {number} latitude
 * @param {number} longitude
 * @param {string} name
 * @returns {any}
 */
const deviceAt = (latitude, longitude, name = '') => ({ name, point: unitPoint({ latitude, longitude }) });

/**
 * Returns the groups of devices at these positions, in a view.
 * @param {number[][]} positions
 */
function groups(positions, { north = 85, south = -85, west = -180, east = 180, zoom = 5, isNameless = false } = {}) {
  const devices = positions.map(([latitude, longitude], index) => deviceAt(latitude, longitude, 'd' + index));
  const corner = unitPoint({ latitude: north, longitude: west });
  const other = unitPoint({ latitude: south, longitude: east });
  const found = clusters(devices, { north: corner.y, west: corner.x, south: other.y, east: other.x, zoom, isNameless });
  return found.map(({ key, x, y, devices: inside }) => ({ key, x, y, names: inside.map((device) => device.name) }));
}

test('near devices are one group and far ones are not', () => {
  const positions = [[54, 10], [54.001, 10.001], [40, -3]];
  const found = groups(positions);
  assert.deepEqual(found.map((cluster) => cluster.names).sort(), [['d0', 'd1'], ['d2']]);
  assert.deepEqual(found.filter((cluster) => cluster.names.length === 1).map((cluster) => cluster.key), ['d2']);
  assert.equal(groups(positions, { zoom: 18 }).length, 3);
});

test('two devices of neighbouring cells are one group if they would overlap', () => {
  // The sides of the cells are multiples of 72 pixels.
  const edge = (72 * 10 / (256 * 2 ** 5) - 0.5) * 360;
  assert.equal(groups([[0.1, edge - 0.01], [0.1, edge + 0.01]]).length, 1);
});

test('marks without names are grouped only where they would overlap', () => {
  // Eastwards, at zoom 5 on the equator.
  const pixels = (/** @type {number} */ count) => count * 360 / (256 * 2 ** 5);
  const apart = (/** @type {number} */ count) => [[0, 0], [0, pixels(count)]];
  assert.equal(groups(apart(52), { isNameless: true }).length, 2);
  assert.equal(groups(apart(52)).length, 1);
  assert.equal(groups(apart(20), { isNameless: true }).length, 1);
});

test('only the view is grouped across the date line too', () => {
  const positions = [[0, 179.9], [0, -179.9], [0, 0], [70, 180]];
  const found = groups(positions, { west: 170, east: 190, north: 10, south: -10 });
  assert.deepEqual(found.map((cluster) => cluster.names), [['d0', 'd1']]);
  assertNear(found[0].x, 1, 5e-5);
  assert.deepEqual(groups([], { west: 1, east: 2 }), []);
});

test('a move of the map does not change the groups', () => {
  const random = randomNumbers(4);
  const positions = Array.from({ length: 500 }, () => [50 + 2 * random(), 8 + 4 * random()]);
  const views = [-5, -4.7, -3.1].map((west) => groups(positions, { zoom: 8, west, east: west + 30, north: 60, south: 40 }));
  assert.deepEqual(views[0], views[1]);
  assert.deepEqual(views[0], views[2]);
});

test('no device is lost and ten thousand take a few milliseconds', () => {
  const random = randomNumbers(5);
  const devices = Array.from({ length: 10_000 }, () => deviceAt(-60 + 130 * random(), -180 + 360 * random()));
  const [north, south] = [85, -85].map((latitude) => unitPoint({ latitude, longitude: 0 }).y);
  /** @type {import('../../../templates/fleet/model/clusters.js').Cluster[]} */
  let found = [];
  const time = processorTime(() => { found = clusters(devices, { north, south, west: 0, east: 1, zoom: 3 }); });
  assert.equal(new Set(found.flatMap((cluster) => cluster.devices)).size, 10_000);
  assert.ok(found.length < 700);
  assert.ok(time < 150, `${time} ms`);
});

test('the box around devices crosses the date line where that is narrower', () => {
  const point = (/** @type {number} */ x, y = 0.5) => ({ x, y });
  all(boxAround, [
    [[], null],
    [[point(0.25, 0.5)], { west: 0.25, east: 0.25, north: 0.5, south: 0.5 }],
    [[point(0.25, 0.25), point(0.5, 0.75)], { west: 0.25, east: 0.5, north: 0.25, south: 0.75 }],
    [[point(0.125), point(0.875)], { west: 0.875, east: 1.125, north: 0.5, south: 0.5 }],
  ]);
});

test('the projection is that of web maps', () => {
  // EPSG:3857: 1,113,194.908 m east and 7,215,746.16 m north of 0, 0; half of the circumference is 20,037,508.343 m.
  const found = unitPoint({ latitude: 54.2, longitude: 10 });
  const half = 20037508.342789244;
  assertNear((found.x - 0.5) * 2 * half, 1113194.908, 5e-3);
  assertNear(positionOfPoint(found).latitude, 54.2, 5e-10);
  assertNear(unitPoint({ latitude: 90, longitude: 180 }).y, 0, 5e-7);
});
