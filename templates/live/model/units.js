// Lengths, speeds and durations as text, in metric, imperial or nautical units.

import { language, text } from './text.js';

// The systems of units that a reader can choose.
const systems = ['metric', 'imperial', 'nautical'];

/**
 * Returns the choices of the menu: value, label.
 * @returns {[string, string][]}
 */
export const unitChoices = () => systems.map((name) => [name, text('units.' + name)]);

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
 * The unit for speeds, by its key in the languages, and how many of it are one metre per second.
 * @type {Record<string, [string, number]>}
 */
const speedUnits = { metric: ['km-h', 3.6], imperial: ['mph', 3600 / metres.mi], nautical: ['kn', 3600 / metres.nmi] };

/**
 * Returns the entry of a system of units; the metric one for an unknown system.
 * @template Entry
 * @param {Record<string, Entry>} table
 * @param {string} system
 */
const entry = (table, system) => table[system] || table.metric;

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * Returns a number as it is written in the language of the page.
 * @param {number} value
 * @param {number} digits after the decimal point
 */
export function decimals(value, digits) {
  const key = language() + digits;
  const format = formats.get(key) || new Intl.NumberFormat(
    language(), { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });
  formats.set(key, format);
  // Without the sign of a value that rounds to zero.
  return format.format(Number(value.toFixed(digits)) + 0);
}

/**
 * Returns an amount with its unit.
 * @param {number} amount
 * @param {number} digits after the decimal point
 * @param {string} unit by its key in the languages
 */
const amountText = (amount, digits, unit) => text('units.' + unit, { number: decimals(amount, digits) });

/**
 * Returns the unit for short lengths, which a typed number without a unit has.
 * @param {string} system
 */
export const shortUnit = (system) => entry(lengthUnits, system)[0];

/** True for a language that writes 0,5. */
const hasComma = () => decimals(0.5, 1).includes(',');

/**
 * Returns the metres of a typed length, by the rules of the command: a number with m, km, ft, mi, nm or nmi; NaN for any
 * other text. A plain number is in the short unit of the system. Decimals may follow the comma of the language too; then a
 * point before three digits is neither: 1.000 could be a thousand.
 * @param {string} text such as `100`, `60 ft` or `0.1nm`
 * @param {string} system
 */
export function parseLength(text, system) {
  const parts = /^\+?(\d+[.,]?\d*|[.,]\d+)\s?(m|km|ft|mi|nm|nmi)?$/.exec(text.trim());
  if (!parts || (hasComma() ? /\.\d{3}$/.test(parts[1]) : parts[1].includes(','))) { return NaN; }
  const unit = parts[2] === 'nm' ? 'nmi' : parts[2] || shortUnit(system);
  return Number(parts[1].replace(',', '.')) * metres[unit];
}

/**
 * Returns an example of a length that `parseLength` accepts, for messages: "60 m or 0.1 nm".
 * @param {string} system
 */
export function lengthExample(system) {
  return text('units.example-' + (systems.includes(system) ? system : 'metric'));
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
    return amountText(shortAmount, shortAmount > 0 && shortAmount < 10 ? 1 : 0, short);
  }
  const amount = value / metres[long];
  return amountText(amount, amount < 10 ? 2 : amount < 100 ? 1 : 0, long);
}

/**
 * Formats a distance that is measured again each second: without decimals of the short unit.
 * @param {number} value metres
 * @param {string} system
 */
export function formatMeasuredDistance(value, system) {
  const unit = shortUnit(system);
  const amount = value / metres[unit];
  return amount < 10 ? amountText(amount, 0, unit) : formatDistance(value, system);
}

/**
 * Formats the distance of a place without an exact centre, such as a city: with one decimal of the long unit, and none
 * from 10 of it, as on the server.
 * @param {number} value metres
 * @param {string} system
 */
export function formatRoughDistance(value, system) {
  const [short, long] = entry(lengthUnits, system);
  const amount = value / metres[long];
  if (amount < 0.1) { return amountText(value / metres[short], 0, short); }
  return amountText(amount, amount < 9.95 ? 1 : 0, long);
}

/**
 * Formats the distance from the edge of a place: whole in the short unit, then as roughly as that of a city.
 * @param {number} value metres
 * @param {string} system
 */
export function formatEdgeDistance(value, system) {
  const [short, , limit] = entry(lengthUnits, system);
  const amount = value / metres[short];
  return amount < limit ? amountText(amount, 0, short) : formatRoughDistance(value, system);
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
  return amountText(roundedUp, Math.log10(scale), unit);
}

/**
 * @param {number} value metres per second
 * @param {string} system
 */
export function formatSpeed(value, system) {
  const [unit, factor] = entry(speedUnits, system);
  const amount = value * factor;
  return amountText(amount, amount < 100 ? 1 : 0, unit);
}

/**
 * @param {number} value metres
 * @param {string} system
 */
export function formatAltitude(value, system) {
  const unit = system === 'imperial' ? 'ft' : 'm';
  return amountText(value / metres[unit], 0, unit);
}

/** @param {string} unit by its key in the languages */
const unitName = (unit) => text('units.' + unit, { number: '' }).trim();

/**
 * Returns the unit of a quantity on an axis or a scale, and how many of it are one metre, or one metre per second.
 * @param {'speed' | 'altitude' | 'accuracy' | 'distance'} quantity
 * @param {string} system
 */
export function displayUnit(quantity, system) {
  if (quantity === 'speed') {
    const [unit, factor] = entry(speedUnits, system);
    return { name: unitName(unit), factor };
  }
  const [short, long] = entry(lengthUnits, system);
  const unit = quantity === 'distance' ? long : short;
  return { name: unitName(unit), factor: 1 / metres[unit] };
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
  return { metres: round * metres[unit], text: amountText(round, Math.max(0, -Math.floor(Math.log10(round) + 1e-9)), unit) };
}

/** @param {number} seconds */
function wholeUnits(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  return { s, m: Math.floor(s / 60), h: Math.floor(s / 3600), d: Math.floor(s / 86400) };
}

/**
 * Formats a duration in whole units, rounded down.
 * @param {number} seconds
 */
export function formatDuration(seconds) {
  return durationText('units.', seconds);
}

/**
 * Formats an age: "just now", "3 min ago".
 * @param {number} seconds
 */
export function formatAge(seconds) {
  return seconds < 2 ? text('units.just-now') : durationText('units.ago-', seconds);
}

/** @param {string} prefix of the keys @param {number} seconds */
function durationText(prefix, seconds) {
  const { s, m, h, d } = wholeUnits(seconds);
  if (m < 1) { return text(prefix + 'seconds', { number: decimals(s, 0) }); }
  if (h < 1) { return text(prefix + 'minutes', { number: decimals(m, 0) }); }
  if (d > 0) { return text(prefix + 'days', { count: d }); }
  const hours = decimals(h, 0);
  return m % 60 ? text(prefix + 'hours-minutes', { hours, minutes: decimals(m % 60, 0) }) : text(prefix + 'hours', { number: hours });
}

const points = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/**
 * Returns the letters of one of the sixteen points of the compass: for a course.
 * @param {number} degrees from true north
 */
export function compassLetters(degrees) {
  return text('units.compass-letters').split(' ')[Math.round((degrees % 360 + 360) % 360 / 22.5) % 16];
}

/**
 * Returns the key of one of the eight points of the compass: `north-east`.
 * @param {number} degrees from true north
 */
export function compassPoint(degrees) {
  return points[Math.round((degrees % 360 + 360) % 360 / 45) % 8];
}
