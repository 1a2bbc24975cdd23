// A position as text: decimal degrees, degrees with decimal minutes or with minutes and seconds, UTM, Maidenhead.

/**
 * The coordinate formats that a reader can choose: value, label.
 * @type {[string, string][]}
 */
export const coordinateFormats = [
  ['decimal', 'Decimal degrees'],
  ['ddm', 'Degrees, decimal minutes'],
  ['dms', 'Degrees, minutes, seconds'],
  ['utm', 'UTM'],
  ['maidenhead', 'Maidenhead locator'],
];

/**
 * Returns a position in one of `coordinateFormats`; decimal degrees for an unknown format.
 * @param {number} latitude
 * @param {number} longitude
 * @param {string} format
 * @param {boolean} isRounded true for a position that the server has rounded: about 100 m instead of all digits
 */
export function formatPosition(latitude, longitude, format, isRounded = false) {
  switch (format) {
    case 'ddm': return ddm(latitude, longitude, isRounded ? 1 : 3);
    case 'dms': return dms(latitude, longitude, isRounded ? 0 : 1);
    case 'utm': return utm(latitude, longitude, isRounded ? 100 : 1);
    // Squares of four pairs have about 500 m.
    case 'maidenhead': return maidenhead(latitude, longitude).slice(0, isRounded ? 8 : undefined);
    default: return decimal(latitude, longitude, isRounded ? 3 : 6);
  }
}

/**
 * Returns decimal degrees; with six decimals 0.11 m at the equator.
 * @param {number} latitude
 * @param {number} longitude
 */
export function decimal(latitude, longitude, decimals = 6) {
  return fixedDecimals(latitude, decimals) + ', ' + fixedDecimals(longitude, decimals);
}

/**
 * Returns degrees and decimal minutes, as on nautical charts; with three decimals 2 m.
 * @param {number} latitude
 * @param {number} longitude
 */
export function ddm(latitude, longitude, decimals = 3) {
  const angle = (/** @type {number} */ value, /** @type {string} */ positive, /** @type {string} */ negative) => {
    const scale = 10 ** decimals;
    const steps = Math.round(Math.abs(value) * 60 * scale);
    const minutes = ((steps / scale) % 60).toFixed(decimals).padStart(3 + decimals, '0');
    return Math.floor(steps / scale / 60) + '°' + minutes + '′' + (value < 0 && steps > 0 ? negative : positive);
  };
  return angle(latitude, 'N', 'S') + ' ' + angle(longitude, 'E', 'W');
}

/**
 * Formats like `toFixed`, but without the sign of a value that rounds to zero.
 * @param {number} value
 * @param {number} decimals
 */
export function fixedDecimals(value, decimals) {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace('-', '') : text;
}

/**
 * Returns degrees, minutes and seconds; with one decimal 3 m.
 * @param {number} latitude
 * @param {number} longitude
 * @param {number} decimals 0 or 1
 */
export function dms(latitude, longitude, decimals = 1) {
  return sexagesimal(latitude, 'N', 'S', decimals) + ' ' + sexagesimal(longitude, 'E', 'W', decimals);
}

/** @param {number} value @param {string} positive @param {string} negative @param {number} decimals */
function sexagesimal(value, positive, negative, decimals) {
  const scale = 10 ** decimals;
  const steps = Math.round(Math.abs(value) * 3600 * scale);
  const seconds = ((steps / scale) % 60).toFixed(decimals).padStart(2 + decimals + Math.sign(decimals), '0');
  const minutes = String(Math.floor(steps / scale / 60) % 60).padStart(2, '0');
  return Math.floor(steps / scale / 3600) + '°' + minutes + '′' + seconds + '″' + (value < 0 && steps > 0 ? negative : positive);
}

/**
 * Returns a locator of five pairs, squares of about 20 m: the locator system of the IARU, Region 1.
 * @param {number} latitude
 * @param {number} longitude
 */
export function maidenhead(latitude, longitude) {
  const sizes = [18, 10, 24, 10, 24];
  const squareCount = sizes.reduce((product, size) => product * size, 1);
  // A position on a line belongs to the square that begins there; the margin absorbs rounding errors.
  const index = (/** @type {number} */ fraction) => Math.floor(fraction * squareCount + 1e-6);
  let east = index((longitude + 180) / 360) % squareCount;
  let north = Math.min(index((latitude + 90) / 180), squareCount - 1);
  let locator = '';
  for (let pair = sizes.length - 1; pair >= 0; pair -= 1) {
    const size = sizes[pair];
    const letters = pair === 0 ? 65 : 97;
    const symbol = (/** @type {number} */ step) => (size === 10 ? String(step) : String.fromCharCode(letters + step));
    locator = symbol(east % size) + symbol(north % size) + locator;
    east = Math.floor(east / size);
    north = Math.floor(north / size);
  }
  return locator;
}

const bands = 'CDEFGHJKLMNPQRSTUVWX';

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

/**
 * Returns UTM coordinates, truncated to the metre as on paper maps, or to another step.
 *
 * Krüger's series to the third power of n on WGS 84, accurate to a millimetre within a zone: C. F. F. Karney, Transverse
 * Mercator with an accuracy of a few nanometers, J. Geodesy 85 (2011), equations 7 to 11 and 35.
 * @param {number} latitude
 * @param {number} longitude
 * @param {number} step metres
 */
export function utm(latitude, longitude, step = 1) {
  if (latitude < -80 || latitude > 84) { return 'outside UTM (80° S to 84° N)'; }
  const flattening = 1 / 298.257223563;
  const n = flattening / (2 - flattening);
  const radius = 6378137 / (1 + n) * (1 + n ** 2 / 4 + n ** 4 / 64);
  const alpha = [
    n / 2 - 2 / 3 * n ** 2 + 5 / 16 * n ** 3, 13 / 48 * n ** 2 - 3 / 5 * n ** 3, 61 / 240 * n ** 3,
  ];
  const zone = utmZone(latitude, longitude);
  const fromMeridian = (longitude - (zone * 6 - 183)) * Math.PI / 180;
  const eccentricity = 2 * Math.sqrt(n) / (1 + n);
  const sine = Math.sin(latitude * Math.PI / 180);
  const conformal = Math.sinh(Math.atanh(sine) - eccentricity * Math.atanh(eccentricity * sine));
  const xi = Math.atan2(conformal, Math.cos(fromMeridian));
  const eta = Math.asinh(Math.sin(fromMeridian) / Math.hypot(conformal, Math.cos(fromMeridian)));
  let easting = eta;
  let northing = xi;
  alpha.forEach((factor, index) => {
    const order = 2 * (index + 1);
    easting += factor * Math.cos(order * xi) * Math.sinh(order * eta);
    northing += factor * Math.sin(order * xi) * Math.cosh(order * eta);
  });
  const band = bands[Math.min(Math.floor((latitude + 80) / 8), 19)];
  // The added 0.1 mm absorbs rounding errors before truncation.
  const truncated = (/** @type {number} */ metres) => Math.floor((1e-4 + metres) / step) * step;
  const east = truncated(500000 + 0.9996 * radius * easting);
  const north = truncated((latitude < 0 ? 10000000 : 0) + 0.9996 * radius * northing);
  return zone + band + ' ' + east + ' ' + north;
}
