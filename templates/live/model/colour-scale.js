// The colours of a track by speed, altitude or accuracy.

import { language, text } from './text.js';
import { displayUnit } from './units.js';

/** What can colour a track; the first one is the default. */
export const colourings = ['speed', 'altitude', 'accuracy', 'plain'];

/** The number of colours, as tokens.css has them: more of them cannot be distinguished on a line. */
export const maxClasses = 4;

/**
 * Classes of values: the lower bounds of all but the first, in SI units, and a label for each.
 * @typedef {{ bounds: number[], labels: string[] }} ColourScale
 */

/**
 * Returns a scale with at most four classes of round bounds in units of the reader. The last class has the highest 2 % of values,
 * so that outliers do not take the colours of the rest.
 * @param {(number | null)[]} values
 * @param {'speed' | 'altitude' | 'accuracy'} kind
 * @param {string} units
 * @returns {ColourScale}
 */
export function colourScale(values, kind, units) {
  const { name, factor } = displayUnit(kind, units);
  const sorted = /** @type {number[]} */ (values.filter((value) => value !== null)).map((value) => value * factor).sort((one, other) => one - other);
  if (sorted.length === 0) { return { bounds: [], labels: [] }; }
  const [low, high] = [kind === 'altitude' ? sorted[0] : 0, sorted[Math.floor((sorted.length - 1) * 0.98)]];
  const step = roundStep((high - low) / maxClasses);
  const first = Math.floor(low / step + 1e-9);
  const count = Math.min(maxClasses, Math.max(1, Math.ceil(high / step - 1e-9) - first));
  const bounds = Array.from({ length: count - 1 }, (_, index) => (first + index + 1) * step);
  return { bounds: bounds.map((bound) => bound / factor), labels: classLabels(bounds.map(boundText), boundText((first + 1) * step), name) };
}

/** @param {number} bound */
const boundText = (bound) => Number(bound.toPrecision(6)).toLocaleString(language());

/**
 * Returns the labels of the classes, of which the last one has the unit.
 * @param {string[]} bounds
 * @param {string} most the upper bound of an only class
 * @param {string} unit
 */
function classLabels(bounds, most, unit) {
  const last = bounds.at(-1);
  if (last === undefined) { return [text('charts.up-to', { bound: most, unit })]; }
  const between = bounds.slice(1).map((bound, index) => text('charts.between', { low: bounds[index], high: bound }));
  return [text('charts.below', { bound: bounds[0] }), ...between, text('charts.above', { bound: last, unit })];
}

/**
 * Returns the smallest of 1, 2, 2.5 and 5 times a power of ten that is at least a value.
 * @param {number} value
 */
function roundStep(value) {
  const least = Math.max(value, 0.1);
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (/** @type {number} */ ([1, 2, 2.5, 5, 10].find((step) => step * power >= least * (1 - 1e-9))));
}

/**
 * Returns the class of a value.
 * @param {ColourScale} scale
 * @param {number} value
 */
export function colourClass({ bounds }, value) {
  const index = bounds.findIndex((bound) => value < bound);
  return index < 0 ? bounds.length : index;
}
