// The devices of a fleet and their states as time passes.

import assert from 'node:assert/strict';
import test from 'node:test';

import { parseDevice } from '../../../templates/fleet/model/device.js';
import { Fleet } from '../../../templates/fleet/model/fleet.js';
import { all, isoBefore, now } from './support.js';

/**
 * Returns the server's document of devices.
 * @param {...object} devices
 */
const listOf = (...devices) => ({ time: isoBefore(0), devices });

/**
 * Returns a device as the server sends it; the ages of its fix and of the fix's arrival are in seconds.
 * @param {string} name
 * @param {{ fix?: number, received?: number, state?: string, latitude?: null, staleAfter?: number, claim?: any }} more
 */
const known = (name, { fix = 5, received = 3, ...more } = {}) => ({
  name, teams: ['North'], state: 'live', time: isoBefore(fix), received: isoBefore(received), latitude: 54.3, longitude: 10.1,
  staleAfter: 60, isOnline: true, ...more,
});

/**
 * Returns the devices after each step: `wait` and `sleep` have seconds, in which a sleeping machine's timers stand still; others
 * call the fleet. The clock of this machine is an hour ahead of the server's.
 * @param {...[string, any?]} steps
 */
function after(...steps) {
  const clocks = { timer: 0, clock: now + 3_600_000 };
  const fleet = new Fleet(() => ({ ...clocks }));
  return steps.map(([name, value]) => {
    if (name === 'wait') { clocks.timer += 1000 * value; }
    if (name === 'wait' || name === 'sleep') { clocks.clock += 1000 * value; }
    if (name === 'replace') { fleet.replace(value); }
    if (name === 'update') { fleet.update(value); }
    if (name === 'lose') { fleet.lose(); }
    fleet.age();
    const names = fleet.devices.map((device) => device.name);
    return { names, states: Object.fromEntries(fleet.devices.map((device) => [device.name, device.state])), now: fleet.now };
  });
}

test('a device becomes stale or silent without an event', () => {
  const found = after(
    ['replace', listOf(
      known('a'), known('b', { fix: 50 }), known('c', { state: 'silent' }), known('d', { state: 'none', latitude: null }))],
    ['wait', 20], ['wait', 40]);
  assert.deepEqual(found[0].states, { a: 'live', b: 'live', c: 'silent', d: 'none' });
  assert.deepEqual(found[1].states.b, 'stale');
  assert.deepEqual([found[2].states.a, found[2].states.b], ['silent', 'silent']);
});

test('a contradicted device stays so whatever its ages, falls silent, and has what the receiver claims', () => {
  const claim = { time: isoBefore(2), latitude: 55, longitude: 11 };
  const [first, last] = after(
    ['replace', listOf(known('a', { state: 'contradicted', fix: 500, claim }), known('b', { state: 'contradicted', latitude: null }))], ['wait', 100]);
  assert.deepEqual(first.states, { a: 'contradicted', b: 'contradicted' });
  assert.equal(last.states.a, 'silent');
  assert.deepEqual(parseDevice(known('a', { claim }))?.claim, { latitude: 55, longitude: 11 });
  all((/** @type {any} */ odd) => parseDevice(known('a', { claim: odd }))?.claim, [[undefined, null], [null, null], [{ latitude: 91, longitude: 0 }, null]]);
});

test('the page does not improve what the server says', () => {
  const found = after(['replace', listOf(known('a', { state: 'stale' }), known('b', { state: 'silent' }), known('c', { state: 'new' }))]);
  assert.deepEqual(found[0].states, { a: 'stale', b: 'silent', c: 'unknown' });
});

test('ages count by the server’s clock and through a sleep', () => {
  const found = after(['replace', listOf(known('a'))], ['wait', 10], ['sleep', 60]);
  assert.deepEqual(found.map((step) => step.now - now), [0, 10_000, 70_000]);
  assert.deepEqual(found.map((step) => step.states.a), ['live', 'live', 'silent']);
});

test('nothing is current without a connection', () => {
  /** @type {[string, any]} */
  const list = ['replace', listOf(known('a', { staleAfter: 900 }), known('b', { state: 'none', latitude: null }))];
  const found = after(list, ['lose'], ['wait', 9], ['lose'], ['wait', 2], list);
  assert.deepEqual(found.map((step) => step.states.a), ['live', 'live', 'live', 'live', 'unknown', 'live']);
  assert.deepEqual(found.map((step) => step.states.b), ['none', 'none', 'none', 'none', 'none', 'none']);
});

test('a change replaces and adds devices but does not precede the list', () => {
  const found = after(
    ['update', listOf(known('z'))], ['replace', listOf(known('b'), known('a10'), known('a9'))],
    ['update', listOf(known('b', { state: 'silent' }), known('c'))], ['replace', listOf(known('c'))]);
  assert.deepEqual(found[0].states, {});
  assert.deepEqual(found[1].names, ['a9', 'a10', 'b']);
  assert.deepEqual(found[2].states, { a9: 'live', a10: 'live', b: 'silent', c: 'live' });
  assert.deepEqual(found[3].names, ['c']);
});

test('invalid devices are dropped and invalid members unknown', () => {
  all(parseDevice, [[null, null], [{}, null], [{ name: 3 }, null], [[], null]]);
  const odd = parseDevice({
    name: '<b>', teams: 'x', latitude: 91, longitude: 0, time: 'never', state: 'toString', staleAfter: -1, status: 4 });
  assert.deepEqual(
    [odd?.position, odd?.point, odd?.fixAt, odd?.reported, odd?.teams, odd?.staleAfter, odd?.status], [null, null, null, 'unknown', [], 900, {}]);
  const town = (/** @type {unknown} */ place) => parseDevice({ ...known('a'), place })?.place;
  all(town, [
    [{ name: 'Kiel', distance: 10, bearing: 20 }, { name: 'Kiel', distance: 10, bearing: 20 }],
    [{ name: 'Kiel', distance: 0 }, { name: 'Kiel', distance: 0, bearing: null }],
    [{ name: 'Kiel', distance: -1 }, null], [{ name: 7, distance: 1 }, null], ['Kiel', null], [null, null]]);
  assert.equal(parseDevice({ ...known('a'), place: { name: 'Kiel', distance: 1 } })?.text, 'a\nnorth\nkiel');
  const found = after(['replace', { devices: [1, known('a'), 'b'] }], ['replace', { devices: 7 }]);
  assert.deepEqual(found.map((step) => step.names), [['a'], []]);
});
