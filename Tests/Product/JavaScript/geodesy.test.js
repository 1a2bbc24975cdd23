// Distances and directions, and borders on the map.

import assert from 'node:assert/strict';
import test from 'node:test';

import { densifiedRing, distanceAndBearing, distanceToPlace, ringForMap } from '../../../templates/live/model/geodesy.js';
import { distanceText } from '../../../templates/live/model/place-text.js';
import { compassPoint } from '../../../templates/live/model/units.js';
import { all, assertNear } from './support.js';

const melbourne = { latitude: -37.81, longitude: 144.96 };

/** @param {number[]} position */
const at = ([latitude, longitude]) => ({ latitude, longitude });

test('a distance and a bearing are those of geodesy', () => {
  // Two stations of the technical manual of the Geocentric Datum of Australia, and airports by GeographicLib.
  /** @type {[number[], number[], number, number, number][]} */
  const cases = [
    [[-37.951033417, 144.424867889], [-37.652821139, 143.926495528], 54972.271, 306.868158, 0.1],
    [[40.639722, -73.778889], [1.359167, 103.989444], 15347628, 3.30833, 100],
    [[-17, 179.95], [-17, -179.95], 10648.6, 89.985, 0.1], [[89.9, 0], [89.9, 180], 22338.8, 0, 1],
  ];
  for (const [start, end, distance, bearing, error] of cases) {
    const found = distanceAndBearing(at(start), at(end));
    assertNear(found.distance, distance, error, [start, end]);
    assertNear(((found.bearing ?? NaN) - bearing + 540) % 360, 180, 0.2, [start, end]);
  }
  all(distanceAndBearing, [[melbourne, melbourne, { distance: 0, bearing: null }]]);
  const opposite = distanceAndBearing(at([0, 0]), at([0, 180]));
  assert.ok(Math.abs(opposite.distance - 20020000) < 50000);
});

test('a long edge follows the geodesic', () => {
  const drawn = densifiedRing([[60, 178], [60, 184], [61, 184]]);
  assert.deepEqual([drawn[0], drawn.at(-1)], [[60, 178], [61, 184]]);
  const [middle] = [...drawn].sort((one, other) => Math.abs(one[1] - 181) - Math.abs(other[1] - 181));
  assertNear(middle[0], 60.0340, 0.0005);
  const longitudes = drawn.map((point) => point[1]);
  assert.deepEqual(longitudes, [...longitudes].sort((one, other) => one - other));
  assert.deepEqual(densifiedRing([[1, 2], [1, 2.001], [1, 2]]), [[1, 2], [1, 2.001], [1, 2]]);
});

test('a ring around a pole is a band along the edge of the map', () => {
  /** @type {[number, number][]} */
  const ring = [[84, 0], [84, 120], [84, 240], [84, 360]];
  for (const sign of [1, -1]) {
    const drawn = ringForMap(ring.map(([north, east]) => [sign * north, sign * east]));
    const [pole, first, last] = [sign * 90, drawn[0], drawn[drawn.length - 3]];
    assert.deepEqual(drawn.slice(-2), [[pole, last[1]], [pole, first[1]]]);
    assertNear(Math.abs(last[1] - first[1]), 5 * 360, 5e-8);
    const steps = drawn.slice(1, -2).map((point, index) => sign * (point[1] - drawn[index][1]));
    assert.ok(steps.every((step) => step >= 0 && step < 45), steps.join());
    // Between two corners the geodesic is nearer to the pole than any corner.
    assertNear(Math.max(...drawn.slice(0, -2).map((point) => Math.abs(point[0]))), 86.993, 0.01);
  }
  /** @type {[number, number][]} */
  const short = [[1, 2], [1, 2.001], [1, 2]];
  assert.deepEqual(ringForMap(short), short);
});

test('the distance to a border is that of its closest edge, and 0 inside', () => {
  const ring = [[-37.82, 144.97], [-37.82, 144.99], [-37.83, 144.99], [-37.83, 144.97], [-37.82, 144.97]];
  const hole = [[-37.824, 144.978], [-37.824, 144.982], [-37.826, 144.982], [-37.826, 144.978], [-37.824, 144.978]];
  const park = { latitude: -37.825, longitude: 144.98, rings: [ring, hole] };
  const around = [[84, 0], [84, 120], [84, 240], [84, 360]];
  const north = { latitude: 90, longitude: 180, rings: [around] };
  const south = { latitude: -90, longitude: 180, rings: [around.map(([latitude, east]) => [-latitude, -east])] };
  const cap = [[89, 10], [89, -80], [89, -170], [89, -260], [89, -350]];
  const ringed = { latitude: 90, longitude: 180, rings: [around, cap] };
  const pacific = { latitude: 0, longitude: 180, rings: [[[1, 179], [1, 181], [-1, 181], [-1, 179], [1, 179]]] };
  /** @type {[number[], any, number][]} */
  const cases = [
    [[-37.825, 144.972], park, 0], [[-37.81, 144.98], park, 1110], [[-37.825, 144.98], park, 111],
    [[0, -179.5], pacific, 0], [[0, 179.5], pacific, 0], [[0, -178], pacific, 111319], [[0, 178], pacific, 111319],
    // Around the poles, with a hole around one, and an edge that is nearer to it than its corners.
    [[89, 40], north, 0], [[84.5, 0], north, 0], [[83, 0], north, 111680], [[83, 60], north, 445830],
    [[86.5, 60], north, 54950], [[-89, 40], south, 0], [[-83, -1], south, 112370], [[0, 7], south, 9336900],
    [[89.9, 40], ringed, 68200], [[88, 0], ringed, 0],
    [[-37.81, 144.96], { ...melbourne, radius: 100 }, 0], [[-37.809, 144.96], { ...melbourne, radius: 100 }, 11],
  ];
  for (const [where, shape, distance] of cases) {
    assertNear(distanceToPlace(at(where), shape).distance, distance, 2 + distance / 1000, where);
  }
});

test('the direction of a border is that of its closest point', () => {
  // The centre of an L can lie elsewhere. Its arms are in the west and in the north.
  const ring = [[0, 0], [0.02, 0], [0.02, 0.02], [0.018, 0.02], [0.018, 0.002], [0, 0.002], [0, 0]];
  const angular = { latitude: 0.01, longitude: 0.01, rings: [ring] };
  const pacific = { latitude: 0, longitude: 180, rings: [[[1, 179], [1, 181], [-1, 181], [-1, 179], [1, 179]]] };
  /** @type {[number[], any, number, string][]} */
  const cases = [
    [[0.002, 0.004], angular, 223, 'west'], [[0.016, 0.015], angular, 221, 'north'], [[-0.01, 0.001], angular, 1106, 'north'],
    [[0.5, -178.5], pacific, 55657, 'west'], [[0, 0.02], { latitude: 0, longitude: 0, radius: 1000 }, 1226, 'west'],
  ];
  for (const [where, shape, distance, direction] of cases) {
    const found = distanceToPlace(at(where), shape);
    assertNear(found.distance, distance, 2 + distance / 1000, where);
    assert.equal(compassPoint(found.bearing ?? NaN), direction);
  }
  all(distanceText, [
    [{ latitude: 0.002, longitude: 0.004 }, angular, 'metric', 'edge 223 m to the west'],
    [{ latitude: 0.019, longitude: 0.01 }, angular, 'metric', 'inside'],
  ]);
});
