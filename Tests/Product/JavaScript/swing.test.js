// The way of a boat around its anchor.

import assert from 'node:assert/strict';
import test from 'node:test';

import { extendedTrail, farthestSwing, gauge, trailLines, trailPoints, trailStart } from '../../../templates/live/model/swing.js';
import { all, assertNear } from './support.js';

const hour = 3600;

test('the trail begins with the watch, at most twelve hours ago', () => {
  all(trailStart, [
    [{ set: null }, 1e12, null], [{ set: 1e12 - 5000 }, 1e12, 1e12 - 5000], [{ set: 1 }, 1e12, 1e12 - 12 * hour * 1000]]);
});

test('a trail has the points of a track that have a time', () => {
  const line = (/** @type {any} */ coordinates, /** @type {any} */ coordTimes) => (
    { geometry: { type: 'LineString', coordinates }, properties: { coordTimes } });
  const [first, second] = ['1970-01-01T00:00:20Z', '1970-01-01T00:00:10Z'];
  all(trailPoints, [
    [{ features: [line([[2, 1]], [first]), line([[4, 3], ['a', 3], [5, 3]], [second, second])] }, [[3, 4, 10], [1, 2, 20]]],
    [{ features: [null, {}, { geometry: { type: 'Point', coordinates: [1, 2] } }, line(7, 7), line([7], [first])] }, []], [null, []],
  ]);
});

test('a trail goes on with the boat, and forgets what is old', () => {
  const here = { latitude: 1, longitude: 2 };
  all(extendedTrail, [
    [[], here, 5, [[1, 2, 5]]], [[[1, 1, 5]], here, 5, [[1, 1, 5]]],
    [[[0, 0, 1], [0, 0, 2]], here, 12 * hour + 2, [[0, 0, 2], [1, 2, 12 * hour + 2]]],
  ]);
  const many = Array.from({ length: 1500 }, (_, index) => /** @type {[number, number, number]} */ ([0, 0, index]));
  const fewer = extendedTrail(many, here, 1500);
  assert.deepEqual([fewer.length, fewer[1], fewer.at(-1)], [751, [0, 0, 2], [1, 2, 1500]]);
});

test('the lines of a trail are of four ages, and have no gaps', () => {
  const points = [0, 10, 20, 30, 40].map((seconds) => [1, -179 + seconds / 100, seconds]);
  all(trailLines, [
    [points, 179, [[[1, 181]], [[1, 181], [1, 181.1]], [[1, 181.1], [1, 181.2]], [[1, 181.2], [1, 181.3], [1, 181.4]]]],
    [[], 0, [[], [], [], []]], [[[1, 2, 5]], 0, [[[1, 2]], [], [], []]],
  ]);
});

test('the farthest swing is that of the watch, before a drag', () => {
  const watch = { latitude: 0, longitude: 0, radius: 40, set: 10_000, since: 30_000, isDragging: false };
  const points = /** @type {[number, number, number][]} */ ([[0, 0.01, 5], [0, 0.0001, 10], [0, 0.0002, 20], [0, 0.001, 30]]);
  assertNear(farthestSwing(points, watch) ?? 0, 111.32, 0.01);
  assertNear(farthestSwing(points, { ...watch, isDragging: true }) ?? 0, 22.26, 0.01);
  assert.equal(farthestSwing([], watch), null);
});

test('the gauge has room beyond the radius', () => {
  all(gauge, [
    [{ radius: 30, distance: 10, farthest: 20 }, { radius: 0.6, distance: 0.2, farthest: 0.4 }],
    [{ radius: 30, distance: null, farthest: null }, { radius: 0.6, distance: null, farthest: null }],
    [{ radius: 38, distance: 190, farthest: 300 }, { radius: 0.19, distance: 0.95, farthest: 1 }],
  ]);
});
