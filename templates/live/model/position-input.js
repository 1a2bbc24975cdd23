// Coordinates that the reader types, in every format that the page shows: decimal degrees, degrees with minutes and
// seconds, UTM, Maidenhead.

import { decimal, parseMaidenhead } from './coordinates.js';
import { language, text } from './text.js';
import { parseUTM } from './utm.js';

/** @typedef {import('./places.js').Place} Place */

// An angle: degrees, optionally with minutes and seconds. Blanks can replace the marks, which few phones have.
const number = '(\\d+(?:\\.\\d+)?)';
const seconds = `(?:\\s*['′]\\s*|\\s+)${number}\\s*(?:″|"|'')?`;
const minutes = `(?:\\s*°\\s*|\\s+)${number}(?:${seconds}|\\s*['′])?`;
const angle = `([+-]?\\d+(?:\\.\\d+)?)(?:${minutes}|\\s*°)?`;
const signed = new RegExp('^([+-]?\\d+(?:\\.\\d+)?)\\s*°?(?:\\s*[,;]\\s*|\\s+)([+-]?\\d+(?:\\.\\d+)?)\\s*°?$');
const sided = new RegExp(`^${angle}\\s*([NS])\\s*[,;]?\\s*${angle}\\s*([EW])$`, 'i');
// As many receivers show it: the side comes first.
const sideFirst = new RegExp(`^([NS])\\s*${angle}\\s*[,;]?\\s*([EW])\\s*${angle}$`, 'i');

/**
 * Returns a text without blanks around it, whose minus, quotes and degree signs are those of a keyboard.
 * @param {string} typed
 */
function plainSigns(typed) {
  return typed.trim().replace(/\u2212/g, '-').replace(/[‘’´]/g, '\'').replace(/[“”]/g, '"').replace(/[º˚]/g, '°');
}

/**
 * Returns the degrees of an angle; NaN for one with a sign and a side, with 60 minutes or seconds, or with a fraction
 * before a smaller unit.
 * @param {string[]} parts degrees, minutes, seconds, side
 */
function degrees(parts) {
  const side = parts[3];
  const [whole, ...fractions] = parts.slice(0, 3).filter(Boolean);
  const isValid = /^\d/.test(whole) && !/\..* /.test([whole, ...fractions].join(' '))
    && fractions.every((fraction) => Number(fraction) < 60);
  const value = fractions.reduce((sum, fraction, index) => sum + Number(fraction) / 60 ** (index + 1), Number(whole));
  return isValid ? value * (/[SW]/i.test(side) ? -1 : 1) : NaN;
}

/**
 * Returns the parts of an expression with the side of each angle after it.
 * @param {RegExpExecArray | null} parts
 */
function withSidesLast(parts) {
  return parts && [parts[0], ...parts.slice(2, 5), parts[1], ...parts.slice(6, 9), parts[5]];
}

/**
 * Returns the note for a text that is neither a place nor a position: of one that begins like a position, how positions
 * are written.
 * @param {string} name
 */
export function notFoundText(name) {
  return text(/^[+\-NS]?\s*\d/i.test(plainSigns(name)) ? 'places.not-found-position' : 'places.not-found', { name });
}

/**
 * Returns the positions that a text can mean, as places of the map: two for UTM coordinates with a letter S, none for any
 * other text.
 * @param {string} written such as `-37.9,144.9`, `37°54′S 144°54′E`, `55H 320710 5813314` or `QF22le55oo`
 * @returns {Place[]}
 */
export function parsePositions(written) {
  const typed = plainSigns(written);
  const plain = signed.exec(typed);
  const parts = sided.exec(typed) || withSidesLast(sideFirst.exec(typed));
  if (plain) { return placesAt(Number(plain[1]), Number(plain[2])); }
  if (parts) { return placesAt(degrees(parts.slice(1, 5)), degrees(parts.slice(5, 9))); }
  const square = parseMaidenhead(typed);
  return square ? placesAt(...square) : parseUTM(typed).map(placeOfReading);
}

/** @param {number} latitude @param {number} longitude */
function placesAt(latitude, longitude) {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [pointPlace(latitude, longitude)] : [];
}

/**
 * Returns a place that names its hemisphere where the coordinates can be read in two ways: "38.6° north, S as band".
 * @param {import('./utm.js').UTMReading} reading
 * @returns {Place}
 */
function placeOfReading({ latitude, longitude, meaning }) {
  const place = pointPlace(latitude, longitude);
  if (!meaning) { return place; }
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const shown = Math.abs(latitude).toLocaleString(language(), digits);
  return { ...place, reading: text(latitude < 0 ? 'places.reading-south' : 'places.reading-north', { degrees: shown, meaning }) };
}

/**
 * Returns a position as a place of the map, named by its coordinates and rounded as they are.
 * @param {number} latitude
 * @param {number} longitude
 * @returns {Place}
 */
export function pointPlace(latitude, longitude) {
  const name = decimal(latitude, longitude);
  const [roundedLatitude, roundedLongitude] = name.split(', ').map(Number);
  return { key: 'point|' + name, name, latitude: roundedLatitude, longitude: roundedLongitude, isPoint: true };
}
