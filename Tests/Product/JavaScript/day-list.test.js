// The list of the days with data, with a server and a clock of the test.

import assert from 'node:assert/strict';
import test from 'node:test';

import { areExact } from '../../../templates/live/model/calendar.js';

const day = { day: '2026-11-16', distance: 1000 };

test('a list is exact unless the server estimates a day', () => {
  assert.equal(areExact([]), true);
  assert.equal(areExact([day, { ...day, exact: true }]), true);
  assert.equal(areExact([day, { ...day, exact: false }]), false);
});

test('an estimated list is requested again until it is exact, and not after the end', async () => {
  const world = /** @type {any} */ (globalThis);
  const { setTimeout: original } = world;
  /** @type {(() => Promise<void>)[]} */
  const waiting = [];
  const answers = [[{ ...day, exact: false }], [day], [{ ...day, exact: false }]];
  world.location = { pathname: '/', search: '' };
  world.document = { baseURI: 'http://localhost/' };
  world.fetch = async () => new Response(JSON.stringify({ days: answers.shift() }), { headers: { 'Content-Type': 'application/json' } });
  const { DayList } = await import('../../../templates/live/server/day-list.js');
  const list = new DayList(() => {}, (message) => assert.equal(message, ''));
  world.setTimeout = (/** @type {() => Promise<void>} */ body) => waiting.push(body);
  world.clearTimeout = () => waiting.splice(0);
  await list.load();
  assert.equal(waiting.length, 1);
  await waiting.splice(0)[0]();
  assert.deepEqual([list.days, waiting.length], [[day], 0]);
  await list.load();
  list.stop();
  assert.equal(waiting.length, 0);
  world.setTimeout = original;
});
