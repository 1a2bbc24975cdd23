// A period of the history: its address, its days, journeys, and charts.

import assert from 'node:assert/strict';
import test from 'node:test';

import { dayAfterKey, monthsOf, weeksOf } from '../../../templates/live/model/calendar.js';
import { journeyRow, readJourneys } from '../../../templates/live/model/journeys.js';
import { choiceOfFragment, fragmentOf, trackFileName } from '../../../templates/live/model/page-address.js';
import { tolerance, zoneQuery } from '../../../templates/live/model/range.js';
import {
  bandText, chartKinds, chartRows, chartSummary, readSeries, recordedSpan, rowAt, rowText, tableRows,
} from '../../../templates/live/model/series.js';
import { all, plain } from './support.js';

test('the tolerance of a track is a power of two that suits the period and the map', () => {
  const tolerances = (/** @type {number} */ hours) => [false, true].flatMap((isOverview) => [0.5, 2000].map((metres) => (
    tolerance(metres, { from: new Date(0), to: new Date(hours * 3600000) }, 0, isOverview))));
  assert.deepEqual(tolerances(24), [1, 512, 2, 512]);
  assert.deepEqual(tolerances(8760), [128, 512, 512, 512]);
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
    ['#day=2026-13-99', null], ['#day=<b>', null], ['#range=2026-11-16T09:00', null]]);
  all(fragmentOf, [
    [day, '#day=2026-11-16'], [period, '#range=2026-11-16T09:00/2026-11-17T10:30'], [{ kind: 'hour', day: '2026-11-16' }, ''],
    [{ kind: 'day', day: '' }, '']]);
  all(trackFileName, [
    [day, '2026-11-22', 'whereismy-2026-11-16.gpx'], [{ kind: 'today' }, '2026-11-22', 'whereismy-2026-11-22.gpx'],
    [period, '2026-11-22', 'whereismy-2026-11-16T0900-2026-11-17T1030.gpx']]);
});

test('the timeline has stays, trips and gaps', () => {
  const stay = { kind: 'stay', from: '2026-11-16T08:00:00Z', to: '2026-11-16T09:30:00Z', latitude: 1.5, longitude: -2, confidence: 0.999 };
  const read = { kind: 'stay', from: 1794816000000, to: 1794821400000, positions: [{ latitude: 1.5, longitude: -2 }], figures: stay };
  all(readJourneys, [
    [{ journeys: [stay, { kind: 'odd' }, null, { ...stay, from: 'bad' }] }, [read]], [{}, []], [null, []]]);
  const row = (more = {}) => plain(journeyRow(/** @type {any} */ ({ ...read, figures: { ...stay, ...more }, ...more }), 'metric'));
  assert.deepEqual({ ...row(), time: '' }, { time: '', title: 'Stay at 1.50000, -2.00000', facts: '1 h 30 min · confidence 99 %' });
  assert.deepEqual(row({ near: 'Kiel' }).title, 'Near Kiel');
  assert.deepEqual(row({ near: 'Kiel', place: 'Ho\u202eme' }).title, 'Home');
  const trip = row({ kind: 'trip', distance: 12345, gapDistance: 1500.4, meanSpeed: 10, start: { place: 'Home' }, end: {} });
  assert.deepEqual([trip.title, trip.facts], [
    'Trip from Home', '12.3 km · 1.50 km across gaps · 1 h 30 min · mean 36.0 km/h · confidence 99 %']);
  const gap = row({ kind: 'gap', distance: 2000, start: { place: 'Home' } });
  assert.deepEqual([gap.title, gap.facts], ['No record', '2.00 km apart · 1 h 30 min']);
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
  all(rowText, [[series, 0, 'metric', '3.6 km/h · 10 m · ± 4.0 m'], [series, 2, 'nautical', '5.8 kn · ± 6.0 m'], [series, null, 'metric', '']]);
  const [speed, altitude] = chartKinds.map((chart) => ({ ...chart, band: 'range' }));
  all(chartRows, [
    [series, altitude, 'distance', 'metric', [[0, [8, 10, 12]], [0, null], [2, null], [2, null]]]]);
  assert.deepEqual(chartRows(series, speed, 'time', 'metric').map(([, values]) => values), [
    [3.6, 3.6, 7.2], null, [3 * 3.6, 3 * 3.6, 18], null]);
  const accurate = { ...series, speedAccuracy: [1.5, null, 0.5, null], altitudeAccuracy: [20, null, null, null] };
  assert.deepEqual(chartRows(accurate, speed, 'time', 'metric').map(([, values]) => values), [
    [0, 3.6, 3.5 * 3.6], null, [2.5 * 3.6, 3 * 3.6, 5.5 * 3.6], null]);
  assert.deepEqual(chartRows(accurate, altitude, 'distance', 'metric')[0], [0, [-12, 10, 32]]);
  all(bandText, [
    [series, speed, 'range'], [accurate, speed, 'range, ± accuracy'],
    [{ ...accurate, speedAccuracy: [1, null, null, null] }, speed, 'range, ± accuracy where it is known']]);
  all(chartSummary, [
    [series, altitude, 'metric', 'Altitude from 8 m to 12 m'], [{ ...series, speed: [] }, speed, 'metric', 'Speed: no values'],
  ]);
  all(tableRows, [[series, 'metric', 2, [
    { time: 100, cells: ['3.6 km/h', '7.2 km/h', '10 m', '8 m', '12 m', '4.0 m'] },
    { time: 120, cells: ['10.8 km/h', '18.0 km/h', '', '', '', '6.0 m'] }]]]);
});
