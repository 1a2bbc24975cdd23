// Coordinates that the reader types, in the formats that the page shows.

import { decimal } from './coordinates.js';

/** @typedef {import('./places.js').Place} Place */

// An angle: degrees, optionally with minutes and seconds; and one with its side.
const angle = '([+-]?\\d+(?:\\.\\d+)?)(?:\\s*°)?(?:\\s*(\\d+(?:\\.\\d+)?)\\s*[\'′])?(?:\\s*(\\d+(?:\\.\\d+)?)\\s*(?:″|"|\'\'))?';
const signed = new RegExp('^([+-]?\\d+(?:\\.\\d+)?)\\s*°?(?:\\s*[,;]\\s*|\\s+)([+-]?\\d+(?:\\.\\d+)?)\\s*°?$');
const sided = new RegExp('^' + angle + '\\s*([NS])\\s*[,;]?\\s*' + angle + '\\s*([EW])$', 'i');

/**
 * Returns the degrees of an angle; NaN for one with a sign and a side, or with 60 minutes or seconds.
 * @param {string[]} parts degrees, minutes, seconds, side
 */
function degrees([whole, minutes = '0', seconds = '0', side]) {
  const isValid = !/[+-]/.test(whole) && Number(minutes) < 60 && Number(seconds) < 60;
  const value = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return isValid ? value * (/[SW]/i.test(side) ? -1 : 1) : NaN;
}

/**
 * Returns the position that a text contains, as a place of the map; null for any other text.
 * @param {string} text such as `-37.9,144.9` or `37°54′S 144°54′E`
 * @returns {Place | null}
 */
export function parsePosition(text) {
  const plain = signed.exec(text.trim());
  const parts = sided.exec(text.trim());
  const [latitude, longitude] = plain ? [Number(plain[1]), Number(plain[2])]
    : parts ? [degrees(parts.slice(1, 5)), degrees(parts.slice(5, 9))] : [NaN, NaN];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? pointPlace(latitude, longitude) : null;
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
