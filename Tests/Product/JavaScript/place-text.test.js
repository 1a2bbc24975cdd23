// Texts about places.

import test from 'node:test';

import { anchorPlace, anchorWay, capitalized, distanceText, eventText, isolatedName, visitText, whereabouts } from '../../../templates/live/model/place-text.js';
import { all } from './support.js';

/** Returns a place in the format of a report. */
const place = (more = {}) => ({ name: 'Melbourne', distance: 840, ...more });

test('the whereabouts begin with the places of the owner that were entered', () => {
  const melbourne = place({ region: 'Victoria', country: 'AU', bearing: 41 });
  const near = place({ name: 'Home', distance: 300 });
  const full = '0.8 km south-west of Melbourne, Victoria, AU';
  all(whereabouts, [
    [{ place: melbourne }, 'metric', false, [full]],
    [{ place: melbourne }, 'imperial', true, [full.replace('0.8 km', '0.5 mi')]],
    [{ place: melbourne, near }, 'metric', true, [full, '300 m from the edge of Home']],
    [{ near: place({ name: 'Home', distance: 4.4 }) }, 'metric', true, ['4 m from the edge of Home']],
    [{ near: place({ name: 'Home', distance: 1260 }) }, 'metric', true, ['1.3 km from the edge of Home']],
    [{ near: place({ name: 'Home', distance: 63200 }) }, 'metric', true, ['63 km from the edge of Home']],
    [{ near: place({ name: 'Home', distance: 300 }) }, 'imperial', true, ['984 ft from the edge of Home']],
    [{ place: melbourne, near: place({ name: 'Home', distance: 0 }) }, 'metric', true, [full, 'within Home, not entered yet']],
    [{ place: melbourne, near, inside: ['Home'] }, 'metric', false, [full]],
    [{ place: melbourne, near, inside: ['Home'] }, 'metric', true, ['at Home', full]],
    [{ inside: ['A', 'B'] }, 'metric', true, ['at A, B']],
    [{ inside: ['A', 'B', 'C', 'D', 'E'] }, 'metric', true, ['at A, B, C and 2 more']],
    [{ place: place({ distance: 0 }) }, 'metric', false, ['in Melbourne']],
    [{ place: place({ distance: 250 }) }, 'metric', false, ['in Melbourne']],
    [{ place: place({ distance: 251 }) }, 'metric', false, ['0.3 km from Melbourne']],
    [{ place: place({ bearing: 359.9 }) }, 'metric', false, ['0.8 km south of Melbourne']],
    [{ place: place({ bearing: null }) }, 'metric', false, ['0.8 km from Melbourne']],
    [{ place: 7, near: {}, inside: [1, null, ''] }, 'metric', true, []],
    [{ place: { name: '', distance: 1 } }, 'metric', true, []], [{ inside: 'Home' }, 'metric', true, []], [null, 'metric', true, []],
  ]);
  all(capitalized, [
    ['at Home', 'At Home'], ['in Melbourne', 'In Melbourne'], ['attic', 'attic'], ['inn', 'inn'], ['', ''],
    ['300 m from in ', '300 m from in '],
  ]);
});

test('names do not change the direction of text', () => {
  all(isolatedName, [
    ['Zürich', 'Zürich'], ['القاهرة', '\u2068القاهرة\u2069'], ['a\u202eb\u2069\u200f', 'ab'], ['תל אביב', '\u2068תל אביב\u2069'],
  ]);
});

test('an event is a sentence', () => {
  all(eventText, [
    ['enter', 'Entered Home'], ['leave', 'Left Home'], ['dragging', 'The anchor is dragging'],
    ['holding', 'The anchor is holding again'], ['lost', 'The anchor watch has lost the position'],
    ['found', 'The anchor watch has a position again'],
  ].map(([kind, expected]) => [{ kind, place: 'Home' }, expected]));
});

test('a distance has a direction as a word', () => {
  const here = { latitude: 0, longitude: 0 };
  const north = { latitude: 0.01, longitude: 0 };
  all(distanceText, [
    [here, north, 'metric', '1.1 km to the north'], [null, north, 'metric', ''], [here, { ...north, radius: 100 }, 'metric', 'edge 1.0 km to the north'],
    [here, { ...north, radius: 2000 }, 'metric', 'inside'], [here, here, 'metric', '0 m'],
  ]);
  all(anchorWay, [
    [here, { latitude: 0, longitude: 0.0001 }, 'metric', '11 m to the east'], [here, here, 'metric', ''], [null, here, 'metric', '']]);
});

test('the edge of a place is as far as the command has it', () => {
  const here = { latitude: 0, longitude: 0 };
  const metresPerDegree = 110574;
  const at = (/** @type {number} */ metres) => ({ latitude: (metres + 100) / metresPerDegree, longitude: 0, radius: 100 });
  all(distanceText, [
    [here, at(63200), 'metric', 'edge 63 km to the north'], [here, at(9800), 'metric', 'edge 9.8 km to the north'],
    [here, at(4.4), 'metric', 'edge 4 m to the north'], [here, at(63200), 'imperial', 'edge 39 mi to the north'],
    [here, at(300), 'imperial', 'edge 984 ft to the north'],
  ]);
});

test('an anchor at the position is said in words', () => {
  const here = { latitude: 0, longitude: 0 };
  all(anchorPlace, [
    [here, { latitude: 0, longitude: 0.0001 }, 'metric', 'The anchor is 11 m to the east'],
    [here, here, 'metric', 'The anchor is at this position'], [here, { latitude: 0, longitude: 0.000003 }, 'metric', 'The anchor is at this position'],
    [null, here, 'metric', ''],
  ]);
});

test('a place has its last visit', () => {
  const [now, since] = [Date.parse('2026-11-22T12:00:00'), Date.parse('2026-11-22T08:30:00')];
  const event = (/** @type {string} */ kind) => ({ kind, since, moment: since + 20000, place: 'Home' });
  all(visitText, [
    [undefined, true, now, ''], [event('enter'), true, now, 'Here since 08:30'], [event('leave'), false, now, 'Left 08:30'],
    [event('enter'), false, now, 'Last visit 08:30'], [event('leave'), true, now, ''],
    [event('leave'), false, now + 86400000, 'Left Sunday 08:30'], [event('leave'), false, now + 864000000, 'Left 22 November'],
    [event('enter'), false, now + 90 * 86400000, 'Last visit 22 November 2026'],
  ]);
});
