// Lengths, speeds and durations as text, in metric, imperial or nautical units.

import { fixedDecimals } from './coordinates.js';

/**
 * The systems of units that a reader can choose: value, label.
 * @type {[string, string][]}
 */
export const unitSystems = [['metric', 'Metric'], ['imperial', 'Imperial'], ['nautical', 'Nautical']];

const space = '\u00a0';

/**
 * Metres in a unit, by the treaties of 1959 (foot, mile) and 1929 (nautical mile).
 * @type {Record<string, number>}
 */
const metres = { ft: 0.3048, mi: 1609.344, nmi: 1852, km: 1000, m: 1 };

/**
 * The unit for short lengths, the one for long lengths, and the number of short units from which the long one is used.
 * @type {Record<string, [string, string, number]>}
 */
const lengthUnits = { metric: ['m', 'km', 1000], imperial: ['ft', 'mi', 1000], nautical: ['m', 'nmi', 926] };

/**
 * The unit for speeds, and how many of it are one metre per second.
 * @type {Record<string, [string, number]>}
 */
const speedUnits = { metric: ['km/h', 3.6], imperial: ['mph', 3600 / metres.mi], nautical: ['kn', 3600 / metres.nmi] };

/**
 * Returns the entry of a system of units; the metric one for an unknown system.
 * @template Entry
 * @param {Record<string, Entry>} table
 * @param {string} system
 */
const entry = (table, system) => table[system] || table.metric;

/**
 * Returns the unit for short lengths, which a typed number without a unit has.
 * @param {string} system
 */
export const shortUnit = (system) => entry(lengthUnits, system)[0];

/**
 * Returns the metres of a typed length, by the rules of the command: a number with m, km, ft, mi, nm or nmi; NaN for any
 * other text. A plain number is in the short unit of the system.
 * @param {string} text such as `100`, `60 ft` or `0.1nm`
 * @param {string} system
 */
export function parseLength(text, system) {
  const parts = /^\+?(\d+\.?\d*|\.\d+)\s?(m|km|ft|mi|nm|nmi)?$/.exec(text.trim());
  if (!parts) { return NaN; }
  const unit = parts[2] === 'nm' ? 'nmi' : parts[2] || shortUnit(system);
  return Number(parts[1]) * metres[unit];
}

/**
 * Returns an example of a length that `parseLength` accepts, for messages: "60 m or 0.1 nm".
 * @param {string} system
 */
export function lengthExample(system) {
  return { imperial: '200 ft or 0.1 mi', nautical: '60 m or 0.1 nm' }[system] || '60 m or 0.2 km';
}

/**
 * Returns a length as the text of a field: a whole number of the short unit.
 * @param {number} value metres
 * @param {string} system
 */
export function lengthField(value, system) {
  return String(Math.round(value / metres[shortUnit(system)]));
}

/**
 * @param {number} value metres
 * @param {string} system
 */
export function formatDistance(value, system) {
  const [short, long, limit] = entry(lengthUnits, system);
  const shortAmount = value / metres[short];
  if (shortAmount < limit) {
    return shortAmount.toFixed(shortAmount > 0 && shortAmount < 10 ? 1 : 0) + space + short;
  }
  const amount = value / metres[long];
  return amount.toFixed(amount < 10 ? 2 : amount < 100 ? 1 : 0) + space + long;
}

/**
 * Formats a distance that is measured again each second: without decimals of the short unit.
 * @param {number} value metres
 * @param {string} system
 */
export function formatMeasuredDistance(value, system) {
  const unit = shortUnit(system);
  const amount = value / metres[unit];
  return amount < 10 ? amount.toFixed(0) + space + unit : formatDistance(value, system);
}

/**
 * Formats the distance of a place without an exact centre, such as a city: with one decimal of the long unit, and none
 * from 100 of it.
 * @param {number} value metres
 * @param {string} system
 */
export function formatRoughDistance(value, system) {
  const [short, long] = entry(lengthUnits, system);
  const amount = value / metres[long];
  if (amount < 0.1) { return (value / metres[short]).toFixed(0) + space + short; }
  return amount.toFixed(amount < 99.95 ? 1 : 0) + space + long;
}

/**
 * Formats an accuracy, rounded up: the text must not promise more than the receiver does.
 * @param {number} value metres
 * @param {string} system
 */
export function formatAccuracy(value, system) {
  const [short, long, limit] = entry(lengthUnits, system);
  const unit = value / metres[short] < limit ? short : long;
  const amount = value / metres[unit];
  const scale = amount < 1 ? 100 : amount < 10 ? 10 : 1;
  const roundedUp = Math.max(Math.ceil(amount * scale - 1e-9), 1) / scale;
  return roundedUp.toFixed(Math.log10(scale)) + space + unit;
}

/**
 * @param {number} value metres per second
 * @param {string} system
 */
export function formatSpeed(value, system) {
  const [unit, factor] = entry(speedUnits, system);
  const amount = value * factor;
  return amount.toFixed(amount < 100 ? 1 : 0) + space + unit;
}

/**
 * @param {number} value metres
 * @param {string} system
 */
export function formatAltitude(value, system) {
  const unit = system === 'imperial' ? 'ft' : 'm';
  return fixedDecimals(value / metres[unit], 0) + space + unit;
}

/**
 * Returns the unit of a quantity on an axis or a scale, and how many of it are one metre, or one metre per second.
 * @param {'speed' | 'altitude' | 'accuracy' | 'distance'} quantity
 * @param {string} system
 */
export function displayUnit(quantity, system) {
  if (quantity === 'speed') {
    const [name, factor] = entry(speedUnits, system);
    return { name, factor };
  }
  const [short, long] = entry(lengthUnits, system);
  const name = quantity === 'distance' ? long : short;
  return { name, factor: 1 / metres[name] };
}

/**
 * Returns the longest round length up to a limit: for the scale of the map.
 * @param {number} limit metres
 * @param {string} system
 */
export function roundLength(limit, system) {
  const [short, long, threshold] = entry(lengthUnits, system);
  const unit = limit / metres[short] < threshold ? short : long;
  const amount = limit / metres[unit];
  const power = 10 ** Math.floor(Math.log10(amount));
  const round = [5, 2, 1].map((step) => step * power).find((step) => step <= amount * (1 + 1e-9)) || power;
  return { metres: round * metres[unit], text: Number(round.toPrecision(1)) + space + unit };
}

/**
 * Formats a duration in whole units, rounded down.
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const [m, h, d] = [Math.floor(s / 60), Math.floor(s / 3600), Math.floor(s / 86400)];
  if (m < 1) { return s + space + 's'; }
  if (h < 1) { return m + space + 'min'; }
  if (d < 1) { return h + space + 'h' + (m % 60 ? space + m % 60 + space + 'min' : ''); }
  return d + space + (d === 1 ? 'day' : 'days');
}

/**
 * Formats an age: "just now", "3 min ago".
 * @param {number} seconds
 */
export function formatAge(seconds) {
  return seconds < 2 ? 'just now' : formatDuration(seconds) + ' ago';
}

const points = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

const letters = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];

/**
 * Returns the letters of one of the sixteen points of the compass: for a course.
 * @param {number} degrees from true north
 */
export function compassLetters(degrees) {
  return letters[Math.round((degrees % 360 + 360) % 360 / 22.5) % 16];
}

/**
 * Returns one of the eight points of the compass.
 * @param {number} degrees from true north
 */
export function compassPoint(degrees) {
  return points[Math.round((degrees % 360 + 360) % 360 / 45) % 8];
}
