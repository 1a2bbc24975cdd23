// Where the mark of the map is between two reports, as CurrentPositionTests has it for the daemon.

import assert from 'node:assert/strict';
import test from 'node:test';

import { distanceAndBearing } from '../../../templates/live/model/geodesy.js';
import { positionNow } from '../../../templates/live/model/position-now.js';

const fix = { latitude: 48, longitude: 11, horizontalAccuracy: 4, speed: 20, course: 60 };
const report = { state: 'live', motion: 'moving', now: { bridged: 0.2 }, fix };

test('it goes on for 3 s with a radius for 2 m/s², stays until 5 s while the radius grows with the speed, and is absent then', () => {
  for (const [bridged, way, radius] of [[0.2, 4, 4.04], [1, 20, 5], [3, 60, 13], [4, 60, 40], [5, 60, 69]]) {
    const now = positionNow(report, bridged - 0.2);
    assert.ok(now);
    const { distance, bearing } = distanceAndBearing(fix, now);
    assert.ok(Math.abs(distance - way) < 0.01 && Math.abs((bearing || 0) - 60) < 0.1, `${distance} m, ${bearing}`);
    assert.ok(Math.abs(now.radius - radius) < 1e-9 && Math.abs(now.bridged - bridged) < 1e-9);
  }
  assert.equal(positionNow(report, 4.81), null);
  assert.equal(positionNow(report, -0.3), null);
});

test('there is none unless the report has it, is live and moving, and its fix has a speed and a course', () => {
  const changes = [
    { state: 'stale' }, { motion: 'stationary' }, { now: undefined }, { now: {} }, { fix: undefined },
    { fix: { ...fix, speed: undefined } }, { fix: { ...fix, course: undefined } }, { fix: { ...fix, horizontalAccuracy: undefined } },
    { fix: { ...fix, latitude: 89 } },
  ];
  for (const change of changes) { assert.equal(positionNow({ ...report, ...change }, 0), null, JSON.stringify(change)); }
});
