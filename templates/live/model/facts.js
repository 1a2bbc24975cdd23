// Facts about the position, as labels and texts; and the addresses of other maps.

import { fixedDecimals } from './coordinates.js';
import { text } from './text.js';
import { compassLetters, decimals, formatAccuracy, formatAltitude, formatDistance, formatSpeed } from './units.js';
import { isNumber, isText } from './values.js';

/**
 * A label and a text.
 * @typedef {[string, string]} Fact
 */

/**
 * Returns the text for a number; empty without one.
 * @param {unknown} value
 * @param {(value: number, units: string) => string} format
 * @param {string} units
 */
const numberText = (value, format, units = '') => (isNumber(value) ? format(value, units) : '');

// What is shown for a value that is not measured, or that is old.
const none = '–';

/**
 * Returns the four figures that are always shown; dashes where they are unknown, and for values that may have changed.
 * @param {Report} report
 * @param {string} units
 * @param {boolean} isLive
 * @returns {Fact[]}
 */
export function figures(report, units, isLive) {
  const fix = (isLive && report.fix) || {};
  return withTexts([
    ['speed', numberText(fix.speed, formatSpeed, units)],
    ['course', numberText(fix.course, courseText)],
    ['altitude', numberText(fix.altitude, formatAltitude, units)],
    ['satellites', satellitesText(report.satellites)],
  ]).map(([label, value]) => [label, value || none]);
}

/**
 * Returns the other facts that a report contains.
 * @param {Report} report
 * @param {string} units
 */
export function facts(report, units) {
  const { fix = {}, satellites = {} } = report;
  const dilution = (/** @type {number} */ value) => decimals(value, 1);
  return withTexts([
    ['receiver', isText(fix.device) ? fix.device : ''],
    ['odometer', numberText(report.odometer, formatDistance, units)],
    ['hdop', numberText(satellites.hdop, dilution)],
    ['pdop', numberText(satellites.pdop, dilution)],
    ['altitude-within', numberText(fix.verticalAccuracy, formatAccuracy, units)],
    ['rejected', rejectionsText(report.rejections)],
  ]).filter(([, value]) => value);
}

/** @param {[string, string][]} list of keys and texts @returns {Fact[]} */
const withTexts = (list) => list.map(([key, value]) => [text('now.' + key), value]);

/** @param {number} course */
const courseText = (course) => text('now.degrees', { degrees: String(Math.round(course) % 360), letters: compassLetters(course) });

/** @param {Report['satellites']} satellites */
function satellitesText(satellites) {
  if (!satellites || !isNumber(satellites.used)) { return ''; }
  const { used, visible } = satellites;
  return isNumber(visible) ? text('now.used-of-visible', { used, visible }) : decimals(used, 0);
}

/** @param {Report['rejections']} rejections */
function rejectionsText(rejections) {
  if (!rejections || !isNumber(rejections.count) || rejections.count <= 0) { return ''; }
  return text('now.rejected-fixes', { rejected: rejections.count, count: rejections.epochs, reason: rejections.explanation });
}

/**
 * Returns the addresses of a position on other maps, by provider.
 * @param {number} latitude
 * @param {number} longitude
 * @param {number} zoom
 * @returns {Record<string, string>}
 */
export function mapLinks(latitude, longitude, zoom) {
  const [north, east] = [fixedDecimals(latitude, 6), fixedDecimals(longitude, 6)];
  return {
    openstreetmap: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=${zoom}/${north}/${east}`,
    google: `https://www.google.com/maps/search/?api=1&query=${north}%2C${east}`,
    apple: `https://maps.apple.com/?ll=${north}%2C${east}&q=My%20Linux%20box&z=${zoom}`,
    geo: `geo:${north},${Math.abs(latitude) === 90 ? 0 : east}`,
  };
}

/**
 * Returns the explanation of a receiver's fault and its remedy; empty without a fault.
 * @param {Report} report
 */
export function receiverFaultText({ receiverFault }) {
  if (!receiverFault) { return ''; }
  return [receiverFault.explanation, receiverFault.cure].filter((part) => typeof part === 'string').join('. ');
}
