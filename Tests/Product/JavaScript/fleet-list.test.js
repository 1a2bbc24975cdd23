// The list of a fleet’s devices, and the texts about them.

import assert from 'node:assert/strict';
import test from 'node:test';

import { filtered, ordered, rowsInView } from '../../../templates/fleet/model/device-list.js';
import { ageText, agesText, countText, countsText, deviceFacts, rowText, shortCount, warningText } from '../../../templates/fleet/model/device-text.js';
import { fleetEventText, parseFleetEvent, withPastEvents } from '../../../templates/fleet/model/fleet-event.js';
import { initials } from '../../../templates/fleet/model/initials.js';
import { colourOf, shareableTeams, teamColours, teamsOf } from '../../../templates/fleet/model/teams.js';
import { all, isoBefore, now } from './support.js';

/** @type {any[]} */
const devices = [
  { name: 'Ada', teams: ['North'], state: 'live', fixAt: 5, receivedAt: 6, point: { x: 0.5, y: 0.5 } },
  { name: 'Bo', teams: ['South'], state: 'silent', fixAt: 1, receivedAt: 1, point: { x: 0.01, y: 0.5 } },
  { name: 'Cy', teams: ['North'], state: 'stale', fixAt: 2, receivedAt: 7, point: { x: 0.99, y: 0.5 } },
  { name: 'Di', teams: [''], state: 'none', fixAt: null, receivedAt: null, point: null },
].map((device) => ({ ...device, text: `${device.name}\n${device.teams}`.toLowerCase() }));

/** @param {{ name: string }[]} found */
const firstLetters = (found) => found.map(({ name }) => name[0]).join('');

test('a filter leaves the devices that match all of it', () => {
  /** @type {any} */
  const every = { text: '', team: '', states: [], box: null };
  /** @type {[object, string][]} */
  const cases = [
    [{}, 'ABCD'], [{ text: 'NORTH' }, 'AC'], [{ text: 'a north' }, 'A'], [{ text: '([' }, ''], [{ team: 'South' }, 'B'],
    [{ states: ['stale', 'none'] }, 'CD'], [{ team: 'North', states: ['live'] }, 'A'],
    [{ box: { west: 0.9, east: 1.1, north: 0.4, south: 0.6 } }, 'BC'],
  ];
  for (const [changed, names] of cases) {
    assert.equal(firstLetters(filtered(devices, { ...every, ...changed })), names, JSON.stringify(changed));
  }
});

test('an unknown order is that of the names', () => {
  for (const [order, names] of [['name', 'ABCD'], ['state', 'DBCA'], ['newest', 'ACBD'], ['oldest', 'DBAC'], ['toString', 'ABCD']]) {
    assert.equal(firstLetters(ordered(devices, order)), names, order);
  }
});

test('the teams are those of the devices', () => {
  assert.deepEqual(teamsOf(devices), ['', 'North', 'South']);
});

test('the largest teams have a colour, and all others one in common', () => {
  /** @type {any[]} */
  const many = ['Bay', 'Coast', 'Coast', 'Hills', 'Hills', 'Lake', 'Lake', 'Alps'].map((team) => ({ teams: [team] }));
  const colours = teamColours(many);
  assert.deepEqual(Array.from(colours), [['Coast', 1], ['Hills', 2], ['Lake', 3]]);
  all((teams) => colourOf({ teams }, colours), [
    [['Lake'], 3], [['Alps', 'Hills', 'Coast'], 2], [['Alps'], 0], [['toString'], 0], [[], 0]]);
  assert.equal(teamColours([]).size, 0);
});

test('a mark has the letters of the name', () => {
  all(initials, [
    ['boat-01', 'B1'], ['box-11', 'B11'], ['van-00120', 'V20'], ['van', 'VA'], ['red-van', 'RV'], ['red.van.7', 'R7'], ['7', '7'], ['s', 'S'],
    ['\u{1f69a}9', '\u{1f69a}9'], ['éclair', 'ÉC'], ['-', ''], ['', '']]);
});

test('only rows in view are drawn', () => {
  all(rowsInView, [
    [-300, 600, 60, 10_000, [0, 11]], [60_000, 600, 60, 10_000, [994, 1016]], [599_900, 600, 60, 10_000, [9992, 10_000]],
    [0, 600, 60, 0, [0, 0]], [900_000, 600, 60, 10, [10, 10]], [-900, 600, 60, 10, [0, 1]],
  ]);
});

test('two machines with one name are said for a day', () => {
  const facts = (/** @type {unknown} */ nameConflict) => Object.fromEntries(deviceFacts(
    /** @type {any} */ ({ fix: {}, status: { nameConflict }, isOnline: null, teams: [] }), 'metric', now));
  all((nameConflict) => facts(nameConflict).Machines, [
    [isoBefore(3600), 'Two report under this name'], [isoBefore(90_000), undefined], [undefined, undefined], ['x', undefined]]);
});

test('the ages are those of the fix and of its arrival', () => {
  all(agesText, [
    [{ fixAt: now - 90_000, receivedAt: now - 3000 }, now, 'Position 1 min ago, reported 3 s ago'],
    [{ fixAt: now - 90_000, receivedAt: now - 40_000 }, now, 'Position 1 min ago'],
    [{ fixAt: null, receivedAt: now - 3000 }, now, 'Reported 3 s ago'],
    [{ fixAt: now + 5000, receivedAt: null }, now, 'Position just now'],
    [{ fixAt: null, receivedAt: null }, now, 'Nothing received yet'],
  ]);
});

test('a row has one age', () => {
  all(ageText, [
    [{ fixAt: now - 7_200_000, receivedAt: now - 3000 }, now, '2 h'], [{ fixAt: null, receivedAt: now - 3000 }, now, '3 s'],
    [{ fixAt: now + 5000, receivedAt: null }, now, 'now'], [{ fixAt: null, receivedAt: null }, now, ''],
  ]);
});

test('a row has the town, and the speed or the second age', () => {
  const place = { name: 'Healesville', distance: 31_000, bearing: 270 };
  const van = {
    state: 'live', position: { latitude: 1, longitude: 2 }, place, fixAt: now, receivedAt: now, motion: 'moving', fix: { speed: 20 } };
  all((changed) => rowText(/** @type {any} */ ({ ...van, ...changed }), 'metric', now), [
    [{}, '31 km east of Healesville, 72.0 km/h'],
    [{ motion: 'stationary' }, '31 km east of Healesville'], [{ fix: { speed: 0.2 } }, '31 km east of Healesville'],
    [{ state: 'silent' }, '31 km east of Healesville'], [{ place: null }, '72.0 km/h'], [{ place: null, fix: {} }, ''],
    [{ place: { ...place, distance: 100 } }, 'Healesville, 72.0 km/h'],
    [{ state: 'stale', fixAt: now - 7_200_000, receivedAt: now - 5000 }, '31 km east of Healesville, reported 5 s ago'],
    [{ position: null, place: null, fixAt: null, receivedAt: null }, 'Nothing received yet'],
  ]);
});

test('counts are rounded down where they are short', () => {
  all(countText, [[0, '0 devices'], [1, '1 device'], [12345, '12,345 devices']]);
  const counts = { live: 1200, stale: 0, silent: 3, unknown: 0, none: 0 };
  all(countsText, [[counts, '1,200 live, 3 silent']]);
  all(shortCount, [[999, '999'], [1000, '1.0k'], [9999, '9.9k'], [12999, '12k']]);
});

test('a position that is not current has a warning', () => {
  const here = { latitude: 1, longitude: 2 };
  for (const state of ['stale', 'silent', 'unknown']) {
    assert.match(warningText(/** @type {any} */ ({ state, position: here })), /where/);
  }
  all(warningText, [[{ state: 'live', position: here }, ''], [{ state: 'none', position: null }, '']]);
});

test('only teams that a member may share are offered', () => {
  const teams = [{ name: 'a', role: 'last' }, { name: 'b', role: 'history' }, { name: 'c', role: 'share' }, { name: 'd', role: 'admin' }];
  all(shareableTeams, [[{ teams }, ['c', 'd']], [{ teams: [null, { role: 'share' }] }, []], [null, []]]);
});

test('an event of the fleet is a sentence about a device', () => {
  const event = { device: 'van', event: 'enter', place: 'Depot', time: isoBefore(0) };
  const parsed = { device: 'van', kind: 'enter', place: 'Depot', at: now };
  all(parseFleetEvent, [
    [event, parsed], [{ ...event, event: 'silent' }, { ...parsed, kind: 'silent', place: '' }], [{ ...event, event: 'toString' }, null],
    [{ ...event, place: null }, null], [{ ...event, time: 1 }, null], [{ ...event, device: '' }, null], [null, null]]);
  all(fleetEventText, [
    [parsed, 'van entered Depot'], [{ ...parsed, place: '\u05d0\u202e' }, 'van entered \u2068\u05d0\u2069'], [{ ...parsed, kind: 'silent', place: '' }, 'van is silent'],
    [{ ...parsed, kind: 'dragging', place: '' }, 'van drags its anchor']]);
});

test('past events are merged without duplicates', () => {
  const past = [1, 5, 9].map((offset) => ({ device: 'van', event: 'back', time: isoBefore(offset) }));
  const live = { device: 'van', kind: 'back', place: '', at: now };
  const listed = withPastEvents({ events: [...past, null] }, [live, { ...live, at: now - 5000 }]);
  assert.deepEqual(listed.map((event) => now - event.at), [0, 1000, 5000, 9000]);
  assert.deepEqual(withPastEvents(null, [live]), [live]);
});
