// What surrounds the rooms: the heights of the sheet, the room of an address, the facts of the room Now, the coast.

import assert from 'node:assert/strict';
import test from 'node:test';

import { coastBlur, isCoastSoft } from '../../../templates/live/model/coast.js';
import { facts, figures } from '../../../templates/live/model/facts.js';
import { metresPerPixel, zoomForAccuracy } from '../../../templates/live/model/geodesy.js';
import { choiceOfFragment, roomOfFragment } from '../../../templates/live/model/page-address.js';
import { nextHeight, restingHeight, sheetHeights } from '../../../templates/live/model/sheet-heights.js';
import { decimals } from '../../../templates/live/model/units.js';
import { all, assertNear, languageTable, plain, setEnglish } from './support.js';
import { setLanguage } from '../../../templates/live/model/text.js';

test('half a sheet is as tall as its content, and leaves map in sight; a full one ends below the card', () => {
  const sizes = { window: 844, card: 150, tabs: 64, peek: 150, content: 400 };
  all(sheetHeights, [
    [sizes, { peek: 150, half: 400, full: 622 }],
    [{ ...sizes, content: 900 }, { peek: 150, half: 414, full: 622 }],
    [{ ...sizes, card: 60, content: 900 }, { peek: 150, half: 504, full: 712 }],
    [{ ...sizes, content: 100 }, { peek: 150, half: 150, full: 622 }],
    [{ window: 300, card: 150, tabs: 64, peek: 150, content: 900 }, { peek: 78, half: 78, full: 78 }],
    [{ window: 100, card: 150, tabs: 64, peek: 150, content: 900 }, { peek: 0, half: 0, full: 0 }],
    [{ window: 640, card: 380, tabs: 64, peek: 110, content: 300, map: 152, handle: 28 }, { peek: 44, half: 44, full: 188 }],
    [{ window: 568, card: 380, tabs: 64, peek: 110, content: 300, map: 152, handle: 28 }, { peek: 28, half: 28, full: 116 }],
  ]);
});

test('a drag ends at the nearest height, a flick at the next one', () => {
  const heights = { peek: 150, half: 400, full: 620 };
  all(restingHeight, [
    [heights, { height: 200, speed: 0.1 }, 'peek'], [heights, { height: 300, speed: 0.1 }, 'half'], [heights, { height: 600, speed: 0 }, 'full'],
    [heights, { height: 160, speed: 0.6 }, 'half'], [heights, { height: 600, speed: -0.6 }, 'half'], [heights, { height: 300, speed: -2 }, 'peek'],
    [heights, { height: 620, speed: 2 }, 'full'], [heights, { height: 700, speed: 2 }, 'full'], [heights, { height: 90, speed: -2 }, 'peek'],
  ]);
  all(nextHeight, [['peek', 1, 'half'], ['half', 1, 'full'], ['full', 1, 'full'], ['half', -1, 'peek'], ['peek', -1, 'peek']]);
  const low = { peek: 44, half: 44, full: 188 };
  all(nextHeight, [['peek', 1, low, 'full'], ['half', -1, low, 'half'], ['full', -1, low, 'half'], ['peek', 1, { peek: 44, half: 44, full: 44 }, 'peek']]);
});

test('an address names the room; one with only a day is that of the history', () => {
  all(roomOfFragment, [
    ['', 'now'], ['#room=now', 'now'], ['#room=watch', 'watch'], ['#room=places', 'places'], ['#room=history', 'history'],
    ['#room=history&day=2026-11-18', 'history'], ['#day=2026-11-18', 'history'], ['#day=2026-02-30', 'now'],
    ['#range=2026-11-18T00:00/2026-11-19T12:00', 'history'], ['#room=attic', 'now'], ['#room=watchful', 'now'], ['#skip', 'now'],
  ]);
  assert.deepEqual(choiceOfFragment('#room=history&day=2026-11-18'), { kind: 'day', day: '2026-11-18' });
});

test('old figures are dashes, and what is unknown is left out of the others', () => {
  const report = {
    state: 'live', fix: { speed: 1.5, course: 159.4, altitude: 39.2, verticalAccuracy: 7.1, device: '/dev/ttyACM0' },
    satellites: { used: 8, visible: 11, hdop: 0.94 }, odometer: 39,
  };
  all(figures, [
    [report, 'metric', true, [['Speed', '5.4 km/h'], ['Course', '159° SSE'], ['Altitude', '39 m'], ['Satellites', '8 of 11']]],
    [report, 'metric', false, [['Speed', '–'], ['Course', '–'], ['Altitude', '–'], ['Satellites', '8 of 11']]],
    [{ state: 'live' }, 'metric', true, [['Speed', '–'], ['Course', '–'], ['Altitude', '–'], ['Satellites', '–']]],
    [{ satellites: { used: 3 } }, 'metric', false, [['Speed', '–'], ['Course', '–'], ['Altitude', '–'], ['Satellites', '3']]],
  ]);
  all(facts, [
    [report, 'metric', [['Receiver', '/dev/ttyACM0'], ['Odometer', '39 m'], ['HDOP', '0.9'], ['Altitude within', '7.1 m']]],
    [{}, 'metric', []],
    [{ rejections: { count: 2, epochs: 60, explanation: 'jumps' } }, 'metric', [['Rejected', '2 of 60 fixes: jumps']]],
  ]);
});

test('the coast is a band as wide as its error where a line would be off by more than 20 pixels', () => {
  all(isCoastSoft, [[1000, 50, false], [1000, 49.9, true], [0, 0.1, false]]);
  all(coastBlur, [[1000, 100, 0], [1000, 40, 12.5], [1000, 1, 48]]);
  assertNear(metresPerPixel(0, 0), 156543, 1);
  assertNear(metresPerPixel(60, 1), 39136, 1);
  all(zoomForAccuracy, [[4, 16], [null, 16], [1e6, 3], [600, 13]]);
});

test('a number is written as in the language of the page', () => {
  all(decimals, [[12.25, 1, '12.3'], [-0.01, 1, '0.0'], [1234.5, 0, '1235'], [NaN, 0, 'NaN']]);
  setLanguage(languageTable('en'), 'de');
  assert.equal(plain(decimals(12.25, 1)), '12,3');
  setEnglish();
});
