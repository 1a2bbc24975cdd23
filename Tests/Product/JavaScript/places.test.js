// The documents of places and events, the lists of them, and the requests that change a place.

import assert from 'node:assert/strict';
import test from 'node:test';

import { additionRequest, changeRequests, placeProblem, removalRequest } from '../../../templates/live/model/own-place.js';
import { NearestPlaces, isRequestDue, matchingPlaces, mergedEvents } from '../../../templates/live/model/place-lists.js';
import { parseEvent, parseEvents, parseGazetteer, parsePlaces } from '../../../templates/live/model/places.js';
import { all, isoBefore, now } from './support.js';

const here = { latitude: -37.81, longitude: 144.96 };

test('a place with an invalid shape is omitted', () => {
  const ring = [[179, 1], [181, 1], [181, -1], [179, 1]];
  const feature = (/** @type {unknown} */ geometry, more = {}) => ({ geometry, properties: { name: 'A', ...more } });
  const circle = { type: 'Point', coordinates: [10, 54] };
  const good = { key: 'A', name: 'A', isInside: true, latitude: 54, longitude: 10, radius: 50 };
  const shape = { key: 'A', name: 'A', isInside: false, latitude: 0, longitude: 180,
    rings: [[[1, 179], [1, 181], [-1, 181], [1, 179]]] };
  const bad = [
    null, 7, {}, feature(circle), feature(circle, { radius: -1 }), feature(circle, { radius: '5' }), feature(circle, { name: '', radius: 5 }),
    feature(circle, { name: 5, radius: 5 }), feature(null, { radius: 5 }), feature({ type: 'Point', coordinates: [200, 54] }, { radius: 5 }),
    feature({ type: 'Point', coordinates: null }, { radius: 5 }), feature({ type: 'Polygon', coordinates: [] }),
    feature({ type: 'Polygon', coordinates: [ring.slice(0, 3)] }), feature({ type: 'Polygon', coordinates: [Array(4).fill([1, 99])] }),
    feature({ type: 'Polygon', coordinates: [ring, 5] }), feature({ type: 'LineString', coordinates: ring }),
  ];
  const features = [feature(circle, { radius: 50, inside: true }), ...bad, feature({ type: 'Polygon', coordinates: [ring] }, { inside: 'yes' })];
  // The server writes continuous longitudes, except for the start of a hole and the last corner.
  const sea = [[179, 2], [-179, 2], [-179, -2], [179, -2], [179, 2]];
  const hole = [[-179.5, 1], [-179.75, 0], [-179.5, 0], [-179.5, 1]];
  const across = { key: 'A', name: 'A', isInside: false, latitude: 0, longitude: 180, rings: [
    [[2, 179], [2, 181], [-2, 181], [-2, 179], [2, 179]], [[1, 180.5], [0, 180.25], [0, 180.5], [1, 180.5]]] };
  const pole = [[10, -84], [130, -85], [250, -84], [10, -84]];
  const polar = { key: 'A', name: 'A', isInside: false, latitude: -90, longitude: 190, pole: -90,
    rings: [[[-84, 10], [-85, 130], [-84, 250], [-84, 370]]] };
  const kept = { dwell: 20, created: '2026-01-02T03:04:05.000Z' };
  all(parsePlaces, [
    [{ features: [feature({ type: 'Polygon', coordinates: [sea, hole] })] }, [across]],
    [{ features: [feature({ type: 'Polygon', coordinates: [pole] })] }, [polar]],
    [{ features: [feature(circle, { radius: 50, inside: true, configured: true, ...kept })] }, [{ ...good, ...kept, isConfigured: true }]],
    [{ features: [feature(circle, { radius: 50, inside: true, configured: 'yes', dwell: '20', created: 5 })] }, [good]],
    [{ features }, [good, shape]], [{}, []], [null, []], [[], []], [{ features: {} }, []],
  ]);
});

test('a place of the gazetteer has a name and a position', () => {
  const known = { name: 'A', region: null, country: 'CH', code: null, latitude: 1, longitude: 2 };
  all(parseGazetteer, [
    [[{ ...known, distance: 5, region: 7 }, { name: 'B' }, null, 7, { ...known, latitude: 91 }], [{ ...known, key: 'A|1|2' }]],
    [{}, []], [null, []],
  ]);
});

test('events are sorted, merged and valid', () => {
  const one = { event: 'enter', place: 'A', moment: '1970-01-01T00:00:20Z', since: '1970-01-01T00:00:10Z' };
  const read = { kind: 'enter', place: 'A', moment: 20000, since: 10000 };
  const later = { ...one, moment: '1970-01-01T00:00:30Z' };
  const bad = [null, 7, { ...one, event: 'explode' }, { ...one, place: '' }, { ...one, moment: 'now' }];
  all(parseEvents, [
    [{ events: [one, ...bad, later] }, [{ ...read, moment: 30000 }, read]], [{}, []], [null, []],
    [{ events: [{ ...one, since: null }] }, [{ ...read, since: 20000 }]],
  ]);
  all(mergedEvents, [
    [[read], [{ ...read, moment: 30000 }, { ...read }], [{ ...read, moment: 30000 }, read]], [[], [], []],
  ]);
});

test('only some events have no place', () => {
  const event = { event: 'silent', moment: isoBefore(0) };
  all(parseEvent, [
    [event, { kind: 'silent', place: '', moment: now, since: now }], [{ ...event, event: 'enter' }, null]]);
});

test('nearby places are requested after a move, and seldom after a failure', () => {
  const moved = { ...here, latitude: -37.814 };
  const last = { here, at: 100, hasFailed: false };
  all(isRequestDue, [
    [null, here, 0, true], [last, here, 999, false], [last, moved, 114, false], [last, moved, 115, true],
    [{ ...last, hasFailed: true }, moved, 399, false], [{ ...last, hasFailed: true }, here, 400, true],
  ]);
});

test('places are found by their words', () => {
  const places = ['Home', 'Café Müller', 'Ozean'].map((name) => ({ name }));
  /** @type {[string, string[]][]} */
  const cases = [['ho', ['Home']], ['cafe', ['Café Müller']], ['MÜ', ['Café Müller']], ['afe', []], [' ', []], ['z', []]];
  all(matchingPlaces, cases.map(([text, names]) => [places, text, names.map((name) => ({ name }))]));
});

test('the list has twelve places, the nearest first after those around the position', () => {
  const places = Array.from({ length: 20 }, (_, n) => (
    { key: '', name: String(n), latitude: n, longitude: 0, radius: 1, isInside: n === 5 }));
  const names = new NearestPlaces(places).list({ latitude: 0, longitude: 0 }).map((place) => place.name);
  assert.deepEqual(names, [5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11].map(String));
});

test('the list does not depend on earlier positions', () => {
  const places = Array.from({ length: 300 }, (_, n) => ({
    key: '', name: String(n), latitude: n * 37 % 100 / 100, longitude: n * 61 % 97 / 100, radius: 50, isInside: n % 150 === 7 }));
  const nearest = new NearestPlaces(places);
  for (let step = 0; step < 60; step += 1) {
    const position = { latitude: step / 60, longitude: step / 41.3 % 1 };
    assert.deepEqual(nearest.list(position), new NearestPlaces(places).list(position), `position ${step}`);
  }
  assert.equal(new NearestPlaces(places).list(null).length, 12);
  assert.deepEqual(new NearestPlaces([]).list({ latitude: 0, longitude: 0 }), []);
});

test('a place of the owner is checked, and only what was edited is changed', () => {
  const radius = 'The radius is a length from 1 m to 100 km, such as ';
  all(placeProblem, [
    [{ name: 'Home', radius: '50' }, 'metric', ''], [{ name: ' ', radius: '50' }, 'metric', 'Enter a name.'],
    [{ name: 'a/b', radius: '50' }, 'metric', 'A name cannot contain a slash.'],
    [{ name: 'ü'.repeat(33), radius: '50' }, 'metric', 'The name is too long.'],
    [{ name: 'Home', radius: '0' }, 'metric', radius + '60 m or 0.2 km.'],
    [{ name: 'Home', radius: '3' }, 'imperial', radius + '200 ft or 0.1 mi.'], [{ name: 'Home', radius: '4' }, 'imperial', ''],
    [{ name: 'Home', radius: '60 yd' }, 'nautical', radius + '60 m or 0.1 nm.'],
    [{ name: 'Home', radius: '101km' }, 'imperial', radius + '200 ft or 0.1 mi.'],
    [{ name: 'Home', radius: '' }, 'metric', radius + '60 m or 0.2 km.'], [{ name: 'Home', radius: '60nm' }, 'metric', radius + '60 m or 0.2 km.'],
    [{ name: 'Home', radius: null }, 'metric', ''], [{ name: '', radius: null }, 'metric', 'Enter a name.']]);
  const home = { name: 'Home', latitude: 1, longitude: 2, radius: 50, dwell: 20 };
  const replaced = { address: 'v1/places/own?replace=yes', method: 'POST', body: {
    type: 'Feature', geometry: { type: 'Point', coordinates: [2, 1] }, properties: { name: 'A b', radius: 60, dwell: 20 },
  } };
  const renamed = { address: 'v1/places/own/Home/name', method: 'POST', body: { name: 'A b' } };
  all(changeRequests, [
    [home, { name: 'Home', radius: '50' }, 'metric', []], [home, { name: 'A b ', radius: '60' }, 'metric', [renamed, replaced]],
    [home, { name: 'A b', radius: '0.06km' }, 'imperial', [renamed, replaced]],
    // What was not edited is not changed, but a text that the form has rounded can be typed.
    [home, { name: 'Home', radius: null }, 'imperial', []], [home, { name: 'A b', radius: null }, 'imperial', [renamed]],
    [{ ...home, name: 'A b', radius: 60.4 }, { name: 'A b', radius: '60' }, 'metric', [replaced]],
    [{ ...home, rings: [] }, { name: 'Home', radius: null }, 'metric', []]]);
  const added = { latitude: 1, longitude: 2 };
  const request = { ...replaced, address: 'v1/places/own', body: { ...replaced.body, properties: { name: 'A b', radius: 100 } } };
  all(additionRequest, [
    [added, { name: 'A b', radius: null }, 'imperial', request], [added, { name: 'A b', radius: '0.1 km' }, 'imperial', request]]);
  all(removalRequest, [
    [{ name: 'a?b' }, { address: 'v1/places/own/a%3Fb', method: 'DELETE' }]]);
});
