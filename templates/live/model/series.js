// The course of speed, altitude and accuracy over a period: the columns of v1/series, as charts, texts and a table.

import { listText } from './journeys.js';
import { text } from './text.js';
import { displayUnit, formatAccuracy, formatAltitude, formatSpeed } from './units.js';
import { asArray, isNumber } from './values.js';

/**
 * @typedef {'speed' | 'speedMax' | 'speedAccuracy' | 'altitude' | 'altitudeLow' | 'altitudeHigh' | 'altitudeAccuracy' | 'accuracy' |
 *   'distance' | 'latitude' | 'longitude'} ColumnName
 */
/** @typedef {(number | null)[]} Column */

/**
 * Columns of equal length: the time in seconds since 1970, ascending, and the values; a row of null values is a gap.
 * @typedef {{ step: number, time: number[] } & Record<ColumnName, Column>} Series
 */

/**
 * What a chart shows: the value, and the columns with the ends of the band around it and with the accuracy that widens it.
 * @typedef {{ value: ColumnName, low: ColumnName, high: ColumnName, accuracy: ColumnName, kind: 'speed' | 'altitude' }} ChartKind
 */

/**
 * The charts.
 * @type {ChartKind[]}
 */
export const chartKinds = [
  { value: 'speed', low: 'speed', high: 'speedMax', accuracy: 'speedAccuracy', kind: 'speed' },
  { value: 'altitude', low: 'altitudeLow', high: 'altitudeHigh', accuracy: 'altitudeAccuracy', kind: 'altitude' },
];

/** @type {ColumnName[]} */
const columnNames = [
  'speed', 'speedMax', 'speedAccuracy', 'altitude', 'altitudeLow', 'altitudeHigh', 'altitudeAccuracy', 'accuracy', 'distance',
  'latitude', 'longitude',
];

/**
 * Returns the series of a document; rows without a time that follows the one before are omitted.
 * @param {any} document
 * @returns {Series}
 */
export function readSeries(document) {
  const source = document || {};
  const times = asArray(source.time);
  let last = -Infinity;
  const rows = times.map((_, row) => row).filter((row) => {
    const isNext = isNumber(times[row]) && times[row] > last;
    if (isNext) { last = times[row]; }
    return isNext;
  });
  const column = (/** @type {ColumnName} */ name) => {
    const values = asArray(source[name]);
    return [name, rows.map((row) => (isNumber(values[row]) ? values[row] : null))];
  };
  return {
    step: isNumber(source.step) ? source.step : 1, time: rows.map((row) => times[row]),
    .../** @type {Record<ColumnName, Column>} */ (Object.fromEntries(columnNames.map(column))),
  };
}

/**
 * Returns the row of a time: the last one that begins by then, which lasts until the next, as a machine at rest records rarely;
 * null before the first, in a gap, and two steps after the last row before a gap or the end.
 * @param {Series} series
 * @param {number} seconds
 */
export function rowAt({ time, step, latitude, speed }, seconds) {
  let [low, high] = [0, time.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle] <= seconds) { low = middle + 1; } else { high = middle; }
  }
  const row = low - 1;
  const isRecorded = (/** @type {number} */ index) => index >= 0 && index < time.length && (latitude[index] !== null || speed[index] !== null);
  return isRecorded(row) && (isRecorded(row + 1) || seconds - time[row] <= 2 * step) ? row : null;
}

/**
 * Returns the times of the first and the last row that is no gap, in seconds; null where all are gaps.
 * @param {Series} series
 */
export function recordedSpan({ time, latitude, speed }) {
  const isRecorded = time.map((_, row) => latitude[row] !== null || speed[row] !== null);
  const [first, last] = [isRecorded.indexOf(true), isRecorded.lastIndexOf(true)];
  return first < 0 ? null : { from: time[first], to: time[last] };
}

/**
 * Returns what the band of a chart is. Summaries, and receivers that state no accuracy, leave it at the range of each step.
 * @param {Series} series
 * @param {ChartKind} chart
 */
export function bandText(series, chart) {
  const accuracies = series[chart.accuracy].filter((_, row) => series[chart.value][row] !== null);
  const known = accuracies.filter(isNumber);
  const ending = known.length === 0 ? '' : known.length < accuracies.length ? '-and-known-accuracy' : '-and-accuracy';
  return text('charts.' + chart.kind + '-band' + ending);
}

/**
 * Returns the figures beside the title of a chart, such as "km/h, top 96"; the unit where nothing is known.
 * @param {Series} series
 * @param {ChartKind} chart
 * @param {string} units
 */
export function chartFigures(series, chart, units) {
  const { name: unit, factor } = displayUnit(chart.kind, units);
  const [lowest, highest] = [least(series[chart.low].filter(isNumber)), most(series[chart.high].filter(isNumber))];
  if (lowest === null || highest === null) { return unit; }
  const [low, high] = [lowest, highest].map((value) => Math.round(value * factor));
  return chart.kind === 'speed' ? text('charts.speed-figures', { unit, top: high }) : text('charts.altitude-figures', { unit, low, high });
}

/**
 * Returns the rows of a chart: the moment as a date, or the distance in the long unit; then the low end, the value and the high
 * end in units of the reader, or null for a gap. The ends include the accuracy; no speed is below zero.
 * @param {Series} series
 * @param {ChartKind} chart
 * @param {string} over `time` or `distance`
 * @param {string} units
 * @returns {[Date | number, [number, number, number] | null][]}
 */
export function chartRows(series, chart, over, units) {
  const { factor } = displayUnit(chart.kind, units);
  const long = displayUnit('distance', units).factor;
  let distance = 0;
  return series.time.map((time, row) => {
    distance = Math.max(distance, (series.distance[row] ?? 0) * long);
    const [low, value, high, accuracy] = [chart.low, chart.value, chart.high, chart.accuracy].map((name) => series[name][row]);
    const moment = over === 'distance' ? distance : new Date(time * 1000);
    if (value === null) { return [moment, null]; }
    const [least, most] = [Math.min(low ?? value, value) - (accuracy ?? 0), Math.max(high ?? value, value) + (accuracy ?? 0)];
    return [moment, [(chart.kind === 'speed' ? Math.max(0, least) : least) * factor, value * factor, most * factor]];
  });
}

/**
 * Returns the values of a row as text, such as "44 km/h, 205 m, within 4 m"; empty for a gap.
 * @param {Series} series
 * @param {number | null} row
 * @param {string} units
 */
export function rowText(series, row, units) {
  if (row === null) { return ''; }
  const [speed, altitude, accuracy] = [series.speed[row], series.altitude[row], series.accuracy[row]];
  return listText([
    speed === null ? '' : formatSpeed(speed, units), altitude === null ? '' : formatAltitude(altitude, units),
    accuracy === null ? '' : text('charts.within', { accuracy: formatAccuracy(accuracy, units) }),
  ]);
}

/**
 * Returns the description of a chart for screen readers.
 * @param {Series} series
 * @param {ChartKind} chart
 * @param {string} units
 */
export function chartSummary(series, chart, units) {
  const format = chart.kind === 'speed' ? formatSpeed : formatAltitude;
  const values = series[chart.value].filter(isNumber);
  if (values.length === 0) { return text('charts.' + chart.kind + '-unknown'); }
  const [lowest, highest] = [least(series[chart.low].filter(isNumber)), most(series[chart.high].filter(isNumber))];
  return text('charts.' + chart.kind + '-range', { low: format(lowest ?? values[0], units), high: format(highest ?? values[0], units) });
}

/** @param {number[]} values */
const least = (values) => values.reduce((/** @type {number | null} */ end, value) => (end === null || value < end ? value : end), null);

/** @param {number[]} values */
const most = (values) => values.reduce((/** @type {number | null} */ end, value) => (end === null || value > end ? value : end), null);

/** @param {number[]} values */
const mean = (values) => (values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length);

/**
 * Returns at most this many rows of a table: the time in seconds, and the texts of average speed, top speed, altitude, lowest and
 * highest altitude, and accuracy; empty where nothing is known.
 * @param {Series} series
 * @param {string} units
 * @param {number} count
 * @returns {{ time: number, cells: string[] }[]}
 */
export function tableRows(series, units, count) {
  const size = Math.max(1, Math.ceil(series.time.length / count));
  return Array.from({ length: Math.ceil(series.time.length / size) }, (_, index) => {
    const values = (/** @type {ColumnName} */ name) => series[name].slice(index * size, (index + 1) * size).filter(isNumber);
    const cell = (/** @type {number | null} */ value, /** @type {(value: number, units: string) => string} */ format) => (
      value === null ? '' : format(value, units));
    return {
      time: series.time[index * size],
      cells: [
        cell(mean(values('speed')), formatSpeed), cell(most(values('speedMax')), formatSpeed), cell(mean(values('altitude')), formatAltitude),
        cell(least(values('altitudeLow')), formatAltitude), cell(most(values('altitudeHigh')), formatAltitude),
        cell(mean(values('accuracy')), formatAccuracy)],
    };
  });
}
