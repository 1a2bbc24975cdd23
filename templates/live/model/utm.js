// UTM coordinates on WGS 84: from degrees as text, and back.
//
// Krüger's series to the third power of n, accurate to a millimetre within a zone: C. F. F. Karney, Transverse Mercator
// with an accuracy of a few nanometers, J. Geodesy 85 (2011), equations 7 to 21, 35 and 36.

import { text } from './text.js';

const flattening = 1 / 298.257223563;
const eccentricity = Math.sqrt(flattening * (2 - flattening));
const n = flattening / (2 - flattening);
const radius = 6378137 / (1 + n) * (1 + n ** 2 / 4 + n ** 4 / 64);
const scale = 0.9996 * radius;
const alpha = [n / 2 - 2 / 3 * n ** 2 + 5 / 16 * n ** 3, 13 / 48 * n ** 2 - 3 / 5 * n ** 3, 61 / 240 * n ** 3];
const beta = [n / 2 - 2 / 3 * n ** 2 + 37 / 96 * n ** 3, n ** 2 / 48 + n ** 3 / 15, 17 / 480 * n ** 3];
const falseEasting = 500000;
const falseNorthing = 10000000;

const bands = 'CDEFGHJKLMNPQRSTUVWX';

const radians = (/** @type {number} */ degrees) => degrees * Math.PI / 180;

/**
 * Returns the UTM zone, with the exceptions for Norway and Svalbard.
 * @param {number} latitude
 * @param {number} longitude
 */
function utmZone(latitude, longitude) {
  if (latitude >= 56 && latitude < 64 && longitude >= 3 && longitude < 12) { return 32; }
  if (latitude >= 72 && latitude <= 84 && longitude >= 0 && longitude < 42) {
    return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37;
  }
  return Math.floor((longitude + 180) / 6) % 60 + 1;
}

const centralMeridian = (/** @type {number} */ zone) => zone * 6 - 183;

/** @param {number} latitude */
const bandIndex = (latitude) => Math.min(Math.floor((latitude + 80) / 8), 19);

/**
 * Returns UTM coordinates, truncated to the metre as on paper maps, or to another step.
 * @param {number} latitude
 * @param {number} longitude
 * @param {number} step metres
 */
export function utm(latitude, longitude, step = 1) {
  if (latitude < -80 || latitude > 84) { return 'outside UTM (80° S to 84° N)'; }
  const zone = utmZone(latitude, longitude);
  const fromMeridian = radians(longitude - centralMeridian(zone));
  const sine = Math.sin(radians(latitude));
  const conformal = Math.sinh(Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine));
  const xi = Math.atan2(conformal, Math.cos(fromMeridian));
  const eta = Math.asinh(Math.sin(fromMeridian) / Math.hypot(conformal, Math.cos(fromMeridian)));
  const [north, east] = withSeries(xi, eta, alpha, 1);
  // The added 0.1 mm absorbs rounding errors before truncation.
  const truncated = (/** @type {number} */ metres) => Math.floor((1e-4 + metres) / step) * step;
  return zone + bands[bandIndex(latitude)] + ' ' + truncated(falseEasting + scale * east) + ' '
    + truncated((latitude < 0 ? falseNorthing : 0) + scale * north);
}

/**
 * Adds a series of Krüger to coordinates in radii, or subtracts one.
 * @param {number} north
 * @param {number} east
 * @param {number[]} factors
 * @param {number} sign
 * @returns {[number, number]}
 */
function withSeries(north, east, factors, sign) {
  const sum = (/** @type {(order: number) => number} */ term) =>
    sign * factors.reduce((total, factor, index) => total + factor * term(2 * (index + 1)), 0);
  return [
    north + sum((order) => Math.sin(order * north) * Math.cosh(order * east)),
    east + sum((order) => Math.cos(order * north) * Math.sinh(order * east)),
  ];
}

// Zone, band, easting, northing; also `55 H 320710mE 5813314mN`. Eastings are from 126 km, in 32V, to 834 km.
const pattern = /^(\d{1,2})\s*([C-HJ-NP-X])\s+([1-8]\d{5})(\.\d+)?\s*(?:m?\s*E)?(?:\s*[,;]\s*|\s+)(\d{1,8})(\.\d+)?\s*(?:m?\s*N)?$/i;

// Coordinates on the border of a band may be beyond it by the metre that they name.
const bandTolerance = 1e-4;

/**
 * The latitudes of the letters that are bands, but also read as hemispheres.
 * @type {Record<string, [number, number] | undefined>}
 */
const hemispheres = { N: [0, 84], S: [-80, 0] };

/**
 * A square metre, or a point, of a zone.
 * @typedef {{ zone: number, easting: number, northing: number }} GridPoint
 */

/**
 * What UTM coordinates can mean; `meaning` is how their letter was read, where that is not clear: "S as band".
 * @typedef {{ latitude: number, longitude: number, meaning?: string }} UTMReading
 */

/**
 * Returns what UTM coordinates can mean: the centre of the square metre where they are whole numbers, as in the result of
 * `utm`. The letter is a band; N and S can also be a hemisphere, so that S has two readings. None for any other text, and
 * for a letter that does not contain the northing.
 * @param {string} written such as `55H 320710 5813314`
 * @returns {UTMReading[]}
 */
export function parseUTM(written) {
  const parts = pattern.exec(written);
  // A northing beyond that of the equator by its southern name is behind the pole, or around the earth.
  if (!parts || Number(parts[5] + (parts[6] || '')) > falseNorthing) { return []; }
  const metres = (/** @type {string} */ whole, /** @type {string | undefined} */ rest) => Number(whole) + (rest ? Number(rest) : 0.5);
  const point = { zone: Number(parts[1]), easting: metres(parts[3], parts[4]), northing: metres(parts[5], parts[6]) };
  if (point.zone < 1 || point.zone > 60) { return []; }
  const letter = parts[2].toUpperCase();
  const south = bands.indexOf(letter) * 8 - 80;
  const inBand = pointBetween(point, south, letter === 'X' ? 84 : south + 8);
  const hemisphere = hemispheres[letter];
  // Band N begins at the equator, where its northings do: there, both readings are the same.
  if (!hemisphere || (letter === 'N' && inBand)) { return inBand ? [inBand] : []; }
  const inHemisphere = pointBetween(point, ...hemisphere);
  return [
    ...(inBand ? [{ ...inBand, meaning: text('places.as-band', { letter }) }] : []),
    ...(inHemisphere ? [{ ...inHemisphere, meaning: text('places.as-hemisphere', { letter }) }] : []),
  ];
}

/**
 * Returns the position of a point whose latitude is between two others; null for one that is not there.
 * @param {GridPoint} point
 * @param {number} south
 * @param {number} north
 * @returns {UTMReading | null}
 */
function pointBetween({ zone, easting, northing }, south, north) {
  const fromEquator = northing - (south < 0 ? falseNorthing : 0);
  const [latitude, fromMeridian] = degrees(...withSeries(fromEquator / scale, (easting - falseEasting) / scale, beta, -1));
  if (!(latitude >= south - bandTolerance && latitude <= north + bandTolerance)) { return null; }
  return { latitude, longitude: (centralMeridian(zone) + fromMeridian + 540) % 360 - 180 };
}

/**
 * Returns the latitude and the longitude east of the central meridian, in degrees, of coordinates on the conformal sphere.
 * @param {number} xi
 * @param {number} eta
 */
function degrees(xi, eta) {
  const conformal = Math.sin(xi) / Math.hypot(Math.sinh(eta), Math.cos(xi));
  let tangent = conformal;
  // Newton's method; three steps suffice for all latitudes of UTM.
  for (let step = 0; step < 3; step += 1) {
    const sine = tangent / Math.hypot(1, tangent);
    const sigma = Math.sinh(eccentricity * Math.atanh(eccentricity * sine));
    const found = tangent * Math.hypot(1, sigma) - sigma * Math.hypot(1, tangent);
    tangent += (conformal - found) / Math.hypot(1, found)
      * (1 + (1 - eccentricity ** 2) * tangent ** 2) / ((1 - eccentricity ** 2) * Math.hypot(1, tangent));
  }
  return [Math.atan(tangent), Math.atan2(Math.sinh(eta), Math.cos(xi))].map((angle) => angle * 180 / Math.PI);
}
