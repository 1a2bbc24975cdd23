// The lines of a track, with their times and colours, and the fixes that were rejected.

import assert from 'node:assert/strict';
import test from 'node:test';

import { colourClass, colourScale } from '../../../templates/live/model/colour-scale.js';
import { readRejections } from '../../../templates/live/model/rejections.js';
import { linesByClass, nearestMoment, positionAt, timedLines } from '../../../templates/live/model/timed-track.js';
import { liveLines, trackEnd, trackLines } from '../../../templates/live/model/track.js';
import { all, assertNear } from './support.js';

test('the lines of a track are on the copy of the world that is shown', () => {
  const feature = (/** @type {string} */ type, /** @type {unknown[]} */ coordinates) => ({ type: 'Feature', geometry: { type, coordinates } });
  const document = { features: [
    feature('LineString', [[179.5, 1], [180, 2]]), feature('LineString', [[-180, 2], [-179.5, 3]]),
    feature('Point', [10, 20, 5]), feature('LineString', [['x', 1], null]), { geometry: null },
  ] };
  all(trackLines, [
    [document, 179, [[[1, 179.5], [2, 180]], [[2, 180], [3, 180.5]], [[20, 10]]]],
    [{}, 0, []], [null, 0, []],
  ]);
  assert.deepEqual(trackLines(document, -179)[0], [[1, -180.5], [2, -180]]);
});

test('live points continue a track', () => {
  const feature = (/** @type {string} */ time, /** @type {number[][]} */ ...coordinates) => (
    { geometry: { type: 'LineString', coordinates }, properties: { coordTimes: [null, time] } });
  const document = { features: [
    feature('1970-01-01T00:10:00Z', [9, 1], [179, 2]), feature('1970-01-01T00:05:00Z', [9, 1], [5, 6]),
    { geometry: { type: 'Point', coordinates: [3, 4] }, properties: { time: '1970-01-01T00:00:09Z' } },
    { geometry: null, properties: null }, feature('nonsense', [1, 1]),
  ] };
  all(trackEnd, [[document, [2, 179, 600]], [{ features: [] }, null], [null, null]]);
  const near = [[2, -180, 660], [3, -179, 661]];
  const far = [[2, -180, 661], [3, -179, 662], [9, 9, 800]];
  all(liveLines, [
    [near, [2, 179, 600], [[[2, -181], [2, -180], [3, -179]]]],
    [far, [2, 179, 600], [[[2, -180], [3, -179]], [[9, 9]]]],
    [near, null, [[[2, -180], [3, -179]]]], [[], [2, 179, 600], []],
  ]);
});

test('a track has a position at each moment, and a moment at each position', () => {
  const line = (/** @type {number[][]} */ ...points) => ({
    geometry: { type: 'LineString', coordinates: points.map(([north, east]) => [east, north]) },
    properties: { coordTimes: points.map(([, , seconds]) => `1970-01-01T00:00:${String(seconds).padStart(2, '0')}Z`) },
  });
  const document = { features: [line([1, 179, 30], [2, -179, 40]), line([0, 178, 0], [0, 179, 10], [9, 9, 5]), { geometry: null }] };
  const lines = timedLines(document, 179);
  assert.deepEqual(lines, [[[0, 178, 0], [0, 179, 10]], [[1, 179, 30], [2, 181, 40]]]);
  all(positionAt, [
    [lines, 5, [0, 178.5]], [lines, 10, [0, 179]], [lines, 20, null], [lines, 35, [1.5, 180]], [lines, -1, null], [lines, 41, null], [[], 1, null]]);
  // A short line of another receiver during a long one.
  const both = [[[0, 10, 0], [0, 20, 100]], [[5, 10, 40], [5, 11, 50]]];
  all(positionAt, [[both, 45, [5, 10.5]], [both, 50, [5, 11]], [both, 60, [0, 16]], [both, 101, null]]);
  const nearest = nearestMoment(lines, 1, 178.5);
  assert.deepEqual(nearest, { seconds: 30, point: [1, 179], degrees: nearest?.degrees });
  assertNear(nearestMoment(lines, 0.01, 178.25)?.seconds ?? NaN, 2.5, 5e-8);
  assert.equal(nearestMoment([], 1, 1), null);
  const classOf = (/** @type {number} */ seconds) => [null, 0, 1, 1][Math.floor(seconds / 2)] ?? null;
  assert.deepEqual(linesByClass(lines.slice(0, 1), [2, 4, 6], classOf, 2), [
    [[[0, 178.2], [0, 178.4]]], [[[0, 178.4], [0, 178.6], [0, 179]]]]);
});

test('the colours of a track have round bounds', () => {
  all(colourScale, [
    [[0, 5, 10, null, 20], 'speed', 'metric', {
      bounds: [10 / 3.6, 20 / 3.6, 30 / 3.6], labels: ['below 10', '10 to 20', '20 to 30', 'above 30 km/h'] }],
    [[], 'speed', 'metric', { bounds: [], labels: [] }],
    [[0, 0], 'speed', 'metric', { bounds: [], labels: ['up to 0.1 km/h'] }]]);
  assert.ok(colourScale([-5, 100], 'altitude', 'metric'));
  const scale = { bounds: [10, 20], labels: ['', '', ''] };
  all(colourClass, [[scale, 9, 0], [scale, 10, 1], [scale, 1e9, 2], [scale, -1, 0]]);
});

test('a rejected fix has a moment within the period, and a reason', () => {
  const verdict = { verdict: 'rejected', reason: 'jump', received: '1970-01-01T00:00:10Z', raw: { latitude: 1, longitude: 2 } };
  const fix = { latitude: 1, longitude: 2, moment: 10000, text: 'jump' };
  all(readRejections, [
    [{ verdicts: [
      verdict, { ...verdict, raw: null, count: 4 }, { ...verdict, received: '1970-01-01T00:00:30Z' }, { ...verdict, reason: null }, null,
    ] }, 0, 20000, { fixes: [fix], count: 5 }],
    [null, 0, 1, { fixes: [], count: 0 }]]);
});
