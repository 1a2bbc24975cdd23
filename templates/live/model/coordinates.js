// A position as text: decimal degrees, degrees with decimal minutes or with minutes and seconds, UTM, Maidenhead.

/**
 * The module of UTM, which few readers need; null before it is loaded.
 * @type {typeof import('./utm.js') | null}
 */
let grid = null;

/** The coordinate formats that a reader can choose, by the keys of their names in the languages. */
export const coordinateFormats = ['decimal', 'ddm', 'dms', 'utm', 'maidenhead'];

/**
 * Loads what a format needs beyond the others. Until then, and where it cannot be loaded, positions have decimal degrees.
 * @param {string} format
 */
export async function loadFormat(format) {
  if (format === 'utm' && !grid) { grid = await import('./utm.js'); }
}

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
    case 'utm': return grid ? grid.utm(latitude, longitude, isRounded ? 100 : 1) : decimal(latitude, longitude, isRounded ? 3 : 6);
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

// The squares of a locator along each side of the square before them.
const sizes = [18, 10, 24, 10, 24];

/** @param {number} pairs */
const squaresUpTo = (pairs) => sizes.slice(0, pairs).reduce((product, size) => product * size, 1);

/**
 * Returns a locator of five pairs, squares of about 20 m: the locator system of the IARU, Region 1.
 * @param {number} latitude
 * @param {number} longitude
 */
export function maidenhead(latitude, longitude) {
  const squareCount = squaresUpTo(sizes.length);
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

/**
 * Returns true for a locator of three pairs or more, which is not the beginning of many names.
 * @param {string} text such as `QF22le`
 */
export function isLocator(text) {
  return /^[A-R]{2}\d{2}[A-X]{2}(?:\d{2}(?:[A-X]{2})?)?$/i.test(text);
}

/**
 * Returns the latitude and the longitude of the centre of a locator's square; null for any other text.
 * @param {string} text
 * @returns {[number, number] | null}
 */
export function parseMaidenhead(text) {
  if (!isLocator(text)) { return null; }
  const steps = [...text.toUpperCase()].map((symbol) => (/\d/.test(symbol) ? Number(symbol) : symbol.charCodeAt(0) - 65));
  const squareCount = squaresUpTo(text.length / 2);
  const fraction = (/** @type {number} */ first) => (steps.filter((_, index) => index % 2 === first)
    .reduce((square, step, pair) => square * sizes[pair] + step, 0) + 0.5) / squareCount;
  return [fraction(1) * 180 - 90, fraction(0) * 360 - 180];
}
