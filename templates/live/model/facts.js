// Facts about the position and figures of a track, as labels and texts; and the addresses of other maps.

import { fixedDecimals } from './coordinates.js';
import { compassLetters, formatAccuracy, formatAltitude, formatDistance, formatDuration, formatSpeed } from './units.js';
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
  return /** @type {Fact[]} */ ([
    ['Speed', numberText(fix.speed, formatSpeed, units)],
    ['Course', numberText(fix.course, (course) => Math.round(course) % 360 + '° ' + compassLetters(course))],
    ['Altitude', numberText(fix.altitude, formatAltitude, units)],
    ['Satellites', satellitesText(report.satellites)],
  ]).map(([label, text]) => [label, text || none]);
}

/**
 * Returns the other facts that a report contains.
 * @param {Report} report
 * @param {string} units
 * @returns {Fact[]}
 */
export function facts(report, units) {
  const fix = report.fix || {};
  return /** @type {Fact[]} */ ([
    ['Receiver', isText(fix.device) ? fix.device : ''],
    ['Odometer', numberText(report.odometer, formatDistance, units)],
    ['HDOP', numberText(report.satellites && report.satellites.hdop, (value) => value.toFixed(1))],
    ['PDOP', numberText(report.satellites && report.satellites.pdop, (value) => value.toFixed(1))],
    ['Altitude within', numberText(fix.verticalAccuracy, (metres) => formatAccuracy(metres, units))],
    ['Rejected', rejectionsText(report.rejections)],
  ]).filter(([, text]) => text);
}

/** @param {Report['satellites']} satellites */
function satellitesText(satellites) {
  if (!satellites || !isNumber(satellites.used)) { return ''; }
  return satellites.used + (isNumber(satellites.visible) ? ' of ' + satellites.visible : '');
}

/** @param {Report['rejections']} rejections */
function rejectionsText(rejections) {
  if (!rejections || !isNumber(rejections.count) || rejections.count <= 0) { return ''; }
  return rejections.count + ' of ' + rejections.epochs + ' fixes: ' + rejections.explanation;
}

/**
 * Returns the figures of a track.
 * @param {TrackStatistics} figures
 * @param {string} units
 * @returns {Fact[]}
 */
export function trackFigures(figures, units) {
  return /** @type {Fact[]} */ ([
    ['Distance', numberText(figures.distance, formatDistance, units)],
    ['Moving', numberText(figures.moving, formatDuration)],
    ['Standing', numberText(figures.standing, formatDuration)],
    ['Mean speed', numberText(figures.meanSpeed, formatSpeed, units)],
    ['Top speed', numberText(figures.topSpeed, formatSpeed, units)],
    ['Ascent', numberText(figures.ascent, formatDistance, units)],
  ]).filter(([, text]) => text);
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
