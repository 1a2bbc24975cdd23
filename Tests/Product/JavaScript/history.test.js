// A period of the history: its address, its days, journeys, and charts.

import assert from 'node:assert/strict';
import test from 'node:test';

import { dayAfterKey, dotSize, monthsOf, monthsOfYear, totalOf, weekOf, weeksOf, yearsOf } from '../../../templates/live/model/calendar.js';
import { chevrons, spread } from '../../../templates/live/model/chevrons.js';
import { colourClass, colourScale } from '../../../templates/live/model/colour-scale.js';
import { dayRows, daySummary, readJourneys } from '../../../templates/live/model/journeys.js';
import { nearText } from '../../../templates/live/model/near-text.js';
import { choiceOfFragment, fragmentOf, trackFileName } from '../../../templates/live/model/page-address.js';
import { momentSpan, periodTitle, zoneText } from '../../../templates/live/model/period-text.js';
import { isLong, tolerance, zoneQuery } from '../../../templates/live/model/range.js';
import {
  bandText, chartFigures, chartKinds, chartRows, chartSummary, readSeries, recordedSpan, rowAt, rowText, tableRows,
} from '../../../templates/live/model/series.js';
import { trackFigures } from '../../../templates/live/model/track-figures.js';
import { all, plain } from './support.js';

test('the tolerance of a track is a power of two that suits the period and the map', () => {
  const tolerances = (/** @type {number} */ hours) => [false, true].flatMap((isOverview) => [0.5, 2000].map((metres) => (
    tolerance(metres, { from: new Date(0), to: new Date(hours * 3600000) }, 0, isOverview))));
  assert.deepEqual(tolerances(24), [1, 512, 2, 512]);
  assert.deepEqual(tolerances(8760), [128, 512, 512, 512]);
});

test('the line of a long period is thin and without directions', () => {
  all(isLong, [
    [{ kind: 'day', day: '2026-11-16' }, false], [{ kind: 'month', month: '2026-11' }, true], [{ kind: 'year', year: '2026' }, true],
    [{ kind: 'range', from: '2026-11-01T00:00', to: '2026-11-08T00:00' }, false],
    [{ kind: 'range', from: '2026-11-01T00:00', to: '2026-11-08T00:01' }, true], [{ kind: 'range', from: '', to: '' }, false]]);
});

test('a zone that the server cannot know is UTC', () => {
  all(zoneQuery, [
    ['Australia/Melbourne', 'zone=Australia%2FMelbourne'], ['Etc/GMT+5', 'zone=Etc%2FGMT%2B5'],
    ['Etc/Unknown', 'zone=UTC'], ['', 'zone=UTC']]);
});

test('the address of a period has a day or two moments, and no invalid ones', () => {
  const [day, period] = [{ kind: 'day', day: '2026-11-16' }, { kind: 'range', from: '2026-11-16T09:00', to: '2026-11-17T10:30' }];
  all(choiceOfFragment, [
    ['#day=2026-11-16', day], ['#range=2026-11-16T09:00/2026-11-17T10:30', period], ['', null], ['#more', null],
    ['#month=2026-11', { kind: 'month', month: '2026-11' }], ['#room=history&year=2026', { kind: 'year', year: '2026' }], ['#month=2026-13', null],
    ['#year=26', null], ['#day=2026-13-99', null], ['#day=<b>', null], ['#range=2026-11-16T09:00', null]]);
  all(fragmentOf, [
    [day, '#day=2026-11-16'], [period, '#range=2026-11-16T09:00/2026-11-17T10:30'], [{ kind: 'hour', day: '2026-11-16' }, ''],
    [{ kind: 'day', day: '' }, ''], [{ kind: 'month', month: '2026-11' }, '#month=2026-11'], [{ kind: 'year', year: '2026' }, '#year=2026']]);
  all(trackFileName, [
    [day, '2026-11-22', 'whereismy-2026-11-16.gpx'], [{ kind: 'month', month: '2026-11' }, '2026-11-22', 'whereismy-2026-11.gpx'], [{ kind: 'today' }, '2026-11-22', 'whereismy-2026-11-22.gpx'],
    [period, '2026-11-22', 'whereismy-2026-11-16T0900-2026-11-17T1030.gpx']]);
});

test('the timeline has stays, trips and gaps', () => {
  const stay = { kind: 'stay', from: '2026-11-16T08:00:00Z', to: '2026-11-16T09:30:00Z', latitude: 1.5, longitude: -2, confidence: 0.999 };
  const read = { kind: 'stay', from: 1794816000000, to: 1794821400000, positions: [{ latitude: 1.5, longitude: -2 }], figures: stay };
  all(readJourneys, [
    [{ journeys: [stay, { kind: 'odd' }, null, { ...stay, from: 'bad' }] }, [read]], [{}, []], [null, []]]);
});

/** @param {string} kind @param {string} from @param {string} to @param {object} [more] */
const journey = (kind, from, to, more) => ({ kind, from: `2026-11-18T${from}`, to: `2026-11-18T${to}`, confidence: 1, ...more });

/** @param {string} [place] @param {object} [more] */
const at = (place, more) => ({ latitude: 1, longitude: 2, ...(place ? { place } : {}), ...more });

/**
 * Returns the rows of a day as texts: mark or kind, title, times, facts.
 * @param {object[]} journeys
 */
const rowTexts = (journeys) => plain(dayRows(readJourneys({ journeys }), 'metric').map((row) => (row.kind === 'stop'
  ? [row.mark, row.title, row.arrival, row.departure, row.facts] : [row.kind, row.time, row.facts, row.details])));

test('a day has stops from A to B, numbered between them, and the ways from one to the next', () => {
  assert.deepEqual(rowTexts([
    journey('stay', '00:00', '08:12', at('Home')),
    journey('trip', '08:12', '09:21', { distance: 76000, meanSpeed: 18, topSpeed: 25, gapDistance: 1500.4 }),
    journey('stay', '09:21', '10:05', at('', { near: 'Geelong', nearDistance: 67000, nearBearing: 90, confidence: 0.625 })),
    journey('gap', '10:05', '11:00', { distance: 24000 }), journey('gap', '11:00', '11:01'),
    journey('trip', '11:01', '11:31', { distance: 500 }),
    journey('stay', '11:31', '12:00', at()), journey('stay', '12:00', '23:00', at('Ca\u202emp')),
  ]), [
    ['A', 'Home', '', '08:12', 'Start, 8 h 12 min'],
    ['trip', '', '76.0 km, 1 h 9 min, 1.50 km across gaps', 'average 64.8 km/h, top 90.0 km/h'],
    ['1', '67 km west of Geelong', '09:21', '10:05', '44 min, recorded 62% of the time'],
    ['gap', '', 'No record for 55 min, 24.0 km apart', ''], ['gap', '11:00', 'No record for 1 min', ''],
    ['trip', '11:01', '500 m, 30 min', ''],
    ['2', '1.00000, 2.00000', '11:31', '12:00', '29 min'],
    ['B', 'Camp', '12:00', '', 'End, 11 h']]);
});

test('a day that begins and ends on the way has stops there', () => {
  assert.deepEqual(rowTexts([
    journey('gap', '00:00', '01:00'), journey('trip', '01:00', '02:00', { start: at('Home'), end: {} }),
  ]), [['gap', '00:00', 'No record for 1 h', ''], ['A', 'Home', '', '01:00', 'Start'], ['trip', '', '1 h', ''], ['B', 'Unknown place', '02:00', '', 'End']]);
  assert.deepEqual(rowTexts([journey('stay', '00:00', '03:00', at('Home'))]), [['A', 'Home', '00:00', '03:00', '3 h']]);
  assert.deepEqual(rowTexts([]), []);
});

test('the sums of a day are those of the server, or of its trips', () => {
  const journeys = [
    journey('stay', '00:00', '01:00', at()), journey('trip', '01:00', '02:00', { distance: 1000, moving: 1800 }), journey('stay', '02:00', '03:00', at()),
    journey('trip', '03:00', '03:30', { distance: 500 }), journey('gap', '03:30', '04:00', { distance: 9000 })];
  const read = readJourneys({ journeys });
  all(daySummary, [
    [{ journeys }, read, { distance: 1500, moving: 3600, stays: 1 }],
    [{ journeys, total: { distance: 1600, moving: 5 } }, read, { distance: 1600, moving: 5, stays: 1 }],
    [null, [], { distance: 0, moving: 0, stays: 0 }]]);
});

test('a stop has the name of the town, is near it, or is in a direction from it', () => {
  const from = (/** @type {number} */ nearDistance, /** @type {number} */ nearBearing) => [{ near: 'Colac', nearDistance, nearBearing }, 'metric'];
  all(nearText, [
    [...from(250, 0), 'Colac'], [...from(812, 0), 'Near Colac'], [...from(67000, 0), '67 km south of Colac'],
    [...from(150000, 359), '150 km south of Colac'], [...from(67000, 203), '67 km north-east of Colac'],
    [{ near: 'Colac', nearDistance: 67000 }, 'nautical', '36 nmi from Colac'], [{ near: 'Colac' }, 'metric', 'Near Colac'], [{}, 'metric', '']]);
});

test('a period has a title, and says whose clock it has where that differs', () => {
  const now = new Date('2026-11-20T12:00');
  all((choice) => periodTitle(choice, now).replace('Wed,', 'Wed'), [
    [{ kind: 'day', day: '2026-11-18' }, 'Wed 18 Nov'], [{ kind: 'day', day: '2020-11-18' }, 'Wed 18 Nov 2020'],
    [{ kind: 'month', month: '2026-11' }, 'November 2026'], [{ kind: 'year', year: '2026' }, '2026'], [{ kind: 'hour' }, ''],
    [{ kind: 'range', from: '2026-11-16T09:00', to: '2026-11-17T10:30' }, '16 Nov 2026, 09:00 – 17 Nov 2026, 10:30']]);
  all(zoneText, [
    [0, 39600, 'Your time, UTC+11. The box keeps UTC.'], [-12600, 20700, 'Your time, UTC+5:45. The box keeps UTC−3:30.'], [3600, 3600, ''], [undefined, 0, '']]);
  const span = plain(momentSpan(new Date('2026-11-16T09:00'), new Date('2026-11-16T09:30')));
  assert.match(span, /16 Nov 2026,? 0?9:00\s*–\s*0?9:30/u);
});

test('the figures of a period are those that are known', () => {
  const figures = { points: 5, distance: 4321, moving: 3600, meanSpeed: 10, topSpeed: null };
  assert.deepEqual(plain(trackFigures(figures, 'metric')), [['Distance', '4.32 km'], ['Moving', '1 h'], ['Average speed', '36.0 km/h']]);
});

test('the colours are four classes of round bounds', () => {
  const speeds = [...Array.from({ length: 100 }, (_, index) => index / 4), 400, null];
  const scale = colourScale(speeds, 'speed', 'metric');
  assert.deepEqual(plain(scale.labels), ['below 25', '25 to 50', '50 to 75', 'above 75 km/h']);
  all(colourClass, [[scale, 0, 0], [scale, 25 / 3.6, 1], [scale, 400, 3]]);
  assert.deepEqual(plain(colourScale([10, 10, 12, 12.1], 'altitude', 'imperial').labels), ['below 34', '34 to 36', '36 to 38', 'above 38 ft']);
  assert.deepEqual(plain(colourScale([0, 0], 'accuracy', 'metric').labels), ['up to 0.1 m']);
  assert.deepEqual(colourScale([null], 'speed', 'metric'), { bounds: [], labels: [] });
});

test('chevrons are at equal distances along the visible part of a line, in its direction', () => {
  const view = { min: { x: 0, y: 0 }, max: { x: 1000, y: 1000 } };
  const tips = (/** @type {import('../../../templates/live/model/chevrons.js').Pixel[][]} */ lines) => (
    chevrons(lines, view, 100, 6).map(([, tip]) => [Math.round(tip.x), Math.round(tip.y)]));
  assert.deepEqual(tips([[{ x: 0, y: 10 }, { x: 120, y: 10 }, { x: 120, y: 300 }]]), [[50, 10], [120, 40], [120, 140], [120, 240]]);
  assert.deepEqual(tips([[{ x: 0, y: 10 }, { x: 40, y: 10 }]]), []);
  assert.deepEqual(tips([[{ x: 10, y: 10 }, { x: 10, y: 10 }], []]), []);
  // Far outside of the view nothing is computed.
  assert.deepEqual(tips([[{ x: -1e7 + 50, y: 10 }, { x: 1e7, y: 10 }]]).length, 11);
  assert.deepEqual(tips([[{ x: 0, y: -5 }, { x: 1e9, y: -5 }]]), []);
  const [[one, tip, other]] = chevrons([[{ x: 100, y: 0 }, { x: 100, y: 100 }]], view, 100, 10);
  assert.ok(one.y < tip.y && other.y < tip.y && Math.abs(one.x + other.x - 200) < 1e-9 && Math.abs(tip.y - one.y - 10 / Math.SQRT2) < 1e-9);
  const spiral = Array.from({ length: 2000 }, (_, index) => ({ x: 500 + 400 * Math.cos(index), y: 500 + 400 * Math.sin(index) }));
  assert.equal(chevrons([spiral], view, 100, 6).length, 150);
});

test('marks that would cover others are beside them', () => {
  all(spread, [
    [[{ x: 10, y: 10 }, { x: 200, y: 10 }, { x: 12, y: 14 }, { x: 15, y: 10 }], 28, [0, 0, 28, 56]], [[], 28, []]]);
});

test('the calendar has whole weeks, and its keys lead to days with a track', () => {
  const weeks = weeksOf('2026-11');
  assert.deepEqual([weeks.length, weeks[0], weeks[5].slice(0, 2)], [6, [null, null, null, null, null, null, '2026-11-01'], ['2026-11-30', null]]);
  const february = weeksOf('2027-02');
  assert.deepEqual([february.length, february[0][0], february[3][6]], [4, '2027-02-01', '2027-02-28']);
  const days = ['2026-11-20', '2026-11-12', '2026-11-02', '2026-09-30'];
  all(dayAfterKey, [
    ['ArrowLeft', '2026-11-02'], ['ArrowRight', '2026-11-20'], ['ArrowUp', '2026-11-02'], ['ArrowDown', '2026-11-20'],
    ['PageUp', '2026-09-30'], ['PageDown', null], ['Home', '2026-11-02'], ['End', '2026-11-20'], ['a', null],
  ].map(([key, day]) => [days, '2026-11-12', key, day]));
  assert.deepEqual(monthsOf(days), ['2026-11', '2026-09']);
  assert.deepEqual(yearsOf(['2026-01-01', '2025-12-31', '2025-01-01']), ['2026', '2025']);
  assert.deepEqual(weekOf('2026-11-29'), ['23', '24', '25', '26', '27', '28', '29'].map((day) => '2026-11-' + day));
  assert.deepEqual([weekOf('2026-03-01')[0], weekOf('2026-12-31')[6]], ['2026-02-23', '2027-01-03']);
});

test('a day has a dot of one of three sizes, and days add up to months and years', () => {
  all((distance) => dotSize({ day: '', distance }), [[undefined, 1], [null, 1], [0, 1], [19999, 1], [20000, 2], [99999, 2], [100000, 3]]);
  const days = [{ day: '2026-11-02', distance: 1000 }, { day: '2026-11-01', distance: null }, { day: '2026-10-31', distance: 500 }, { day: '2025-11-01', distance: 7 }];
  all(totalOf, [
    [days, '2026-11', { distance: 1000, count: 2 }], [days, '2026', { distance: 1500, count: 3 }], [days, '', { distance: 1507, count: 4 }],
    [days, '2024', { distance: 0, count: 0 }]]);
  const months = monthsOfYear(days, '2026');
  assert.deepEqual([months.length, months[0].month, months[9], months[11].count], [12, '2026-01', { month: '2026-10', distance: 500, count: 1 }, 0]);
});

test('the series has rows in order, gaps, and bands around the values', () => {
  const document = {
    step: 10, time: [100, 110, 105, 120, 150], speed: [1, null, 9, 3, null], speedMax: [2, null, 9, 5, null],
    altitude: [10, null, 9, 'x', null], altitudeLow: [8, null, 9, null, null], altitudeHigh: [12, null, 9, null, null],
    accuracy: [4, null, 9, 6, null], distance: [0, null, 9, 2000, null], latitude: [1, null, 9, 1.5, null] };
  const series = readSeries(document);
  assert.deepEqual([series.time, series.altitude, series.longitude], [[100, 110, 120, 150], [10, null, null, null], Array(4).fill(null)]);
  all(rowAt, [
    [series, 99, null], [series, 100, 0], [series, 109, 0], [series, 115, null], [series, 139, 2], [series, 141, null], [series, 151, null],
    [{ ...series, time: [0, 90], speed: [0, 0], latitude: [1, 1] }, 80, 0]]);
  all(recordedSpan, [[series, { from: 100, to: 120 }], [{ ...series, latitude: Array(4).fill(null), speed: Array(4).fill(null) }, null]]);
  all(rowText, [[series, 0, 'metric', '3.6 km/h, 10 m, within 4.0 m'], [series, 2, 'nautical', '5.8 kn, within 6.0 m'], [series, null, 'metric', '']]);
  const [speed, altitude] = chartKinds;
  all(chartRows, [
    [series, altitude, 'distance', 'metric', [[0, [8, 10, 12]], [0, null], [2, null], [2, null]]]]);
  assert.deepEqual(chartRows(series, speed, 'time', 'metric').map(([, values]) => values), [
    [3.6, 3.6, 7.2], null, [3 * 3.6, 3 * 3.6, 18], null]);
  const accurate = { ...series, speedAccuracy: [1.5, null, 0.5, null], altitudeAccuracy: [20, null, null, null] };
  assert.deepEqual(chartRows(accurate, speed, 'time', 'metric').map(([, values]) => values), [
    [0, 3.6, 3.5 * 3.6], null, [2.5 * 3.6, 3 * 3.6, 5.5 * 3.6], null]);
  assert.deepEqual(chartRows(accurate, altitude, 'distance', 'metric')[0], [0, [-12, 10, 32]]);
  all(bandText, [
    [series, speed, 'Band of the speed: highest of each step.'], [accurate, speed, 'Band of the speed: highest of each step, ± accuracy.'],
    [{ ...accurate, speedAccuracy: [1, null, null, null] }, speed, 'Band of the speed: highest of each step, ± accuracy where it is known.'],
    [series, altitude, 'Band of the altitude: lowest and highest of each step.']]);
  all(chartFigures, [
    [series, speed, 'metric', 'km/h, top 18'], [series, altitude, 'imperial', 'ft, 26 to 39'], [{ ...series, speedMax: [] }, speed, 'metric', 'km/h']]);
  all(chartSummary, [
    [series, altitude, 'metric', 'Altitude from 8 m to 12 m'], [{ ...series, speed: [] }, speed, 'metric', 'Speed: no values'],
  ]);
  all(tableRows, [[series, 'metric', 2, [
    { time: 100, cells: ['3.6 km/h', '7.2 km/h', '10 m', '8 m', '12 m', '4.0 m'] },
    { time: 120, cells: ['10.8 km/h', '18.0 km/h', '', '', '', '6.0 m'] }]]]);
});
