// The colours of a track by speed, altitude or accuracy.

import { displayUnit } from './units.js';

/**
 * What can colour a track: value, label.
 * @type {[string, string][]}
 */
export const colourings = [['plain', 'One colour'], ['speed', 'Speed'], ['altitude', 'Altitude'], ['accuracy', 'Accuracy']];

/**
 * The colours of the classes, lowest first: of Matplotlib's plasma, whose lightness grows evenly, so that they can be distinguished
 * by the colour-blind and in black and white. The lightest part is left out: it would vanish on light maps.
 */
export const scaleColours = ['#0d0887', '#5302a3', '#8b0aa5', '#b83289', '#db5c68', '#f0804e'];

/**
 * Classes of values: the lower bounds of all but the first, in SI units, and a label for each.
 * @typedef {{ bounds: number[], labels: string[] }} ColourScale
 */

/**
 * Returns a scale with at most six classes of round bounds in units of the reader. The last class has the highest 2 % of values,
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
  const step = roundStep((high - low) / scaleColours.length);
  const first = Math.floor(low / step + 1e-9);
  const count = Math.min(scaleColours.length, Math.max(1, Math.ceil(high / step - 1e-9) - first));
  const text = (/** @type {number} */ index) => String(Number(((first + index) * step).toPrecision(6)));
  return {
    bounds: Array.from({ length: count - 1 }, (_, index) => (first + index + 1) * step / factor),
    labels: Array.from({ length: count }, (_, index) => (
      index < count - 1 ? text(index) + '–' + text(index + 1) : 'from ' + text(index)) + '\u00a0' + name),
  };
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
